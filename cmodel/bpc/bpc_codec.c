/* SPDX-License-Identifier: Apache-2.0 */
/* BPC's row: see common/codec.h. */
#include <string.h>

#include "../common/codec.h"
#include "bpc_cycle.h"

_Static_assert(LP_BPC_ENC_STATE <= LPI_CODEC_ENC_STATE, "raise LPI_CODEC_ENC_STATE");
_Static_assert(LP_BPC_DEC_STATE <= LPI_CODEC_DEC_STATE, "raise LPI_CODEC_DEC_STATE");
#define FITS(side) sizeof(struct lp_bpc_##side) <= LPI_CODEC_STRUCT
_Static_assert(FITS(enc_in) && FITS(enc_out) && FITS(dec_in) && FITS(dec_out),
               "raise LPI_CODEC_STRUCT");

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

/* The streams' own bits: how records are rounded to bytes is the file's business. */
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
    lp_bpc_encode_entry(line, entry, sectors);
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

static void enc_put(void *unit_in, const struct lpi_codec_enc_in *in)
{
    struct lp_bpc_enc_in *bpc = unit_in;
    bpc->s_valid = in->s_valid;
    memcpy(bpc->s_data, in->s_data, sizeof bpc->s_data);
    bpc->m_ready = in->m_ready;
}

static void enc_get(const void *unit_out, unsigned elem, struct lpi_codec_enc_out *out)
{
    const struct lp_bpc_enc_out *bpc = unit_out;
    (void)elem;
    out->s_ready = bpc->s_ready;
    out->m_valid = bpc->m_valid;
    out->m_mem = true;
    out->m_last = bpc->m_last;
    out->m_count = 0;
    out->m_size = (uint16_t)bpc->m_size;
    out->m_sectors = (uint16_t)bpc->m_sectors;
    out->m_data = bpc->m_data;
}

static void dec_put(void *unit_in, const struct lpi_codec_dec_in *in)
{
    struct lp_bpc_dec_in *bpc = unit_in;
    bpc->s_valid = in->s_valid;
    memcpy(bpc->s_data, in->s_data, sizeof bpc->s_data);
    bpc->s_last = in->s_last;
    bpc->s_sectors = in->s_sectors;
    bpc->m_ready = in->m_ready;
}

static void dec_get(const void *unit_out, struct lpi_codec_dec_out *out)
{
    const struct lp_bpc_dec_out *bpc = unit_out;
    out->s_ready = bpc->s_ready;
    out->m_valid = bpc->m_valid;
    out->m_last = bpc->m_last;
    out->m_err = bpc->m_err;
    out->idle = false;
    out->m_data = bpc->m_data;
}

const struct lpi_codec lpi_codec_bpc = {
    .name = "bpc",
    .id = 6,
    .elems = LP_ELEM_32,
    .packed = 1,
    .paths = 1,
    .bound = bound,
    .encode = encode,
    .decode = decode,
    .bits = bits,
    .encode_entry = encode_entry,
    .decode_entry = decode_entry,
    .line_bits = line_bits,
    .enc = {&lp_bpc_enc_unit, enc_put, enc_get},
    .dec = {&lp_bpc_dec_unit, dec_put, dec_get},
};
