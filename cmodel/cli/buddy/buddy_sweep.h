/* SPDX-License-Identifier: Apache-2.0 */
/* The command `buddy --sweep`. */
#ifndef LPI_CLI_BUDDY_SWEEP_H
#define LPI_CLI_BUDDY_SWEEP_H

#include "../../systems/replay/buddy_job.h"
#include "buddy_options.h"

/* Prints hit rates for each cache size and buddy accesses for each target. */
void buddy_sweep(const struct buddy_options *options, struct buddy_job *job);

#endif
