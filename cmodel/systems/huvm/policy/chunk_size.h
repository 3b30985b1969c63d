/* SPDX-License-Identifier: Apache-2.0 */
/* How long a chunk is when it is compressed. */
#ifndef LPI_HUVM_CHUNK_SIZE_H
#define LPI_HUVM_CHUNK_SIZE_H

#include <stdint.h>

enum huvm_codec { HUVM_ZVC, HUVM_BPC, HUVM_BEST };

enum { HUVM_GROUP_BYTES = 512, HUVM_INDEX_BYTES = 2, HUVM_CHUNK_GRANULES = 32 };

/*
 * Compresses a chunk as the DMA engine does, in groups of 512 B that follow each other, with an
 * index of two bytes a group, and reads each group back. Returns its bytes, or `bytes` if it does
 * not get shorter and so stays raw. `codecs` gets an enum lp_dma_codec for each group. *mismatches
 * goes up by the groups that do not come back. `bytes` is a multiple of 512.
 */
uint32_t huvm_stored_bytes(enum huvm_codec codec, const uint8_t *chunk, uint32_t bytes,
                           uint8_t *codecs, uint64_t *mismatches);

#endif
