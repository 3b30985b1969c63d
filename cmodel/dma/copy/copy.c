/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/codecs.h"
#include "../../base/null.h"
#include "driver.h"
#include <stdbool.h>

int lp_dma_status_error(unsigned status)
{
    switch ((enum lp_dma_status)status) {
    case LP_DMA_GOOD: return LP_OK;
    case LP_DMA_NO_CODEC: return LP_ERR_CODEC;
    case LP_DMA_ROOM: return LP_ERR_SPACE;
    case LP_DMA_DEVICE_ERROR:
    case LP_DMA_HOST_ERROR: return LP_ERR_MEMORY;
    case LP_DMA_CORRUPT:
    case LP_DMA_CONTRADICTION: return LP_ERR_CORRUPT;
    case LP_DMA_ABORTED: return LP_ERR_ABORTED;
    case LP_DMA_EMPTY:
    case LP_DMA_MISALIGNED:
    case LP_DMA_OUTSIDE:
    case LP_DMA_OVERLAP:
    case LP_DMA_RESERVED: break;
    }
    return LP_ERR_ARG;
}

static bool is_codec(enum lp_dma_codec codec)
{
    return lpi_codec_numbered(LPI_DMA, (int)codec) != NULL;
}

static int copy_once(struct lp_dma *dma, const struct lp_dma_transfer *transfer, uint64_t *bytes)
{
    struct lp_dma_completion completion;
    uint64_t ticket;
    int error = lp_dma_submit(dma, transfer, &ticket);
    if (error == LP_OK)
        error = lp_dma_wait(dma, ticket, &completion);
    if (error == LP_OK)
        error = lp_dma_status_error(completion.status);
    if (error == LP_OK)
        *bytes = completion.bytes;
    return error;
}

/* Retries without the index, if that may be the cause; *transfer then has none. */
static int copy(struct lp_dma *dma, struct lp_dma_transfer *transfer, uint64_t *bytes)
{
    int error = copy_once(dma, transfer, bytes);
    if (transfer->index == 0 || (error != LP_ERR_CORRUPT && error != LP_ERR_MEMORY))
        return error;
    transfer->index = 0;
    return copy_once(dma, transfer, bytes);
}

int lp_memcpy_compressed(struct lp_dma *dma, void *dst, size_t room, uint64_t src, size_t bytes,
                         enum lp_dma_codec codec, size_t *compressed)
{
    struct lp_dma_transfer transfer = {.direction = LP_DMA_OUT,
                                       .codec = codec,
                                       .to = dst,
                                       .size = room,
                                       .device = src,
                                       .bytes = bytes};
    uint64_t stored;
    if (LPI_ANY_NULL(dma, compressed) || (dst == NULL && room != 0))
        return LP_ERR_ARG;
    if (!is_codec(codec))
        return LP_ERR_CODEC;
    if (room < LP_SECTOR_BYTES && bytes != 0)
        return LP_ERR_SPACE;
    uint64_t index = lpi_index_room(&dma->device, codec, bytes);
    transfer.index = index;
    int error = copy(dma, &transfer, &stored);
    if (error == LP_OK)
        *compressed = (size_t)stored;
    if (error == LP_OK && transfer.index != 0) {
        struct lpi_stream_key key = lpi_stream_key(codec, bytes, dst, stored);
        lpi_index_keep(&dma->indices, &dma->device, &key, index);
    } else if (index != 0) {
        (void)lpi_heap_give(&dma->device, index);
    }
    return error;
}

int lp_memcpy_decompressed(struct lp_dma *dma, uint64_t dst, size_t bytes, const void *src,
                           size_t compressed, enum lp_dma_codec codec)
{
    struct lp_dma_transfer transfer = {.direction = LP_DMA_IN,
                                       .codec = codec,
                                       .from = src,
                                       .size = compressed,
                                       .device = dst,
                                       .bytes = bytes};
    uint64_t stored;
    if (dma == NULL || (src == NULL && compressed != 0))
        return LP_ERR_ARG;
    if (!is_codec(codec))
        return LP_ERR_CODEC;
    struct lpi_stream_key key = lpi_stream_key(codec, bytes, src, compressed);
    transfer.index = lpi_index_find(&dma->indices, &key);
    return copy(dma, &transfer, &stored);
}
