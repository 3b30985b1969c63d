/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of one trace, with their results. */
#ifndef LPI_CLI_GPU_RUNS_H
#define LPI_CLI_GPU_RUNS_H

#include "gpu_options.h"

struct gpu_run {
    enum lpi_gpu_mode mode;
    double link; /* GB/s of the whole GPU */
    uint32_t cache;
    uint64_t seed;
    unsigned field; /* of a sensitivity; LPI_GPU_FIELD_COUNT: none */
    double value;   /* of that field */
    bool base;      /* others are relative to it */
    bool hidden;    /* it is not among those asked for */
    struct lpi_gpu_result result;
    struct lpi_fault fault;
    FILE *stats, *sectors; /* spools; NULL: none */
};

struct gpu_plan {
    const struct gpu_options *options;
    const char *trace;
    const struct lp_targets *targets; /* or NULL */
    struct gpu_run *runs;
    size_t count;
};

#endif
