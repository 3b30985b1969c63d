/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_expand. */
#ifndef LP_CDMA_EXPAND_CYCLE_H
#define LP_CDMA_EXPAND_CYCLE_H

#include "cdma_expand_ports.h"

/* Bytes that hold its state, for models of units that contain it. */
#define LP_CDMA_EXPAND_STATE 7000

extern const struct lp_unit lp_cdma_expand_unit;

#endif
