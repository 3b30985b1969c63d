/* SPDX-License-Identifier: Apache-2.0 */
#include "chunk_size.h"
#include <linepress/cdma.h>
#include <string.h>

_Static_assert((int)HUVM_ZVC == (int)LP_DMA_ZVC && (int)HUVM_BPC == (int)LP_DMA_BPC &&
                   (int)HUVM_BEST == (int)LP_DMA_BPC + 1,
               "huvm_codec has two of the engine's codecs by their numbers, and the best of them");

/*
 * Size of the group compressed by one codec; counts a mismatch if it does not expand to the
 * original.
 */
static size_t shrink(enum lp_dma_codec codec, const uint8_t *group, uint64_t *mismatches)
{
    uint8_t stored[2 * HUVM_GROUP_BYTES], back[HUVM_GROUP_BYTES];
    size_t bytes = HUVM_GROUP_BYTES, bad, sectors = HUVM_GROUP_BYTES / LP_SECTOR_BYTES;
    if (lp_dma_shrink(codec, LP_ELEM_32, group, sectors, stored, &bytes) != LP_OK ||
        lp_dma_expand(codec, LP_ELEM_32, stored, bytes, sectors, back, &bad) != LP_OK ||
        memcmp(back, group, HUVM_GROUP_BYTES) != 0)
        ++*mismatches;
    return bytes;
}

uint32_t huvm_stored_bytes(enum huvm_codec codec, const uint8_t *chunk, uint32_t bytes,
                           uint8_t *codecs, uint64_t *mismatches)
{
    uint64_t sum = 0;
    for (uint32_t at = 0; at < bytes; at += HUVM_GROUP_BYTES) {
        size_t zvc = SIZE_MAX, bpc = SIZE_MAX;
        if (codec != HUVM_BPC)
            zvc = shrink(LP_DMA_ZVC, chunk + at, mismatches);
        if (codec != HUVM_ZVC)
            bpc = shrink(LP_DMA_BPC, chunk + at, mismatches);
        codecs[at / HUVM_GROUP_BYTES] = zvc < bpc ? LP_DMA_ZVC : LP_DMA_BPC;
        sum += HUVM_INDEX_BYTES + (zvc < bpc ? zvc : bpc);
    }
    if (sum < bytes)
        return (uint32_t)sum;
    memset(codecs, LP_DMA_RAW, bytes / HUVM_GROUP_BYTES);
    return bytes;
}
