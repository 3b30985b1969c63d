/* SPDX-License-Identifier: Apache-2.0 */
/* First-fit allocator of runs of bytes at multiples of a group. Not installed. */
#ifndef LPI_DMA_HEAP_H
#define LPI_DMA_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lpi_heap_run {
    uint64_t at, bytes;
};
struct lpi_heap {
    uint64_t base, bytes;
    struct lpi_heap_run *runs; /* taken ones, by address */
    size_t count, room;
};

/* Initialise a heap to {base, bytes}, multiples of a group, and 0. */
void lpi_heap_close(struct lpi_heap *heap);

/* *at = the lowest free address. LP_ERR_DEVICE_FULL, LP_ERR_SYSTEM. */
int lpi_heap_take(struct lpi_heap *heap, uint64_t bytes, uint64_t *at);

/* *at = the highest free address. Errors as above. */
int lpi_heap_take_last(struct lpi_heap *heap, uint64_t bytes, uint64_t *at);

/* LP_ERR_ADDRESS: no run starts there. */
int lpi_heap_give(struct lpi_heap *heap, uint64_t at);

/* Whether these bytes are inside one allocated run. */
bool lpi_heap_holds(const struct lpi_heap *heap, uint64_t at, uint64_t bytes);

#endif
