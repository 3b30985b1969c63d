/* SPDX-License-Identifier: Apache-2.0 */
/* The ratios in outputs of `linepress dma --json`, matched to the X of a network's layers. */
#ifndef LPI_SYSTEMS_VDNN_RATIOS_H
#define LPI_SYSTEMS_VDNN_RATIOS_H

#include "../../base/fault.h"
#include "vdnn_state.h"

/*
 * Reads a file and sets the ratio of each step in the tasks of its codec's policies
 * (docs/use/vdnn.md, "Ratios of a training run", has the rule). Returns 0 or the code that it sets
 * in *fault, which must be 0 on entry.
 */
int vdnn_ratios_read(const char *path, const struct vdnn_network *network,
                     struct vdnn_timeline *policies, struct lpi_fault *fault);

#endif
