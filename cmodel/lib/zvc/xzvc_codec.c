/* SPDX-License-Identifier: Apache-2.0 */
/* XZVC's row of the codec table (base/codec.h). */
#include "../../base/codec.h"

extern const struct lpi_codec lpi_codec_xzvc;

static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return lp_xzvc_bound(bytes);
}

static int encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)state, (void)elem;
    return lp_xzvc_compress(src, bytes, dst, capacity, dst_bytes);
}

static int decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)state, (void)elem;
    return lp_xzvc_decompress(src, src_bytes, dst, dst_bytes);
}

static int bits(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *out)
{
    (void)state, (void)elem;
    size_t n;
    int error = lp_xzvc_size(src, bytes, &n);
    if (error == LP_OK)
        *out = 8 * n;
    return error;
}

static void encode_entry(enum lp_elem elem, const void *line, void *entry, unsigned *sectors)
{
    (void)elem;
    (void)lp_xzvc_encode_entry(line, entry, sectors);
}

static int decode_entry(enum lp_elem elem, const void *entry, unsigned sectors, void *line)
{
    (void)elem;
    return lp_xzvc_decode_entry(entry, sectors, line);
}

static size_t line_bits(enum lp_elem elem, const void *line)
{
    size_t bytes = 0;
    (void)elem;
    (void)lp_xzvc_size(line, LP_LINE_BYTES, &bytes);
    return 8 * bytes;
}

const struct lpi_codec lpi_codec_xzvc = {
    LPI_CODEC_IS(xzvc),
    .elems = LP_ELEM_16,
    .elem = LP_ELEM_16,
    .packed = 1,
    .paths = 1,
    .bound = bound,
    .encode = encode,
    .decode = decode,
    .bits = bits,
    .encode_entry = encode_entry,
    .decode_entry = decode_entry,
    .line_bits = line_bits,
};
