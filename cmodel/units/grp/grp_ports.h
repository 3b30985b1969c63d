/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the GRP-16 units, declared once (see common/unit.h). */
#ifndef LP_GRP_PORTS_H
#define LP_GRP_PORTS_H

#include "../common/unit.h"

/*
 * s: entries of groups: fields, then payload; of a raw group its 16 sectors; of a group of zeros
 *    one beat that is not read. state is that of the group's metadata and table the 11 exponents
 *    that its table has, the first lowest; both are read with an entry's first beat.
 * m: sectors of raw groups, 16 per group; last = the sixteenth; err (with last): the group is bad.
 */
#define LP_GRP_DEC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_last, 1)                                                                                  \
    IN(s_state, 4)                                                                                 \
    INV(s_table, 88)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)

/*
 * s: sectors of raw groups, 16 per group; table, the 11 exponents as above, is read with the first.
 * m: entries as the decoder's s takes them; last = the last beat; state is that of the group, with
 *    all beats of its entry.
 */
#define LP_GRP_ENC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    INV(s_table, 88)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_state, 4)

LP_UNIT_STRUCTS(grp_dec, LP_GRP_DEC_PORTS)
LP_UNIT_STRUCTS(grp_enc, LP_GRP_ENC_PORTS)

#endif
