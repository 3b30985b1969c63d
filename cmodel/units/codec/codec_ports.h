/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_codec_enc and lp_codec_dec, declared once (see common/unit.h): every codec with one
 * sector interface. The encoder's m side and the decoder's s side carry the same fields.
 */
#ifndef LP_CODEC_PORTS_H
#define LP_CODEC_PORTS_H

#include "../common/unit.h"

/*
 * The codecs that the hardware has by themselves, by their numbers at s_codec and m_codec;
 * LP_CODEC_PORTS is their number.
 */
enum lp_codec_port { LP_CODEC_PORT_ZVC, LP_CODEC_PORT_BPC, LP_CODEC_PORTS };

/* Bits of a codec's number at a port. */
#define LP_CODEC_W (LP_CODEC_PORTS <= 2 ? 1 : LP_CODEC_PORTS <= 4 ? 2 : 3)

/* The codec selected by a number: one that names none selects codec 0 (lp_codec_select). */
static inline unsigned lp_codec_of(unsigned number)
{
    return number < LP_CODEC_PORTS ? number : 0;
}

/*
 * s: sectors of raw lines, four per line.  codec is read with a line's first sector, mem and last
 *    with its fourth.  Lines of a codec with packed streams (ZVC) are memory entries (mem) or join
 *    a stream, which ends with this line if last; lines of others are entries.  While a packed
 *    stream is open every line joins it: codec and mem are ignored.
 * m: compressed beats, in the order of the lines.  codec = that of the beats; last = last beat of
 *    the entry or of the stream; count = elements in this beat of a stream; size = bits of the
 *    entry's record (also when it is stored raw); sectors = those of the entry, 0 (zero line, still
 *    one beat) .. 4 (raw).
 */
#define LP_CODEC_ENC_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_codec, LP_CODEC_W)                                                                        \
    IN(s_mem, 1)                                                                                   \
    IN(s_last, 1)                                                                                  \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_codec, LP_CODEC_W)                                                                       \
    OUT(m_mem, 1)                                                                                  \
    OUT(m_last, 1)                                                                                 \
    OUT(m_count, 6)                                                                                \
    OUT(m_size, 11)                                                                                \
    OUT(m_sectors, 3)

/*
 * s: compressed beats as sent by the encoder's m side. codec, mem and sectors are read with the
 *    first beat of an entry or stream; sectors only tells zero (0) and raw (4) from compressed.
 * m: sectors of raw lines in order, four per line; last = the fourth; err (with last): it is bad.
 */
#define LP_CODEC_DEC_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_codec, LP_CODEC_W)                                                                        \
    IN(s_mem, 1)                                                                                   \
    IN(s_last, 1)                                                                                  \
    IN(s_count, 6)                                                                                 \
    IN(s_sectors, 3)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)

/*
 * Codecs mixed line by line: the value of codec at the ports below, and its bit in the parameter
 * CODECS. BEST, only at the encoder: the best of the built ones.
 */
enum lp_mixed_port {
    LP_MIXED_ZVC,
    LP_MIXED_BPC,
    LP_MIXED_XZVC,
    LP_MIXED_EBD,
    LP_MIXED_CODECS,
    LP_MIXED_BEST = LP_MIXED_CODECS
};

/*
 * quick: skip BPC for lines for which it is unlikely to be selected; constant outside reset. s:
 * sectors of raw lines, four per line; codec is read with the first, a number of no built codec
 * selects BEST.
 * m: the line's entry, in the order of the lines. codec = that of the entry, 0 for a zero or raw
 * line; size = bits of its record, 0 for a zero line, 1024 for a raw one; sectors = 0 (zero line,
 *    still one beat) .. 4 (raw). These are the same for all beats of an entry.
 */
#define LP_MIXED_ENC_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(quick, 1)                                                                                   \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_codec, 3)                                                                                 \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_codec, 2)                                                                                \
    OUT(m_last, 1)                                                                                 \
    OUT(m_size, 11)                                                                                \
    OUT(m_sectors, 3)

/*
 * s: memory entries; codec and sectors are read with the first beat, codec only of compressed ones.
 * m: sectors of raw lines in order, four per line; last = the fourth; err (with last): it is bad.
 */
#define LP_MIXED_DEC_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_codec, 2)                                                                                 \
    IN(s_last, 1)                                                                                  \
    IN(s_sectors, 3)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_err, 1)

LP_UNIT_STRUCTS(mixed_enc, LP_MIXED_ENC_PORTS)
LP_UNIT_STRUCTS(mixed_dec, LP_MIXED_DEC_PORTS)
LP_UNIT_STRUCTS(codec_enc, LP_CODEC_ENC_PORTS)
LP_UNIT_STRUCTS(codec_dec, LP_CODEC_DEC_PORTS)

#endif
