/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_buf, declared once (see common/unit.h); widths are those with 8 channels. Its
 * streams: docs/reference/units/cdma.md, "The streams of the ports".
 */
#ifndef LP_CDMA_BUF_PORTS_H
#define LP_CDMA_BUF_PORTS_H

#include "../common/unit.h"

/*
 * b: flits that arrive. t: a launch takes credits of its channel. credit: channels that a launch
 * may take. o: the order of groups. m: flits in that order, and markers (none).
 */
#define LP_CDMA_BUF_PORTS(IN, OUT, INV, OUTV)                                                      \
    IN(b_valid, 1)                                                                                 \
    IN(b_channel, 3)                                                                               \
    INV(b_data, 256)                                                                               \
    IN(b_last, 1)                                                                                  \
    IN(b_bytes, 6)                                                                                 \
    IN(b_zeros, 8)                                                                                 \
    IN(b_err, 1)                                                                                   \
    IN(t_valid, 1)                                                                                 \
    IN(t_channel, 3)                                                                               \
    OUT(credit, 8)                                                                                 \
    IN(o_valid, 1)                                                                                 \
    OUT(o_ready, 1)                                                                                \
    IN(o_channel, 3)                                                                               \
    IN(o_none, 1)                                                                                  \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_bytes, 6)                                                                                \
    OUT(m_zeros, 8)                                                                                \
    OUT(m_err, 1)                                                                                  \
    OUT(m_none, 1)                                                                                 \
    OUT(held, 16)                                                                                  \
    OUT(want, 8)

LP_UNIT_STRUCTS(cdma_buf, LP_CDMA_BUF_PORTS)

#endif
