/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the command `trace`. */
#ifndef LPI_CLI_TRACE_JOB_H
#define LPI_CLI_TRACE_JOB_H

#include "../../systems/trace/export.h"
#include "../../systems/trace/import.h"
#include "../../systems/trace/trace_run.h"
#include <stdio.h>

enum trace_action {
    TRACE_RUN, /* a program or a saved launch */
    TRACE_INFO,
    TRACE_FROM, /* another simulator's traces */
    TRACE_TO
};

struct trace_options {
    enum trace_action action;
    struct trace_ask ask;
    struct import_ask import;
    const char *out, *info;            /* NULL: not given */
    const char *export_folder, *trace; /* of TRACE_TO */
    int force, json;
};

/* Parses the options; --help prints the help and exits. */
void trace_parse(int argc, char **argv, struct trace_options *options);

/* Prints the contents of a trace, for each launch; `counts` of an import, else NULL. */
void trace_report(const struct trace_sum *sum, const struct import_counts *counts, const char *name,
                  int json, FILE *stream);

#endif
