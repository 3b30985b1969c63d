/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies of device memory that is not mapped: by the engine's put and get if host memory is not
 * mapped either, else as raw transfers of whole groups.
 */
#include "driver.h"
#include <stdlib.h>
#include <string.h>

#define MOST_CHUNK (UINT64_C(1) << 20)

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* In whole groups; half the window, so that one more transfer has space. */
static uint64_t chunk_of(const struct lp_dma *dma)
{
    uint64_t half = dma->window.bytes / 2 / LP_DMA_GROUP * LP_DMA_GROUP;
    return half == 0 ? LP_DMA_GROUP : least(half, MOST_CHUNK);
}

/* Whole sectors from the start of a group on. */
static int move(struct lp_dma *dma, enum lp_dma_direction direction, uint64_t address,
                uint8_t *data, uint64_t bytes)
{
    const struct lp_dma_transfer t = {.direction = direction,
                                      .codec = LP_DMA_RAW,
                                      .device = address,
                                      .bytes = bytes,
                                      .to = data,
                                      .from = data,
                                      .size = bytes};
    struct lp_dma_completion c;
    uint64_t ticket;
    int error = lp_dma_submit(dma, &t, &ticket);
    if (error == LP_OK)
        error = lp_dma_wait(dma, ticket, &c);
    return error == LP_OK ? lp_dma_status_error(c.status) : error;
}

/* One chunk: starts `head` bytes after `group`. The other bytes of its sectors are preserved. */
static int write_chunk(struct lp_dma *dma, uint64_t group, uint64_t head, const uint8_t *from,
                       uint64_t bytes, uint8_t *chunk)
{
    uint64_t end = head + bytes, last = end / LP_DMA_GROUP * LP_DMA_GROUP;
    uint64_t whole = (end + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
    int error = LP_OK;

    if (head != 0)
        error = move(dma, LP_DMA_OUT, group, chunk, LP_DMA_GROUP);
    if (error == LP_OK && end != whole && (last != 0 || head == 0))
        error = move(dma, LP_DMA_OUT, group + last, chunk + last, LP_DMA_GROUP);
    memcpy(chunk + head, from, bytes);
    return error == LP_OK ? move(dma, LP_DMA_IN, group, chunk, whole) : error;
}

int lpi_dma_write_far(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes)
{
    const uint8_t *at = from;
    uint64_t chunk_bytes = chunk_of(dma);
    int error = LP_OK;

    if (dma->machine.host.at == NULL)
        return dma->engine->put(dma->state, address, from, bytes);
    uint8_t *chunk = malloc(chunk_bytes);
    if (chunk == NULL)
        return LP_ERR_SYSTEM;
    while (bytes > 0 && error == LP_OK) {
        uint64_t head = address % LP_DMA_GROUP, n = least(bytes, chunk_bytes - head);
        error = write_chunk(dma, address - head, head, at, n, chunk);
        address += n;
        at += n;
        bytes -= n;
    }
    free(chunk);
    return error;
}

int lpi_dma_read_far(struct lp_dma *dma, uint64_t address, void *to, size_t bytes)
{
    uint8_t *at = to;
    uint64_t chunk_bytes = chunk_of(dma);
    int error = LP_OK;

    if (dma->machine.host.at == NULL)
        return dma->engine->get(dma->state, address, to, bytes);
    uint8_t *chunk = malloc(chunk_bytes);
    if (chunk == NULL)
        return LP_ERR_SYSTEM;
    while (bytes > 0 && error == LP_OK) {
        uint64_t head = address % LP_DMA_GROUP, n = least(bytes, chunk_bytes - head);
        uint64_t whole = (head + n + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
        error = move(dma, LP_DMA_OUT, address - head, chunk, whole);
        if (error == LP_OK)
            memcpy(at, chunk + head, n);
        address += n;
        at += n;
        bytes -= n;
    }
    free(chunk);
    return error;
}
