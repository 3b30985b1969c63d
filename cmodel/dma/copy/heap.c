/* SPDX-License-Identifier: Apache-2.0 */
#include "heap.h"
#include <linepress/cdma.h>
#include <stdbool.h>
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

static uint64_t whole_groups(uint64_t bytes)
{
    return (bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP * LP_DMA_GROUP;
}

/* Inserts a run at `place` with index i; those from i on move up. */
static int insert(struct lpi_heap *heap, size_t i, uint64_t place, uint64_t bytes)
{
    if (make_room(heap) != LP_OK)
        return LP_ERR_SYSTEM;
    memmove(heap->runs + i + 1, heap->runs + i, (heap->count - i) * sizeof *heap->runs);
    heap->runs[i] = (struct lpi_heap_run){place, bytes};
    heap->count++;
    return LP_OK;
}

int lpi_heap_take(struct lpi_heap *heap, uint64_t bytes, uint64_t *at)
{
    uint64_t place = heap->base, end = heap->base + heap->bytes;
    size_t i = 0;

    if (bytes > heap->bytes)
        return LP_ERR_DEVICE_FULL;
    bytes = whole_groups(bytes);
    for (; i < heap->count && heap->runs[i].at - place < bytes; i++)
        place = heap->runs[i].at + heap->runs[i].bytes;
    if (end - place < bytes)
        return LP_ERR_DEVICE_FULL;
    *at = place;
    return insert(heap, i, place, bytes);
}

/* End of the run before i. */
static uint64_t end_before(const struct lpi_heap *heap, size_t i)
{
    return i > 0 ? heap->runs[i - 1].at + heap->runs[i - 1].bytes : heap->base;
}

int lpi_heap_take_last(struct lpi_heap *heap, uint64_t bytes, uint64_t *at)
{
    uint64_t end = heap->base + heap->bytes;
    size_t i = heap->count;

    if (bytes > heap->bytes)
        return LP_ERR_DEVICE_FULL;
    bytes = whole_groups(bytes);
    for (; i > 0 && end - end_before(heap, i) < bytes; i--)
        end = heap->runs[i - 1].at;
    if (end - end_before(heap, i) < bytes)
        return LP_ERR_DEVICE_FULL;
    *at = end - bytes;
    return insert(heap, i, end - bytes, bytes);
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

bool lpi_heap_holds(const struct lpi_heap *heap, uint64_t at, uint64_t bytes)
{
    for (size_t i = 0; i < heap->count; i++)
        if (at >= heap->runs[i].at && at - heap->runs[i].at <= heap->runs[i].bytes &&
            bytes <= heap->runs[i].bytes - (at - heap->runs[i].at))
            return true;
    return false;
}
