/* SPDX-License-Identifier: Apache-2.0 */
/* What the command `profile` prints. */
#ifndef LPI_CLI_PROFILE_REPORT_H
#define LPI_CLI_PROFILE_REPORT_H

#include "profile_options.h"

/* JSON or text, as the options say. */
void profile_report(const struct profile_options *options, const struct profile_job *job);

#endif
