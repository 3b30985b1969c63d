/* SPDX-License-Identifier: Apache-2.0 */
/* BPC's row of the codec table (base/codec.h). */
#include "../../base/codec.h"

extern const struct lpi_codec lpi_codec_bpc;

static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return lp_bpc_bound(bytes);
}

static int encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)state, (void)elem;
    return lp_bpc_compress(src, bytes, dst, capacity, dst_bytes);
}

static int decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)state, (void)elem;
    return lp_bpc_decompress(src, src_bytes, dst, dst_bytes);
}

/*
 * The length of the streams themselves; records of a file are rounded to bytes, which does not
 * count here.
 */
static int bits(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *out)
{
    (void)state, (void)elem;
    uint16_t of_line[64];
    *out = 0;
    for (size_t line = 0, n; line < lp_lines(bytes); line += n) {
        n = lp_lines(bytes) - line < 64 ? lp_lines(bytes) - line : 64;
        lp_bpc_sizes(src + line * LP_LINE_BYTES, n, of_line);
        for (size_t i = 0; i < n; i++)
            *out += of_line[i];
    }
    return LP_OK;
}

static void encode_entry(enum lp_elem elem, const void *line, void *entry, unsigned *sectors)
{
    (void)elem;
    (void)lp_bpc_encode_entry(line, entry, sectors);
}

static int decode_entry(enum lp_elem elem, const void *entry, unsigned sectors, void *line)
{
    (void)elem;
    return lp_bpc_decode_entry(entry, sectors, line);
}

static size_t line_bits(enum lp_elem elem, const void *line)
{
    (void)elem;
    return lp_bpc_size_bits(line);
}

const struct lpi_codec lpi_codec_bpc = {
    LPI_CODEC_IS(bpc),
    .elems = LP_ELEM_32,
    .elem = LP_ELEM_32,
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
