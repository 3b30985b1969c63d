/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_ring: no heap, no globals; stage and register names are the RTL's. */
#ifndef LP_CDMA_RING_CYCLE_H
#define LP_CDMA_RING_CYCLE_H

#include "cdma_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_RING_STATE 320

extern const struct lp_unit lp_cdma_ring_unit; /* CODECS, IN */

#endif
