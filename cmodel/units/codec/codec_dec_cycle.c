/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_codec_dec (rtl/codec/lp_codec_dec.sv): contains the models of the decoders.
 *
 * RTL map of lp_codec_dec:
 *   first_q = inside: not first
 *   turn_q = lpi_codec_order_now
 */
#include <string.h>

#include "../common/cut.h"
#include "codec_order.h"
#include "codec_unit_rows.h"

typedef struct lp_codec_dec_in LP_IN_T;
typedef struct lp_codec_dec_out LP_OUT_T;

struct codec_dec {
    bool inside, tail; /* inside = not first */
    unsigned codec, mem, sectors;
    struct lpi_codec_order order;
    _Alignas(8) unsigned char unit[LP_CODEC_PORTS][LPI_CODEC_DEC_STATE];
};

_Static_assert(sizeof(struct codec_dec) <= LP_CODEC_DEC_STATE, "raise LP_CODEC_DEC_STATE");

/* Stands for no codec. */
#define NONE ((unsigned)LP_CODEC_PORTS)

/* Inputs and outputs of the units; only those of `to` and `now` are used. */
struct wires {
    unsigned to, now; /* units that may take a sector, whose turn it is; NONE: no unit */
    unsigned codec, mem, sectors;
    bool fresh, take, close, leave;
    struct lpi_codec_dec_out out[LP_CODEC_PORTS];
    _Alignas(8) unsigned char unit_in[LP_CODEC_PORTS][LPI_CODEC_STRUCT];
    _Alignas(8) unsigned char unit_out[LP_CODEC_PORTS][LPI_CODEC_STRUCT];
};

static void whose(const struct codec_dec *q, const LP_IN_T *in, struct wires *w)
{
    w->codec = q->inside ? q->codec : in->s_codec & LPI_ONES(LP_CODEC_W);
    w->mem = q->inside ? q->mem : in->s_mem & 1;
    w->sectors = q->inside ? q->sectors : in->s_sectors & 7;
    w->fresh = !q->inside && !q->tail;
}

/* Unit c's ports in this cycle. */
LPI_INLINE void ask(const struct codec_dec *q, const LP_IN_T *in, unsigned c, struct wires *w)
{
    const struct lpi_codec_decoder *dec = &lpi_codec_unit_rows[c]->dec;
    struct lpi_codec_dec_in port = {.s_valid = c == w->to && (in->s_valid & 1),
                                    .s_mem = w->mem,
                                    .s_last = in->s_last & 1,
                                    .s_count = in->s_count & 63,
                                    .s_sectors = (uint8_t)w->sectors,
                                    .s_data = in->s_data,
                                    .m_ready = c == w->now && (in->m_ready & 1)};

    dec->put(w->unit_in[c], &port);
    dec->unit->eval(q->unit[c], w->unit_in[c], w->unit_out[c]);
    dec->get(w->unit_out[c], &w->out[c]);
}

static void units(const struct codec_dec *q, const LP_IN_T *in, struct wires *w)
{
    whose(q, in, w);
    unsigned to = lp_codec_of(w->codec);
    bool may = q->inside ||
               (q->tail ? to == lp_codec_of(q->codec) : lpi_ring_ready(&q->order.ring));
    bool last = false, idle = false;

    w->to = may ? to : NONE;
    w->now = lpi_codec_order_now(&q->order);
    w->take = false;
    /* Unrolled, so that each call has one target, which a CPU predicts. */
#pragma GCC unroll 8
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++) {
        if (c != w->to && c != w->now)
            continue;
        ask(q, in, c, w);
        w->take |= c == w->to && (in->s_valid & 1) && w->out[c].s_ready;
        last |= c == w->now && w->out[c].m_last;
        idle |= c == w->now && w->out[c].idle;
    }
    /* Only the newest can be a stream. */
    bool turn_stream = q->tail && q->order.ring.count == 1;
    w->close = turn_stream && !q->inside && idle && !w->take;
    w->leave = turn_stream ? w->close : (in->m_ready & 1) && last;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct codec_dec *q = state;
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
    out->m_last = w.out[w.now].m_last;
    out->m_err = w.out[w.now].m_err;
}

static void tick(void *state, const void *in_ports)
{
    struct codec_dec *q = state;
    const LP_IN_T *in = in_ports;
    static const _Alignas(8) unsigned char idle[LPI_CODEC_STRUCT];
    struct wires w;

    units(q, in, &w);
    bool push = w.take && w.fresh, stream = push && lpi_codec_unit_rows[w.to]->stream && !w.mem;
#pragma GCC unroll 8
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_unit_rows[c]->dec.unit->tick(q->unit[c],
                                               c == w.to || c == w.now ? w.unit_in[c] : idle);
    lpi_codec_order_tick(&q->order, push, w.codec, w.leave);
    q->tail = (q->tail && !w.close) || stream;
    if (!w.take)
        return;
    q->inside = !(in->s_last & 1);
    q->codec = w.codec;
    q->mem = w.mem;
    q->sectors = w.sectors;
}

static void reset(void *state)
{
    struct codec_dec *q = state;

    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_unit_rows[c]->dec.unit->reset(q->unit[c]);
    q->inside = q->tail = false;
    q->order.ring.rd = q->order.ring.count = 0;
}

static void init(void *state, const int *values)
{
    struct codec_dec *q = state;

    memset(q, 0, sizeof *q);
    q->order.ring.depth = LPI_CODEC_DEPTH;
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_unit_rows[c]->dec.unit->set_up(q->unit[c], values);
}

static const struct lp_param dec_params[] = {LP_PARAM("ELEM", 32, 16, 8)};

LP_UNIT_ROW(codec_dec, LP_CODEC_DEC_PORTS, struct codec_dec, LP_UNIT_PARAMS(dec_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick);
