/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the buddy memory path: the values of the RTL's ports in every cycle. No heap, no
 * globals: any number of instances, in any thread. Stage and register names are those of the RTL.
 */
#ifndef LP_BUDDY_CYCLE_H
#define LP_BUDDY_CYCLE_H

#include "buddy_ports.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_BUDDY_READ_STATE 65536
#define LP_BUDDY_WRITE_STATE 49152
#define LP_BUDDY_SLICE_STATE 319488

/* Mixed codecs, a bit each; at least two. */
#define LP_BUDDY_MIXED LP_PARAM("MIXED", 0, 15, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14)

/* With mixed codecs ZVC has 16-bit elements. */
static inline int lp_buddy_elem_fits(int elem, int mixed)
{
    return mixed == 0 || elem == 16;
}

/* The parameters of lp_buddy_slice, which follow lp_buddy_top's own. */
#define LP_BUDDY_SLICE_PARAMS                                                                      \
    LP_PARAM("SHARE_W", 13, 18, 11, 12, 14, 15, 16, 17, 19, 20, 21),                               \
        LP_PARAM_RANGE("FRAME_W", 5, 24, 23, 18), LP_PARAM_RANGE("SLOT_W", 5, 24, 21, 16),         \
        LP_PARAM("ENTRIES", 16, 2, 4, 8, 32, 64), LP_PARAM("LANES", 1, 2, 4),                      \
        LP_PARAM("PARALLEL", 1, 0), LP_PARAM("SETS", 8, 1, 2, 4, 16, 32, 64),                      \
        LP_PARAM("WAYS", 4, 1, 2, 8), LP_PARAM("MISSES", 4, 2, 8, 16),                             \
        LP_PARAM("TARGETS", 16, 1, 2, 4, 8, 32, 64), LP_PARAM("ELEM", 32, 16, 8),                  \
        LP_PARAM("COUNTERS", 1, 0), LP_BUDDY_MIXED

extern const struct lp_unit lp_buddy_read_unit;  /* ENTRIES, LANES, PARALLEL, ELEM, MIXED */
extern const struct lp_unit lp_buddy_write_unit; /* ENTRIES, ELEM, MIXED */
extern const struct lp_unit lp_buddy_slice_unit; /* LP_BUDDY_SLICE_PARAMS */
extern const struct lp_unit lp_buddy_top_unit;   /* SLICES, FOLD, LP_BUDDY_SLICE_PARAMS */

/* lp_buddy_slice_unit.reset inside a unit whose flops still drive the slice. */
void lp_buddy_slice_reset_with(void *state, const struct lp_buddy_slice_in *in);

/* Width of a port of these units with this many entries and lanes. */
unsigned lp_buddy_width(const struct lp_port *port, unsigned entries, unsigned lanes);

#endif
