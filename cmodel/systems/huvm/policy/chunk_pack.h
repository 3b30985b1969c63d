/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format of a compressed chunk: an index of two bytes for each group of 512 B, low byte first, with
 * the length of the group's stored form in bits 11 to 0 and its enum lp_dma_codec above; then the
 * stored forms (docs/reference/format.md, section 11) in order. The total size is that of
 * huvm_stored_bytes.
 */
#ifndef LPI_HUVM_CHUNK_PACK_H
#define LPI_HUVM_CHUNK_PACK_H

#include "chunk_size.h"
#include <linepress/cdma.h>
#include <stdbool.h>
#include <stddef.h>

/* Required size of `packed`. */
static inline size_t huvm_pack_room(size_t bytes)
{
    return bytes + LP_DMA_GROUP_BOUND;
}

/* Returns the packed size, or `bytes`, a multiple of 512, if the chunk stays raw. */
size_t huvm_pack(enum huvm_codec codec, const uint8_t *chunk, size_t bytes, uint8_t *packed);

/* false: not a valid packed chunk of this size, and `chunk` is unspecified. */
bool huvm_unpack(const uint8_t *packed, size_t packed_bytes, uint8_t *chunk, size_t bytes);

#endif
