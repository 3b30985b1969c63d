/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_cdma_host, written once (see common/unit.h). */
#ifndef LP_CDMA_HOST_PORTS_H
#define LP_CDMA_HOST_PORTS_H

#include "../common/unit.h"

/*
 * out, in: the link of lp_cdma_core, a command (a), beats (t) and an answer (b); ring: the core's
 * AXI4 port of the same name. ar, r, aw, w, b: AXI4 to host memory.
 */
#define LP_CDMA_HOST_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(out_avalid, 1)                                                                              \
    OUT(out_aready, 1)                                                                             \
    INV(out_aaddr, 40)                                                                             \
    IN(out_tvalid, 1)                                                                              \
    OUT(out_tready, 1)                                                                             \
    INV(out_tdata, 256)                                                                            \
    IN(out_tlast, 1)                                                                               \
    IN(out_tuser, 1)                                                                               \
    OUT(out_bvalid, 1)                                                                             \
    IN(out_bready, 1)                                                                              \
    OUT(out_berr, 1)                                                                               \
    IN(in_avalid, 1)                                                                               \
    OUT(in_aready, 1)                                                                              \
    INV(in_aaddr, 40)                                                                              \
    INV(in_abeats, 36)                                                                             \
    OUT(in_tvalid, 1)                                                                              \
    IN(in_tready, 1)                                                                               \
    OUTV(in_tdata, 256)                                                                            \
    OUT(in_tuser, 1)                                                                               \
    IN(in_drop, 1)                                                                                 \
    IN(ring_arvalid, 1)                                                                            \
    OUT(ring_arready, 1)                                                                           \
    IN(ring_arid, 1)                                                                               \
    INV(ring_araddr, 40)                                                                           \
    IN(ring_arlen, 8)                                                                              \
    OUT(ring_rvalid, 1)                                                                            \
    IN(ring_rready, 1)                                                                             \
    OUT(ring_rid, 1)                                                                               \
    OUTV(ring_rdata, 256)                                                                          \
    OUT(ring_rresp, 2)                                                                             \
    OUT(ring_rlast, 1)                                                                             \
    IN(ring_awvalid, 1)                                                                            \
    OUT(ring_awready, 1)                                                                           \
    IN(ring_awid, 1)                                                                               \
    INV(ring_awaddr, 40)                                                                           \
    IN(ring_awlen, 8)                                                                              \
    IN(ring_wvalid, 1)                                                                             \
    OUT(ring_wready, 1)                                                                            \
    INV(ring_wdata, 256)                                                                           \
    IN(ring_wstrb, 32)                                                                             \
    IN(ring_wlast, 1)                                                                              \
    OUT(ring_bvalid, 1)                                                                            \
    IN(ring_bready, 1)                                                                             \
    OUT(ring_bid, 1)                                                                               \
    OUT(ring_bresp, 2)                                                                             \
    OUT(arvalid, 1)                                                                                \
    IN(arready, 1)                                                                                 \
    OUT(arid, 2)                                                                                   \
    OUTV(araddr, 40)                                                                               \
    OUT(arlen, 8)                                                                                  \
    IN(rvalid, 1)                                                                                  \
    OUT(rready, 1)                                                                                 \
    IN(rid, 2)                                                                                     \
    INV(rdata, 256)                                                                                \
    IN(rresp, 2)                                                                                   \
    IN(rlast, 1)                                                                                   \
    OUT(awvalid, 1)                                                                                \
    IN(awready, 1)                                                                                 \
    OUT(awid, 2)                                                                                   \
    OUTV(awaddr, 40)                                                                               \
    OUT(awlen, 8)                                                                                  \
    OUT(wvalid, 1)                                                                                 \
    IN(wready, 1)                                                                                  \
    OUTV(wdata, 256)                                                                               \
    OUT(wstrb, 32)                                                                                 \
    OUT(wlast, 1)                                                                                  \
    IN(bvalid, 1)                                                                                  \
    OUT(bready, 1)                                                                                 \
    IN(bid, 2)                                                                                     \
    IN(bresp, 2)

LP_UNIT_STRUCTS(cdma_host, LP_CDMA_HOST_PORTS)

#endif
