/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the command `trace`. */
#ifndef LPI_CLI_TRACE_JOB_H
#define LPI_CLI_TRACE_JOB_H

#include <linepress/warp.h>
#include <stdio.h>

struct trace_options {
    const char *out, *info, *kernel; /* NULL: not given */
    uint64_t first, last;            /* launches, from 1 */
    int force, json;
    const char *folder; /* a saved launch; NULL: none */
    char **program;     /* a program and its arguments; NULL: none */
};

/* Parses; --help prints and exits. */
void trace_parse(int argc, char **argv, struct trace_options *options);

struct trace_file {
    uint8_t *bytes;
    size_t count, room, at;
};

/*
 * Runs the saved launch or the program under Oclgrind and takes what the plugin writes. What the
 * program prints goes to standard error if `quiet`. Returns 0 if the plugin or the replayer has
 * said already why there is no trace.
 */
int trace_run(const struct trace_options *options, int quiet, struct trace_file *file);

/* What a trace has, for each launch. */
void trace_report(const struct lp_warp_trace *trace, const char *name, int json, FILE *stream);

#endif
