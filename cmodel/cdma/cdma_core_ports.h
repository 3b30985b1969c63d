/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_cdma_core, written once (see common/unit.h). */
#ifndef LP_CDMA_CORE_PORTS_H
#define LP_CDMA_CORE_PORTS_H

#include "../common/unit.h"

#define LP_CDMA_CHANNELS 8 /* most channels */

/*
 * csr: registers, AXI4-Lite. ring, idx, dev: AXI4, rings at the host, index and data in device
 * memory; dev is the channels' ports side by side. out, in: the link, a command (a), beats (t) and
 * an answer (b).
 */
#define LP_CDMA_CORE_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(csr_awvalid, 1)                                                                             \
    OUT(csr_awready, 1)                                                                            \
    IN(csr_awaddr, 12)                                                                             \
    IN(csr_awprot, 3)                                                                              \
    IN(csr_wvalid, 1)                                                                              \
    OUT(csr_wready, 1)                                                                             \
    IN(csr_wdata, 32)                                                                              \
    IN(csr_wstrb, 4)                                                                               \
    OUT(csr_bvalid, 1)                                                                             \
    IN(csr_bready, 1)                                                                              \
    OUT(csr_bresp, 2)                                                                              \
    IN(csr_arvalid, 1)                                                                             \
    OUT(csr_arready, 1)                                                                            \
    IN(csr_araddr, 12)                                                                             \
    IN(csr_arprot, 3)                                                                              \
    OUT(csr_rvalid, 1)                                                                             \
    IN(csr_rready, 1)                                                                              \
    OUT(csr_rdata, 32)                                                                             \
    OUT(csr_rresp, 2)                                                                              \
    OUT(irq, 1)                                                                                    \
    OUT(ring_arvalid, 1)                                                                           \
    IN(ring_arready, 1)                                                                            \
    OUT(ring_arid, 1)                                                                              \
    OUTV(ring_araddr, 40)                                                                          \
    OUT(ring_arlen, 8)                                                                             \
    IN(ring_rvalid, 1)                                                                             \
    OUT(ring_rready, 1)                                                                            \
    IN(ring_rid, 1)                                                                                \
    INV(ring_rdata, 256)                                                                           \
    IN(ring_rresp, 2)                                                                              \
    IN(ring_rlast, 1)                                                                              \
    OUT(ring_awvalid, 1)                                                                           \
    IN(ring_awready, 1)                                                                            \
    OUT(ring_awid, 1)                                                                              \
    OUTV(ring_awaddr, 40)                                                                          \
    OUT(ring_awlen, 8)                                                                             \
    OUT(ring_wvalid, 1)                                                                            \
    IN(ring_wready, 1)                                                                             \
    OUTV(ring_wdata, 256)                                                                          \
    OUT(ring_wstrb, 32)                                                                            \
    OUT(ring_wlast, 1)                                                                             \
    IN(ring_bvalid, 1)                                                                             \
    OUT(ring_bready, 1)                                                                            \
    IN(ring_bid, 1)                                                                                \
    IN(ring_bresp, 2)                                                                              \
    OUT(idx_arvalid, 1)                                                                            \
    IN(idx_arready, 1)                                                                             \
    OUTV(idx_araddr, 40)                                                                           \
    OUT(idx_arlen, 8)                                                                              \
    IN(idx_rvalid, 1)                                                                              \
    OUT(idx_rready, 1)                                                                             \
    INV(idx_rdata, 256)                                                                            \
    IN(idx_rresp, 2)                                                                               \
    IN(idx_rlast, 1)                                                                               \
    OUT(idx_awvalid, 1)                                                                            \
    IN(idx_awready, 1)                                                                             \
    OUTV(idx_awaddr, 40)                                                                           \
    OUT(idx_awlen, 8)                                                                              \
    OUT(idx_wvalid, 1)                                                                             \
    IN(idx_wready, 1)                                                                              \
    OUTV(idx_wdata, 256)                                                                           \
    OUT(idx_wstrb, 32)                                                                             \
    OUT(idx_wlast, 1)                                                                              \
    IN(idx_bvalid, 1)                                                                              \
    OUT(idx_bready, 1)                                                                             \
    IN(idx_bresp, 2)                                                                               \
    OUT(out_avalid, 1)                                                                             \
    IN(out_aready, 1)                                                                              \
    OUTV(out_aaddr, 40)                                                                            \
    OUT(out_tvalid, 1)                                                                             \
    IN(out_tready, 1)                                                                              \
    OUTV(out_tdata, 256)                                                                           \
    OUT(out_tlast, 1)                                                                              \
    OUT(out_tuser, 1)                                                                              \
    IN(out_bvalid, 1)                                                                              \
    OUT(out_bready, 1)                                                                             \
    IN(out_berr, 1)                                                                                \
    OUT(in_avalid, 1)                                                                              \
    IN(in_aready, 1)                                                                               \
    OUTV(in_aaddr, 40)                                                                             \
    OUTV(in_abeats, 36)                                                                            \
    IN(in_tvalid, 1)                                                                               \
    OUT(in_tready, 1)                                                                              \
    INV(in_tdata, 256)                                                                             \
    IN(in_tuser, 1)                                                                                \
    OUT(in_drop, 1)                                                                                \
    OUT(dev_arvalid, LP_CDMA_CHANNELS)                                                             \
    IN(dev_arready, LP_CDMA_CHANNELS)                                                              \
    OUTV(dev_araddr, 40 * LP_CDMA_CHANNELS)                                                        \
    OUTV(dev_arlen, 8 * LP_CDMA_CHANNELS)                                                          \
    IN(dev_rvalid, LP_CDMA_CHANNELS)                                                               \
    OUT(dev_rready, LP_CDMA_CHANNELS)                                                              \
    INV(dev_rdata, 256 * LP_CDMA_CHANNELS)                                                         \
    INV(dev_rresp, 2 * LP_CDMA_CHANNELS)                                                           \
    IN(dev_rlast, LP_CDMA_CHANNELS)                                                                \
    OUT(dev_awvalid, LP_CDMA_CHANNELS)                                                             \
    IN(dev_awready, LP_CDMA_CHANNELS)                                                              \
    OUTV(dev_awaddr, 40 * LP_CDMA_CHANNELS)                                                        \
    OUTV(dev_awlen, 8 * LP_CDMA_CHANNELS)                                                          \
    OUT(dev_wvalid, LP_CDMA_CHANNELS)                                                              \
    IN(dev_wready, LP_CDMA_CHANNELS)                                                               \
    OUTV(dev_wdata, 256 * LP_CDMA_CHANNELS)                                                        \
    OUTV(dev_wstrb, 32 * LP_CDMA_CHANNELS)                                                         \
    OUT(dev_wlast, LP_CDMA_CHANNELS)                                                               \
    IN(dev_bvalid, LP_CDMA_CHANNELS)                                                               \
    OUT(dev_bready, LP_CDMA_CHANNELS)                                                              \
    INV(dev_bresp, 2 * LP_CDMA_CHANNELS)

LP_UNIT_STRUCTS(cdma_core, LP_CDMA_CORE_PORTS)

#endif
