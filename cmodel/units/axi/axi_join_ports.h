/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_axi_join, declared once (see common/unit.h); widths are those of 16 ports, ids of 8
 * bits. */
#ifndef LP_AXI_JOIN_PORTS_H
#define LP_AXI_JOIN_PORTS_H

#include "../common/unit.h"

#define LP_AXI_JOIN_MOST 16 /* ports */
#define LP_AXI_JOIN_S_ID 8  /* bits of a port's id */
#define LP_AXI_JOIN_M_ID 12 /* of an id of the memory: the port's number above the port's id */

/* s: signals of the ports, port p in field p; payload of r and b is common to all. m: the
   memory. */
#define LP_AXI_JOIN_PORTS(IN, OUT, INV, OUTV)                                                      \
    IN(s_arvalid, LP_AXI_JOIN_MOST)                                                                \
    OUT(s_arready, LP_AXI_JOIN_MOST)                                                               \
    INV(s_arid, LP_AXI_JOIN_MOST *LP_AXI_JOIN_S_ID)                                                \
    INV(s_araddr, LP_AXI_JOIN_MOST * 40)                                                           \
    INV(s_arlen, LP_AXI_JOIN_MOST * 8)                                                             \
    OUT(s_rvalid, LP_AXI_JOIN_MOST)                                                                \
    IN(s_rready, LP_AXI_JOIN_MOST)                                                                 \
    OUT(s_rid, LP_AXI_JOIN_S_ID)                                                                   \
    OUTV(s_rdata, 256)                                                                             \
    OUT(s_rresp, 2)                                                                                \
    OUT(s_rlast, 1)                                                                                \
    IN(s_awvalid, LP_AXI_JOIN_MOST)                                                                \
    OUT(s_awready, LP_AXI_JOIN_MOST)                                                               \
    INV(s_awid, LP_AXI_JOIN_MOST *LP_AXI_JOIN_S_ID)                                                \
    INV(s_awaddr, LP_AXI_JOIN_MOST * 40)                                                           \
    INV(s_awlen, LP_AXI_JOIN_MOST * 8)                                                             \
    IN(s_wvalid, LP_AXI_JOIN_MOST)                                                                 \
    OUT(s_wready, LP_AXI_JOIN_MOST)                                                                \
    INV(s_wdata, LP_AXI_JOIN_MOST * 256)                                                           \
    INV(s_wstrb, LP_AXI_JOIN_MOST * 32)                                                            \
    IN(s_wlast, LP_AXI_JOIN_MOST)                                                                  \
    OUT(s_bvalid, LP_AXI_JOIN_MOST)                                                                \
    IN(s_bready, LP_AXI_JOIN_MOST)                                                                 \
    OUT(s_bid, LP_AXI_JOIN_S_ID)                                                                   \
    OUT(s_bresp, 2)                                                                                \
    OUT(m_arvalid, 1)                                                                              \
    IN(m_arready, 1)                                                                               \
    OUT(m_arid, LP_AXI_JOIN_M_ID)                                                                  \
    OUTV(m_araddr, 40)                                                                             \
    OUT(m_arlen, 8)                                                                                \
    IN(m_rvalid, 1)                                                                                \
    OUT(m_rready, 1)                                                                               \
    IN(m_rid, LP_AXI_JOIN_M_ID)                                                                    \
    INV(m_rdata, 256)                                                                              \
    IN(m_rresp, 2)                                                                                 \
    IN(m_rlast, 1)                                                                                 \
    OUT(m_awvalid, 1)                                                                              \
    IN(m_awready, 1)                                                                               \
    OUT(m_awid, LP_AXI_JOIN_M_ID)                                                                  \
    OUTV(m_awaddr, 40)                                                                             \
    OUT(m_awlen, 8)                                                                                \
    OUT(m_wvalid, 1)                                                                               \
    IN(m_wready, 1)                                                                                \
    OUTV(m_wdata, 256)                                                                             \
    OUT(m_wstrb, 32)                                                                               \
    OUT(m_wlast, 1)                                                                                \
    IN(m_bvalid, 1)                                                                                \
    OUT(m_bready, 1)                                                                               \
    IN(m_bid, LP_AXI_JOIN_M_ID)                                                                    \
    IN(m_bresp, 2)

LP_UNIT_STRUCTS(axi_join, LP_AXI_JOIN_PORTS)

#endif
