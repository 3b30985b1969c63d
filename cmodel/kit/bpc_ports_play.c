/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers BPC's cases through its units' ports. */
#include "../units/bpc/bpc_ports.h"
#include "port_beats.h"

static bool bpc_enc_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_bpc_enc_in *q = ports;

    (void)values;
    if (number >= LP_LINE_SECTORS)
        return false;
    q->s_valid = 1;
    lpi_kit_put_beat(q->s_data, &in->field[0], number * BEAT);
    return true;
}

static bool bpc_enc_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_bpc_enc_in *i = in_ports;
    const struct lp_bpc_enc_out *o = out_ports;

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    if (o->m_sectors > 0)
        lpi_kit_append_beat(got, 0, o->m_data, LP_LINE_BYTES);
    lpi_kit_number(got, 1, o->m_sectors);
    lpi_kit_number(got, 2, o->m_size < LP_BPC_RAW_BITS ? o->m_size : LP_BPC_RAW_BITS);
    return o->m_last;
}

static bool bpc_dec_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_bpc_dec_in *q = ports;
    size_t beats = lpi_kit_entry_beats(&in->field[0]);

    (void)values;
    if (number >= beats)
        return false;
    q->s_valid = 1;
    q->s_last = number + 1 == beats;
    q->s_sectors = (uint32_t)in->field[1].number;
    lpi_kit_put_beat(q->s_data, &in->field[0], number * BEAT);
    return true;
}

static bool bpc_dec_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_bpc_dec_in *i = in_ports;
    const struct lp_bpc_dec_out *o = out_ports;

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    return lpi_kit_take_decoded(got, o->m_data, LP_LINE_BYTES, o->m_last, o->m_err);
}

const struct lpi_kit_ports lpi_kit_bpc_enc_ports = {
    .flight = 6,
    .give = bpc_enc_give,
    .take = bpc_enc_take,
};

const struct lpi_kit_ports lpi_kit_bpc_dec_ports = {
    .flight = 6,
    .give = bpc_dec_give,
    .take = bpc_dec_take,
};
