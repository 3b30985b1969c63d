/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_sdram, declared once (see unit.h). */
#ifndef LP_SDRAM_PORTS_H
#define LP_SDRAM_PORTS_H

#include "../common/unit.h"

#define LP_SDRAM_ID 8 /* bits of an id, at most */

/* s: an AXI4 port of 256 bits. The rest: pins of the chip. */
#define LP_SDRAM_PORTS(IN, OUT, INV, OUTV)                                                         \
    IN(s_arvalid, 1)                                                                               \
    OUT(s_arready, 1)                                                                              \
    IN(s_arid, LP_SDRAM_ID)                                                                        \
    INV(s_araddr, 40)                                                                              \
    IN(s_arlen, 8)                                                                                 \
    OUT(s_rvalid, 1)                                                                               \
    IN(s_rready, 1)                                                                                \
    OUT(s_rid, LP_SDRAM_ID)                                                                        \
    OUTV(s_rdata, 256)                                                                             \
    OUT(s_rresp, 2)                                                                                \
    OUT(s_rlast, 1)                                                                                \
    IN(s_awvalid, 1)                                                                               \
    OUT(s_awready, 1)                                                                              \
    IN(s_awid, LP_SDRAM_ID)                                                                        \
    INV(s_awaddr, 40)                                                                              \
    IN(s_awlen, 8)                                                                                 \
    IN(s_wvalid, 1)                                                                                \
    OUT(s_wready, 1)                                                                               \
    INV(s_wdata, 256)                                                                              \
    IN(s_wstrb, 32)                                                                                \
    IN(s_wlast, 1)                                                                                 \
    OUT(s_bvalid, 1)                                                                               \
    IN(s_bready, 1)                                                                                \
    OUT(s_bid, LP_SDRAM_ID)                                                                        \
    OUT(s_bresp, 2)                                                                                \
    OUT(cmd, 4)                                                                                    \
    OUT(ba, 2)                                                                                     \
    OUT(a, 13)                                                                                     \
    OUT(dqm, 2)                                                                                    \
    OUT(d, 16)                                                                                     \
    OUT(d_oe, 1)                                                                                   \
    IN(q, 16)

LP_UNIT_STRUCTS(sdram, LP_SDRAM_PORTS)

#endif
