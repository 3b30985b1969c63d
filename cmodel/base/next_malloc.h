/* SPDX-License-Identifier: Apache-2.0 */
/* The allocator that a preloaded malloc forwards to. */
#ifndef LPI_BASE_NEXT_MALLOC_H
#define LPI_BASE_NEXT_MALLOC_H

#include <stddef.h>

/* NULL: not looked up. */
struct lpi_next_malloc {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void (*free)(void *);
    void *(*memalign)(size_t, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    void *(*valloc)(size_t);
    void *(*pvalloc)(size_t);
    size_t (*usable)(void *); /* malloc_usable_size */
};

#endif
