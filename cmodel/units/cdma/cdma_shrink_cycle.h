/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_shrink: the values of the RTL's ports in every cycle. */
#ifndef LP_CDMA_SHRINK_CYCLE_H
#define LP_CDMA_SHRINK_CYCLE_H

#include "cdma_shrink_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_SHRINK_STATE 20000

extern const struct lp_unit lp_cdma_shrink_unit; /* CODECS, ELEM */

#endif
