/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_xbar, declared once (see common/unit.h); widths are those with 8 channels. Its
 * streams: docs/reference/units/cdma.md, "The streams of the ports".
 */
#ifndef LP_CDMA_XBAR_PORTS_H
#define LP_CDMA_XBAR_PORTS_H

#include "../common/unit.h"

#define LP_CDMA_XBAR_CHANNELS 8 /* most */

/*
 * a, cg, cp, d: the channels' signals, channel c in field c; payload out is common to all. b:
 * flits, round robin. g, p: requests and flits to be written, to channel g_channel, p_channel. k:
 * completed groups, round robin.
 */
#define LP_CDMA_XBAR_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(a_valid, LP_CDMA_XBAR_CHANNELS)                                                             \
    OUT(a_ready, LP_CDMA_XBAR_CHANNELS)                                                            \
    INV(a_data, LP_CDMA_XBAR_CHANNELS * 256)                                                       \
    IN(a_last, LP_CDMA_XBAR_CHANNELS)                                                              \
    INV(a_bytes, LP_CDMA_XBAR_CHANNELS * 6)                                                        \
    INV(a_zeros, LP_CDMA_XBAR_CHANNELS * 8)                                                        \
    IN(a_err, LP_CDMA_XBAR_CHANNELS)                                                               \
    IN(want, LP_CDMA_XBAR_CHANNELS)                                                                \
    OUT(b_valid, 1)                                                                                \
    OUT(b_channel, 3)                                                                              \
    OUTV(b_data, 256)                                                                              \
    OUT(b_last, 1)                                                                                 \
    OUT(b_bytes, 6)                                                                                \
    OUT(b_zeros, 8)                                                                                \
    OUT(b_err, 1)                                                                                  \
    IN(g_valid, 1)                                                                                 \
    OUT(g_ready, 1)                                                                                \
    IN(g_channel, 3)                                                                               \
    IN(g_group, 31)                                                                                \
    IN(g_sectors, 5)                                                                               \
    IN(g_codec, 4)                                                                                 \
    OUT(cg_valid, LP_CDMA_XBAR_CHANNELS)                                                           \
    IN(cg_ready, LP_CDMA_XBAR_CHANNELS)                                                            \
    OUT(cg_group, 31)                                                                              \
    OUT(cg_sectors, 5)                                                                             \
    OUT(cg_codec, 4)                                                                               \
    IN(p_valid, 1)                                                                                 \
    OUT(p_ready, 1)                                                                                \
    IN(p_channel, 3)                                                                               \
    INV(p_data, 256)                                                                               \
    IN(p_last, 1)                                                                                  \
    IN(p_bytes, 6)                                                                                 \
    IN(p_group, 31)                                                                                \
    IN(p_sectors, 5)                                                                               \
    IN(p_codec, 4)                                                                                 \
    OUT(cp_valid, LP_CDMA_XBAR_CHANNELS)                                                           \
    IN(cp_ready, LP_CDMA_XBAR_CHANNELS)                                                            \
    OUTV(cp_data, 256)                                                                             \
    OUT(cp_last, 1)                                                                                \
    OUT(cp_bytes, 6)                                                                               \
    OUT(cp_group, 31)                                                                              \
    OUT(cp_sectors, 5)                                                                             \
    OUT(cp_codec, 4)                                                                               \
    IN(d_valid, LP_CDMA_XBAR_CHANNELS)                                                             \
    OUT(d_ready, LP_CDMA_XBAR_CHANNELS)                                                            \
    INV(d_group, LP_CDMA_XBAR_CHANNELS * 31)                                                       \
    INV(d_zeros, LP_CDMA_XBAR_CHANNELS * 8)                                                        \
    IN(d_err, LP_CDMA_XBAR_CHANNELS * 2)                                                           \
    OUT(k_valid, 1)                                                                                \
    OUT(k_group, 31)                                                                               \
    OUT(k_zeros, 8)                                                                                \
    OUT(k_err, 2)

LP_UNIT_STRUCTS(cdma_xbar, LP_CDMA_XBAR_PORTS)

#endif
