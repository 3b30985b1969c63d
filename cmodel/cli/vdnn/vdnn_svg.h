/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The picture of `linepress vdnn`: lanes of computation and copies for each policy, to one scale.
 */
#ifndef LPI_CLI_VDNN_SVG_H
#define LPI_CLI_VDNN_SVG_H

#include "vdnn_options.h"

/* Writes to the open output (output.h). */
void vdnn_svg(const struct vdnn_options *options, const struct vdnn_job *job);

#endif
