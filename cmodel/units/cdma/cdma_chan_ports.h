/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_chan, declared once (see common/unit.h). AXI channels have their own names. Its
 * streams: docs/reference/units/cdma.md, "The streams of the ports".
 */
#ifndef LP_CDMA_CHAN_PORTS_H
#define LP_CDMA_CHAN_PORTS_H

#include "../common/unit.h"

#define LP_CDMA_GROUP_W 31 /* bits of a group's number: address / 512 */
#define LP_CDMA_ADDR_W 40

/*
 * g: groups to read; a: flits of their stored form, as at m of lp_cdma_shrink.
 * p: flits of stored groups, with group, sectors and codec in each flit; d: a group is written: its
 *    zero words; err bit 0: memory error, bit 1: corrupt.
 * ar, r, aw, w, b: AXI4, one id.
 */
#define LP_CDMA_CHAN_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(g_valid, 1)                                                                                 \
    OUT(g_ready, 1)                                                                                \
    IN(g_group, LP_CDMA_GROUP_W)                                                                   \
    IN(g_sectors, 5)                                                                               \
    IN(g_codec, 4)                                                                                 \
    OUT(a_valid, 1)                                                                                \
    IN(a_ready, 1)                                                                                 \
    OUTV(a_data, 256)                                                                              \
    OUT(a_last, 1)                                                                                 \
    OUT(a_bytes, 6)                                                                                \
    OUT(a_zeros, 8)                                                                                \
    OUT(a_err, 1)                                                                                  \
    IN(p_valid, 1)                                                                                 \
    OUT(p_ready, 1)                                                                                \
    INV(p_data, 256)                                                                               \
    IN(p_last, 1)                                                                                  \
    IN(p_bytes, 6)                                                                                 \
    IN(p_group, LP_CDMA_GROUP_W)                                                                   \
    IN(p_sectors, 5)                                                                               \
    IN(p_codec, 4)                                                                                 \
    OUT(d_valid, 1)                                                                                \
    IN(d_ready, 1)                                                                                 \
    OUT(d_group, LP_CDMA_GROUP_W)                                                                  \
    OUT(d_zeros, 8)                                                                                \
    OUT(d_err, 2)                                                                                  \
    OUT(arvalid, 1)                                                                                \
    IN(arready, 1)                                                                                 \
    OUTV(araddr, LP_CDMA_ADDR_W)                                                                   \
    OUT(arlen, 8)                                                                                  \
    IN(rvalid, 1)                                                                                  \
    OUT(rready, 1)                                                                                 \
    INV(rdata, 256)                                                                                \
    IN(rresp, 2)                                                                                   \
    IN(rlast, 1)                                                                                   \
    OUT(awvalid, 1)                                                                                \
    IN(awready, 1)                                                                                 \
    OUTV(awaddr, LP_CDMA_ADDR_W)                                                                   \
    OUT(awlen, 8)                                                                                  \
    OUT(wvalid, 1)                                                                                 \
    IN(wready, 1)                                                                                  \
    OUTV(wdata, 256)                                                                               \
    OUT(wstrb, 32)                                                                                 \
    OUT(wlast, 1)                                                                                  \
    IN(bvalid, 1)                                                                                  \
    OUT(bready, 1)                                                                                 \
    IN(bresp, 2)

LP_UNIT_STRUCTS(cdma_chan, LP_CDMA_CHAN_PORTS)

#endif
