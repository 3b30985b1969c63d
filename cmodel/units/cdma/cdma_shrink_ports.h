/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_shrink, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_SHRINK_PORTS_H
#define LP_CDMA_SHRINK_PORTS_H

#include "../common/unit.h"

/*
 * i: a group, before its first sector or with it: sectors 1..16, codec 0 ZVC, 1 BPC, otherwise raw.
 * s: the groups' raw sectors; err: memory error.
 * m: flits of their stored form. last: the group's last; bytes in use; zeros: zero words in the raw
 *    sectors, and err: a sector had an error, both only with last.
 */
#define LP_CDMA_SHRINK_PORTS(IN, OUT, INV, OUTV)                                                   \
    IN(i_valid, 1)                                                                                 \
    OUT(i_ready, 1)                                                                                \
    IN(i_sectors, 5)                                                                               \
    IN(i_codec, 4)                                                                                 \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_err, 1)                                                                                   \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_bytes, 6)                                                                                \
    OUT(m_zeros, 8)                                                                                \
    OUT(m_err, 1)

LP_UNIT_STRUCTS(cdma_shrink, LP_CDMA_SHRINK_PORTS)

#endif
