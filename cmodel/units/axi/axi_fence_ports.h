/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_axi_fence, declared once (see common/unit.h). */
#ifndef LP_AXI_FENCE_PORTS_H
#define LP_AXI_FENCE_PORTS_H

#include "../common/unit.h"
#include "axi_sides_ports.h"

/* s: from the inside. m: to the outside. */
#define LP_AXI_FENCE_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(stop, 1)                                                                                    \
    IN(cut, 1)                                                                                     \
    OUT(idle, 1)                                                                                   \
    LP_AXI_MASTER(OUT, IN, OUTV, INV, s_, 8)                                                       \
    LP_AXI_MASTER(IN, OUT, INV, OUTV, m_, 8)

LP_UNIT_STRUCTS(axi_fence, LP_AXI_FENCE_PORTS)

#endif
