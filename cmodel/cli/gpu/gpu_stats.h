/* SPDX-License-Identifier: Apache-2.0 */
/* --stats: counters of each interval of a run, a row of CSV each. */
#ifndef LPI_CLI_GPU_STATS_H
#define LPI_CLI_GPU_STATS_H

#include "gpu_runs.h"

/* State of the rows of one run. */
struct gpu_stats {
    FILE *spool;
    const struct gpu_plan *plan;
    const struct gpu_run *run;
    uint64_t last_cycle;
    struct lpi_gpu_result last; /* sums at the end of the row before */
};

/* The head of the table. */
void gpu_stats_head(FILE *file);

/* An lpi_gpu_watch's sample; the context is a struct gpu_stats. */
void gpu_stats_row(void *context, uint64_t cycle, const struct lpi_gpu_result *sums);

#endif
