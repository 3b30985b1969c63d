/* SPDX-License-Identifier: Apache-2.0 */
/* Buddy memory of the size that a job takes. */
#ifndef LPI_SYSTEMS_BUDDY_MEMORY_H
#define LPI_SYSTEMS_BUDDY_MEMORY_H

#include "buddy_job.h"
#include <linepress/buddy.h>

/* In place of one target for all allocations: each has its own. */
#define BUDDY_OWN_TARGETS 255u

/*
 * With allocations for all lines of the job, whose addresses it notes, a target and a metadata
 * cache of so many bytes in all slices. NULL: *fault is set.
 */
struct lp_buddy *buddy_open(const struct buddy_ask *ask, struct buddy_job *job, unsigned target,
                            uint64_t cache_bytes, struct lpi_fault *fault);

/* The target that buddy_open is given for what is asked. */
unsigned buddy_target(const struct buddy_ask *ask);

#endif
