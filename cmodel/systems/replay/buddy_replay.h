/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses executed cycle by cycle, by slices connected to memory models. */
#ifndef LPI_SYSTEMS_BUDDY_REPLAY_H
#define LPI_SYSTEMS_BUDDY_REPLAY_H

#include "buddy_job.h"

/*
 * `open` opens the slices, cycle models or RTL. Returns 0 or the code that it sets in *fault, which
 * must be 0 on entry. *result must be 0 or an earlier result; lpi_replay_free it in any case.
 */
int buddy_replay(const struct buddy_ask *ask, struct buddy_job *job, lp_open_fn *open,
                 struct lpi_replay_result *result, struct lpi_fault *fault);

#endif
