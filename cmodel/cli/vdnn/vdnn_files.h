/* SPDX-License-Identifier: Apache-2.0 */
/* Networks and GPUs by name or from JSON files (docs/use/vdnn.md). Failures end the program. */
#ifndef LPI_CLI_VDNN_FILES_H
#define LPI_CLI_VDNN_FILES_H

#include "vdnn_state.h"

/* Reads the network and works out its steps. */
void vdnn_network_open(const char *name, struct vdnn_network *network);
void vdnn_network_close(struct vdnn_network *network);

/* *file = what the GPU's name lives in; NULL: none. */
void vdnn_gpu_open(const char *name, struct lp_vdnn_gpu *gpu, json_t **file);

#endif
