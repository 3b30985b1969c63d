/* SPDX-License-Identifier: Apache-2.0 */
/* What is behind a handle. Not installed. */
#ifndef LPI_DMA_DRIVER_H
#define LPI_DMA_DRIVER_H

#include "engine.h"
#include "heap.h"

/* A place of a ring: the last transfer that had it. */
struct lpi_dma_slot {
    uint64_t host; /* where in the window */
    void *to;      /* out: where the stream goes then */
    uint64_t room;
    struct lp_dma_completion completion;
};

struct lpi_dma_queue {
    unsigned regs; /* REG_OUT or REG_IN */
    uint64_t base, done;
    uint64_t submitted, completed;
    struct lpi_dma_slot *slots;
};

struct lp_dma {
    struct lp_dma_config config;
    const struct lpi_dma_engine *engine;
    void *state;
    struct lpi_dma_machine machine;
    struct lpi_heap device, window;
    struct lpi_dma_queue queues[2];
};

/* lp_dma_open with an engine of any make; the config is one that lp_dma_open takes. */
int lpi_dma_open(const struct lpi_dma_engine *engine, const struct lp_dma_config *config,
                 struct lp_dma **dma);

/* Bytes of host memory that the rings take, in front of the window; whole groups. */
uint64_t lpi_dma_ring_bytes(unsigned log2);

/* Writes the registers of a new engine and enables it. */
void lpi_dma_start(struct lp_dma *dma);

#endif
