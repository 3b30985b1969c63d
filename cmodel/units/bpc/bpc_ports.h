/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the BPC units, declared once (see common/unit.h). The encoder's m side and the decoder's
 * s side carry the same fields, so the two connect name by name.
 */
#ifndef LP_BPC_PORTS_H
#define LP_BPC_PORTS_H

#include "../common/unit.h"

/*
 * s: sectors of raw lines, four per line.
 * m: the line's memory entry, sector by sector.  last = its last sector; size = bits of the line's
 *    stream, 10..1089 (also when it is stored raw); sectors = 0 (zero line, still one beat), 1..3,
 *    4 (raw). size and sectors are the same for all beats of the entry.
 */
#define LP_BPC_ENC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_size, 11)                                                                                \
    OUT(m_sectors, 3)

/*
 * s: entries as sent by the encoder's m side; sectors is read with an entry's first beat and
 *    only tells zero (0) and raw (4) from compressed (1..3); a zero line is one beat.
 * m: sectors of raw lines, four per line; last = the fourth; err (with last): the line is bad; byte
 *    (with last): where a good compressed line's stream ends, counted from 0.
 */
#define LP_BPC_DEC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_last, 1)                                                                                  \
    IN(s_sectors, 3)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)                                                                                  \
    OUT(m_byte, 7)

/* The serial units have the ports of the others. */
#define LP_BPC_ENC_SERIAL_PORTS LP_BPC_ENC_PORTS
#define LP_BPC_DEC_SERIAL_PORTS LP_BPC_DEC_PORTS

/*
 * The corner-turn array: V vectors of 4 V bits in and out with each move. The widths are those with
 * V = 8, the largest.
 */
#define LP_BPC_TURN_PORTS(IN, OUT, INV, OUTV)                                                      \
    IN(move, 4)                                                                                    \
    IN(axis, 1)                                                                                    \
    IN(out_axis, 8)                                                                                \
    INV(data, 256)                                                                                 \
    OUTV(data, 256)                                                                                \
    OUTV(behind, 256)                                                                              \
    OUT(other, 32)

LP_UNIT_STRUCTS(bpc_enc, LP_BPC_ENC_PORTS)
LP_UNIT_STRUCTS(bpc_dec, LP_BPC_DEC_PORTS)
LP_UNIT_STRUCTS(bpc_enc_serial, LP_BPC_ENC_SERIAL_PORTS)
LP_UNIT_STRUCTS(bpc_dec_serial, LP_BPC_DEC_SERIAL_PORTS)
LP_UNIT_STRUCTS(bpc_turn, LP_BPC_TURN_PORTS)

#endif
