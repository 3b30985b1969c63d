/* SPDX-License-Identifier: Apache-2.0 */
/* The time of a training step whose activations are kept in host memory, under each policy. */
#ifndef LPI_SYSTEMS_VDNN_JOB_H
#define LPI_SYSTEMS_VDNN_JOB_H

#include "../../base/fault.h"
#include "vdnn_state.h"

#define VDNN_RATIOS_MAX 8u

struct vdnn_ask {
    const char *network, *gpu; /* names, or JSON files */
    const char *ratios[VDNN_RATIOS_MAX]; /* what `linepress dma --json` printed */
    unsigned ratios_count;
    double ratio;             /* of each X that is not dense, by ZVC, without files */
    double efficiency;        /* of the GPU's peak */
    double link, comp, aware; /* GB/s */
    enum lp_vdnn_prefetch prefetch;
};

/*
 * Reads what is asked for and runs all that is known. Returns 0, or the code that it sets in
 * *fault, which was 0 before; then there is nothing to close.
 */
int vdnn_job_open(const struct vdnn_ask *ask, struct vdnn_job *job, struct lpi_fault *fault);
void vdnn_job_close(struct vdnn_job *job);

#endif
