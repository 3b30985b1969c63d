/* SPDX-License-Identifier: Apache-2.0 */
/* BPC's row: see common/codec.h. */
#include <string.h>

#include "../common/codec.h"
#include "bpc_cycle.h"

_Static_assert(LP_BPC_ENC_STATE <= LPI_CODEC_ENC_STATE, "raise LPI_CODEC_ENC_STATE");
_Static_assert(LP_BPC_DEC_STATE <= LPI_CODEC_DEC_STATE, "raise LPI_CODEC_DEC_STATE");

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

static struct lp_bpc_enc_in enc_in(const struct lpi_codec_enc_in *in)
{
    struct lp_bpc_enc_in bpc = {.s_valid = in->s_valid, .m_ready = in->m_ready};
    memcpy(bpc.s_data, in->s_data, sizeof bpc.s_data);
    return bpc;
}

static void enc_eval(const void *state, unsigned elem, const struct lpi_codec_enc_in *in,
                     struct lpi_codec_enc_out *out)
{
    struct lp_bpc_enc_in bpc_in = enc_in(in);
    struct lp_bpc_enc_out bpc;
    (void)elem;
    lp_bpc_enc_unit.eval(state, &bpc_in, &bpc);
    out->s_ready = bpc.s_ready;
    out->m_valid = bpc.m_valid;
    out->m_mem = true;
    out->m_last = bpc.m_last;
    out->m_count = 0;
    out->m_size = (uint16_t)bpc.m_size;
    out->m_sectors = (uint16_t)bpc.m_sectors;
    if (bpc.m_valid)
        memcpy(out->m_data, bpc.m_data, sizeof out->m_data);
}

static void enc_tick(void *state, const struct lpi_codec_enc_in *in)
{
    struct lp_bpc_enc_in bpc_in = enc_in(in);
    lp_bpc_enc_unit.tick(state, &bpc_in);
}

static struct lp_bpc_dec_in dec_in(const struct lpi_codec_dec_in *in)
{
    struct lp_bpc_dec_in bpc = {.s_valid = in->s_valid,
                                .s_last = in->s_last,
                                .s_sectors = in->s_sectors,
                                .m_ready = in->m_ready};
    memcpy(bpc.s_data, in->s_data, sizeof bpc.s_data);
    return bpc;
}

static void dec_eval(const void *state, const struct lpi_codec_dec_in *in,
                     struct lpi_codec_dec_out *out)
{
    struct lp_bpc_dec_in bpc_in = dec_in(in);
    struct lp_bpc_dec_out bpc;
    lp_bpc_dec_unit.eval(state, &bpc_in, &bpc);
    out->s_ready = bpc.s_ready;
    out->m_valid = bpc.m_valid;
    out->m_last = bpc.m_last;
    out->m_err = bpc.m_err;
    out->idle = false;
    if (bpc.m_valid)
        memcpy(out->m_data, bpc.m_data, sizeof out->m_data);
}

static void dec_tick(void *state, const struct lpi_codec_dec_in *in)
{
    struct lp_bpc_dec_in bpc_in = dec_in(in);
    lp_bpc_dec_unit.tick(state, &bpc_in);
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
    .enc = {&lp_bpc_enc_unit, enc_eval, enc_tick},
    .dec = {&lp_bpc_dec_unit, dec_eval, dec_tick},
};
