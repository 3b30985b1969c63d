/* SPDX-License-Identifier: Apache-2.0 */
/* Size of a compressed chunk. */
#ifndef LPI_HUVM_CHUNK_SIZE_H
#define LPI_HUVM_CHUNK_SIZE_H

#include <stdint.h>

enum huvm_codec { HUVM_ZVC, HUVM_BPC, HUVM_BEST };

enum { HUVM_GROUP_BYTES = 512, HUVM_INDEX_BYTES = 2, HUVM_CHUNK_GRANULES = 32 };

/*
 * Compresses a chunk as the DMA engine does, in consecutive groups of 512 B with an index of two
 * bytes for each, and reads each group back. Returns its size, or `bytes` if it does not shrink and
 * so stays raw. `codecs` gets an enum lp_dma_codec for each group. *mismatches is increased by the
 * number of groups that are read back wrong. `bytes` is a multiple of 512.
 */
uint32_t huvm_stored_bytes(enum huvm_codec codec, const uint8_t *chunk, uint32_t bytes,
                           uint8_t *codecs, uint64_t *mismatches);

#endif
