/* SPDX-License-Identifier: Apache-2.0 */
/* decompress --list. */
#ifndef LPI_CLI_LIST_H
#define LPI_CLI_LIST_H

#include "jobs.h"

/* Shows what each file is, and frees the jobs. Returns the exit status. */
int cli_list(const struct cli_options *options, struct cli_jobs *jobs);

#endif
