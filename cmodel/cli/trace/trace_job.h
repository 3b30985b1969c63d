/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the command `trace`. */
#ifndef LPI_CLI_TRACE_JOB_H
#define LPI_CLI_TRACE_JOB_H

#include "../../systems/trace/trace_run.h"
#include <stdio.h>

struct trace_options {
    struct trace_ask ask;
    const char *out, *info; /* NULL: not given */
    int force, json;
};

/* Parses the options; --help prints the help and exits. */
void trace_parse(int argc, char **argv, struct trace_options *options);

/* Prints the contents of a trace, for each launch. */
void trace_report(const struct trace_sum *sum, const char *name, int json, FILE *stream);

#endif
