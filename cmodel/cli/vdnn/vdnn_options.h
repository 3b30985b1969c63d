/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `vdnn`. */
#ifndef LPI_CLI_VDNN_OPTIONS_H
#define LPI_CLI_VDNN_OPTIONS_H

#include <linepress/vdnn.h>

#define VDNN_RATIOS_MAX 8u
#define VDNN_RATIO 2.6 /* the paper's mean, in place of none */

struct vdnn_options {
    const char *network, *gpu, *svg;
    const char *ratios[VDNN_RATIOS_MAX];
    unsigned ratios_count;
    double ratio, efficiency;
    double link, comp, aware; /* GB/s */
    enum lp_vdnn_prefetch prefetch;
    int json, force;
};

extern const char *const vdnn_prefetch_names[];

/* Parses; --help prints and exits. */
void vdnn_parse(int argc, char **argv, struct vdnn_options *options);

#endif
