/* SPDX-License-Identifier: Apache-2.0 */
/* A buddy memory large enough for a job. */
#ifndef LPI_SYSTEMS_BUDDY_MEMORY_H
#define LPI_SYSTEMS_BUDDY_MEMORY_H

#include "buddy_job.h"
#include <linepress/buddy.h>

/* Alternative to a single target: each allocation has its own. */
#define BUDDY_OWN_TARGETS 255u

/*
 * Opens a memory with allocations for all lines of the job, whose addresses it notes, the target
 * and metadata caches of cache_bytes in all slices together. NULL: *fault is set.
 */
struct lp_buddy *buddy_open(const struct buddy_ask *ask, struct buddy_job *job, unsigned target,
                            uint64_t cache_bytes, struct lpi_fault *fault);

/* The argument `target` of buddy_open for these options. */
unsigned buddy_target(const struct buddy_ask *ask);

#endif
