/* SPDX-License-Identifier: Apache-2.0 */
/* How the job comes about. */
#ifndef LPI_SYSTEMS_BUDDY_JOB_H
#define LPI_SYSTEMS_BUDDY_JOB_H

#include "buddy_ask.h"
#include "buddy_state.h"

/*
 * Opens the file or the set, and reads or generates the accesses. Of a set it also chooses engine,
 * codec, page size and point in *ask. Returns 0, or the code that it sets in *fault, which was 0
 * before; then there is nothing to close.
 */
int buddy_job_open(struct buddy_ask *ask, struct buddy_job *job, struct lpi_fault *fault);
void buddy_job_close(struct buddy_job *job);

#endif
