/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `um`. */
#ifndef LPI_CLI_UM_OPTIONS_H
#define LPI_CLI_UM_OPTIONS_H

#include "../../systems/um/um.h"
#include "../shared/constants.h"

#define UM_RATIOS_MAX 64u
#define UM_FAULTS 3u /* low, middle, high */

struct um_options {
    struct cli_constants constants;
    struct lpi_gpu_config gpu;
    double ratios[UM_RATIOS_MAX];
    size_t ratio_count;
    double fault_us[UM_FAULTS];
    double ideal_us; /* negative: the bound */
    uint64_t page, block;
    int json;
    const char *trace;
};

/* Parses the options; --help prints the help and exits. */
void um_parse(int argc, char **argv, struct um_options *options);

#endif
