/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_pack: the values of the RTL's ports in every cycle. No heap, no globals:
 * any number of instances, in any thread.
 */
#ifndef LP_CDMA_PACK_CYCLE_H
#define LP_CDMA_PACK_CYCLE_H

#include "cdma_pack_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_PACK_STATE 256

extern const struct lp_unit lp_cdma_pack_unit; /* SIZE_W; the others are at their defaults */

#endif
