/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_cdma_core, declared once (see common/unit.h). */
#ifndef LP_CDMA_CORE_PORTS_H
#define LP_CDMA_CORE_PORTS_H

#include "../common/unit.h"
#include "cdma_sides_ports.h"

#define LP_CDMA_CORE_PORTS(IN, OUT, INV, OUTV)                                                     \
    LP_CDMA_CSR_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_CDMA_HOST_AXI(IN, OUT, INV, OUTV, ring_, 1)                                                 \
    LP_CDMA_IDX_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_CDMA_LINK_PORTS(IN, OUT, INV, OUTV)                                                         \
    LP_CDMA_DEV_PORTS(IN, OUT, INV, OUTV)

LP_UNIT_STRUCTS(cdma_core, LP_CDMA_CORE_PORTS)

#endif
