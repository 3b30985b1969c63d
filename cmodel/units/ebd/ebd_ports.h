/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the EBD units, declared once (see common/unit.h). */
#ifndef LP_EBD_PORTS_H
#define LP_EBD_PORTS_H

#include "../common/unit.h"

/*
 * s: sectors of raw lines, four per line.
 * m: the line's memory entry; last = its last beat; size = bytes of the line's record, 128 without
 *    one; sectors = 0 (zero line, one beat) .. 4 (raw); both are the same for all beats of an
 *    entry.
 * l: one cycle per line, before its first beat leaves: size and sectors as above (no handshake).
 */
#define LP_EBD_ENC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_size, 8)                                                                                 \
    OUT(m_sectors, 3)                                                                              \
    OUT(l_valid, 1)                                                                                \
    OUT(l_size, 8)                                                                                 \
    OUT(l_sectors, 3)

/* Those of lp_ebd_enc. */
#define LP_EBD_SERIAL_PORTS LP_EBD_ENC_PORTS

/*
 * s: entries as sent by the encoder's m side; sectors is read with an entry's first beat and
 *    only tells zero (0) and raw (4) from compressed (1..3); a zero line is one beat. With ZVC = 1
 *    sectors is not read, and all entries are compressed; zvc: by ZVC, or filtered by XZVC.
 * m: sectors of raw lines, four per line; last = the fourth; err (with last): the line is bad.
 */
#define LP_EBD_DEC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_last, 1)                                                                                  \
    IN(s_sectors, 3)                                                                               \
    IN(s_zvc, 1)                                                                                   \
    IN(s_filter, 1)                                                                                \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)

LP_UNIT_STRUCTS(ebd_enc, LP_EBD_ENC_PORTS)
LP_UNIT_STRUCTS(ebd_serial, LP_EBD_SERIAL_PORTS)
LP_UNIT_STRUCTS(ebd_dec, LP_EBD_DEC_PORTS)

#endif
