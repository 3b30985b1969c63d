/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_plan: the values of the RTL's ports in every cycle. No heap, no globals:
 * any number of instances, in any thread.
 */
#ifndef LP_CDMA_PLAN_CYCLE_H
#define LP_CDMA_PLAN_CYCLE_H

#include "cdma_plan_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_PLAN_STATE 128

extern const struct lp_unit lp_cdma_plan_unit; /* CHANNELS, GROUP_W */

#endif
