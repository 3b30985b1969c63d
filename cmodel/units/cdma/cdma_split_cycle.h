/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_split. */
#ifndef LP_CDMA_SPLIT_CYCLE_H
#define LP_CDMA_SPLIT_CYCLE_H

#include "cdma_expand_cycle.h"
#include "cdma_split_ports.h"

/* Bytes that hold its state, for models of units that contain it. */
#define LP_CDMA_SPLIT_STATE (LP_CDMA_EXPAND_STATE + 512)

extern const struct lp_unit lp_cdma_split_unit;

#endif
