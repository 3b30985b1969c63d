/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A codec that writes each line as self-delimiting bits: makes the row of such a codec from two
 * functions on lines. A window is the concatenated bits of its lines, padded with zeros to a whole
 * byte. Not installed.
 */
#ifndef LPI_LINE_CODE_H
#define LPI_LINE_CODE_H

#include "bitstream.h"
#include "codec.h"

#define LPI_LINE_WORDS 32u

struct lpi_line_code {
    void (*put)(struct lpi_bits_out *out, const uint32_t *words);
    /* LP_OK, or LP_ERR_CORRUPT; the caller detects that the bits end early. */
    int (*get)(struct lpi_bits_in *in, uint32_t *words);
    unsigned most_bits; /* of a line */
};

size_t lpi_line_code_bound(const struct lpi_line_code *code, size_t bytes);
int lpi_line_code_encode(const struct lpi_line_code *code, const uint8_t *src, size_t bytes,
                         uint8_t *dst, size_t capacity, size_t *dst_bytes);
int lpi_line_code_decode(const struct lpi_line_code *code, const uint8_t *src, size_t src_bytes,
                         uint8_t *dst, size_t dst_bytes);
/* Bits of the lines, without the padding of the last byte. */
size_t lpi_line_code_bits(const struct lpi_line_code *code, const uint8_t *src, size_t bytes);

/* Defines lpi_codec_NAME, and its functions, from a struct lpi_line_code called NAME_code. */
#define LPI_LINE_CODEC(NAME)                                                                       \
    static size_t NAME##_bound(enum lp_elem elem, size_t bytes)                                    \
    {                                                                                              \
        (void)elem;                                                                                \
        return lpi_line_code_bound(&NAME##_code, bytes);                                           \
    }                                                                                              \
    static int NAME##_encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes,     \
                             uint8_t *dst, size_t capacity, size_t *dst_bytes)                     \
    {                                                                                              \
        (void)state, (void)elem;                                                                   \
        return lpi_line_code_encode(&NAME##_code, src, bytes, dst, capacity, dst_bytes);           \
    }                                                                                              \
    static int NAME##_decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes, \
                             uint8_t *dst, size_t dst_bytes)                                       \
    {                                                                                              \
        (void)state, (void)elem;                                                                   \
        return lpi_line_code_decode(&NAME##_code, src, src_bytes, dst, dst_bytes);                 \
    }                                                                                              \
    static int NAME##_bits(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes,       \
                           size_t *bits)                                                           \
    {                                                                                              \
        (void)state, (void)elem;                                                                   \
        *bits = lpi_line_code_bits(&NAME##_code, src, bytes);                                      \
        return LP_OK;                                                                              \
    }                                                                                              \
    const struct lpi_codec lpi_codec_##NAME = {                                                    \
        LPI_CODEC_IS(NAME),    .elems = LP_ELEM_32,     .elem = LP_ELEM_32,                        \
        .bound = NAME##_bound, .encode = NAME##_encode, .decode = NAME##_decode,                   \
        .bits = NAME##_bits,                                                                       \
    }

#endif
