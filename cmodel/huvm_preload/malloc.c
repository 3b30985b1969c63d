/* SPDX-License-Identifier: Apache-2.0 */
/* The malloc family as the program calls it; small blocks stay the C library's. */
#define _GNU_SOURCE
#include "preload.h"
#include "../common/early.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void (*free)(void *);
    void *(*memalign)(size_t, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    void *(*valloc)(size_t);
    size_t (*usable)(void *);
} next;

LPI_EXPORT void *malloc(size_t bytes)
{
    if (next.malloc == NULL && lpi_depth > 0)
        return lpi_early_take(1, bytes);
    LPI_FIND(next.malloc, "malloc");
    return lpi_takes(bytes) ? lpi_take(bytes) : next.malloc(bytes);
}

LPI_EXPORT void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (next.calloc == NULL && lpi_depth > 0)
        return lpi_early_take(count, size);
    LPI_FIND(next.calloc, "calloc");
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = 0; /* which the C library refuses */
    return lpi_takes(bytes) ? lpi_take(bytes) : next.calloc(count, size);
}

LPI_EXPORT void free(void *block)
{
    if (block == NULL || lpi_is_early(block))
        return;
    if (lpi_has(block)) {
        int error = errno;
        huvm_client_free(lpi_client(), block);
        errno = error;
        return;
    }
    LPI_FIND(next.free, "free");
    next.free(block);
}

/* What can be aligned by beginning at a chunk. */
static bool can_align(size_t alignment, size_t bytes)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || !lpi_takes(bytes))
        return false;
    return alignment <= 4096 ||
           (lpi_client() != NULL && alignment <= huvm_client_chunk_bytes(lpi_client()));
}

LPI_EXPORT void *memalign(size_t alignment, size_t bytes)
{
    LPI_FIND(next.memalign, "memalign");
    return can_align(alignment, bytes) ? lpi_take(bytes) : next.memalign(alignment, bytes);
}

LPI_EXPORT void *aligned_alloc(size_t alignment, size_t bytes)
{
    LPI_FIND(next.aligned_alloc, "aligned_alloc");
    return can_align(alignment, bytes) ? lpi_take(bytes) : next.aligned_alloc(alignment, bytes);
}

LPI_EXPORT void *valloc(size_t bytes)
{
    LPI_FIND(next.valloc, "valloc");
    return lpi_takes(bytes) ? lpi_take(bytes) : next.valloc(bytes);
}

LPI_EXPORT int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    int error = errno;
    LPI_FIND(next.posix_memalign, "posix_memalign");
    if (alignment % sizeof(void *) != 0 || !can_align(alignment, bytes))
        return next.posix_memalign(block, alignment, bytes);
    void *found = lpi_take(bytes);
    errno = error;
    if (found == NULL)
        return ENOMEM;
    *block = found;
    return 0;
}

LPI_EXPORT size_t malloc_usable_size(void *block)
{
    LPI_FIND(next.usable, "malloc_usable_size");
    if (block == NULL || lpi_is_early(block))
        return 0;
    return lpi_has(block) ? huvm_client_size(lpi_client(), block) : next.usable(block);
}

static void *move(void *block, size_t old, size_t bytes)
{
    void *moved = malloc(bytes);
    if (moved == NULL)
        return NULL;
    memcpy(moved, block, old < bytes ? old : bytes);
    free(block);
    return moved;
}

LPI_EXPORT void *realloc(void *block, size_t bytes)
{
    LPI_FIND(next.realloc, "realloc");
    if (block == NULL)
        return malloc(bytes);
    if (lpi_is_early(block))
        return move(block, lpi_early_size(block), bytes);
    if (!lpi_has(block)) {
        size_t old = lpi_takes(bytes) ? malloc_usable_size(block) : 0;
        return lpi_takes(bytes) ? move(block, old, bytes) : next.realloc(block, bytes);
    }
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    return huvm_client_resize(lpi_client(), block, bytes)
               ? block
               : move(block, huvm_client_size(lpi_client(), block), bytes);
}

LPI_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}
