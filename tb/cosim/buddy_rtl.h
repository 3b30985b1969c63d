/* SPDX-License-Identifier: Apache-2.0 */
/* The Verilated lp_buddy_slice as an engine of the command `buddy`. */
#ifndef LP_BUDDY_RTL_H
#define LP_BUDDY_RTL_H

#include "../../cmodel/buddy/engine.h"

/* An lp_buddy_open_engine: LP_ERR_ARG if no parameter set in units.tbl has this shape. */
int lp_buddy_rtl_open(const struct lp_buddy_shape *shape, struct lp_buddy_engine *engine);

#endif
