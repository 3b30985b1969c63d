/* SPDX-License-Identifier: Apache-2.0 */
/* Output of `linepress vdnn`: a table, or JSON. */
#ifndef LPI_CLI_VDNN_REPORT_H
#define LPI_CLI_VDNN_REPORT_H

#include "vdnn_options.h"
#include <stdio.h>

void vdnn_report(const struct vdnn_options *options, const struct vdnn_job *job, FILE *stream);

#endif
