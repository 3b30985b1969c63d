/* SPDX-License-Identifier: Apache-2.0 */
/* Time of a training step whose activations are stored in host memory, under each policy. */
#ifndef LPI_SYSTEMS_VDNN_JOB_H
#define LPI_SYSTEMS_VDNN_JOB_H

#include "../../base/fault.h"
#include "vdnn_state.h"

#define VDNN_RATIOS_MAX 8u

struct vdnn_ask {
    const char *network, *gpu;           /* names, or JSON files */
    const char *ratios[VDNN_RATIOS_MAX]; /* outputs of `linepress dma --json` */
    unsigned ratios_count;
    double ratio;             /* ratio of ZVC for each X that is not dense, in place of files */
    double efficiency;        /* fraction of the GPU's peak */
    double link, comp, aware; /* GB/s */
    enum lp_vdnn_prefetch prefetch;
};

/*
 * Reads the inputs and computes every policy whose ratios are known. Returns 0, or the code that it
 * sets in *fault, which must be 0 on entry; then there is nothing to close.
 */
int vdnn_job_open(const struct vdnn_ask *ask, struct vdnn_job *job, struct lpi_fault *fault);
void vdnn_job_close(struct vdnn_job *job);

#endif
