/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Networks and GPUs by name or from JSON files (vdnn.md). Functions that open return 0 or the
 * code that they set in *fault, which was 0 before; what they did not open need not be closed.
 */
#ifndef LPI_SYSTEMS_VDNN_FILES_H
#define LPI_SYSTEMS_VDNN_FILES_H

#include "../../base/fault.h"
#include "vdnn_state.h"

/* Reads the network and works out its steps. */
int vdnn_network_open(const char *name, struct vdnn_network *network, struct lpi_fault *fault);
void vdnn_network_close(struct vdnn_network *network);

/* *file = what the GPU's name lives in; NULL: none. */
int vdnn_gpu_open(const char *name, struct lp_vdnn_gpu *gpu, json_t **file,
                  struct lpi_fault *fault);

#endif
