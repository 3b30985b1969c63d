/* SPDX-License-Identifier: Apache-2.0 */
/* Which files a command that turns files into files reads and writes. */
#ifndef LPI_CLI_JOBS_H
#define LPI_CLI_JOBS_H

#include "options.h"
#include <stdbool.h>
#include <stddef.h>

/* One file; out is NULL if nothing is written. */
struct cli_job {
    char *in, *out;
    const char *folder; /* of -o, NULL without */
    const char *below;  /* what of out comes behind it */
};

struct cli_jobs {
    struct cli_job *list;
    size_t count;
    int bad;  /* an operand was no file, and was named on standard error */
    int many; /* the caller may have given several, whatever their number */
};

/*
 * IN OUT; with -c one IN; with -o any number, of which folders stand for the files in them; with
 * --test or --list the same without outputs. A name's suffix is `add`, or `strip` is taken from it;
 * one of the two is NULL. Fails if these are not the operands, if two inputs would have one
 * output, one output would be a folder of another, or replace another's input, or lie outside the
 * folder of -o. That folder within one that is read is left out.
 */
void cli_jobs_find(const char *command, const struct cli_options *options, const char *add,
                   const char *strip, struct cli_jobs *jobs);

/* Any number of files that are only read; folders stand for the files in them. */
void cli_jobs_read(const char *command, const struct cli_options *options, struct cli_jobs *jobs);

void cli_jobs_free(struct cli_jobs *jobs);

/* Opens the job's output, as cli_output_open does; what is below a folder does not leave it. */
void cli_job_open_output(const struct cli_job *job, int force);

#endif
