/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_CAPTURE_REPORT_H
#define LPI_CLI_CAPTURE_REPORT_H

#include "../../systems/capture/capture.h"

/* Prints the cost of the capture on standard error. */
void capture_report(const struct capture_job *job, bool json);

#endif
