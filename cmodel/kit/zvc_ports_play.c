/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers ZVC's cases through its units' ports. */
#include "../units/zvc/zvc_ports.h"
#include "port_beats.h"

enum { ELEM, STREAM };
#define ENC_MOST (4 * LP_ZVC_RECORD_MAX(8)) /* bytes of zvc-enc's stored */
#define DEC_MOST (8 * LP_LINE_BYTES)        /* bytes of zvc-dec's lines */

static bool zvc_enc_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_zvc_enc_in *q = ports;
    size_t beats = in->field[0].bytes / BEAT;

    if (number >= beats)
        return false;
    q->s_valid = 1;
    q->s_mem = !values[STREAM];
    q->s_last = number + 1 == beats;
    lpi_kit_put_beat(q->s_data, &in->field[0], number * BEAT);
    return true;
}

static bool zvc_enc_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_zvc_enc_in *i = in_ports;
    const struct lp_zvc_enc_out *o = out_ports;
    unsigned elem_bytes = (unsigned)values[ELEM] / 8;
    size_t bytes = values[STREAM] ? o->m_count * elem_bytes : o->m_sectors == 0 ? 0 : BEAT;

    (void)wrong;
    (void)own;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    /* A beat too many or too long is wrong, whatever its content. */
    if (bytes <= BEAT && got->field[0].bytes + bytes <= ENC_MOST)
        lpi_kit_append(got, 0, o->m_data, bytes);
    lpi_kit_number(got, 1, o->m_sectors);
    lpi_kit_number(got, 2, o->m_size * elem_bytes & 255);
    return o->m_last;
}

static bool zvc_dec_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_zvc_dec_in *q = ports;
    const struct lpi_kit_value *stored = &in->field[0];
    size_t beats = (stored->bytes + BEAT - 1) / BEAT, at = number * BEAT;

    if (number >= (beats > 0 ? beats : 1))
        return false;
    q->s_valid = 1;
    q->s_mem = !values[STREAM];
    q->s_last = number + 1 >= beats;
    q->s_count = (uint32_t)(stored->bytes - at < BEAT ? stored->bytes - at : BEAT) /
                 ((unsigned)values[ELEM] / 8);
    q->s_sectors = (uint32_t)in->field[1].number;
    lpi_kit_put_beat(q->s_data, stored, at);
    return true;
}

/* Lines are counted including the bad one; its sectors are ignored. */
static bool zvc_dec_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_zvc_dec_in *i = in_ports;
    const struct lp_zvc_dec_out *o = out_ports;
    struct lpi_kit_value *lines = &got->field[1];

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    if (lines->bytes + BEAT <= DEC_MOST)
        lpi_kit_append(got, 1, o->m_data, BEAT);
    if (!o->m_last)
        return false;
    if (o->m_err) {
        lpi_kit_number(got, 0, 1);
        lines->bytes -= lines->bytes < LP_LINE_BYTES ? lines->bytes : LP_LINE_BYTES;
    }
    return o->m_end;
}

const struct lpi_kit_ports lpi_kit_zvc_enc_ports = {
    .flight = 4,
    .give = zvc_enc_give,
    .take = zvc_enc_take,
};

const struct lpi_kit_ports lpi_kit_zvc_dec_ports = {
    .flight = 4,
    .give = zvc_dec_give,
    .take = zvc_dec_take,
};
