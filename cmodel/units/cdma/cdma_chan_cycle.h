/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_chan: the values of the RTL's ports in every cycle. */
#ifndef LP_CDMA_CHAN_CYCLE_H
#define LP_CDMA_CHAN_CYCLE_H

#include "cdma_chan_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_CHAN_STATE 33280

extern const struct lp_unit lp_cdma_chan_unit; /* CODECS, ELEM, PUT */

#endif
