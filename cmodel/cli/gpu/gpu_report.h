/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_GPU_REPORT_H
#define LPI_CLI_GPU_REPORT_H

#include "gpu_plan.h"

/* The mean of the speedups, and the interval that has it with 95 %. */
struct gpu_band {
    double mean, low, high;
};
struct gpu_band gpu_band_of(const double *values, size_t count);

void gpu_report(const struct gpu_plan *plan);

#endif
