/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_GPU_OPTIONS_H
#define LPI_CLI_GPU_OPTIONS_H

#include "gpu_sectors.h"
#include <stddef.h>

#define GPU_LIST_MAX 16u

enum gpu_sweep { GPU_NO_SWEEP, GPU_FIG12, GPU_FIG6B, GPU_SENSITIVITY, GPU_SWEEPS };
extern const char *const gpu_sweeps[GPU_SWEEPS];

struct gpu_options {
    const char *show;       /* NULL: run */
    struct lpi_gpu_ask ask; /* of a run; its mode, seed, link and metadata cache are from lists */
    enum lpi_gpu_mode modes[LPI_GPU_MODES];
    double links[GPU_LIST_MAX];    /* GB/s of the whole GPU */
    uint32_t caches[GPU_LIST_MAX]; /* bytes of the whole GPU */
    size_t mode_count, link_count, cache_count;
    uint64_t seeds;
    double base_link; /* of the run that others are relative to */
    unsigned jobs;
    enum gpu_sweep sweep;
    const char *targets, *values;
    int json, force;
    const char *stats, *dram_trace; /* files; NULL: none */
    uint64_t every;                 /* core cycles of a row of stats */
    enum gpu_dram_format dram_format;
    char **files;
    size_t file_count;
};

/* Ends the program if they are wrong. */
void gpu_parse(int argc, char **argv, struct gpu_options *options);

#endif
