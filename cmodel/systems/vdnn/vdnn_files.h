/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Networks and GPUs by name or from JSON files (vdnn.md). Functions that open return 0 or the code
 * that they set in *fault, which must be 0 on entry; after an error there is nothing to close.
 */
#ifndef LPI_SYSTEMS_VDNN_FILES_H
#define LPI_SYSTEMS_VDNN_FILES_H

#include "../../base/fault.h"
#include "vdnn_state.h"

/* Reads the network and expands it into steps. */
int vdnn_network_open(const char *name, struct vdnn_network *network, struct lpi_fault *fault);
void vdnn_network_close(struct vdnn_network *network);

/* *file = owner of the GPU's name; NULL: none. */
int vdnn_gpu_open(const char *name, struct lp_vdnn_gpu *gpu, json_t **file,
                  struct lpi_fault *fault);

#endif
