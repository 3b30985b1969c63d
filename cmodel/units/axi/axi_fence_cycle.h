/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_fence: no heap, no globals; stage and register names are the RTL's. */
#ifndef LP_AXI_FENCE_CYCLE_H
#define LP_AXI_FENCE_CYCLE_H

#include "axi_fence_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_AXI_FENCE_STATE 320

extern const struct lp_unit lp_axi_fence_unit; /* ID_W, COUNT_W */

/* A reset while other units drive the ports: flops without a reset load the ports' values. */
void lp_axi_fence_reset_with(void *state, const struct lp_axi_fence_in *in);

#endif
