/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_codec_enc (rtl/codec/lp_codec_enc.sv): contains the models of the encoders. */
#include <string.h>

#include "../common/cut.h"
#include "codec_order.h"
#include "codec_unit_rows.h"

typedef struct lp_codec_enc_in LP_IN_T;
typedef struct lp_codec_enc_out LP_OUT_T;

struct codec_enc {
    unsigned elem;
    unsigned idx, codec;
    bool open;
    struct lpi_codec_order order;
    _Alignas(8) unsigned char unit[LP_CODEC_PORTS][LPI_CODEC_ENC_STATE];
};

_Static_assert(sizeof(struct codec_enc) <= LP_CODEC_ENC_STATE, "raise LP_CODEC_ENC_STATE");

/* Stands for no codec. */
#define NONE ((unsigned)LP_CODEC_PORTS)

/* Inputs and outputs of the units; only those of `to` and `now` are used. */
struct wires {
    unsigned to, now; /* units that may take a sector, whose turn it is; NONE: no unit */
    unsigned codec;
    bool fresh, take, leave;
    struct lpi_codec_enc_out out[LP_CODEC_PORTS];
    _Alignas(8) unsigned char unit_in[LP_CODEC_PORTS][LPI_CODEC_STRUCT];
    _Alignas(8) unsigned char unit_out[LP_CODEC_PORTS][LPI_CODEC_STRUCT];
};

/* Unit c's ports in this cycle. */
LPI_INLINE void ask(const struct codec_enc *q, const LP_IN_T *in, unsigned c, struct wires *w)
{
    const struct lpi_codec_encoder *enc = &lpi_codec_unit_rows[c]->enc;
    struct lpi_codec_enc_in port = {.s_valid = c == w->to && (in->s_valid & 1),
                                    .s_mem = in->s_mem & 1,
                                    .s_last = in->s_last & 1,
                                    .s_data = in->s_data,
                                    .m_ready = c == w->now && (in->m_ready & 1)};

    enc->put(w->unit_in[c], &port);
    enc->unit->eval(q->unit[c], w->unit_in[c], w->unit_out[c]);
    enc->get(w->unit_out[c], q->elem, &w->out[c]);
}

static void units(const struct codec_enc *q, const LP_IN_T *in, struct wires *w)
{
    w->fresh = q->idx == 0 && !q->open;
    w->codec = w->fresh ? in->s_codec & LPI_ONES(LP_CODEC_W) : q->codec;
    w->to = !w->fresh || lpi_ring_ready(&q->order.ring) ? lp_codec_of(w->codec) : NONE;
    w->now = lpi_codec_order_now(&q->order);
    w->take = w->leave = false;
    /* Unrolled, so that each call has one target, which a CPU predicts. */
#pragma GCC unroll 8
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++) {
        if (c != w->to && c != w->now)
            continue;
        ask(q, in, c, w);
        w->take |= c == w->to && (in->s_valid & 1) && w->out[c].s_ready;
        w->leave |= c == w->now && (in->m_ready & 1) && w->out[c].m_valid && w->out[c].m_last;
    }
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct codec_enc *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    struct wires w;

    units(q, in, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = w.take;
    if (w.now == NONE || !w.out[w.now].m_valid)
        return;
    out->m_valid = 1;
    memcpy(out->m_data, w.out[w.now].m_data, sizeof out->m_data);
    out->m_codec = q->order.turns[q->order.ring.rd];
    out->m_mem = w.out[w.now].m_mem;
    out->m_last = w.out[w.now].m_last;
    out->m_count = w.out[w.now].m_count;
    out->m_size = w.out[w.now].m_size;
    out->m_sectors = w.out[w.now].m_sectors;
}

static void tick(void *state, const void *in_ports)
{
    struct codec_enc *q = state;
    const LP_IN_T *in = in_ports;
    static const _Alignas(8) unsigned char idle[LPI_CODEC_STRUCT];
    struct wires w;

    units(q, in, &w);
#pragma GCC unroll 8
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_unit_rows[c]->enc.unit->tick(q->unit[c],
                                               c == w.to || c == w.now ? w.unit_in[c] : idle);
    lpi_codec_order_tick(&q->order, w.take && w.fresh, w.codec, w.leave);
    if (!w.take)
        return;
    if (q->idx == 3)
        q->open = lpi_codec_unit_rows[w.to]->stream && !(in->s_last & 1) &&
                  (q->open || !(in->s_mem & 1));
    q->idx = (q->idx + 1) % 4;
    q->codec = w.codec;
}

static void reset(void *state)
{
    struct codec_enc *q = state;

    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_unit_rows[c]->enc.unit->reset(q->unit[c]);
    q->idx = 0;
    q->open = false;
    q->order.ring.rd = q->order.ring.count = 0;
}

static void init(void *state, const int *values)
{
    struct codec_enc *q = state;

    memset(q, 0, sizeof *q);
    q->order.ring.depth = LPI_CODEC_DEPTH;
    q->elem = (unsigned)values[0];
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_unit_rows[c]->enc.unit->set_up(q->unit[c], values);
}

static const struct lp_param enc_params[] = {LP_PARAM("ELEM", 32, 16, 8)};

LP_UNIT_ROW(codec_enc, LP_CODEC_ENC_PORTS, struct codec_enc, LP_UNIT_PARAMS(enc_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick);
