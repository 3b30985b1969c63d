/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_codec_enc (rtl/codec/lp_codec_enc.sv): holds those of the encoders. */
#include <string.h>

#include "codec_order.h"
#include "codec_rows.h"

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

/* What the units are told and what they say. */
struct wires {
    unsigned codec;
    bool fresh, take, leave, s_ready;
    struct lpi_codec_enc_in in[LP_CODEC_PORTS];
    struct lpi_codec_enc_out out[LP_CODEC_PORTS];
};

static void units(const struct codec_enc *q, const LP_IN_T *in, struct wires *w)
{
    unsigned now = lpi_codec_order_now(&q->order);

    w->fresh = q->idx == 0 && !q->open;
    w->codec = w->fresh ? in->s_codec : q->codec;
    w->s_ready = w->leave = false;
    bool may = !w->fresh || lpi_ring_ready(&q->order.ring);

    for (unsigned c = 0; c < LP_CODEC_PORTS; c++) {
        struct lpi_codec_enc_out *out = &w->out[c];
        bool to = may && w->codec == c;

        w->in[c] = (struct lpi_codec_enc_in){.s_valid = in->s_valid && to,
                                             .s_mem = in->s_mem,
                                             .s_last = in->s_last,
                                             .s_data = in->s_data,
                                             .m_ready = in->m_ready && now == c};
        lpi_codec_rows[c]->enc.eval(q->unit[c], q->elem, &w->in[c], out);
        w->s_ready = w->s_ready || (to && out->s_ready);
        w->leave = w->leave || (w->in[c].m_ready && out->m_valid && out->m_last);
    }
    w->take = in->s_valid && w->s_ready;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct codec_enc *q = state;
    LP_OUT_T *out = out_ports;
    unsigned now = lpi_codec_order_now(&q->order);
    struct wires w;

    units(q, in, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = w.s_ready;
    if (now == LP_CODEC_PORTS || !w.out[now].m_valid)
        return;
    out->m_valid = 1;
    memcpy(out->m_data, w.out[now].m_data, sizeof out->m_data);
    out->m_codec = now;
    out->m_mem = w.out[now].m_mem;
    out->m_last = w.out[now].m_last;
    out->m_count = w.out[now].m_count;
    out->m_size = w.out[now].m_size;
    out->m_sectors = w.out[now].m_sectors;
}

static void tick(void *state, const void *in_ports)
{
    struct codec_enc *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;

    units(q, in, &w);
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_rows[c]->enc.tick(q->unit[c], &w.in[c]);
    lpi_codec_order_tick(&q->order, w.take && w.fresh,
                         (struct lpi_codec_turn){.codec = w.codec}, w.leave);
    if (!w.take)
        return;
    if (q->idx == 3)
        q->open = lpi_codec_rows[w.codec]->stream && !in->s_last && (q->open || !in->s_mem);
    q->idx = (q->idx + 1) % 4;
    q->codec = w.codec;
}

static void reset(void *state)
{
    struct codec_enc *q = state;

    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        lpi_codec_rows[c]->enc.unit->reset(q->unit[c]);
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
        lpi_codec_rows[c]->enc.unit->init(q->unit[c], values);
}

static const struct lp_port enc_ports[] = LP_UNIT_TABLE(LP_CODEC_ENC_PORTS);
static const struct lp_param enc_params[] = {{"ELEM", {32, 16, 8}, 3}};

const struct lp_unit lp_codec_enc_unit = {
    .name = "lp_codec_enc",
    .ports = enc_ports,
    .nports = sizeof enc_ports / sizeof *enc_ports,
    .params = enc_params,
    .nparams = 1,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = sizeof(struct codec_enc),
    .init = init,
    .reset = reset,
    .eval = eval,
    .tick = tick,
};
