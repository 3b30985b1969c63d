/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp traces: of OpenCL kernels that run under Oclgrind, and out of files. Functions return 0 or
 * the code that they set in *fault, which was 0 before.
 */
#ifndef LPI_SYSTEMS_TRACE_RUN_H
#define LPI_SYSTEMS_TRACE_RUN_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include <linepress/warp.h>

struct trace_ask {
    const char *folder; /* a saved launch; NULL: none */
    char **program;     /* a program and its arguments; NULL: none */
    const char *kernel; /* only its launches; NULL: all */
    uint64_t first, last; /* launches, from 1 */
    int quiet;            /* what the program prints goes to standard error */
    const struct lpi_tell *tell; /* bytes, of which the total is not known: UINT64_MAX; or NULL */
};

struct trace_taken {
    uint8_t *bytes; /* a trace file */
    size_t count, room;
    struct lp_warp_trace *trace; /* of these bytes */
};

/*
 * Runs the saved launch or the program and takes its trace, which has a launch. *said: the plugin
 * or the replayer has said on standard error why there is none. If it fails there is nothing to
 * close.
 */
int trace_take(const struct trace_ask *ask, struct trace_taken *taken, int *said,
               struct lpi_fault *fault);
void trace_taken_close(struct trace_taken *taken);

/* A trace file; "-" is standard input. */
int trace_read(const char *path, struct lp_warp_trace **trace, struct lpi_fault *fault);

#endif
