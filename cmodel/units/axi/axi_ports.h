/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the AXI adapters, declared once (see common/unit.h). Widths that follow from parameters
 * are given at their largest. AXI channels have their standard names.
 */
#ifndef LP_AXI_PORTS_H
#define LP_AXI_PORTS_H

#include "../common/unit.h"
#include "axi_join_ports.h"
#include "axi_fence_ports.h"
#include "axil_pages_ports.h"

#define LP_AXI_ADDR 40 /* bits of a byte address */
#define LP_AXI_ID 8    /* bits of an id, at most */

/* s: reads of 1..4 sectors. ar, r: AXI4. m: the sectors; err: SLVERR or DECERR. */
#define LP_AXI_RD_PORTS(IN, OUT, INV, OUTV)                                                        \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_addr, LP_AXI_ADDR)                                                                       \
    IN(s_sectors, 3)                                                                               \
    IN(s_id, LP_AXI_ID)                                                                            \
    OUT(arvalid, 1)                                                                                \
    IN(arready, 1)                                                                                 \
    OUT(arid, LP_AXI_ID)                                                                           \
    OUTV(araddr, LP_AXI_ADDR)                                                                      \
    OUT(arlen, 8)                                                                                  \
    IN(rvalid, 1)                                                                                  \
    OUT(rready, 1)                                                                                 \
    IN(rid, LP_AXI_ID)                                                                             \
    INV(rdata, 256)                                                                                \
    IN(rresp, 2)                                                                                   \
    IN(rlast, 1)                                                                                   \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_id, LP_AXI_ID)                                                                           \
    OUTV(m_data, 256)                                                                              \
    OUT(m_err, 1)

/*
 * s: writes of 1..4 sectors, or of 8 bytes (eight). d: their sectors, in the order of s. aw, w, b:
 * AXI4. m: one response per write; err: SLVERR or DECERR to any part of it.
 */
#define LP_AXI_WR_PORTS(IN, OUT, INV, OUTV)                                                        \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_addr, LP_AXI_ADDR)                                                                       \
    IN(s_sectors, 3)                                                                               \
    IN(s_id, LP_AXI_ID)                                                                            \
    IN(s_eight, 1)                                                                                 \
    IN(d_valid, 1)                                                                                 \
    OUT(d_ready, 1)                                                                                \
    INV(d_data, 256)                                                                               \
    OUT(awvalid, 1)                                                                                \
    IN(awready, 1)                                                                                 \
    OUT(awid, LP_AXI_ID)                                                                           \
    OUTV(awaddr, LP_AXI_ADDR)                                                                      \
    OUT(awlen, 8)                                                                                  \
    OUT(wvalid, 1)                                                                                 \
    IN(wready, 1)                                                                                  \
    OUTV(wdata, 256)                                                                               \
    OUT(wstrb, 32)                                                                                 \
    OUT(wlast, 1)                                                                                  \
    IN(bvalid, 1)                                                                                  \
    OUT(bready, 1)                                                                                 \
    IN(bid, LP_AXI_ID)                                                                             \
    IN(bresp, 2)                                                                                   \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_id, LP_AXI_ID)                                                                           \
    OUT(m_err, 1)

/* s: an AXI4 port of 256 bits. m: one of 128 or 64, without ids. */
#define LP_AXI_NARROW_PORTS(IN, OUT, INV, OUTV)                                                    \
    IN(s_awvalid, 1)                                                                               \
    OUT(s_awready, 1)                                                                              \
    IN(s_awid, LP_AXI_ID)                                                                          \
    INV(s_awaddr, LP_AXI_ADDR)                                                                     \
    IN(s_awlen, 8)                                                                                 \
    IN(s_wvalid, 1)                                                                                \
    OUT(s_wready, 1)                                                                               \
    INV(s_wdata, 256)                                                                              \
    IN(s_wstrb, 32)                                                                                \
    IN(s_wlast, 1)                                                                                 \
    OUT(s_bvalid, 1)                                                                               \
    IN(s_bready, 1)                                                                                \
    OUT(s_bid, LP_AXI_ID)                                                                          \
    OUT(s_bresp, 2)                                                                                \
    IN(s_arvalid, 1)                                                                               \
    OUT(s_arready, 1)                                                                              \
    IN(s_arid, LP_AXI_ID)                                                                          \
    INV(s_araddr, LP_AXI_ADDR)                                                                     \
    IN(s_arlen, 8)                                                                                 \
    OUT(s_rvalid, 1)                                                                               \
    IN(s_rready, 1)                                                                                \
    OUT(s_rid, LP_AXI_ID)                                                                          \
    OUTV(s_rdata, 256)                                                                             \
    OUT(s_rresp, 2)                                                                                \
    OUT(s_rlast, 1)                                                                                \
    OUT(m_awvalid, 1)                                                                              \
    IN(m_awready, 1)                                                                               \
    OUTV(m_awaddr, LP_AXI_ADDR)                                                                    \
    OUT(m_awlen, 8)                                                                                \
    OUT(m_wvalid, 1)                                                                               \
    IN(m_wready, 1)                                                                                \
    OUTV(m_wdata, 128)                                                                             \
    OUT(m_wstrb, 16)                                                                               \
    OUT(m_wlast, 1)                                                                                \
    IN(m_bvalid, 1)                                                                                \
    OUT(m_bready, 1)                                                                               \
    IN(m_bresp, 2)                                                                                 \
    OUT(m_arvalid, 1)                                                                              \
    IN(m_arready, 1)                                                                               \
    OUTV(m_araddr, LP_AXI_ADDR)                                                                    \
    OUT(m_arlen, 8)                                                                                \
    IN(m_rvalid, 1)                                                                                \
    OUT(m_rready, 1)                                                                               \
    INV(m_rdata, 128)                                                                              \
    IN(m_rresp, 2)                                                                                 \
    IN(m_rlast, 1)

/* s: an AXI4 port of 128 or 64 bits. m: one of 256, without ids. */
#define LP_AXI_WIDEN_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(s_awvalid, 1)                                                                               \
    OUT(s_awready, 1)                                                                              \
    IN(s_awid, LP_AXI_ID)                                                                          \
    INV(s_awaddr, LP_AXI_ADDR)                                                                     \
    IN(s_awlen, 8)                                                                                 \
    IN(s_wvalid, 1)                                                                                \
    OUT(s_wready, 1)                                                                               \
    INV(s_wdata, 128)                                                                              \
    IN(s_wstrb, 16)                                                                                \
    IN(s_wlast, 1)                                                                                 \
    OUT(s_bvalid, 1)                                                                               \
    IN(s_bready, 1)                                                                                \
    OUT(s_bid, LP_AXI_ID)                                                                          \
    OUT(s_bresp, 2)                                                                                \
    IN(s_arvalid, 1)                                                                               \
    OUT(s_arready, 1)                                                                              \
    IN(s_arid, LP_AXI_ID)                                                                          \
    INV(s_araddr, LP_AXI_ADDR)                                                                     \
    IN(s_arlen, 8)                                                                                 \
    OUT(s_rvalid, 1)                                                                               \
    IN(s_rready, 1)                                                                                \
    OUT(s_rid, LP_AXI_ID)                                                                          \
    OUTV(s_rdata, 128)                                                                             \
    OUT(s_rresp, 2)                                                                                \
    OUT(s_rlast, 1)                                                                                \
    OUT(m_awvalid, 1)                                                                              \
    IN(m_awready, 1)                                                                               \
    OUTV(m_awaddr, LP_AXI_ADDR)                                                                    \
    OUT(m_awlen, 8)                                                                                \
    OUT(m_wvalid, 1)                                                                               \
    IN(m_wready, 1)                                                                                \
    OUTV(m_wdata, 256)                                                                             \
    OUT(m_wstrb, 32)                                                                               \
    OUT(m_wlast, 1)                                                                                \
    IN(m_bvalid, 1)                                                                                \
    OUT(m_bready, 1)                                                                               \
    IN(m_bresp, 2)                                                                                 \
    OUT(m_arvalid, 1)                                                                              \
    IN(m_arready, 1)                                                                               \
    OUTV(m_araddr, LP_AXI_ADDR)                                                                    \
    OUT(m_arlen, 8)                                                                                \
    IN(m_rvalid, 1)                                                                                \
    OUT(m_rready, 1)                                                                               \
    INV(m_rdata, 256)                                                                              \
    IN(m_rresp, 2)                                                                                 \
    IN(m_rlast, 1)

/* s: the slave port. m: the master port of all other pages. p: that of the page. */
#define LP_AXIL_FORK_PORTS(IN, OUT, INV, OUTV)                                                     \
    LP_AXIL_FAR(IN, OUT, s_, 15)                                                                   \
    LP_AXIL_FAR(OUT, IN, m_, 15)                                                                   \
    LP_AXIL_FAR(OUT, IN, p_, 15)

LP_UNIT_STRUCTS(axi_rd, LP_AXI_RD_PORTS)
LP_UNIT_STRUCTS(axi_wr, LP_AXI_WR_PORTS)
LP_UNIT_STRUCTS(axi_narrow, LP_AXI_NARROW_PORTS)
LP_UNIT_STRUCTS(axi_widen, LP_AXI_WIDEN_PORTS)
LP_UNIT_STRUCTS(axil_fork, LP_AXIL_FORK_PORTS)

#endif
