/* SPDX-License-Identifier: Apache-2.0 */
/* decompress --list. */
#ifndef LPI_CLI_LIST_H
#define LPI_CLI_LIST_H

#include "jobs.h"

/* Prints the properties of each file, and frees the jobs. Returns the exit status. */
int cli_list(const struct cli_options *options, struct cli_jobs *jobs);

#endif
