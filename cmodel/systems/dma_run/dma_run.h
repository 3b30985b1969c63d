/* SPDX-License-Identifier: Apache-2.0 */
/* One tensor out and in, with one configuration. */
#ifndef LPI_SYSTEMS_DMA_RUN_H
#define LPI_SYSTEMS_DMA_RUN_H

#include "dma_tensor.h"

/* One direction. For an engine without cycles all fields except `bound` are 0. */
struct dma_side {
    uint64_t cycles;
    double bound; /* compressed bytes per cycle at the link of a system that is never stalled */
    double link;  /* the link's maximum bytes per cycle */
    struct lp_dma_side_counts counts;
};

struct dma_result {
    const char *file;
    uint64_t bytes, groups, compressed, index_bytes, zeros, mismatches;
    int has_cycles, is_compared;
    struct dma_side out, in;
};

/* Returns 0 or the code that it sets in *fault, which must be 0 on entry. */
int dma_run(const struct dma_ask *ask, const struct dma_tensor *tensor, struct dma_result *result,
            struct lpi_fault *fault);

#endif
