/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the buddy memory path: what the RTL's ports show on every cycle.  No heap, no
 * globals: any number of instances, in any thread.  Stage and register names are those of the RTL.
 */
#ifndef LP_BUDDY_CYCLE_H
#define LP_BUDDY_CYCLE_H

#include "buddy_ports.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_BUDDY_READ_STATE 65536
#define LP_BUDDY_WRITE_STATE 49152
#define LP_BUDDY_SLICE_STATE 294912

extern const struct lp_unit lp_buddy_read_unit;  /* ENTRIES, LANES, PARALLEL, ELEM */
extern const struct lp_unit lp_buddy_write_unit; /* ENTRIES, ELEM */
/* SHARE_W, FRAME_W, SLOT_W, ENTRIES, LANES, PARALLEL, SETS, WAYS, MISSES, TARGETS, ELEM */
extern const struct lp_unit lp_buddy_slice_unit;
extern const struct lp_unit lp_buddy_top_unit; /* SLICES, FOLD, those of lp_buddy_slice_unit */

/* lp_buddy_slice_unit.reset inside a unit whose flops still drive the slice. */
void lp_buddy_slice_reset_with(void *state, const struct lp_buddy_slice_in *in);

/* Width of a port of these units with this many entries and lanes. */
unsigned lp_buddy_width(const struct lp_port *port, unsigned entries, unsigned lanes);

#endif
