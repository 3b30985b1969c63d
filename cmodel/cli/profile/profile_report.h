/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the command `profile`. */
#ifndef LPI_CLI_PROFILE_REPORT_H
#define LPI_CLI_PROFILE_REPORT_H

#include "profile_options.h"

/* Prints JSON or text, as chosen by the options. */
void profile_report(const struct profile_options *options, const struct profile_job *job);

#endif
