/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_off. */
#ifndef LP_CDMA_OFF_CYCLE_H
#define LP_CDMA_OFF_CYCLE_H

#include "cdma_off_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_OFF_STATE 4096

extern const struct lp_unit lp_cdma_off_unit; /* CHANNELS, GROUP_W */

#endif
