/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_xbar: the values of the RTL's ports in every cycle. No heap or globals. */
#ifndef LP_CDMA_XBAR_CYCLE_H
#define LP_CDMA_XBAR_CYCLE_H

#include "cdma_xbar_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_XBAR_STATE 320

extern const struct lp_unit lp_cdma_xbar_unit; /* CHANNELS */

#endif
