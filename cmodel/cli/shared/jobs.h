/* SPDX-License-Identifier: Apache-2.0 */
/* Input and output files of a command that converts files. */
#ifndef LPI_CLI_JOBS_H
#define LPI_CLI_JOBS_H

#include "../../lib/tensors/tensors.h"
#include "options.h"
#include <stdbool.h>
#include <stddef.h>

/* One file, or one of its tensors; out is NULL if there is no output file. */
struct cli_job {
    char *in, *out;
    const struct lpi_tensor *tensor; /* NULL: the whole file */
    char *name;                      /* of the input in reports: FILE, or FILE:TENSOR */
    const char *folder;              /* of -o; NULL without */
    const char *below;               /* the part of out after the folder */
};

struct cli_jobs {
    struct cli_job *list;
    size_t count;
    int bad; /* an operand was not a file, which has been reported */
    struct lpi_tensors **sets;
    size_t set_count;
    int many; /* several files are possible, whatever their actual number */
};

/*
 * Operands are IN OUT; with -c one IN; with -o any number, in which a folder means all files in it;
 * with --test or --list the same without outputs. The suffix `add` is appended to a name, or
 * `strip` is removed from it; one of the two is NULL. Fails if the operands are different, if two
 * inputs would have the same output, or if an output would be a folder of another output, replace
 * another job's input, or be outside the folder of -o. If the folder of -o is inside an input
 * folder, it is skipped.
 *
 * If options->sets, a file of tensors means each of them that matches options->tensor; with IN OUT
 * and -c it must be one.
 */
void cli_jobs_find(const char *command, const struct cli_options *options, const char *add,
                   const char *strip, struct cli_jobs *jobs);

/* Any number of input files; a folder means all files in it. */
void cli_jobs_read(const char *command, const struct cli_options *options, struct cli_jobs *jobs);

/* The same, but a folder is left to the reader, who refuses it. */
void cli_jobs_files(const char *command, const struct cli_options *options, struct cli_jobs *jobs);

void cli_jobs_free(struct cli_jobs *jobs);

/* Opens the job's output like cli_output_open; with a folder, the path cannot leave it. */
void cli_job_open_output(const struct cli_job *job, int force);

#endif
