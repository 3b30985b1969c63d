/* SPDX-License-Identifier: Apache-2.0 */
#include "dma_sweep.h"

/* The values of each sweep; the default is in the middle. */
static const double buffers[] = {16384, 32768, 49152, 70000, 81920, 98304, 131072};
static const double links[] = {4, 8, 12.8, 16, 24, 32};
static const double latencies[] = {50, 100, 200, 350, 500, 700};
static const double policies[] = {0, 24, 48, 96, 200};
static const double channels[] = {6, 8};
#define VALUES(array) array, sizeof array / sizeof *array

static const struct {
    const double *values;
    size_t count;
} sweeps[] = {
    [DMA_NO_SWEEP] = {NULL, 1},
    [DMA_SWEEP_BUFFER] = {VALUES(buffers)},
    [DMA_SWEEP_LINK] = {VALUES(links)},
    [DMA_SWEEP_LATENCY] = {VALUES(latencies)},
    [DMA_SWEEP_POLICY] = {VALUES(policies)},
    [DMA_SWEEP_CHANNELS] = {VALUES(channels)},
};

size_t dma_sweep_runs(enum dma_sweep sweep)
{
    return sweeps[sweep].count;
}

void dma_sweep_set(enum dma_sweep sweep, size_t run, struct dma_ask *ask)
{
    double value = sweep == DMA_NO_SWEEP ? 0 : sweeps[sweep].values[run];
    switch (sweep) {
    case DMA_NO_SWEEP: break;
    case DMA_SWEEP_BUFFER: ask->config.buffer_bytes = (unsigned)value; break;
    case DMA_SWEEP_LINK: ask->config.link_gbs = value; break;
    case DMA_SWEEP_LATENCY: ask->config.latency_ns = value; break;
    case DMA_SWEEP_POLICY: ask->policy = value; break;
    case DMA_SWEEP_CHANNELS: ask->config.channels = (unsigned)value;
    }
}
