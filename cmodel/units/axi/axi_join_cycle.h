/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_join: the values of the RTL's ports in every cycle. No heap, no globals. */
#ifndef LP_AXI_JOIN_CYCLE_H
#define LP_AXI_JOIN_CYCLE_H

#include "axi_join_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_AXI_JOIN_STATE 384

extern const struct lp_unit lp_axi_join_unit; /* PORTS, ID_W */

#endif
