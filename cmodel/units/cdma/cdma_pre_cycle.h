/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_pre. */
#ifndef LP_CDMA_PRE_CYCLE_H
#define LP_CDMA_PRE_CYCLE_H

#include "cdma_pre_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_PRE_STATE 8704

extern const struct lp_unit lp_cdma_pre_unit; /* CHANNELS, CODECS, ELEM, GROUP_W */

#endif
