/* SPDX-License-Identifier: Apache-2.0 */
/* The runs that the options of `linepress gpu` ask for, of one trace. */
#ifndef LPI_CLI_GPU_PLAN_H
#define LPI_CLI_GPU_PLAN_H

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
};

struct gpu_plan {
    const struct gpu_options *options;
    const char *trace;
    const struct lp_targets *targets; /* or NULL */
    struct gpu_run *runs;
    size_t count;
};

/* Makes the runs and runs them in parallel. Ends the program if one fails. */
void gpu_plan_run(struct gpu_plan *plan, const struct gpu_options *options, const char *trace,
                  const struct lp_targets *targets);
void gpu_plan_free(struct gpu_plan *plan);

/* Cycles of the base of this run over its own. */
double gpu_plan_speedup(const struct gpu_plan *plan, const struct gpu_run *run);

#endif
