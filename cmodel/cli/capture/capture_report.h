/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_CAPTURE_REPORT_H
#define LPI_CLI_CAPTURE_REPORT_H

#include "../../systems/capture/capture.h"

/* Prints what the capture cost on standard error. */
void capture_report(const struct capture_job *job, bool json);

#endif
