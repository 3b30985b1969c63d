/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_bus, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_BUS_PORTS_H
#define LP_CDMA_BUS_PORTS_H

#include "../common/unit.h"

/* A ring, o or i. f, v: a descriptor to fetch, its two sectors. c, q: a completion, its
   acknowledgement. */
#define LP_CDMA_BUS_RING_(IN, OUT, INV, OUTV, r)                                                   \
    IN(r##_f_valid, 1)                                                                             \
    OUT(r##_f_ready, 1)                                                                            \
    INV(r##_f_addr, 40)                                                                            \
    OUT(r##_v_valid, 1)                                                                            \
    IN(r##_v_ready, 1)                                                                             \
    OUTV(r##_v_data, 256)                                                                          \
    OUT(r##_v_err, 1)                                                                              \
    IN(r##_c_valid, 1)                                                                             \
    OUT(r##_c_ready, 1)                                                                            \
    INV(r##_c_addr, 40)                                                                            \
    INV(r##_c_data, 256)                                                                           \
    OUT(r##_q_valid, 1)                                                                            \
    IN(r##_q_ready, 1)                                                                             \
    OUT(r##_q_err, 1)

/* ar, r, aw, w, b: AXI4. */
#define LP_CDMA_BUS_PORTS(IN, OUT, INV, OUTV)                                                      \
    LP_CDMA_BUS_RING_(IN, OUT, INV, OUTV, o)                                                       \
    LP_CDMA_BUS_RING_(IN, OUT, INV, OUTV, i)                                                       \
    OUT(arvalid, 1)                                                                                \
    IN(arready, 1)                                                                                 \
    OUT(arid, 1)                                                                                   \
    OUTV(araddr, 40)                                                                               \
    OUT(arlen, 8)                                                                                  \
    IN(rvalid, 1)                                                                                  \
    OUT(rready, 1)                                                                                 \
    IN(rid, 1)                                                                                     \
    INV(rdata, 256)                                                                                \
    IN(rresp, 2)                                                                                   \
    IN(rlast, 1)                                                                                   \
    OUT(awvalid, 1)                                                                                \
    IN(awready, 1)                                                                                 \
    OUT(awid, 1)                                                                                   \
    OUTV(awaddr, 40)                                                                               \
    OUT(awlen, 8)                                                                                  \
    OUT(wvalid, 1)                                                                                 \
    IN(wready, 1)                                                                                  \
    OUTV(wdata, 256)                                                                               \
    OUT(wstrb, 32)                                                                                 \
    OUT(wlast, 1)                                                                                  \
    IN(bvalid, 1)                                                                                  \
    OUT(bready, 1)                                                                                 \
    IN(bid, 1)                                                                                     \
    IN(bresp, 2)

LP_UNIT_STRUCTS(cdma_bus, LP_CDMA_BUS_PORTS)

#endif
