/* SPDX-License-Identifier: Apache-2.0 */
#include "heap.h"
#include <linepress/cdma.h>
#include <stdlib.h>
#include <string.h>

void lpi_heap_close(struct lpi_heap *heap)
{
    free(heap->runs);
}

static int make_room(struct lpi_heap *heap)
{
    if (heap->count < heap->room)
        return LP_OK;
    size_t room = heap->room == 0 ? 16 : 2 * heap->room;
    struct lpi_heap_run *runs = realloc(heap->runs, room * sizeof *runs);
    if (runs == NULL)
        return LP_ERR_SYSTEM;
    heap->runs = runs;
    heap->room = room;
    return LP_OK;
}

int lpi_heap_take(struct lpi_heap *heap, uint64_t bytes, uint64_t *at)
{
    uint64_t place = heap->base, end = heap->base + heap->bytes;
    size_t i = 0;

    if (bytes > heap->bytes)
        return LP_ERR_DEVICE_FULL;
    bytes = (bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP * LP_DMA_GROUP;
    for (; i < heap->count && heap->runs[i].at - place < bytes; i++)
        place = heap->runs[i].at + heap->runs[i].bytes;
    if (end - place < bytes)
        return LP_ERR_DEVICE_FULL;
    if (make_room(heap) != LP_OK)
        return LP_ERR_SYSTEM;
    memmove(heap->runs + i + 1, heap->runs + i, (heap->count - i) * sizeof *heap->runs);
    heap->runs[i] = (struct lpi_heap_run){place, bytes};
    heap->count++;
    *at = place;
    return LP_OK;
}

int lpi_heap_give(struct lpi_heap *heap, uint64_t at)
{
    for (size_t i = 0; i < heap->count; i++)
        if (heap->runs[i].at == at) {
            heap->count--;
            memmove(heap->runs + i, heap->runs + i + 1, (heap->count - i) * sizeof *heap->runs);
            return LP_OK;
        }
    return LP_ERR_ADDRESS;
}

int lpi_heap_holds(const struct lpi_heap *heap, uint64_t at, uint64_t bytes)
{
    for (size_t i = 0; i < heap->count; i++)
        if (at >= heap->runs[i].at && at - heap->runs[i].at <= heap->runs[i].bytes &&
            bytes <= heap->runs[i].bytes - (at - heap->runs[i].at))
            return 1;
    return 0;
}
