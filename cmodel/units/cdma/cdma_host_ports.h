/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_cdma_host, declared once (see common/unit.h). */
#ifndef LP_CDMA_HOST_PORTS_H
#define LP_CDMA_HOST_PORTS_H

#include "../common/unit.h"
#include "cdma_sides_ports.h"

/* Link and rings are the counterparts of the core's. */
#define LP_CDMA_HOST_PORTS(IN, OUT, INV, OUTV)                                                     \
    LP_CDMA_LINK_PORTS(OUT, IN, OUTV, INV)                                                         \
    LP_CDMA_HOST_AXI(OUT, IN, OUTV, INV, ring_, 1)                                                 \
    LP_CDMA_HOST_AXI(IN, OUT, INV, OUTV, , 2)

LP_UNIT_STRUCTS(cdma_host, LP_CDMA_HOST_PORTS)

#endif
