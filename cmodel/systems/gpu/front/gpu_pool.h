/* SPDX-License-Identifier: Apache-2.0 */
/* Records with numbers, of which released ones are taken again. Not installed. */
#ifndef LPI_GPU_POOL_H
#define LPI_GPU_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define LPI_GPU_NONE UINT32_MAX

struct lpi_gpu_pool {
    char *records;
    uint32_t *unused; /* a stack of numbers */
    size_t bytes;     /* of a record */
    uint32_t room, unused_count;
    bool failed;
};

static inline void lpi_gpu_pool_free(struct lpi_gpu_pool *pool)
{
    free(pool->records);
    free(pool->unused);
}

/* A number; LPI_GPU_NONE: no memory, which `failed` keeps. */
static inline uint32_t lpi_gpu_pool_take(struct lpi_gpu_pool *pool)
{
    if (pool->unused_count == 0) {
        uint32_t room = pool->room == 0 ? 256 : 2 * pool->room;
        char *records = realloc(pool->records, room * pool->bytes);
        uint32_t *unused = records == NULL ? NULL : realloc(pool->unused, room * sizeof *unused);
        pool->records = records != NULL ? records : pool->records;
        if (unused == NULL) {
            pool->failed = true;
            return LPI_GPU_NONE;
        }
        pool->unused = unused;
        for (uint32_t i = room; i-- > pool->room;)
            unused[pool->unused_count++] = i;
        pool->room = room;
    }
    return pool->unused[--pool->unused_count];
}

static inline void lpi_gpu_pool_put(struct lpi_gpu_pool *pool, uint32_t number)
{
    pool->unused[pool->unused_count++] = number;
}

static inline void *lpi_gpu_pool_at(const struct lpi_gpu_pool *pool, uint32_t number)
{
    return pool->records + number * pool->bytes;
}

/* Numbers in the order in which they were added. */
struct lpi_gpu_fifo {
    uint32_t *of; /* a ring */
    uint32_t first, count, room;
};

static inline bool lpi_gpu_fifo_add(struct lpi_gpu_fifo *fifo, uint32_t number)
{
    if (fifo->count == fifo->room) {
        uint32_t room = fifo->room == 0 ? 64 : 2 * fifo->room;
        uint32_t *of = malloc(room * sizeof *of);
        if (of == NULL)
            return false;
        for (uint32_t i = 0; i < fifo->count; i++)
            of[i] = fifo->of[(fifo->first + i) % fifo->room];
        free(fifo->of);
        *fifo = (struct lpi_gpu_fifo){of, 0, fifo->count, room};
    }
    fifo->of[(fifo->first + fifo->count++) % fifo->room] = number;
    return true;
}

static inline uint32_t lpi_gpu_fifo_head(const struct lpi_gpu_fifo *fifo)
{
    return fifo->of[fifo->first];
}

static inline void lpi_gpu_fifo_drop(struct lpi_gpu_fifo *fifo)
{
    fifo->first = (fifo->first + 1) % fifo->room;
    fifo->count--;
}

#endif
