/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_pack, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_PACK_PORTS_H
#define LP_CDMA_PACK_PORTS_H

#include "../common/unit.h"

/*
 * j: size of the host buffer in bytes, index requested. s: flits of groups, none: the end of the
 * job. m: beats to the link; bad: a closing beat without data. x: index entries, end: no more. r:
 * result.
 */
#define LP_CDMA_PACK_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(j_valid, 1)                                                                                 \
    OUT(j_ready, 1)                                                                                \
    INV(j_room, 41)                                                                                \
    IN(j_index, 1)                                                                                 \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_last, 1)                                                                                  \
    IN(s_bytes, 6)                                                                                 \
    IN(s_zeros, 8)                                                                                 \
    IN(s_err, 1)                                                                                   \
    IN(s_none, 1)                                                                                  \
    IN(kill, 1)                                                                                    \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_bad, 1)                                                                                  \
    OUT(x_valid, 1)                                                                                \
    IN(x_ready, 1)                                                                                 \
    OUT(x_bytes, 16)                                                                               \
    OUT(x_end, 1)                                                                                  \
    OUT(r_valid, 1)                                                                                \
    IN(r_ready, 1)                                                                                 \
    OUTV(r_bytes, 41)                                                                              \
    OUTV(r_zeros, 38)                                                                              \
    OUT(r_bad, 32)                                                                                 \
    OUT(r_status, 4)                                                                               \
    OUT(stop, 1)

LP_UNIT_STRUCTS(cdma_pack, LP_CDMA_PACK_PORTS)

#endif
