/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the AXI adapters: the values of the RTL's ports in every cycle. No heap, no
 * globals: any number of instances, in any thread.
 */
#ifndef LP_AXI_CYCLE_H
#define LP_AXI_CYCLE_H

#include "axi_join_cycle.h"
#include "axi_fence_cycle.h"
#include "axi_ports.h"
#include "axil_pages_cycle.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_AXI_RD_STATE 64
#define LP_AXI_WR_STATE 640

extern const struct lp_unit lp_axi_rd_unit;     /* ID_W; ADDR_W is 40 */
extern const struct lp_unit lp_axi_wr_unit;     /* ID_W; ADDR_W is 40 */
extern const struct lp_unit lp_axi_narrow_unit; /* DATA_W, ID_W, OPEN; ADDR_W is 40 */
extern const struct lp_unit lp_axi_widen_unit;  /* DATA_W, ID_W, OPEN; ADDR_W is 40 */
extern const struct lp_unit lp_axil_fork_unit;  /* PAGE; ADDR_W is 15 */

/* Clears only the flops that have a reset, for units that have carried out the edge themselves. */
void lpi_axi_wr_clear(void *state);

#endif
