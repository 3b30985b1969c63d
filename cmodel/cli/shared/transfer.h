/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of compress and decompress: their files, and their reports. */
#ifndef LPI_CLI_TRANSFER_H
#define LPI_CLI_TRANSFER_H

#include "jobs.h"
#include <stdint.h>

/* Result of one file. */
struct cli_transfer {
    const struct lpi_codec *codec;
    enum lp_elem elem; /* set for tensors only */
    uint64_t bytes, compressed_bytes;
};

/*
 * Converts one file to the output, which is open if the job has one. Returns whether this
 * succeeded; if not, the reason has been printed.
 */
typedef int cli_transfer_fn(const struct cli_options *options, const struct cli_job *job,
                            struct cli_transfer *transfer);

/*
 * Runs the jobs one after the other, each output being written atomically, and frees them. Reports
 * both sizes of each file in bytes: with --json always, on standard output, or on standard error if
 * the data went to standard output; without it, only for regular files. Returns the exit status.
 */
int cli_transfer_all(const struct cli_options *options, struct cli_jobs *jobs,
                     cli_transfer_fn *transfer);

#endif
