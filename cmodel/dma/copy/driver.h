/* SPDX-License-Identifier: Apache-2.0 */
/* State of a handle. Not installed. */
#ifndef LPI_DMA_DRIVER_H
#define LPI_DMA_DRIVER_H

#include "engine.h"
#include "heap.h"
#include "kept_index.h"

/* An entry of a ring: the last transfer that used it. */
struct lpi_dma_slot {
    uint64_t host; /* position in the window */
    void *to;      /* out: destination of the stream */
    uint64_t room;
    struct lp_dma_descriptor asked; /* the descriptor, which a completion must match */
    struct lp_dma_completion completion;
};

struct lpi_dma_queue {
    unsigned regs; /* REG_OUT or REG_IN */
    uint64_t base, done;
    uint64_t submitted, completed;
    uint64_t origin; /* number of submitted transfers when the rings last began */
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
    int borrowed;    /* the memories belong to the caller */
    double progress; /* time of the last completion, in seconds; for engines with a timeout */
};

/* lp_dma_open with any engine; the config must be valid for lp_dma_open. */
int lpi_dma_open(const struct lpi_dma_engine *engine, const struct lp_dma_config *config,
                 struct lp_dma **dma);

/*
 * The same for an engine that is open: `machine` has the caller's memories, with the rings before
 * host memory; its config is ignored.
 */
int lpi_dma_open_on(const struct lpi_dma_engine *engine, void *state,
                    const struct lpi_dma_machine *machine, const struct lp_dma_config *config,
                    struct lp_dma **dma);

/* lp_dma_submit of a transfer whose stream is at this position of the window, unless that is 0. */
int lpi_dma_submit_at(struct lp_dma *dma, const struct lp_dma_transfer *transfer, uint64_t host,
                      uint64_t *ticket);

/* Copies of device memory that is not mapped. */
int lpi_dma_write_far(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes);
int lpi_dma_read_far(struct lp_dma *dma, uint64_t address, void *to, size_t bytes);

/* Bytes of host memory that the rings take, before the window; whole groups. */
uint64_t lpi_dma_ring_bytes(unsigned log2);

/* Aborts the transfers in flight and restarts; for engines that have restart. */
int lpi_dma_reset(struct lp_dma *dma);

/* Clears the rings of an engine outside this process. */
int lpi_dma_clear(struct lp_dma *dma);

/* Writes the registers of a new engine and enables it. */
void lpi_dma_start(struct lp_dma *dma);

#endif
