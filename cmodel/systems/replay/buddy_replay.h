/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses carried out cycle by cycle, through slices with memories behind them. */
#ifndef LPI_SYSTEMS_BUDDY_REPLAY_H
#define LPI_SYSTEMS_BUDDY_REPLAY_H

#include "buddy_job.h"

/*
 * `open` opens the slices, models or RTL. Returns 0 or the code that it sets in *fault, which was 0
 * before; lpi_replay_free is for *result in any case, which must be 0 or a result before.
 */
int buddy_replay(const struct buddy_ask *ask, struct buddy_job *job, lp_open_fn *open,
                 struct lpi_replay_result *result, struct lpi_fault *fault);

#endif
