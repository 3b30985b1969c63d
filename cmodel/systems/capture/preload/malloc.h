/* SPDX-License-Identifier: Apache-2.0 */
/* What the object that watches the C library's allocation shares between its files. */
#ifndef LPI_CAPTURE_MALLOC_H
#define LPI_CAPTURE_MALLOC_H

#include "picture.h"
#include <stddef.h>

#define LPI_EXPORT __attribute__((visibility("default")))

/* Above 0 while this thread is in one of these functions: what it calls in turn is not kept. */
extern _Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

/* A block of this size is kept; no size is before the page is found, or without it. */
bool lpi_is_kept(size_t bytes);
/* The same of a mapping, also where a signal's handler maps in the middle of the allocator. */
bool lpi_is_kept_map(size_t bytes);

/* Whether the caller belongs to the allocator: what that maps is in blocks that are kept anyway. */
bool lpi_is_allocator(void *caller);

/* Keeps a block of this size if it is large enough and not kept yet; NULL is fine. */
void lpi_keep_if_new(void *block, size_t bytes, const void *caller);
/* Before a block is freed by whatever function. */
void lpi_forget(void *block);

/* The next definition of this function; it is looked up once. */
void *lpi_next(const char *name);

/* For LPI_CAPTURE_TIMED: a thread that takes the pictures. */
void lpi_timer_start(void);

#endif
