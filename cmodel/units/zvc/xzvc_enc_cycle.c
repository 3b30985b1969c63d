/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_xzvc_enc (rtl/zvc/lp_xzvc_enc.sv): holds that of lp_zvc_enc. */
#include "xzvc_cycle.h"

typedef struct lp_xzvc_enc_in LP_IN_T;
typedef struct lp_xzvc_enc_out LP_OUT_T;

struct xzvc_enc {
    unsigned in_idx;
    bool filter, out_first;
    uint32_t in_last[2], out_last[2];
    struct lpi_xzvc_lines lines;
    _Alignas(8) unsigned char zvc[LP_ZVC_ENC_STATE];
};
_Static_assert(sizeof(struct xzvc_enc) <= LP_XZVC_ENC_STATE, "raise LP_XZVC_ENC_STATE");

static bool filtered(const struct xzvc_enc *q, const LP_IN_T *in)
{
    return q->in_idx == 0 ? in->s_filter & 1 : q->filter;
}

static struct lp_zvc_enc_in zvc_in(const struct xzvc_enc *q, const LP_IN_T *in)
{
    struct lp_zvc_enc_in zvc = {.s_valid = in->s_valid, .s_mem = 1, .m_ready = in->m_ready};
    if (filtered(q, in))
        lpi_xzvc_filter_sector(q->in_idx == 0 ? NULL : q->in_last, in->s_data, zvc.s_data);
    else
        memcpy(zvc.s_data, in->s_data, sizeof zvc.s_data);
    return zvc;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct xzvc_enc *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    /* The unit's outputs do not depend on its input. */
    struct lp_zvc_enc_in zvc = {.s_valid = in->s_valid, .s_mem = 1, .m_ready = in->m_ready};
    struct lp_zvc_enc_out entry;

    lp_zvc_enc_unit.eval(q->zvc, &zvc, &entry);
    out->s_ready = entry.s_ready;
    out->m_valid = entry.m_valid;
    out->m_filter = entry.m_valid && q->lines.filter[q->lines.ring.rd];
    out->m_last = entry.m_last;
    out->m_size = entry.m_size;
    out->m_sectors = entry.m_sectors;
    memcpy(out->m_data, entry.m_data, sizeof out->m_data);
    if (out->m_filter && out->m_sectors == 4)
        lpi_xzvc_restore_sector(q->out_first ? NULL : q->out_last, out->m_data);
}

static void tick(void *state, const void *in_ports)
{
    struct xzvc_enc *q = state;
    const LP_IN_T *in = in_ports;
    struct lp_zvc_enc_in zvc = zvc_in(q, in);
    LP_OUT_T out;

    eval(state, in_ports, &out);
    bool take = (in->s_valid & 1) && out.s_ready, leave = out.m_valid && (in->m_ready & 1);
    bool filter = filtered(q, in);
    lp_zvc_enc_unit.tick(q->zvc, &zvc);
    lpi_xzvc_lines_tick(&q->lines, take && q->in_idx == 0, filter, leave && out.m_last);
    if (take) {
        q->filter = filter;
        q->in_idx = (q->in_idx + 1) % 4;
        lpi_xzvc_keep(q->in_last, in->s_data);
    }
    if (leave) {
        q->out_first = out.m_last;
        lpi_xzvc_keep(q->out_last, out.m_data);
    }
}

static void reset(void *state)
{
    struct xzvc_enc *q = state;

    lp_zvc_enc_unit.reset(q->zvc);
    q->in_idx = 0;
    q->out_first = true;
    q->lines.ring.rd = q->lines.ring.count = 0;
}

static void init(void *state, const int *values)
{
    static const int zvc_values[] = {16};
    struct xzvc_enc *q = state;

    (void)values;
    memset(q, 0, sizeof *q);
    q->lines.ring.depth = LPI_XZVC_DEPTH;
    lp_zvc_enc_unit.set_up(q->zvc, zvc_values);
    reset(state);
}

LP_UNIT_ROW(xzvc_enc, LP_XZVC_ENC_PORTS, struct xzvc_enc, .set_up = init, .reset = reset,
            .eval = eval, .tick = tick);
