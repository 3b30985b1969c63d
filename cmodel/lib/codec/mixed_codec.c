/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the codecs whose streams have a kind byte per line: EBD, and the best of all. */
#include "../../base/codec.h"

#define EBD_ALONE (1u << LP_AUTO_EBD)

static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return lp_auto_bound(bytes);
}

/* ---- EBD ---- */

static int ebd_encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes,
                      uint8_t *dst, size_t capacity, size_t *dst_bytes)
{
    (void)state;
    return lp_auto_compress(elem, EBD_ALONE, src, bytes, dst, capacity, dst_bytes);
}

static int ebd_decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                      uint8_t *dst, size_t dst_bytes)
{
    (void)state;
    return lp_auto_decompress(elem, EBD_ALONE, src, src_bytes, dst, dst_bytes);
}

/* The length of the records themselves, without the kind byte that a stream has before each. */
static int ebd_bits(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *out)
{
    (void)state, (void)elem;
    uint8_t of_line[64];
    *out = 0;
    for (size_t line = 0, n; line < lp_lines(bytes); line += n) {
        n = lp_lines(bytes) - line < 64 ? lp_lines(bytes) - line : 64;
        lp_ebd_sizes(src + line * LP_LINE_BYTES, n, of_line);
        for (size_t i = 0; i < n; i++)
            *out += 8 * (size_t)of_line[i];
    }
    return LP_OK;
}

static void ebd_encode_entry(enum lp_elem elem, const void *line, void *entry, unsigned *sectors)
{
    (void)elem;
    (void)lp_ebd_encode_entry(line, entry, sectors);
}

static int ebd_decode_entry(enum lp_elem elem, const void *entry, unsigned sectors, void *line)
{
    (void)elem;
    return lp_ebd_decode_entry(entry, sectors, line);
}

static size_t ebd_line_bits(enum lp_elem elem, const void *line)
{
    (void)elem;
    return 8 * lp_ebd_size(line);
}

const struct lpi_codec lpi_codec_ebd = {
    LPI_CODEC_IS(ebd),
    .elems = LP_ELEM_16,
    .elem = LP_ELEM_16,
    .packed = 1,
    .paths = 1,
    .bound = bound,
    .encode = ebd_encode,
    .decode = ebd_decode,
    .bits = ebd_bits,
    .encode_entry = ebd_encode_entry,
    .decode_entry = ebd_decode_entry,
    .line_bits = ebd_line_bits,
};

/* ---- the best of all; `elem` is ZVC's ---- */

static int auto_encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes,
                       uint8_t *dst, size_t capacity, size_t *dst_bytes)
{
    (void)state;
    return lp_auto_compress(elem, LP_AUTO_ALL, src, bytes, dst, capacity, dst_bytes);
}

static int auto_decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                       uint8_t *dst, size_t dst_bytes)
{
    (void)state;
    return lp_auto_decompress(elem, LP_AUTO_ALL, src, src_bytes, dst, dst_bytes);
}

/* The length of the records as memory would hold them, those with the fewest sectors. */
static int auto_bits(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *out)
{
    enum lp_auto_codec codec;
    size_t line_bits;
    (void)state;
    *out = 0;
    for (size_t at = 0; at < bytes; at += LP_LINE_BYTES, *out += line_bits) {
        int error = lp_auto_choose(elem, LP_AUTO_ALL, src + at, &codec, &line_bits);
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

const struct lpi_codec lpi_codec_auto = {
    LPI_CODEC_IS(auto),
    .elems = LP_ELEM_16 + LP_ELEM_32,
    .elem = LP_ELEM_16,
    .packed = 1,
    .paths = 1,
    .bound = bound,
    .encode = auto_encode,
    .decode = auto_decode,
    .bits = auto_bits,
};
