/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_axil_pages, declared once (see common/unit.h). */
#ifndef LP_AXIL_PAGES_PORTS_H
#define LP_AXIL_PAGES_PORTS_H

#include "../common/unit.h"
#include "axi_sides_ports.h"

#define LP_AXIL_PAGES 3 /* ports, side by side in m */

/* s: the slave port. m: the master ports. */
#define LP_AXIL_PAGES_PORTS(IN, OUT, INV, OUTV)                                                    \
    IN(block, LP_AXIL_PAGES)                                                                       \
    LP_AXIL_FAR(IN, OUT, s_, 15)                                                                   \
    OUT(m_awvalid, LP_AXIL_PAGES)                                                                  \
    IN(m_awready, LP_AXIL_PAGES)                                                                   \
    OUTV(m_awaddr, 12 * LP_AXIL_PAGES)                                                             \
    OUT(m_awprot, 3 * LP_AXIL_PAGES)                                                               \
    OUT(m_wvalid, LP_AXIL_PAGES)                                                                   \
    IN(m_wready, LP_AXIL_PAGES)                                                                    \
    OUTV(m_wdata, 32 * LP_AXIL_PAGES)                                                              \
    OUT(m_wstrb, 4 * LP_AXIL_PAGES)                                                                \
    IN(m_bvalid, LP_AXIL_PAGES)                                                                    \
    OUT(m_bready, LP_AXIL_PAGES)                                                                   \
    IN(m_bresp, 2 * LP_AXIL_PAGES)                                                                 \
    OUT(m_arvalid, LP_AXIL_PAGES)                                                                  \
    IN(m_arready, LP_AXIL_PAGES)                                                                   \
    OUTV(m_araddr, 12 * LP_AXIL_PAGES)                                                             \
    OUT(m_arprot, 3 * LP_AXIL_PAGES)                                                               \
    IN(m_rvalid, LP_AXIL_PAGES)                                                                    \
    OUT(m_rready, LP_AXIL_PAGES)                                                                   \
    INV(m_rdata, 32 * LP_AXIL_PAGES)                                                               \
    IN(m_rresp, 2 * LP_AXIL_PAGES)

LP_UNIT_STRUCTS(axil_pages, LP_AXIL_PAGES_PORTS)

#endif
