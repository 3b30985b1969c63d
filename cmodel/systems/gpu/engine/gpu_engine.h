/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of an engine, which is one slice of buddy memory: it takes requests for lines and
 * answers each with a time. Device memory and the link are outside, so that several slices share a link. Not installed.
 *
 * Units    Times in ticks (gpu_config.h).
 */
#ifndef LPI_GPU_ENGINE_H
#define LPI_GPU_ENGINE_H

#include "../../../units/common/instance.h"
#include "../memory/gpu_device.h"
#include "../memory/gpu_link.h"

/* A request for a line. The caller finds its place from its page and its class. */
struct lpi_gpu_line {
    uint64_t key;    /* the same for requests of the same line only */
    uint64_t device; /* address in the slice's device memory */
    uint64_t meta;   /* nibble address of its state */
    uint32_t tag;
    bool write, compressed;
    uint8_t codec;   /* enum lp_page_codec; of a line that is not compressed LP_PAGE_ZVC */
    uint8_t target;  /* enum lp_target of its page; of one that is not compressed LP_TARGET_1 */
    uint8_t mask;    /* sectors in device memory that move, from `device` on */
    uint8_t guess;   /* the same, before the class is known */
    uint8_t spill;   /* sectors in buddy memory that move */
    uint8_t sectors; /* of the class: 0 to 4 */
    uint32_t frame, slot, index; /* of its page in the slice, and its place in the page's share */
};

/* The answer to a request; `time` is now. */
typedef void lpi_gpu_done(void *owner, uint32_t tag, uint64_t time);

/* The state of a line of a page in memory, for slices that read metadata; 0: there is no such line. */
typedef unsigned lpi_gpu_state(void *memory, unsigned slice, uint32_t slot, uint32_t index);

struct lpi_gpu_slice {
    const struct lpi_gpu_config *config;
    struct lpi_gpu_events *events;
    struct lpi_gpu_device *device;
    struct lpi_gpu_link *link;
    unsigned number;    /* the slice's, and as an asker of the link */
    bool free_metadata; /* states are known without metadata traffic */
    lpi_gpu_done *done;
    void *owner;
    lpi_gpu_state *state; /* NULL: all lines are zero at first */
    void *memory;
    lp_open_fn *rtl; /* opens the RTL of lp_buddy_slice; NULL: this program has none */
};

struct lpi_gpu_engine_counts {
    uint64_t reads, writes, spilled;
    uint64_t accesses, hits, fills, writebacks; /* metadata */
    uint64_t wasted;                            /* sectors read by a wrong guess */
};

struct lpi_gpu_engine_kind {
    const char *name;
    bool whole_lines; /* it moves no parts of lines, also of pages that are not compressed */
    /* NULL: no memory. The slice's fields are copied. */
    void *(*open)(const struct lpi_gpu_slice *slice);
    void (*close)(void *self);
    /* The device's answers. */
    lpi_gpu_answer *answer;
    /* Queues a request, now. */
    void (*ask)(void *self, const struct lpi_gpu_line *line);
    void (*count)(const void *self, struct lpi_gpu_engine_counts *counts);
    /* The host has written memory, while no request is open. NULL: that changes nothing. */
    void (*host)(void *self);
    /* Why it has stopped, which ends the run; NULL: it has not. */
    const char *(*why)(const void *self);
};

extern const struct lpi_gpu_engine_kind lpi_gpu_flow;
/* The cycle model of lp_buddy_slice. */
extern const struct lpi_gpu_engine_kind lpi_gpu_cycle;
/* The RTL of lp_buddy_slice, in a program that has it. */
extern const struct lpi_gpu_engine_kind lpi_gpu_rtl;

/* Sets of the metadata cache of each slice. */
static inline unsigned lpi_gpu_metadata_ways(const struct lpi_gpu_config *c)
{
    unsigned lines = c->metadata_bytes / c->slices / 128;
    return lines < c->metadata_ways ? lines : c->metadata_ways;
}
static inline unsigned lpi_gpu_metadata_sets(const struct lpi_gpu_config *c)
{
    return c->metadata_bytes / c->slices / 128 / lpi_gpu_metadata_ways(c);
}

#endif
