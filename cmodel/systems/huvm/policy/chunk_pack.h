/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of a compressed chunk: an index of two bytes a group of 512 B, which has the length of
 * the group's stored form in its bits 11 to 0 and its enum lp_dma_codec above, the low byte first;
 * then the stored forms (docs/reference/format.md, section 11) in order. They are as many as
 * huvm_stored_bytes tells.
 */
#ifndef LPI_HUVM_CHUNK_PACK_H
#define LPI_HUVM_CHUNK_PACK_H

#include "chunk_size.h"
#include <linepress/cdma.h>
#include <stdbool.h>
#include <stddef.h>

/* Bytes that `packed` has to have room for. */
static inline size_t huvm_pack_room(size_t bytes)
{
    return bytes + LP_DMA_GROUP_BOUND;
}

/* Returns the packed bytes, or `bytes`, a multiple of 512: the chunk stays raw. */
size_t huvm_pack(enum huvm_codec codec, const uint8_t *chunk, size_t bytes, uint8_t *packed);

/* false: it is no chunk of so many bytes packed, and `chunk` is unspecified. */
bool huvm_unpack(const uint8_t *packed, size_t packed_bytes, uint8_t *chunk, size_t bytes);

#endif
