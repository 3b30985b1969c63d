/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a codec is, in one row: its records for the command line and the framed file, and, where the
 * hardware has it, its memory entries and the cycle models of its units. Sizes are in bytes unless
 * they say bits; errors are enum lp_error. Not installed.
 */
#ifndef LPI_CODEC_H
#define LPI_CODEC_H

#include <linepress/linepress.h>
#include <stdbool.h>

#include "unit.h"

/* The largest window that data may be cut into. */
#define LPI_WINDOW_MAX ((size_t)65536)

/* Room for the state of any codec's encoder and decoder, and for the in or out struct of either. */
#define LPI_CODEC_ENC_STATE 8192
#define LPI_CODEC_DEC_STATE 1024
#define LPI_CODEC_STRUCT 128

/*
 * The ports that all encoders have in common, as those of lp_codec_enc (codec_ports.h): mem and
 * last are for codecs with packed streams; for others m_mem is 1 and m_count 0.  The fields are
 * narrower than the units' own, so that they are copied one by one: a vector load right after the
 * single stores that it reads would have to wait for them.
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

/* The same for decoders; idle, for codecs with packed streams: nothing is inside. */
struct lpi_codec_dec_in {
    bool s_valid, s_mem, s_last, m_ready;
    uint8_t s_count, s_sectors;
    const uint32_t *s_data;
};
struct lpi_codec_dec_out {
    bool s_ready, m_valid, m_last, m_err, idle;
    const uint32_t *m_data;
};

/*
 * A cycle model, how its in struct follows from those ports, and how they follow from its out
 * struct; elem: bits of an element.
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

struct lpi_codec {
    const char *name;
    uint8_t id;     /* in framed files; never reused */
    unsigned elems; /* the element widths it knows, as a sum of enum lp_elem */
    /* Records delimit themselves: windows follow each other without a length before each. */
    int packed;
    /* It has a code path for each enum lp_cpu. */
    int paths;
    /* What lasts from window to window; both NULL if nothing does. */
    int (*open)(size_t window, void **state);
    void (*close)(void *state);
    /* Most bytes that encode writes for `bytes` bytes. */
    size_t (*bound)(enum lp_elem elem, size_t bytes);
    /* One window of whole lines; if packed, any number of bytes. */
    int (*encode)(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes);
    /* The inverse: exactly src_bytes in and dst_bytes out, anything else is an error. */
    int (*decode)(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes);
    /* Size in bits of one window without encoding; NULL: 8 times what encode gives. */
    int (*bits)(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *bits);

    /* The rest is there if the hardware has the codec, and 0 if it is only compared. */

    /* A line's memory entry and back, as lp_zvc_encode_entry and lp_zvc_decode_entry. */
    void (*encode_entry)(enum lp_elem elem, const void *line, void *entry, unsigned *sectors);
    int (*decode_entry)(enum lp_elem elem, const void *entry, unsigned sectors, void *line);
    /* Bits of the line's record, exactly if they are at most 768: longer ones are not stored. */
    size_t (*line_bits)(enum lp_elem elem, const void *line);
    /* Its units also take packed streams. */
    bool stream;
    struct lpi_codec_encoder enc;
    struct lpi_codec_decoder dec;
};

#endif
