/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `vdnn`. */
#ifndef LPI_CLI_VDNN_OPTIONS_H
#define LPI_CLI_VDNN_OPTIONS_H

#include "../../systems/vdnn/vdnn_job.h"

#define VDNN_RATIO 2.6 /* the paper's mean, if no ratio is given */

struct vdnn_options {
    struct vdnn_ask ask;
    const char *svg;
    int json, force;
};

extern const char *const vdnn_prefetch_names[];

/* Parses the options; --help prints the help and exits. */
void vdnn_parse(int argc, char **argv, struct vdnn_options *options);

#endif
