/* SPDX-License-Identifier: Apache-2.0 */
/* Building of a replay's job. */
#ifndef LPI_SYSTEMS_BUDDY_JOB_H
#define LPI_SYSTEMS_BUDDY_JOB_H

#include "buddy_ask.h"
#include "buddy_state.h"

/*
 * Opens the file or the set, and reads or generates the accesses. For a set it also chooses engine,
 * codec, page size and point in *ask. Returns 0, or the code that it sets in *fault, which must be
 * 0 on entry; then there is nothing to close.
 */
int buddy_job_open(struct buddy_ask *ask, struct buddy_job *job, struct lpi_fault *fault);
void buddy_job_close(struct buddy_job *job);

#endif
