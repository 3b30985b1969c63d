/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of one setting over several values. */
#ifndef LPI_SYSTEMS_DMA_SWEEP_H
#define LPI_SYSTEMS_DMA_SWEEP_H

#include "dma_ask.h"
#include <stddef.h>

enum dma_sweep {
    DMA_NO_SWEEP,
    DMA_SWEEP_BUFFER,
    DMA_SWEEP_LINK,
    DMA_SWEEP_LATENCY,
    DMA_SWEEP_POLICY,
    DMA_SWEEP_CHANNELS
};

/* Number of runs; 1 without a sweep. */
size_t dma_sweep_runs(enum dma_sweep sweep);

/* Sets the swept value of run number `run` in *ask. */
void dma_sweep_set(enum dma_sweep sweep, size_t run, struct dma_ask *ask);

#endif
