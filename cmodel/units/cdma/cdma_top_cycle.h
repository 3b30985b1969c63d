/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma. */
#ifndef LP_CDMA_TOP_CYCLE_H
#define LP_CDMA_TOP_CYCLE_H

#include "cdma_top_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_STATE 852000

extern const struct lp_unit lp_cdma_unit; /* CHANNELS, FLITS, CODECS, ELEM, BURST, READ */

#endif
