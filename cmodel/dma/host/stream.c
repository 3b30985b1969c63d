/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"
#include <string.h>

struct lpi_card_due lpi_card_stream(enum lp_dma_codec codec, unsigned elem, const uint8_t *raw,
                                    size_t bytes, uint8_t *stream)
{
    struct lpi_card_due due = {0};
    size_t stored;

    memset(stream, 0, (size_t)lp_dma_bound(codec, elem, bytes));
    for (size_t at = 0; at < bytes; at += LP_DMA_GROUP) {
        size_t rest = bytes - at;
        size_t sectors = (rest < LP_DMA_GROUP ? rest : LP_DMA_GROUP) / LP_SECTOR_BYTES;
        (void)lp_dma_shrink(codec, elem, raw + at, sectors, stream + due.bytes, &stored);
        due.zeros += lp_dma_zeros(raw + at, sectors);
        due.bytes += stored;
    }
    return due;
}
