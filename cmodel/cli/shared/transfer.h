/* SPDX-License-Identifier: Apache-2.0 */
/* What compress and decompress have in common: which files, and what they say at the end. */
#ifndef LPI_CLI_TRANSFER_H
#define LPI_CLI_TRANSFER_H

#include "jobs.h"
#include <stdint.h>

/* What became of one file. */
struct cli_transfer {
    const struct lpi_codec *codec;
    uint64_t bytes, compressed_bytes;
};

/*
 * Turns one file into the output, which is open if the job has one. Returns whether that went well;
 * if not, has said why.
 */
typedef int cli_transfer_fn(const struct cli_options *options, const struct cli_job *job,
                            struct cli_transfer *transfer);

/*
 * Runs the jobs one after the other, each output appearing as it is whole, and frees them. Reports
 * both sizes of each file in bytes: with --json always, on standard output, or on standard error if
 * the data itself went to standard output; without it, not of what is no regular file. Returns the
 * exit status.
 */
int cli_transfer_all(const struct cli_options *options, struct cli_jobs *jobs,
                     cli_transfer_fn *transfer);

#endif
