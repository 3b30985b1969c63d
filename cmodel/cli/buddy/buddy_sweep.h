/* SPDX-License-Identifier: Apache-2.0 */
/* The command `buddy --sweep`. */
#ifndef LPI_CLI_BUDDY_SWEEP_H
#define LPI_CLI_BUDDY_SWEEP_H

#include "../../systems/replay/buddy_job.h"
#include "buddy_options.h"

/* Hit rates over cache sizes and buddy accesses over targets, printed. */
void buddy_sweep(const struct buddy_options *options, struct buddy_job *job);

#endif
