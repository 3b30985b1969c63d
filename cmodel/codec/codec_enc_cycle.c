/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_codec_enc (rtl/codec/lp_codec_enc.sv): holds those of the encoders. */
#include <string.h>

#include "../bpc/bpc_cycle.h"
#include "../zvc/zvc_cycle.h"
#include "codec_order.h"

typedef struct lp_codec_enc_in LP_IN_T;
typedef struct lp_codec_enc_out LP_OUT_T;

struct codec_enc {
    unsigned elem;
    unsigned idx;
    enum lp_codec_port codec;
    bool open;
    struct lpi_codec_order order;
    _Alignas(8) unsigned char zvc[LP_ZVC_ENC_STATE];
    _Alignas(8) unsigned char bpc[LP_BPC_ENC_STATE];
};

_Static_assert(sizeof(struct codec_enc) <= LP_CODEC_ENC_STATE, "raise LP_CODEC_ENC_STATE");

/* What the units are told and what they say. */
struct wires {
    enum lp_codec_port codec;
    bool fresh, take, leave, s_ready;
    struct lp_zvc_enc_in zvc_in;
    struct lp_zvc_enc_out zvc;
    struct lp_bpc_enc_in bpc_in;
    struct lp_bpc_enc_out bpc;
};

static bool is_now(const struct codec_enc *q, enum lp_codec_port codec)
{
    return lpi_ring_valid(&q->order.ring) && q->order.turns[q->order.ring.rd].codec == codec;
}

static void units(const struct codec_enc *q, const LP_IN_T *in, struct wires *w)
{
    bool may, now[LP_CODEC_PORTS], leave;

    w->fresh = q->idx == 0 && !q->open;
    w->codec = q->idx != 0 ? q->codec : in->s_codec && !q->open ? LP_CODEC_PORT_BPC
                                                                : LP_CODEC_PORT_ZVC;
    may = !w->fresh || lpi_ring_ready(&q->order.ring);
    for (unsigned c = 0; c < LP_CODEC_PORTS; c++)
        now[c] = is_now(q, (enum lp_codec_port)c);

    bool to_zvc = may && w->codec == LP_CODEC_PORT_ZVC, to_bpc = may && !to_zvc;
    w->zvc_in = (struct lp_zvc_enc_in){.s_valid = in->s_valid && to_zvc,
                                       .s_mem = in->s_mem,
                                       .s_last = in->s_last,
                                       .m_ready = in->m_ready && now[LP_CODEC_PORT_ZVC]};
    memcpy(w->zvc_in.s_data, in->s_data, sizeof in->s_data);
    w->bpc_in = (struct lp_bpc_enc_in){.s_valid = in->s_valid && to_bpc,
                                       .m_ready = in->m_ready && now[LP_CODEC_PORT_BPC]};
    memcpy(w->bpc_in.s_data, in->s_data, sizeof in->s_data);
    lp_zvc_enc_unit.eval(q->zvc, &w->zvc_in, &w->zvc);
    lp_bpc_enc_unit.eval(q->bpc, &w->bpc_in, &w->bpc);

    w->s_ready = (to_zvc && w->zvc.s_ready) || (to_bpc && w->bpc.s_ready);
    w->take = in->s_valid && w->s_ready;
    leave = (now[LP_CODEC_PORT_ZVC] && w->zvc.m_valid && w->zvc.m_last) ||
            (now[LP_CODEC_PORT_BPC] && w->bpc.m_valid && w->bpc.m_last);
    w->leave = in->m_ready && leave;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct codec_enc *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;

    units(q, in, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = w.s_ready;
    if (is_now(q, LP_CODEC_PORT_ZVC) && w.zvc.m_valid) {
        out->m_valid = 1;
        memcpy(out->m_data, w.zvc.m_data, sizeof out->m_data);
        out->m_codec = LP_CODEC_PORT_ZVC;
        out->m_mem = w.zvc.m_mem;
        out->m_last = w.zvc.m_last;
        out->m_count = w.zvc.m_count;
        out->m_size = w.zvc.m_size * q->elem;
        out->m_sectors = w.zvc.m_sectors;
    }
    if (is_now(q, LP_CODEC_PORT_BPC) && w.bpc.m_valid) {
        out->m_valid = 1;
        memcpy(out->m_data, w.bpc.m_data, sizeof out->m_data);
        out->m_codec = LP_CODEC_PORT_BPC;
        out->m_mem = 1;
        out->m_last = w.bpc.m_last;
        out->m_size = w.bpc.m_size;
        out->m_sectors = w.bpc.m_sectors;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct codec_enc *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;

    units(q, in, &w);
    lp_zvc_enc_unit.tick(q->zvc, &w.zvc_in);
    lp_bpc_enc_unit.tick(q->bpc, &w.bpc_in);
    lpi_codec_order_tick(&q->order, w.take && w.fresh,
                         (struct lpi_codec_turn){.codec = w.codec}, w.leave);
    if (!w.take)
        return;
    if (q->idx == 3)
        q->open = w.codec == LP_CODEC_PORT_ZVC && !in->s_last && (q->open || !in->s_mem);
    q->idx = (q->idx + 1) % 4;
    q->codec = w.codec;
}

static void reset(void *state)
{
    struct codec_enc *q = state;

    lp_zvc_enc_unit.reset(q->zvc);
    lp_bpc_enc_unit.reset(q->bpc);
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
    lp_zvc_enc_unit.init(q->zvc, values);
    lp_bpc_enc_unit.init(q->bpc, NULL);
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
