/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC's row: see common/codec.h. */
#include <string.h>

#include "../common/codec.h"
#include "zvc_cycle.h"

_Static_assert(LP_ZVC_ENC_STATE <= LPI_CODEC_ENC_STATE, "raise LPI_CODEC_ENC_STATE");
_Static_assert(LP_ZVC_DEC_STATE <= LPI_CODEC_DEC_STATE, "raise LPI_CODEC_DEC_STATE");

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

static struct lp_zvc_enc_in enc_in(const struct lpi_codec_enc_in *in)
{
    struct lp_zvc_enc_in zvc = {.s_valid = in->s_valid,
                                .s_mem = in->s_mem,
                                .s_last = in->s_last,
                                .m_ready = in->m_ready};
    memcpy(zvc.s_data, in->s_data, sizeof zvc.s_data);
    return zvc;
}

static void enc_eval(const void *state, unsigned elem, const struct lpi_codec_enc_in *in,
                     struct lpi_codec_enc_out *out)
{
    struct lp_zvc_enc_in zvc_in = enc_in(in);
    struct lp_zvc_enc_out zvc;
    lp_zvc_enc_unit.eval(state, &zvc_in, &zvc);
    out->s_ready = zvc.s_ready;
    out->m_valid = zvc.m_valid;
    out->m_mem = zvc.m_mem;
    out->m_last = zvc.m_last;
    out->m_count = (uint16_t)zvc.m_count;
    out->m_size = (uint16_t)(zvc.m_size * elem);
    out->m_sectors = (uint16_t)zvc.m_sectors;
    if (zvc.m_valid)
        memcpy(out->m_data, zvc.m_data, sizeof out->m_data);
}

static void enc_tick(void *state, const struct lpi_codec_enc_in *in)
{
    struct lp_zvc_enc_in zvc_in = enc_in(in);
    lp_zvc_enc_unit.tick(state, &zvc_in);
}

static struct lp_zvc_dec_in dec_in(const struct lpi_codec_dec_in *in)
{
    struct lp_zvc_dec_in zvc = {.s_valid = in->s_valid,
                                .s_mem = in->s_mem,
                                .s_last = in->s_last,
                                .s_count = in->s_count,
                                .s_sectors = in->s_sectors,
                                .m_ready = in->m_ready};
    memcpy(zvc.s_data, in->s_data, sizeof zvc.s_data);
    return zvc;
}

static void dec_eval(const void *state, const struct lpi_codec_dec_in *in,
                     struct lpi_codec_dec_out *out)
{
    struct lp_zvc_dec_in zvc_in = dec_in(in);
    struct lp_zvc_dec_out zvc;
    lp_zvc_dec_unit.eval(state, &zvc_in, &zvc);
    out->s_ready = zvc.s_ready;
    out->m_valid = zvc.m_valid;
    out->m_last = zvc.m_last;
    out->m_err = zvc.m_err;
    out->idle = zvc.idle;
    if (zvc.m_valid)
        memcpy(out->m_data, zvc.m_data, sizeof out->m_data);
}

static void dec_tick(void *state, const struct lpi_codec_dec_in *in)
{
    struct lp_zvc_dec_in zvc_in = dec_in(in);
    lp_zvc_dec_unit.tick(state, &zvc_in);
}

const struct lpi_codec lpi_codec_zvc = {
    .name = "zvc",
    .id = 1,
    .elems = LP_ELEM_8 + LP_ELEM_16 + LP_ELEM_32,
    .packed = 1,
    .paths = 1,
    .bound = lp_zvc_bound,
    .encode = encode,
    .decode = decode,
    .bits = bits,
    .encode_entry = encode_entry,
    .decode_entry = lp_zvc_decode_entry,
    .line_bits = line_bits,
    .stream = true,
    .enc = {&lp_zvc_enc_unit, enc_eval, enc_tick},
    .dec = {&lp_zvc_dec_unit, dec_eval, dec_tick},
};
