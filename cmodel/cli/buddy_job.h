/* SPDX-License-Identifier: Apache-2.0 */
/* What the command `buddy` runs: the file's lines, padded with zeros, and the accesses. */
#ifndef LPI_CLI_BUDDY_JOB_H
#define LPI_CLI_BUDDY_JOB_H

#include "buddy_lines.h"
#include "buddy_options.h"

struct buddy_job {
    struct buddy_lines file;
    const uint8_t *data; /* of the file */
    uint64_t lines;
    struct lp_trace trace;
};

/* Opens the file, and reads or generates the trace. */
void buddy_job_open(const struct buddy_options *options, struct buddy_job *job);
void buddy_job_close(struct buddy_job *job);

/* Writes the trace to the file of --save-trace. */
void buddy_save_trace(const struct buddy_options *options, const struct buddy_job *job);

#endif
