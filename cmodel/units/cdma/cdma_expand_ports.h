/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_expand, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_EXPAND_PORTS_H
#define LP_CDMA_EXPAND_PORTS_H

#include "../common/unit.h"

#define LP_CDMA_SECTORS 35 /* bits of a number of sectors, at most */

/*
 * i: groups: the number of sectors of each, and its codec (0 ZVC, 1 BPC, others raw), before or
 *    with its first flit.
 * s: flits of their stored form; last = the group's last, with its bytes (1..32). m: exactly that
 * number of sectors for each; last = the group's last. e: once per group: err = it is corrupt; bad
 * = the first sector of the line with the fault.
 */
#define LP_CDMA_EXPAND_PORTS(IN, OUT, INV, OUTV)                                                   \
    IN(i_valid, 1)                                                                                 \
    OUT(i_ready, 1)                                                                                \
    INV(i_sectors, LP_CDMA_SECTORS)                                                                \
    IN(i_codec, 4)                                                                                 \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_last, 1)                                                                                  \
    IN(s_bytes, 6)                                                                                 \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(e_valid, 1)                                                                                \
    IN(e_ready, 1)                                                                                 \
    OUT(e_err, 1)                                                                                  \
    OUTV(e_bad, LP_CDMA_SECTORS)

LP_UNIT_STRUCTS(cdma_expand, LP_CDMA_EXPAND_PORTS)

#endif
