/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of AXI ports that several units have (see common/unit.h). */
#ifndef LP_AXI_SIDES_PORTS_H
#define LP_AXI_SIDES_PORTS_H

/*
 * An AXI4 port with 256-bit data whose ids have ID bits, seen from its master; its names begin with
 * P. For a slave port, swap IN and OUT, INV and OUTV.
 */
#define LP_AXI_MASTER(IN, OUT, INV, OUTV, P, ID)                                                   \
    OUT(P##arvalid, 1)                                                                             \
    IN(P##arready, 1)                                                                              \
    OUT(P##arid, ID)                                                                               \
    OUTV(P##araddr, 40)                                                                            \
    OUT(P##arlen, 8)                                                                               \
    IN(P##rvalid, 1)                                                                               \
    OUT(P##rready, 1)                                                                              \
    IN(P##rid, ID)                                                                                 \
    INV(P##rdata, 256)                                                                             \
    IN(P##rresp, 2)                                                                                \
    IN(P##rlast, 1)                                                                                \
    OUT(P##awvalid, 1)                                                                             \
    IN(P##awready, 1)                                                                              \
    OUT(P##awid, ID)                                                                               \
    OUTV(P##awaddr, 40)                                                                            \
    OUT(P##awlen, 8)                                                                               \
    OUT(P##wvalid, 1)                                                                              \
    IN(P##wready, 1)                                                                               \
    OUTV(P##wdata, 256)                                                                            \
    OUT(P##wstrb, 32)                                                                              \
    OUT(P##wlast, 1)                                                                               \
    IN(P##bvalid, 1)                                                                               \
    OUT(P##bready, 1)                                                                              \
    IN(P##bid, ID)                                                                                 \
    IN(P##bresp, 2)

/* An AXI4-Lite slave port with 32-bit data and addresses of ADDR bits. */
#define LP_AXIL_FAR(IN, OUT, P, ADDR)                                                              \
    IN(P##awvalid, 1)                                                                              \
    OUT(P##awready, 1)                                                                             \
    IN(P##awaddr, ADDR)                                                                            \
    IN(P##awprot, 3)                                                                               \
    IN(P##wvalid, 1)                                                                               \
    OUT(P##wready, 1)                                                                              \
    IN(P##wdata, 32)                                                                               \
    IN(P##wstrb, 4)                                                                                \
    OUT(P##bvalid, 1)                                                                              \
    IN(P##bready, 1)                                                                               \
    OUT(P##bresp, 2)                                                                               \
    IN(P##arvalid, 1)                                                                              \
    OUT(P##arready, 1)                                                                             \
    IN(P##araddr, ADDR)                                                                            \
    IN(P##arprot, 3)                                                                               \
    OUT(P##rvalid, 1)                                                                              \
    IN(P##rready, 1)                                                                               \
    OUT(P##rdata, 32)                                                                              \
    OUT(P##rresp, 2)

#endif
