/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_index, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_INDEX_PORTS_H
#define LP_CDMA_INDEX_PORTS_H

#include "../common/unit.h"

/*
 * wj, x, wr: a job to write, its entries and `end`, its result. rj, n: a job to read, its entries;
 * kill ends it, rr_idle: there is none. ar, r, aw, w, b: AXI4.
 */
#define LP_CDMA_INDEX_PORTS(IN, OUT, INV, OUTV)                                                    \
    IN(wj_valid, 1)                                                                                \
    OUT(wj_ready, 1)                                                                               \
    INV(wj_addr, 40)                                                                               \
    IN(x_valid, 1)                                                                                 \
    OUT(x_ready, 1)                                                                                \
    IN(x_bytes, 16)                                                                                \
    IN(x_end, 1)                                                                                   \
    OUT(wr_valid, 1)                                                                               \
    IN(wr_ready, 1)                                                                                \
    OUT(wr_err, 1)                                                                                 \
    IN(rj_valid, 1)                                                                                \
    OUT(rj_ready, 1)                                                                               \
    INV(rj_addr, 40)                                                                               \
    IN(rj_groups, 32)                                                                              \
    IN(kill, 1)                                                                                    \
    OUT(n_valid, 1)                                                                                \
    IN(n_ready, 1)                                                                                 \
    OUT(n_bytes, 16)                                                                               \
    OUT(n_err, 1)                                                                                  \
    OUT(rr_idle, 1)                                                                                \
    OUT(arvalid, 1)                                                                                \
    IN(arready, 1)                                                                                 \
    OUTV(araddr, 40)                                                                               \
    OUT(arlen, 8)                                                                                  \
    IN(rvalid, 1)                                                                                  \
    OUT(rready, 1)                                                                                 \
    INV(rdata, 256)                                                                                \
    IN(rresp, 2)                                                                                   \
    IN(rlast, 1)                                                                                   \
    OUT(awvalid, 1)                                                                                \
    IN(awready, 1)                                                                                 \
    OUTV(awaddr, 40)                                                                               \
    OUT(awlen, 8)                                                                                  \
    OUT(wvalid, 1)                                                                                 \
    IN(wready, 1)                                                                                  \
    OUTV(wdata, 256)                                                                               \
    OUT(wstrb, 32)                                                                                 \
    OUT(wlast, 1)                                                                                  \
    IN(bvalid, 1)                                                                                  \
    OUT(bready, 1)                                                                                 \
    IN(bresp, 2)

LP_UNIT_STRUCTS(cdma_index, LP_CDMA_INDEX_PORTS)

#endif
