/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory returned by a preloaded malloc while it looks up the C library's, since the look-up may
 * allocate, or whenever it must not call it: zeroed and never freed. For one file of an object.
 */
#ifndef LPI_EARLY_H
#define LPI_EARLY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define LPI_EARLY_BYTES ((size_t)8192)
#define LPI_EARLY_HEAD ((size_t)16) /* before a block: its size */

static _Alignas(16) unsigned char lpi_early[LPI_EARLY_BYTES];
static _Atomic size_t lpi_early_used;

static inline bool lpi_is_early(const void *block)
{
    const unsigned char *p = block;
    return p >= lpi_early && p < lpi_early + LPI_EARLY_BYTES;
}

/* NULL: there is no room. */
static inline void *lpi_early_take(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > LPI_EARLY_BYTES - LPI_EARLY_HEAD)
        return NULL;
    size_t whole = LPI_EARLY_HEAD + (bytes + 15) / 16 * 16;
    size_t at = atomic_fetch_add(&lpi_early_used, whole);
    if (at > LPI_EARLY_BYTES - whole)
        return NULL;
    memcpy(lpi_early + at, &bytes, sizeof bytes);
    return lpi_early + at + LPI_EARLY_HEAD;
}

static inline size_t lpi_early_size(const void *block)
{
    size_t bytes;
    memcpy(&bytes, (const unsigned char *)block - LPI_EARLY_HEAD, sizeof bytes);
    return bytes;
}

#endif
