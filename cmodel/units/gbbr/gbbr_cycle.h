/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the GBBR units: the values of the RTL's ports in every cycle. No heap, no
 * globals: any number of instances, in any thread.
 */
#ifndef LP_GBBR_CYCLE_H
#define LP_GBBR_CYCLE_H

#include "gbbr_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_GBBR_XLAT_STATE 256

extern const struct lp_unit lp_gbbr_xlat_unit;  /* SHARE_W, FRAME_W, SLOT_W, TAG; ADDR_W is 40 */
extern const struct lp_unit lp_gbbr_split_unit; /* MIXED */

#endif
