/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the ZVC units, declared once (see common/unit.h). The encoder's m side and the decoder's
 * s side carry the same fields, so the two connect name by name.
 */
#ifndef LP_ZVC_PORTS_H
#define LP_ZVC_PORTS_H

#include "../common/unit.h"

/*
 * s: sectors of raw lines, four per line.  mem and last are read with the fourth: mem = the line is
 *    a memory entry (record padded to sectors, raw above 96 bytes); else it joins the packed
 *    stream, which ends with this line if last.
 * m: compressed beats.  last = last beat of the entry or of the stream; count = elements in this
 *    beat; size = elements in the line's record, sectors = 0 (zero line) .. 4 (raw), of the entry
 *    (both hold for all its beats; in a stream only mem, last and count are defined).
 * l: one cycle per line, when its first sector leaves for the output: size and sectors as above,
 *    for stream lines too (no handshake).
 */
#define LP_ZVC_ENC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_mem, 1)                                                                                   \
    IN(s_last, 1)                                                                                  \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_mem, 1)                                                                                  \
    OUT(m_last, 1)                                                                                 \
    OUT(m_count, 6)                                                                                \
    OUT(m_size, 8)                                                                                 \
    OUT(m_sectors, 3)                                                                              \
    OUT(l_valid, 1)                                                                                \
    OUT(l_size, 8)                                                                                 \
    OUT(l_sectors, 3)

/*
 * s: compressed beats as sent by the encoder's m side; sectors, the same for all beats of an
 *    entry, only tells zero (0) and raw (4) from compressed (1..3); a zero line is one beat.
 * m: sectors of raw lines, four per line; last = the fourth; err (with last): the line is bad; end
 *    (with last): no line of its entry or stream follows.
 * idle: the unit holds no beat and no line.
 */
#define LP_ZVC_DEC_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_mem, 1)                                                                                   \
    IN(s_last, 1)                                                                                  \
    IN(s_count, 6)                                                                                 \
    IN(s_sectors, 3)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)                                                                                  \
    OUT(m_end, 1)                                                                                  \
    OUT(idle, 1)

/*
 * The same for ZVC-16 and XZVC-16, memory entries only. filter, read with a line's first sector, or
 * with the first of its entry: the line is filtered, XZVC.
 */
#define LP_XZVC_ENC_PORTS(IN, OUT, INV, OUTV)                                                      \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_filter, 1)                                                                                \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_filter, 1)                                                                               \
    OUT(m_last, 1)                                                                                 \
    OUT(m_size, 8)                                                                                 \
    OUT(m_sectors, 3)

#define LP_XZVC_DEC_PORTS(IN, OUT, INV, OUTV)                                                      \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_filter, 1)                                                                                \
    IN(s_last, 1)                                                                                  \
    IN(s_sectors, 3)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)

/* The compaction network's control and data (widths for 8-bit elements, the largest). */
#define LP_ZVC_SWITCH_PORTS(IN, OUT, INV, OUTV) IN(flag, 32) IN(start, 5) OUTV(sw, 80) OUT(count, 6)

#define LP_ZVC_OMEGA_PORTS(IN, OUT, INV, OUTV) INV(data, 256) INV(sw, 80) OUTV(data, 256)

LP_UNIT_STRUCTS(zvc_switch, LP_ZVC_SWITCH_PORTS)
LP_UNIT_STRUCTS(zvc_omega, LP_ZVC_OMEGA_PORTS)
LP_UNIT_STRUCTS(zvc_enc, LP_ZVC_ENC_PORTS)
LP_UNIT_STRUCTS(zvc_dec, LP_ZVC_DEC_PORTS)
LP_UNIT_STRUCTS(xzvc_enc, LP_XZVC_ENC_PORTS)
LP_UNIT_STRUCTS(xzvc_dec, LP_XZVC_DEC_PORTS)

#endif
