/* SPDX-License-Identifier: Apache-2.0 */
/* Puts together what `linepress vdnn` works on, and runs it. */
#ifndef LPI_CLI_VDNN_JOB_H
#define LPI_CLI_VDNN_JOB_H

#include "vdnn_options.h"
#include "vdnn_state.h"

/* Reads what the options name and runs all that is known. Failures end the program. */
void vdnn_job_open(const struct vdnn_options *options, struct vdnn_job *job);
void vdnn_job_close(struct vdnn_job *job);

#endif
