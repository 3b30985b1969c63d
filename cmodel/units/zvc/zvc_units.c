/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC's row of units: see common/codec_units.h. */
#include <string.h>

#include "../common/codec_units.h"
#include "zvc_cycle.h"

_Static_assert(LP_ZVC_ENC_STATE <= LPI_CODEC_ENC_STATE, "raise LPI_CODEC_ENC_STATE");
_Static_assert(LP_ZVC_DEC_STATE <= LPI_CODEC_DEC_STATE, "raise LPI_CODEC_DEC_STATE");
#define FITS(side) sizeof(struct lp_zvc_##side) <= LPI_CODEC_STRUCT
_Static_assert(FITS(enc_in) && FITS(enc_out) && FITS(dec_in) && FITS(dec_out),
               "raise LPI_CODEC_STRUCT");

extern const struct lpi_codec_units lpi_zvc_units;

static void enc_put(void *unit_in, const struct lpi_codec_enc_in *in)
{
    struct lp_zvc_enc_in *zvc = unit_in;
    zvc->s_valid = in->s_valid;
    memcpy(zvc->s_data, in->s_data, sizeof zvc->s_data);
    zvc->s_mem = in->s_mem;
    zvc->s_last = in->s_last;
    zvc->m_ready = in->m_ready;
}

static void enc_get(const void *unit_out, unsigned elem, struct lpi_codec_enc_out *out)
{
    const struct lp_zvc_enc_out *zvc = unit_out;
    out->s_ready = zvc->s_ready;
    out->m_valid = zvc->m_valid;
    out->m_mem = zvc->m_mem;
    out->m_last = zvc->m_last;
    out->m_count = (uint16_t)zvc->m_count;
    out->m_size = (uint16_t)(zvc->m_size * elem);
    out->m_sectors = (uint16_t)zvc->m_sectors;
    out->m_data = zvc->m_data;
}

static void dec_put(void *unit_in, const struct lpi_codec_dec_in *in)
{
    struct lp_zvc_dec_in *zvc = unit_in;
    zvc->s_valid = in->s_valid;
    memcpy(zvc->s_data, in->s_data, sizeof zvc->s_data);
    zvc->s_mem = in->s_mem;
    zvc->s_last = in->s_last;
    zvc->s_count = in->s_count;
    zvc->s_sectors = in->s_sectors;
    zvc->m_ready = in->m_ready;
}

static void dec_get(const void *unit_out, struct lpi_codec_dec_out *out)
{
    const struct lp_zvc_dec_out *zvc = unit_out;
    out->s_ready = zvc->s_ready;
    out->m_valid = zvc->m_valid;
    out->m_last = zvc->m_last;
    out->m_err = zvc->m_err;
    out->end = zvc->m_end;
    out->byte = 0;
    out->idle = zvc->idle;
    out->m_data = zvc->m_data;
}

const struct lpi_codec_units lpi_zvc_units = {
    .stream = true,
    .enc = {&lp_zvc_enc_unit, enc_put, enc_get},
    .dec = {&lp_zvc_dec_unit, dec_put, dec_get},
};
