/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses executed by the functional model, without cycles. */
#ifndef LPI_SYSTEMS_BUDDY_FUNCTION_H
#define LPI_SYSTEMS_BUDDY_FUNCTION_H

#include "buddy_job.h"

/*
 * Fills in reads, writes, mismatches and counts; the rest of *result is 0. Every line read is
 * compared with the data written. Returns 0 or the code that it sets in *fault, which must be 0 on
 * entry.
 */
int buddy_function(const struct buddy_ask *ask, struct buddy_job *job, unsigned target,
                   uint64_t cache_bytes, struct lpi_replay_result *result, struct lpi_fault *fault);

#endif
