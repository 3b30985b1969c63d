/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_codec_dec (rtl/codec/lp_codec_dec.sv): holds those of the decoders. */
#include <string.h>

#include "../bpc/bpc_cycle.h"
#include "../zvc/zvc_cycle.h"
#include "codec_order.h"

typedef struct lp_codec_dec_in LP_IN_T;
typedef struct lp_codec_dec_out LP_OUT_T;

struct codec_dec {
    bool inside, tail; /* inside = not first */
    enum lp_codec_port codec;
    unsigned mem, sectors;
    struct lpi_codec_order order;
    _Alignas(8) unsigned char zvc[LP_ZVC_DEC_STATE];
    _Alignas(8) unsigned char bpc[LP_BPC_DEC_STATE];
};

_Static_assert(sizeof(struct codec_dec) <= LP_CODEC_DEC_STATE, "raise LP_CODEC_DEC_STATE");

/* What the units are told and what they say. */
struct wires {
    enum lp_codec_port codec;
    unsigned mem, sectors;
    bool fresh, take, close, leave, s_ready;
    struct lp_zvc_dec_in zvc_in;
    struct lp_zvc_dec_out zvc;
    struct lp_bpc_dec_in bpc_in;
    struct lp_bpc_dec_out bpc;
};

static bool is_now(const struct codec_dec *q, enum lp_codec_port codec)
{
    return lpi_ring_valid(&q->order.ring) && q->order.turns[q->order.ring.rd].codec == codec;
}

static void whose(const struct codec_dec *q, const LP_IN_T *in, struct wires *w)
{
    w->codec = q->inside ? q->codec : in->s_codec ? LP_CODEC_PORT_BPC : LP_CODEC_PORT_ZVC;
    w->mem = q->inside ? q->mem : in->s_mem;
    w->sectors = q->inside ? q->sectors : in->s_sectors;
    w->fresh = !q->inside && !q->tail;
}

static void units(const struct codec_dec *q, const LP_IN_T *in, struct wires *w)
{
    whose(q, in, w);
    bool zvc = w->codec == LP_CODEC_PORT_ZVC;
    bool may = q->inside || (q->tail ? zvc : lpi_ring_ready(&q->order.ring));
    bool zvc_now = is_now(q, LP_CODEC_PORT_ZVC), bpc_now = is_now(q, LP_CODEC_PORT_BPC);

    w->zvc_in = (struct lp_zvc_dec_in){.s_valid = in->s_valid && may && zvc,
                                       .s_mem = w->mem,
                                       .s_last = in->s_last,
                                       .s_count = in->s_count,
                                       .s_sectors = w->sectors,
                                       .m_ready = in->m_ready && zvc_now};
    memcpy(w->zvc_in.s_data, in->s_data, sizeof in->s_data);
    w->bpc_in = (struct lp_bpc_dec_in){.s_valid = in->s_valid && may && !zvc,
                                       .s_last = in->s_last,
                                       .s_sectors = w->sectors,
                                       .m_ready = in->m_ready && bpc_now};
    memcpy(w->bpc_in.s_data, in->s_data, sizeof in->s_data);
    lp_zvc_dec_unit.eval(q->zvc, &w->zvc_in, &w->zvc);
    lp_bpc_dec_unit.eval(q->bpc, &w->bpc_in, &w->bpc);

    w->s_ready = may && (zvc ? w->zvc.s_ready : w->bpc.s_ready);
    w->take = in->s_valid && w->s_ready;
    bool stream = lpi_ring_valid(&q->order.ring) && q->order.turns[q->order.ring.rd].stream;
    bool last = (zvc_now && w->zvc.m_last) || (bpc_now && w->bpc.m_last);
    w->close = q->tail && stream && !q->inside && w->zvc.idle && !w->take;
    w->leave = stream ? w->close : in->m_ready && last;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct codec_dec *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;

    units(q, in, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = w.s_ready;
    if (is_now(q, LP_CODEC_PORT_ZVC) && w.zvc.m_valid) {
        out->m_valid = 1;
        memcpy(out->m_data, w.zvc.m_data, sizeof out->m_data);
        out->m_last = w.zvc.m_last;
        out->m_err = w.zvc.m_err;
    }
    if (is_now(q, LP_CODEC_PORT_BPC) && w.bpc.m_valid) {
        out->m_valid = 1;
        memcpy(out->m_data, w.bpc.m_data, sizeof out->m_data);
        out->m_last = w.bpc.m_last;
        out->m_err = w.bpc.m_err;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct codec_dec *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;

    units(q, in, &w);
    bool stream = w.codec == LP_CODEC_PORT_ZVC && !w.mem, push = w.take && w.fresh;
    lp_zvc_dec_unit.tick(q->zvc, &w.zvc_in);
    lp_bpc_dec_unit.tick(q->bpc, &w.bpc_in);
    lpi_codec_order_tick(&q->order, push, (struct lpi_codec_turn){w.codec, stream}, w.leave);
    q->tail = (q->tail && !w.close) || (push && stream);
    if (!w.take)
        return;
    q->inside = !in->s_last;
    q->codec = w.codec;
    q->mem = w.mem;
    q->sectors = w.sectors;
}

static void reset(void *state)
{
    struct codec_dec *q = state;

    lp_zvc_dec_unit.reset(q->zvc);
    lp_bpc_dec_unit.reset(q->bpc);
    q->inside = q->tail = false;
    q->order.ring.rd = q->order.ring.count = 0;
}

static void init(void *state, const int *values)
{
    struct codec_dec *q = state;

    memset(q, 0, sizeof *q);
    q->order.ring.depth = LPI_CODEC_DEPTH;
    lp_zvc_dec_unit.init(q->zvc, values);
    lp_bpc_dec_unit.init(q->bpc, NULL);
}

static const struct lp_port dec_ports[] = LP_UNIT_TABLE(LP_CODEC_DEC_PORTS);
static const struct lp_param dec_params[] = {{"ELEM", {32, 16, 8}, 3}};

const struct lp_unit lp_codec_dec_unit = {
    .name = "lp_codec_dec",
    .ports = dec_ports,
    .nports = sizeof dec_ports / sizeof *dec_ports,
    .params = dec_params,
    .nparams = 1,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = sizeof(struct codec_dec),
    .init = init,
    .reset = reset,
    .eval = eval,
    .tick = tick,
};
