/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC's row of the codec table (base/codec.h). */
#include "../../base/codec.h"

extern const struct lpi_codec lpi_codec_zvc;

static int encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)state;
    return lp_zvc_compress(elem, src, bytes, dst, capacity, dst_bytes);
}

static int decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)state;
    return lp_zvc_decompress(elem, src, src_bytes, dst, dst_bytes);
}

static int bits(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *out)
{
    (void)state;
    size_t n;
    int error = lp_zvc_size(elem, src, bytes, &n);
    if (error == LP_OK)
        *out = 8 * n;
    return error;
}

static void encode_entry(enum lp_elem elem, const void *line, void *entry, unsigned *sectors)
{
    (void)lp_zvc_encode_entry(elem, line, entry, sectors);
}

static size_t line_bits(enum lp_elem elem, const void *line)
{
    size_t bytes = 0;
    (void)lp_zvc_size(elem, line, LP_LINE_BYTES, &bytes);
    return 8 * bytes;
}

const struct lpi_codec lpi_codec_zvc = {
    LPI_CODEC_IS(zvc),
    .elems = LP_ELEM_8 + LP_ELEM_16 + LP_ELEM_32,
    .elem = LP_ELEM_32,
    .packed = 1,
    .paths = 1,
    .bound = lp_zvc_bound,
    .encode = encode,
    .decode = decode,
    .bits = bits,
    .encode_entry = encode_entry,
    .decode_entry = lp_zvc_decode_entry,
    .line_bits = line_bits,
};
