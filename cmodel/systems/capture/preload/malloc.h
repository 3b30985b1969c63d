/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations shared by the files of the object that intercepts the C library's allocation. */
#ifndef LPI_CAPTURE_MALLOC_H
#define LPI_CAPTURE_MALLOC_H

#include "snapshot.h"
#include <stddef.h>

#define LPI_EXPORT __attribute__((visibility("default")))

/* Above 0 while this thread is in one of these functions: nested allocations are not recorded. */
extern _Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

/* Whether a block of this size is recorded; false before the page is found, or without it. */
bool lpi_is_kept(size_t bytes);
/* The same for a mapping; also safe if a signal handler maps during an allocation. */
bool lpi_is_kept_map(size_t bytes);

/* Whether the caller belongs to the allocator, whose mappings hold blocks recorded on their own. */
bool lpi_is_allocator(void *caller);

/* Records a block that is large enough and not recorded yet; NULL is allowed. */
void lpi_keep_if_new(void *block, size_t bytes, const void *caller);
/* Removes a block from the table; called before any function frees it. */
void lpi_forget(void *block);

/* The next definition of this function; looked up at each call. */
void *lpi_next(const char *name);

/* Starts the thread that takes the snapshots of LPI_CAPTURE_TIMED. */
void lpi_timer_start(void);

#endif
