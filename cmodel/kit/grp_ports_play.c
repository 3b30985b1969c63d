/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers GRP-16's cases through its units' ports. */
#include <linepress/grp.h>

#include "../units/grp/grp_ports.h"
#include "port_beats.h"

/* A byte more than the exponents, which is 0 in every table. */
static void put_table(uint32_t table[3], const struct lpi_kit_value *of)
{
    lpi_words_of_bytes(table, of->data, LP_GRP_EXPONENTS + 1);
}

static bool grp_enc_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_grp_enc_in *q = ports;

    (void)values;
    if (number >= LP_GRP_SECTORS)
        return false;
    q->s_valid = 1;
    put_table(q->s_table, &in->field[0]);
    lpi_kit_put_beat(q->s_data, &in->field[1], number * BEAT);
    return true;
}

static bool grp_enc_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_grp_enc_in *i = in_ports;
    const struct lp_grp_enc_out *o = out_ports;

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    if (o->m_state != LP_GRP_ZERO)
        lpi_kit_append_beat(got, 0, o->m_data, LP_GRP_BYTES);
    lpi_kit_number(got, 1, o->m_state);
    return o->m_last;
}

static bool grp_dec_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_grp_dec_in *q = ports;
    size_t beats = lpi_kit_entry_beats(&in->field[1]);

    (void)values;
    if (number >= beats)
        return false;
    q->s_valid = 1;
    q->s_last = number + 1 == beats;
    q->s_state = (uint32_t)in->field[2].number;
    put_table(q->s_table, &in->field[0]);
    lpi_kit_put_beat(q->s_data, &in->field[1], number * BEAT);
    return true;
}

static bool grp_dec_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_grp_dec_in *i = in_ports;
    const struct lp_grp_dec_out *o = out_ports;

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    return lpi_kit_take_decoded(got, o->m_data, LP_GRP_BYTES, o->m_last, o->m_err);
}

const struct lpi_kit_ports lpi_kit_grp_enc_ports = {
    .flight = 4,
    .give = grp_enc_give,
    .take = grp_enc_take,
};

const struct lpi_kit_ports lpi_kit_grp_dec_ports = {
    .flight = 4,
    .give = grp_dec_give,
    .take = grp_dec_take,
};
