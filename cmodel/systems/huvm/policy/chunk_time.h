/* SPDX-License-Identifier: Apache-2.0 */
/* How long the DMA engine's units take for a chunk. */
#ifndef LPI_HUVM_CHUNK_TIME_H
#define LPI_HUVM_CHUNK_TIME_H

#include <stdint.h>

struct huvm_cycles {
    uint32_t shrink, expand; /* from the first sector or flit in to the last one out */
};

/*
 * Runs a chunk through the cycle models of lp_cdma_shrink and lp_cdma_expand, one of each in every
 * channel. Group g is channel g mod `channels`'s; all channels run at once, each at the pace of its
 * units alone, so the slowest counts. `codecs` has an enum lp_dma_codec for each group of 512 B;
 * `bytes` is a multiple of 512. *mismatches goes up by the groups that do not come back.
 * LP_ERR_SYSTEM: no memory.
 */
int huvm_unit_cycles(const uint8_t *chunk, uint32_t bytes, const uint8_t *codecs,
                     unsigned channels, struct huvm_cycles *cycles, uint64_t *mismatches);

#endif
