/* SPDX-License-Identifier: Apache-2.0 */
/* How the command `buddy` gets what it runs. */
#ifndef LPI_CLI_BUDDY_JOB_H
#define LPI_CLI_BUDDY_JOB_H

#include "buddy_options.h"
#include "buddy_state.h"

/* Opens the file or the set, and reads or generates the trace. */
void buddy_job_open(struct buddy_options *options, struct buddy_job *job);
void buddy_job_close(struct buddy_job *job);

/* Writes the trace to the file of --save-trace. */
void buddy_save_trace(const struct buddy_options *options, const struct buddy_job *job);

#endif
