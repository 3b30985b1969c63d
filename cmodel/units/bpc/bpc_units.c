/* SPDX-License-Identifier: Apache-2.0 */
/* BPC's row of units: see common/codec_units.h. */
#include <string.h>

#include "../common/codec_units.h"
#include "bpc_cycle.h"

_Static_assert(LP_BPC_ENC_STATE <= LPI_CODEC_ENC_STATE, "raise LPI_CODEC_ENC_STATE");
_Static_assert(LP_BPC_DEC_STATE <= LPI_CODEC_DEC_STATE, "raise LPI_CODEC_DEC_STATE");
#define FITS(side) sizeof(struct lp_bpc_##side) <= LPI_CODEC_STRUCT
_Static_assert(FITS(enc_in) && FITS(enc_out) && FITS(dec_in) && FITS(dec_out),
               "raise LPI_CODEC_STRUCT");

extern const struct lpi_codec_units lpi_bpc_units;

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
    out->end = bpc->m_last;
    out->byte = (uint8_t)bpc->m_byte;
    out->idle = false;
    out->m_data = bpc->m_data;
}

const struct lpi_codec_units lpi_bpc_units = {
    .enc = {&lp_bpc_enc_unit, enc_put, enc_get},
    .dec = {&lp_bpc_dec_unit, dec_put, dec_get},
};
