/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bank of the L2 in front of its slice: sectors with valid and dirty bits, write-back, whole
 * sectors written without a fetch, a fill before a partly valid compressed line is evicted. The
 * crossbar's port of the bank belongs to it, each way. Not installed.
 *
 * Units    Times in ticks.
 */
#ifndef LPI_GPU_L2_H
#define LPI_GPU_L2_H

#include "gpu_image.h"
#include "gpu_packet.h"

struct lpi_gpu_l2_counts {
    uint64_t accesses, hits, sector_misses, fills_before_evict, overfetch_sectors;
    uint64_t line_requests, sector_requests; /* to the slice; wanted by SMs */
    uint64_t blocked;                        /* ticks in which the head of the queue waited */
    uint64_t flits[2];                       /* of the crossbar's port: in, out */
};

struct lpi_gpu_l2;

/* The answer arrives at its SM, now. */
typedef void lpi_gpu_answered(void *owner, const struct lpi_gpu_packet *packet, uint64_t time);

struct lpi_gpu_bank {
    const struct lpi_gpu_config *config;
    struct lpi_gpu_events *events;
    struct lpi_gpu_image *image;
    struct lpi_gpu_link *link;
    const struct lpi_gpu_engine_kind *engine;
    enum lpi_gpu_tier tier;
    enum lpi_gpu_map map;
    unsigned number;
    bool free_metadata;
    lp_open_fn *rtl;               /* as lpi_gpu_slice.rtl */
    const struct lpi_gpu_tap *tap; /* of its device memory; or NULL */
    lpi_gpu_answered *answered;
    void *owner;
};

/* With its slice and its device memory. NULL: no memory. */
struct lpi_gpu_l2 *lpi_gpu_l2_open(const struct lpi_gpu_bank *bank);
void lpi_gpu_l2_close(struct lpi_gpu_l2 *l2);

/* A request arrives at the bank, now; its line is at `home`. */
void lpi_gpu_l2_ask(struct lpi_gpu_l2 *l2, struct lpi_gpu_packet *packet,
                    const struct lpi_gpu_home *home);

/* Drops every line of a range that the host has written. */
void lpi_gpu_l2_drop(struct lpi_gpu_l2 *l2, uint64_t address, uint64_t bytes);

/* The host has written memory, while nothing is on its way. */
void lpi_gpu_l2_host(struct lpi_gpu_l2 *l2);

/* As lpi_gpu_engine_kind.why of its slice. */
const char *lpi_gpu_l2_why(const struct lpi_gpu_l2 *l2);

/* Nothing is on its way in it or in its slice. */
bool lpi_gpu_l2_idle(const struct lpi_gpu_l2 *l2);
bool lpi_gpu_l2_failed(const struct lpi_gpu_l2 *l2);

const struct lpi_gpu_l2_counts *lpi_gpu_l2_counts(const struct lpi_gpu_l2 *l2);
void lpi_gpu_l2_slice(const struct lpi_gpu_l2 *l2, struct lpi_gpu_engine_counts *counts,
                      struct lpi_gpu_traffic *traffic);
/* As lpi_gpu_device_moved. */
uint64_t lpi_gpu_l2_moved(const struct lpi_gpu_l2 *l2, uint64_t now);

#endif
