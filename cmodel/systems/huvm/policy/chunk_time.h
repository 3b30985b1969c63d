/* SPDX-License-Identifier: Apache-2.0 */
/* Time that the DMA engine's units take for a chunk. */
#ifndef LPI_HUVM_CHUNK_TIME_H
#define LPI_HUVM_CHUNK_TIME_H

#include <stdint.h>

struct huvm_cycles {
    uint32_t shrink, expand; /* from the first sector or flit in to the last one out */
};

/*
 * Runs a chunk through the cycle models of lp_cdma_shrink and lp_cdma_expand, one of each in every
 * channel. Group g belongs to channel g mod `channels`; all channels run concurrently, limited by
 * their units only, and the slowest one determines the cycles. `codecs` has an enum lp_dma_codec
 * for each group of 512 B; `bytes` is a multiple of 512. *mismatches is increased by the number of
 * groups that are expanded wrong. LP_ERR_SYSTEM: no memory.
 */
int huvm_unit_cycles(const uint8_t *chunk, uint32_t bytes, const uint8_t *codecs, unsigned channels,
                     struct huvm_cycles *cycles, uint64_t *mismatches);

#endif
