/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the AXI adapters, written once (see common/unit.h). Widths that follow from parameters
 * are given at their largest. AXI channels have their standard names.
 */
#ifndef LP_AXI_PORTS_H
#define LP_AXI_PORTS_H

#include "../common/unit.h"

#define LP_AXI_ADDR 40 /* bits of a byte address */
#define LP_AXI_ID 8    /* most bits of an id */

/* s: reads of 1..4 sectors. ar, r: AXI4. m: their sectors; err: SLVERR or DECERR. */
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

LP_UNIT_STRUCTS(axi_rd, LP_AXI_RD_PORTS)
LP_UNIT_STRUCTS(axi_wr, LP_AXI_WR_PORTS)

#endif
