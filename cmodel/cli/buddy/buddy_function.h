/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses of the command `buddy` carried out by the library, without cycles. */
#ifndef LPI_CLI_BUDDY_FUNCTION_H
#define LPI_CLI_BUDDY_FUNCTION_H

#include "../../systems/replay/replay.h"
#include "buddy_job.h"

/*
 * Fills in reads, writes, mismatches and counts; the rest of *result is 0. Every line read is
 * compared with what was written. Does not fail.
 */
void buddy_function(const struct buddy_options *options, struct buddy_job *job, unsigned target,
                    uint64_t cache_bytes, struct lpi_replay_result *result);

#endif
