/* SPDX-License-Identifier: Apache-2.0 */
/* What is behind a handle. Not installed. */
#ifndef LPI_DMA_DRIVER_H
#define LPI_DMA_DRIVER_H

#include "engine.h"
#include "heap.h"
#include "kept_index.h"

/* A place of a ring: the last transfer that had it. */
struct lpi_dma_slot {
    uint64_t host; /* where in the window */
    void *to;      /* out: where the stream goes then */
    uint64_t room;
    struct lp_dma_descriptor asked; /* what a completion must agree with */
    struct lp_dma_completion completion;
};

struct lpi_dma_queue {
    unsigned regs; /* REG_OUT or REG_IN */
    uint64_t base, done;
    uint64_t submitted, completed;
    uint64_t origin; /* submitted when the rings last began */
    struct lpi_dma_slot *slots;
};

struct lp_dma {
    struct lp_dma_config config;
    const struct lpi_dma_engine *engine;
    void *state;
    struct lpi_dma_machine machine;
    struct lpi_heap device, window;
    struct lpi_kept_indices indices; /* of streams that the copy call wrote */
    struct lpi_dma_queue queues[2];
    int borrowed;    /* the memories are not this handle's */
    double progress; /* when a completion last came, in seconds; for engines with patience */
};

/* lp_dma_open with an engine of any make; the config is one that lp_dma_open takes. */
int lpi_dma_open(const struct lpi_dma_engine *engine, const struct lp_dma_config *config,
                 struct lp_dma **dma);

/*
 * The same for an engine that is open: `machine` has memories that the caller keeps, the rings in
 * front of host memory, and whose config is not looked at.
 */
int lpi_dma_open_on(const struct lpi_dma_engine *engine, void *state,
                    const struct lpi_dma_machine *machine, const struct lp_dma_config *config,
                    struct lp_dma **dma);

/* lp_dma_submit of a transfer whose stream stays at this place of the window, unless that is 0. */
int lpi_dma_submit_at(struct lp_dma *dma, const struct lp_dma_transfer *transfer, uint64_t host,
                      uint64_t *ticket);

/* Copies of device memory where no pointer leads to it. */
int lpi_dma_write_far(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes);
int lpi_dma_read_far(struct lp_dma *dma, uint64_t address, void *to, size_t bytes);

/* Bytes of host memory that the rings take, in front of the window; whole groups. */
uint64_t lpi_dma_ring_bytes(unsigned log2);

/* Ends what is under way as aborted, and begins anew; for engines that have restart. */
int lpi_dma_reset(struct lp_dma *dma);

/* Clears the rings of an engine outside this process. */
int lpi_dma_clear(struct lp_dma *dma);

/* Writes the registers of a new engine and enables it. */
void lpi_dma_start(struct lp_dma *dma);

#endif
