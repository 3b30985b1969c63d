/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_mixed_dec (rtl/codec/lp_mixed_dec.sv): contains the models of the decoders.
 *
 * RTL map of lp_mixed_dec:
 *   first_q = inside: not first
 */
#include <string.h>

#include "../bpc/bpc_cycle.h"
#include "../common/ring.h"
#include "../ebd/ebd_cycle.h"
#include "../zvc/zvc_cycle.h"
#include "codec_cycle.h"

typedef struct lp_mixed_dec_in LP_IN_T;
typedef struct lp_mixed_dec_out LP_OUT_T;

enum unit { U_ZVC, U_BPC, U_EBD, UNITS, NONE = UNITS };
enum { CODECS, ZVC_QUEUE, EBD_QUEUE, PARAMS };

#define DEPTH 7u       /* of u_order */
#define QUEUE_MOST 16u /* beats */
#define BAD 7u

struct beat {
    uint32_t data[8];
    bool zvc, filter, last;
    uint8_t sectors;
};

/* lp_queue_ram. */
struct queue {
    struct lpi_ring ring;
    struct beat beats[QUEUE_MOST];
};

struct mixed_dec {
    unsigned codecs;
    bool inside; /* not first */
    enum unit unit, turn;
    struct lpi_ring order;
    enum unit turns[DEPTH];
    struct queue zvc_queue, ebd_queue;
    _Alignas(8) unsigned char zvc[LP_XZVC_DEC_STATE];
    _Alignas(8) unsigned char bpc[LP_BPC_DEC_STATE];
    _Alignas(8) unsigned char ebd[LP_EBD_DEC_STATE];
};
_Static_assert(sizeof(struct mixed_dec) <= LP_MIXED_DEC_STATE, "raise LP_MIXED_DEC_STATE");

/* Outputs of a unit. */
struct shown {
    bool ready, valid, last, err;
    const uint32_t *data;
};

struct wires {
    enum unit unit; /* unit of the entry */
    unsigned sectors;
    bool may, take, push, leave;
    struct lp_xzvc_dec_in zvc_in;
    struct lp_xzvc_dec_out zvc_out;
    struct lp_bpc_dec_in bpc_in;
    struct lp_bpc_dec_out bpc_out;
    struct lp_ebd_dec_in ebd_in;
    struct lp_ebd_dec_out ebd_out;
    struct shown now;
};

static bool has(const struct mixed_dec *q, unsigned codec)
{
    return q->codecs >> codec & 1;
}

static bool has_zvc(const struct mixed_dec *q)
{
    return has(q, LP_MIXED_ZVC) || has(q, LP_MIXED_XZVC);
}

/* lp_ebd_dec decodes ZVC and XZVC too. */
static bool joint(const struct mixed_dec *q)
{
    return has_zvc(q) && has(q, LP_MIXED_BPC) && has(q, LP_MIXED_EBD);
}

static bool has_xzvc_dec(const struct mixed_dec *q)
{
    return has_zvc(q) && !joint(q);
}

static void whose(const struct mixed_dec *q, const LP_IN_T *in, struct wires *w)
{
    const enum unit zvc = joint(q) ? U_EBD : U_ZVC;
    const enum unit of[LP_MIXED_CODECS] = {zvc, U_BPC, zvc, U_EBD};
    unsigned codec = in->s_codec & 3, sectors = in->s_sectors & 7;
    bool plain = sectors == 0 || sectors > 3;

    w->unit = q->unit;
    w->sectors = plain || has(q, codec) ? sectors : BAD;
    w->may = true;
    if (q->inside)
        return;
    w->may = lpi_ring_ready(&q->order);
    w->unit = !plain && has(q, codec) ? of[codec]
              : has(q, LP_MIXED_BPC)  ? U_BPC
              : has(q, LP_MIXED_EBD)  ? U_EBD
                                      : U_ZVC;
}

static void ask_zvc(const struct mixed_dec *q, bool m_ready, struct wires *w)
{
    const struct beat *head = &q->zvc_queue.beats[q->zvc_queue.ring.rd];

    w->zvc_in = (struct lp_xzvc_dec_in){.s_valid = lpi_ring_valid(&q->zvc_queue.ring),
                                        .s_filter = head->filter,
                                        .s_last = head->last,
                                        .s_sectors = head->sectors,
                                        .m_ready = m_ready && q->turn == U_ZVC};
    memcpy(w->zvc_in.s_data, head->data, sizeof head->data);
    lp_xzvc_dec_unit.eval(q->zvc, &w->zvc_in, &w->zvc_out);
    if (q->turn == U_ZVC)
        w->now = (struct shown){.valid = w->zvc_out.m_valid,
                                .last = w->zvc_out.m_last,
                                .err = w->zvc_out.m_err,
                                .data = w->zvc_out.m_data};
}

static void ask_bpc(const struct mixed_dec *q, const LP_IN_T *in, struct wires *w)
{
    w->bpc_in = (struct lp_bpc_dec_in){.s_valid = (in->s_valid & 1) && w->may && w->unit == U_BPC,
                                       .s_last = in->s_last & 1,
                                       .s_sectors = w->sectors,
                                       .m_ready = (in->m_ready & 1) && q->turn == U_BPC};
    memcpy(w->bpc_in.s_data, in->s_data, sizeof in->s_data);
    lp_bpc_dec_unit.eval(q->bpc, &w->bpc_in, &w->bpc_out);
    if (q->turn == U_BPC)
        w->now = (struct shown){.valid = w->bpc_out.m_valid,
                                .last = w->bpc_out.m_last,
                                .err = w->bpc_out.m_err,
                                .data = w->bpc_out.m_data};
}

static void ask_ebd(const struct mixed_dec *q, bool m_ready, struct wires *w)
{
    const struct beat *head = &q->ebd_queue.beats[q->ebd_queue.ring.rd];

    w->ebd_in = (struct lp_ebd_dec_in){.s_valid = lpi_ring_valid(&q->ebd_queue.ring),
                                       .s_last = head->last,
                                       .s_sectors = head->sectors,
                                       .s_zvc = head->zvc,
                                       .s_filter = head->filter,
                                       .m_ready = m_ready && q->turn == U_EBD};
    memcpy(w->ebd_in.s_data, head->data, sizeof head->data);
    lp_ebd_dec_unit.eval(q->ebd, &w->ebd_in, &w->ebd_out);
    if (q->turn == U_EBD)
        w->now = (struct shown){.valid = w->ebd_out.m_valid,
                                .last = w->ebd_out.m_last,
                                .err = w->ebd_out.m_err,
                                .data = w->ebd_out.m_data};
}

static void units(const struct mixed_dec *q, const LP_IN_T *in, struct wires *w)
{
    bool m_ready = in->m_ready & 1, ready;

    whose(q, in, w);
    w->now = (struct shown){0};
    if (has_xzvc_dec(q))
        ask_zvc(q, m_ready, w);
    if (has(q, LP_MIXED_BPC))
        ask_bpc(q, in, w);
    if (has(q, LP_MIXED_EBD))
        ask_ebd(q, m_ready, w);
    ready = w->unit == U_ZVC   ? lpi_ring_ready(&q->zvc_queue.ring)
            : w->unit == U_EBD ? lpi_ring_ready(&q->ebd_queue.ring)
                               : w->bpc_out.s_ready;
    w->take = (in->s_valid & 1) && w->may && ready;
    w->push = w->take && !q->inside;
    w->leave = w->now.valid && m_ready && w->now.last;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct mixed_dec *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;

    units(q, in_ports, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = w.take;
    if (!w.now.valid)
        return;
    out->m_valid = 1;
    memcpy(out->m_data, w.now.data, sizeof out->m_data);
    out->m_last = w.now.last;
    out->m_err = w.now.err;
}

static void queue_tick(struct queue *q, bool push, const struct beat *beat, bool pop)
{
    if (push && lpi_ring_ready(&q->ring))
        q->beats[lpi_ring_wr(&q->ring)] = *beat;
    lpi_ring_tick(&q->ring, push, pop);
}

/* turn_q, and u_order after it. */
static void order_tick(struct mixed_dec *q, const struct wires *w)
{
    bool waits = lpi_ring_valid(&q->order), turn_free = w->leave || q->turn == NONE;
    bool in = w->push && (waits || !turn_free);

    if (turn_free)
        q->turn = waits ? q->turns[q->order.rd] : w->push ? w->unit : NONE;
    if (in && lpi_ring_ready(&q->order))
        q->turns[lpi_ring_wr(&q->order)] = w->unit;
    lpi_ring_tick(&q->order, in, waits && turn_free);
}

static void tick(void *state, const void *in_ports)
{
    struct mixed_dec *q = state;
    const LP_IN_T *in = in_ports;
    struct beat beat = {.zvc = (in->s_codec & 3) != LP_MIXED_EBD,
                        .filter = in->s_codec >> 1 & 1,
                        .last = in->s_last & 1};
    struct wires w;

    units(q, in, &w);
    beat.sectors = (uint8_t)w.sectors;
    memcpy(beat.data, in->s_data, sizeof beat.data);
    if (has_xzvc_dec(q)) {
        lp_xzvc_dec_unit.tick(q->zvc, &w.zvc_in);
        queue_tick(&q->zvc_queue, w.take && w.unit == U_ZVC, &beat, w.zvc_out.s_ready);
    }
    if (has(q, LP_MIXED_BPC))
        lp_bpc_dec_unit.tick(q->bpc, &w.bpc_in);
    if (has(q, LP_MIXED_EBD)) {
        lp_ebd_dec_unit.tick(q->ebd, &w.ebd_in);
        queue_tick(&q->ebd_queue, w.take && w.unit == U_EBD, &beat, w.ebd_out.s_ready);
    }
    order_tick(q, &w);
    if (!w.take)
        return;
    q->inside = !(in->s_last & 1);
    q->unit = w.unit;
}

static void reset(void *state)
{
    struct mixed_dec *q = state;

    lp_xzvc_dec_unit.reset(q->zvc);
    lp_bpc_dec_unit.reset(q->bpc);
    lp_ebd_dec_unit.reset(q->ebd);
    q->inside = false;
    q->turn = NONE;
    q->order.rd = q->order.count = 0;
    q->zvc_queue.ring.rd = q->zvc_queue.ring.count = 0;
    q->ebd_queue.ring.rd = q->ebd_queue.ring.count = 0;
}

static void init(void *state, const int *values)
{
    struct mixed_dec *q = state;

    memset(q, 0, sizeof *q);
    q->codecs = (unsigned)values[CODECS];
    const int ebd[] = {joint(q)};
    q->order.depth = DEPTH;
    q->zvc_queue.ring.depth = (unsigned)values[ZVC_QUEUE];
    q->ebd_queue.ring.depth = (unsigned)values[EBD_QUEUE];
    lp_xzvc_dec_unit.set_up(q->zvc, values);
    lp_bpc_dec_unit.set_up(q->bpc, values);
    lp_ebd_dec_unit.set_up(q->ebd, ebd);
    reset(q);
}

static const struct lp_param params[] = {
    [CODECS] = LP_MIXED_CODECS_PARAM("CODECS"),
    [ZVC_QUEUE] = LP_PARAM_RANGE("ZVC_QUEUE", 3, QUEUE_MOST, 7, 4, 3),
    [EBD_QUEUE] = LP_PARAM_RANGE("EBD_QUEUE", 3, QUEUE_MOST, 5, 4, 3),
};

LP_UNIT_ROW(mixed_dec, LP_MIXED_DEC_PORTS, struct mixed_dec, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
