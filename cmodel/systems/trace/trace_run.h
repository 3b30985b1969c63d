/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp traces of OpenCL kernels that run under Oclgrind, or from files. Functions return 0 or the
 * code that they set in *fault, which must be 0 on entry.
 */
#ifndef LPI_SYSTEMS_TRACE_RUN_H
#define LPI_SYSTEMS_TRACE_RUN_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include "trace_sum.h"

struct trace_ask {
    const char *folder;          /* a saved launch; NULL: none */
    char **program;              /* a program and its arguments; NULL: none */
    const char *kernel;          /* trace only this kernel's launches; NULL: all */
    uint64_t first, last;        /* numbers of launches, from 1 */
    int quiet;                   /* redirect the program's output to standard error */
    const struct lpi_tell *tell; /* bytes; the total is UINT64_MAX, as it is unknown; or NULL */
};

struct trace_taken {
    uint8_t *bytes; /* of a trace file */
    size_t count, room;
    struct trace_sum sum; /* of it */
};

/*
 * Runs the saved launch or the program and takes its trace, which has at least one launch. *said:
 * the plugin or the replayer has printed the reason for an error. After an error there is nothing
 * to close.
 */
int trace_take(const struct trace_ask *ask, struct trace_taken *taken, int *said,
               struct lpi_fault *fault);
void trace_taken_close(struct trace_taken *taken);

/* Sums up a trace file, which may be compressed by zstd or xz; "-" is standard input. */
int trace_read(const char *path, struct trace_sum *sum, struct lpi_fault *fault);

#endif
