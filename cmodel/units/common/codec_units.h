/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cycle models of a codec that the hardware has, in one row, and the ports that all codecs have
 * in common. Not installed.
 */
#ifndef LPI_CODEC_UNITS_H
#define LPI_CODEC_UNITS_H

#include <stdbool.h>

#include "unit.h"

/* Room for the state of any codec's encoder and decoder, and for the in or out struct of either. */
#define LPI_CODEC_ENC_STATE 8192
#define LPI_CODEC_DEC_STATE 1024
#define LPI_CODEC_STRUCT 128

/*
 * The ports that all encoders have in common, with the meaning of those of lp_codec_enc
 * (codec_ports.h): mem and last are for codecs with packed streams; for others m_mem is 1 and
 * m_count 0. The fields are narrower than the units' own, so that they are copied one by one: a
 * vector load directly after narrower stores to the same bytes would stall.
 */
struct lpi_codec_enc_in {
    bool s_valid, s_mem, s_last, m_ready;
    const uint32_t *s_data; /* a sector */
};
struct lpi_codec_enc_out {
    bool s_ready, m_valid, m_mem, m_last;
    uint16_t m_count, m_size, m_sectors; /* size in bits */
    const uint32_t *m_data;              /* a sector, in the unit's struct */
};

/*
 * The same for decoders; end, with m_last: no line of the stream follows, for others always 1;
 * byte, for codecs with announced records: that in which the line's record ends; idle, for codecs
 * with packed streams: the unit is empty.
 */
struct lpi_codec_dec_in {
    bool s_valid, s_mem, s_last, m_ready;
    uint8_t s_count, s_sectors;
    const uint32_t *s_data;
};
struct lpi_codec_dec_out {
    bool s_ready, m_valid, m_last, m_err, end, idle;
    uint8_t byte;
    const uint32_t *m_data;
};

/*
 * A cycle model, and the conversions of those ports to its in struct and from its out struct; elem:
 * bits of an element.
 */
struct lpi_codec_encoder {
    const struct lp_unit *unit;
    void (*put)(void *unit_in, const struct lpi_codec_enc_in *in);
    void (*get)(const void *unit_out, unsigned elem, struct lpi_codec_enc_out *out);
};
struct lpi_codec_decoder {
    const struct lp_unit *unit;
    void (*put)(void *unit_in, const struct lpi_codec_dec_in *in);
    void (*get)(const void *unit_out, struct lpi_codec_dec_out *out);
};

struct lpi_codec_units {
    bool stream; /* packed streams are also supported */
    struct lpi_codec_encoder enc;
    struct lpi_codec_decoder dec;
};

#endif
