/* SPDX-License-Identifier: Apache-2.0 */
/* One tensor out and in, with one configuration. */
#ifndef LPI_CLI_DMA_RUN_H
#define LPI_CLI_DMA_RUN_H

#include "dma_tensor.h"

/* A direction. Without an engine that has cycles all but `bound` is 0. */
struct dma_side {
    uint64_t cycles;
    double bound; /* of systems that are never stalled: compressed bytes per cycle at the link */
    double link;  /* the link's own bytes per cycle */
    struct lp_dma_side_counts counts;
};

struct dma_result {
    const char *file;
    uint64_t bytes, groups, compressed, index_bytes, zeros, mismatches;
    int has_cycles, is_compared;
    struct dma_side out, in;
};

/* Does not return if there is no such engine, no memory, or the room is too small. */
void dma_run(const struct dma_options *options, const struct dma_tensor *tensor,
             struct dma_result *result);

#endif
