/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_cdma, declared once (see common/unit.h). */
#ifndef LP_CDMA_TOP_PORTS_H
#define LP_CDMA_TOP_PORTS_H

#include "../common/unit.h"
#include "cdma_sides_ports.h"

#define LP_CDMA_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_CDMA_CSR_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_CDMA_HOST_AXI(IN, OUT, INV, OUTV, host_, 2)                                                 \
    LP_CDMA_IDX_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_CDMA_DEV_PORTS(IN, OUT, INV, OUTV)

LP_UNIT_STRUCTS(cdma, LP_CDMA_PORTS)

#endif
