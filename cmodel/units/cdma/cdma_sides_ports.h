/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of ports shared by several units of the DMA engine, seen from its core. */
#ifndef LP_CDMA_SIDES_PORTS_H
#define LP_CDMA_SIDES_PORTS_H

#include "../axi/axi_sides_ports.h"

#define LP_CDMA_CHANNELS 8 /* largest number of channels */

/* Registers, AXI4-Lite, and the interrupt. */
#define LP_CDMA_CSR_PORTS(IN, OUT, INV, OUTV)                                                      \
    LP_AXIL_FAR(IN, OUT, csr_, 12)                                                                 \
    OUT(irq, 1)

/* The AXI4 port to host memory. */
#define LP_CDMA_HOST_AXI LP_AXI_MASTER

/* AXI4 to the index in device memory. */
#define LP_CDMA_IDX_PORTS(IN, OUT, INV, OUTV)                                                      \
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
    IN(idx_bresp, 2)

/* The link: for each direction a command (a) and beats (t), for out a response (b). */
#define LP_CDMA_LINK_PORTS(IN, OUT, INV, OUTV)                                                     \
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
    OUT(in_drop, 1)

/* AXI4 to device memory, the channels' ports side by side. */
#define LP_CDMA_DEV_PORTS(IN, OUT, INV, OUTV)                                                      \
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

#endif
