/* SPDX-License-Identifier: Apache-2.0 */
#include "chunk_pack.h"
#include <string.h>

enum { LENGTH_BITS = 12, LENGTH_MASK = (1 << LENGTH_BITS) - 1 };

/* The stored form of a group; cannot fail with these arguments. */
static size_t shrink(enum lp_dma_codec codec, const uint8_t *group, uint8_t *stored)
{
    size_t bytes = SIZE_MAX;
    (void)lp_dma_shrink(codec, LP_ELEM_32, group, LP_DMA_SECTORS, stored, &bytes);
    return bytes;
}

/* Writes the shorter form to `stored`, which has room for either. */
static size_t pack_group(enum huvm_codec codec, const uint8_t *group, uint8_t *stored,
                         enum lp_dma_codec *used)
{
    uint8_t other[LP_DMA_GROUP_BOUND];
    *used = codec == HUVM_BPC ? LP_DMA_BPC : LP_DMA_ZVC;
    size_t bytes = shrink(*used, group, stored);
    if (codec != HUVM_BEST)
        return bytes;
    size_t bpc = shrink(LP_DMA_BPC, group, other);
    if (bpc > bytes)
        return bytes;
    *used = LP_DMA_BPC;
    memcpy(stored, other, bpc);
    return bpc;
}

size_t huvm_pack(enum huvm_codec codec, const uint8_t *chunk, size_t bytes, uint8_t *packed)
{
    uint8_t *entry = packed;
    size_t end = bytes / HUVM_GROUP_BYTES * HUVM_INDEX_BYTES;
    for (size_t at = 0; at < bytes && end < bytes; at += HUVM_GROUP_BYTES) {
        enum lp_dma_codec used;
        size_t length = pack_group(codec, chunk + at, packed + end, &used);
        *entry++ = (uint8_t)length;
        *entry++ = (uint8_t)((unsigned)used << (LENGTH_BITS - 8) | length >> 8);
        end += length;
    }
    if (end < bytes)
        return end;
    memcpy(packed, chunk, bytes);
    return bytes;
}

bool huvm_unpack(const uint8_t *packed, size_t packed_bytes, uint8_t *chunk, size_t bytes)
{
    const uint8_t *entry = packed;
    size_t end = bytes / HUVM_GROUP_BYTES * HUVM_INDEX_BYTES, bad;
    if (packed_bytes == bytes) {
        memcpy(chunk, packed, bytes);
        return true;
    }
    if (packed_bytes > bytes || end > packed_bytes)
        return false;
    for (size_t at = 0; at < bytes; at += HUVM_GROUP_BYTES, entry += HUVM_INDEX_BYTES) {
        unsigned both = entry[0] | (unsigned)entry[1] << 8;
        enum lp_dma_codec codec = (enum lp_dma_codec)(both >> LENGTH_BITS);
        size_t length = both & LENGTH_MASK;
        if (length > packed_bytes - end || lp_dma_expand(codec, LP_ELEM_32, packed + end, length,
                                                         LP_DMA_SECTORS, chunk + at, &bad) != LP_OK)
            return false;
        end += length;
    }
    return end == packed_bytes;
}
