/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_xzvc_dec (rtl/zvc/lp_xzvc_dec.sv): holds that of lp_zvc_dec.
 *
 * RTL map of lp_xzvc_dec:
 *   first_q = inside: not first
 */
#include "xzvc_cycle.h"

typedef struct lp_xzvc_dec_in LP_IN_T;
typedef struct lp_xzvc_dec_out LP_OUT_T;

struct xzvc_dec {
    bool inside, out_first; /* inside = not first */
    uint32_t out_last[2];
    struct lpi_xzvc_lines lines;
    _Alignas(8) unsigned char zvc[LP_ZVC_DEC_STATE];
};
_Static_assert(sizeof(struct xzvc_dec) <= LP_XZVC_DEC_STATE, "raise LP_XZVC_DEC_STATE");

static struct lp_zvc_dec_in zvc_in(const struct xzvc_dec *q, const LP_IN_T *in)
{
    struct lp_zvc_dec_in zvc = {.s_valid = in->s_valid,
                                .s_mem = 1,
                                .s_last = in->s_last,
                                .s_sectors = q->inside ? 1 : in->s_sectors & 7,
                                .m_ready = in->m_ready};
    memcpy(zvc.s_data, in->s_data, sizeof zvc.s_data);
    return zvc;
}

static void show(const struct xzvc_dec *q, const struct lp_zvc_dec_in *zvc, LP_OUT_T *out)
{
    struct lp_zvc_dec_out line;

    lp_zvc_dec_unit.eval(q->zvc, zvc, &line);
    out->s_ready = line.s_ready;
    out->m_valid = line.m_valid;
    out->m_last = line.m_last;
    out->m_err = line.m_err;
    memcpy(out->m_data, line.m_data, sizeof out->m_data);
    if (line.m_valid && q->lines.filter[q->lines.ring.rd])
        lpi_xzvc_restore_sector(q->out_first ? NULL : q->out_last, out->m_data);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    struct lp_zvc_dec_in zvc = zvc_in(state, in_ports);
    show(state, &zvc, out_ports);
}

static void tick(void *state, const void *in_ports)
{
    struct xzvc_dec *q = state;
    const LP_IN_T *in = in_ports;
    struct lp_zvc_dec_in zvc = zvc_in(q, in);
    LP_OUT_T out;

    show(q, &zvc, &out);
    bool take = (in->s_valid & 1) && out.s_ready, leave = out.m_valid && (in->m_ready & 1);
    bool filter = (in->s_filter & 1) && !(in->s_sectors & 4);
    lp_zvc_dec_unit.tick(q->zvc, &zvc);
    lpi_xzvc_lines_tick(&q->lines, take && !q->inside, filter, leave && out.m_last);
    if (take)
        q->inside = !(in->s_last & 1);
    if (leave) {
        q->out_first = out.m_last;
        lpi_xzvc_keep(q->out_last, out.m_data);
    }
}

static void reset(void *state)
{
    struct xzvc_dec *q = state;

    lp_zvc_dec_unit.reset(q->zvc);
    q->inside = false;
    q->out_first = true;
    q->lines.ring.rd = q->lines.ring.count = 0;
}

static void init(void *state, const int *values)
{
    static const int zvc_values[] = {16};
    struct xzvc_dec *q = state;

    (void)values;
    memset(q, 0, sizeof *q);
    q->lines.ring.depth = LPI_XZVC_DEPTH;
    lp_zvc_dec_unit.set_up(q->zvc, zvc_values);
    reset(state);
}

LP_UNIT_ROW(xzvc_dec, LP_XZVC_DEC_PORTS, struct xzvc_dec, .set_up = init, .reset = reset,
            .eval = eval, .tick = tick);
