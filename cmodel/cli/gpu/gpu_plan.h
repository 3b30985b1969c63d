/* SPDX-License-Identifier: Apache-2.0 */
/* The runs that the options of `linepress gpu` ask for, of one trace. */
#ifndef LPI_CLI_GPU_PLAN_H
#define LPI_CLI_GPU_PLAN_H

#include "gpu_runs.h"

/* Makes the runs and runs them in parallel. Ends the program if one fails. */
void gpu_plan_run(struct gpu_plan *plan, const struct gpu_options *options, const char *trace,
                  const struct lp_targets *targets);
void gpu_plan_free(struct gpu_plan *plan);

/* Cycles of the base of this run over its own. */
double gpu_plan_speedup(const struct gpu_plan *plan, const struct gpu_run *run);

#endif
