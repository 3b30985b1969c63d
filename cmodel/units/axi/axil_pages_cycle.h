/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axil_pages: no heap, no globals; stage and register names are the RTL's. */
#ifndef LP_AXIL_PAGES_CYCLE_H
#define LP_AXIL_PAGES_CYCLE_H

#include "axil_pages_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_AXIL_PAGES_STATE 64

extern const struct lp_unit lp_axil_pages_unit; /* PAGES */

/* A reset while other units drive the ports: flops without a reset load the ports' values. */
void lp_axil_pages_reset_with(void *state, const struct lp_axil_pages_in *in);

#endif
