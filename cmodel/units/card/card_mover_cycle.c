/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_card_mover (rtl/card/lp_card_mover.sv, lp_card_put, lp_card_get).
 *
 * RTL map of lp_card_bursts:
 *   {valid,more,sector,left,len}_q = bursts.{}
 *
 * RTL map of lp_card_put:
 *   {busy,stop,done,error}_q = put.run.{}
 *   run_q = put.taking
 *   {drop,part,left,data,aw,w,have,open,sector,len,beat}_q = put.{}
 *
 * RTL map of lp_card_get:
 *   {busy,stop,done,error}_q = get.run.{}
 *   {some,ar,free,coming,sector,len,part,left}_q = get.{}
 */
#include <string.h>

#include "../axi/axi_skid.h"
#include "../common/ring.h"
#include "../../base/wide.h"
#include "card_mover_cycle.h"

typedef struct lp_card_mover_in LP_IN_T;
typedef struct lp_card_mover_out LP_OUT_T;

#define BURST_MOST 128
#define PLACES (2 * BURST_MOST)
#define SECTORS ((UINT64_C(1) << 35) - 1)
#define BEATS 0xffffffu

/* lp_card_bursts */
struct bursts {
    bool valid, more;
    uint64_t sector;
    uint32_t left;
    uint8_t len;
};

struct run {
    bool busy, stop, done, error;
};

struct beats {
    struct lpi_ring ring;
    uint32_t data[PLACES][8];
};

struct put {
    struct run run;
    bool taking, drop, aw, w;
    uint8_t part, open, len, beat;
    uint32_t left, have;
    uint32_t data[6]; /* parts of the next beat, at the upper end */
    uint64_t sector;
    struct bursts bursts;
    struct beats beats;
};

struct get {
    struct run run;
    bool some, ar;
    uint8_t part, len;
    uint32_t left, free, coming;
    uint64_t sector;
    struct bursts bursts;
    struct beats beats;
    struct lpi_skid out_skid;
    struct get_part {
        uint32_t data[4];
        bool last;
    } out[2];
};

struct card_mover {
    unsigned words, parts; /* words of a part; parts of a beat */
    unsigned burst;
    uint32_t count_mask; /* of have, free, coming */
    uint32_t left_mask;
    struct put put;
    struct get get;
};

static void init(void *state, const int *values)
{
    struct card_mover *q = state;

    memset(q, 0, sizeof *q);
    q->words = (unsigned)values[0] / 32;
    q->parts = 8 / q->words;
    q->burst = (unsigned)values[1];
    q->count_mask = 4 * q->burst - 1;
    q->left_mask = BEATS * q->parts + q->parts - 1;
    q->put.beats.ring.depth = q->get.beats.ring.depth = 2 * q->burst;
    q->get.free = 2 * q->burst;
    lpi_skid_clear(&q->get.out_skid);
}

/* ---- common to both ---- */

/* Signals that control a run in a cycle. */
struct turn {
    bool start, finish;
    uint64_t sector;
    uint32_t beats;
};

static struct turn turn_of(const struct run *run, bool end, uint32_t start, const uint32_t addr[2],
                           uint32_t beats)
{
    struct turn turn = {.start = start & 1 && !run->busy, .finish = run->busy && end};

    turn.sector = lpi_get64(addr) / 32 & SECTORS;
    turn.beats = beats & BEATS;
    return turn;
}

static void run_tick(struct run *run, const struct turn *turn, uint32_t stop, bool error)
{
    run->stop = run->busy && !turn->finish && (run->stop || stop & 1);
    run->busy = turn->start || (run->busy && !turn->finish);
    run->done = turn->finish;
    run->error = !turn->start && (run->error || error);
}

static void bursts_tick(const struct card_mover *q, struct bursts *b, const struct turn *turn,
                        bool stop, bool take)
{
    uint32_t room = ~(uint32_t)b->sector & (q->burst - 1);
    uint32_t rest = (b->left - b->len - 1) & BEATS;
    uint8_t len = (uint8_t)(b->left > room ? room : (b->left - 1) & (q->burst - 1));

    b->valid = b->more && !stop && !turn->finish && !take;
    b->len = len;
    if (turn->start)
        b->more = turn->beats != 0;
    else if (turn->finish)
        b->more = false;
    else if (take)
        b->more = rest != 0;
    if (turn->start) {
        b->sector = turn->sector;
        b->left = turn->beats;
    } else if (take) {
        b->sector = (b->sector / q->burst + 1) * q->burst & SECTORS;
        b->left = rest;
    }
}

static void beats_tick(struct beats *b, bool push, const uint32_t data[8], bool pop, bool flush)
{
    if (push && lpi_ring_ready(&b->ring))
        memcpy(b->data[lpi_ring_wr(&b->ring)], data, sizeof b->data[0]);
    lpi_ring_tick(&b->ring, push, pop);
    if (flush)
        b->ring.rd = b->ring.count = 0;
}

/* ---- put ---- */

static bool put_ready(const struct put *p)
{
    return p->taking ? lpi_ring_ready(&p->beats.ring) : p->drop && !p->run.busy;
}

static bool put_quiet(const struct put *p)
{
    return !p->bursts.valid && !p->aw && !p->w && p->open == 0;
}

/* The stream's part of a clock edge; returns whether a whole beat enters. */
static bool put_take(const struct card_mover *q, struct put *p, const LP_IN_T *in,
                     const struct turn *turn, uint32_t beat[8])
{
    bool take = p->taking && put_ready(p) && in->s_valid & 1;
    bool push = take && p->part + 1u == q->parts;
    unsigned rest = 8 - q->words;

    memcpy(beat, p->data, rest * 4);
    memcpy(beat + rest, in->s_data, q->words * 4);
    if (take)
        memcpy(p->data, beat + q->words, rest * 4);
    if (turn->start)
        p->taking = turn->beats != 0;
    else if (p->run.stop || (take && p->left == 1))
        p->taking = false;
    if (turn->finish)
        p->part = 0;
    else if (take)
        p->part = push ? 0 : p->part + 1;
    if (turn->start)
        p->left = turn->beats * q->parts;
    else if (take)
        p->left = (p->left - 1) & q->left_mask;
    p->drop = in->put_drop & 1;
    return push;
}

static void put_tick(const struct card_mover *q, struct put *p, const LP_IN_T *in)
{
    struct turn turn = turn_of(&p->run, put_quiet(p) && (p->run.stop || !p->bursts.more),
                               in->put_start, in->put_addr, in->put_beats);
    bool go = p->bursts.valid && !p->aw && !p->w && p->open != 15 && p->have > p->bursts.len;
    bool answer = in->bvalid & 1, moved = p->w && in->wready & 1;
    bool addressed = p->aw && in->awready & 1;
    uint32_t beat[8], asked = go ? p->bursts.len + 1u : 0;
    bool push = put_take(q, p, in, &turn, beat);

    beats_tick(&p->beats, push, beat, moved, turn.finish);
    p->w = addressed || (p->w && !(moved && p->beat == p->len));
    p->aw = go || (p->aw && !addressed);
    p->have = turn.finish ? 0 : (p->have + push - asked) & q->count_mask;
    p->open = (p->open + go - answer) & 15;
    if (go) {
        p->sector = p->bursts.sector;
        p->len = p->bursts.len;
        p->beat = 0;
    } else if (moved) {
        p->beat = (p->beat + 1) & 127;
    }
    bursts_tick(q, &p->bursts, &turn, p->run.stop, go);
    run_tick(&p->run, &turn, in->put_stop, answer && in->bresp >> 1 & 1);
}

/* ---- get ---- */

/* The stream's part of a clock edge; returns whether an entry becomes free. */
static bool get_give(const struct card_mover *q, struct get *g, const LP_IN_T *in,
                     const struct turn *turn)
{
    bool here = lpi_ring_valid(&g->beats.ring), give = here && g->out_skid.ready;
    bool pop = give && g->part + 1u == q->parts;
    struct get_part part = {.last = g->left == 1};

    memcpy(part.data, &g->beats.data[g->beats.ring.rd][g->part * q->words], q->words * 4);
    lpi_axi_skid_tick(&g->out_skid, g->out, &part, sizeof part, here, in->m_ready & 1);
    if (turn->start)
        g->some = turn->beats != 0;
    else if (give && g->left == 1)
        g->some = false;
    if (turn->finish)
        g->part = 0;
    else if (give)
        g->part = pop ? 0 : g->part + 1;
    if (turn->start)
        g->left = turn->beats * q->parts;
    else if (give)
        g->left = (g->left - 1) & q->left_mask;
    return pop;
}

static void get_tick(const struct card_mover *q, struct get *g, const LP_IN_T *in)
{
    bool quiet = !g->bursts.valid && !g->ar && g->coming == 0;
    struct turn turn = turn_of(&g->run, quiet && (g->run.stop || !g->some), in->get_start,
                               in->get_addr, in->get_beats);
    bool go = g->bursts.valid && !g->ar && g->free > g->bursts.len, beat = in->rvalid & 1;
    uint32_t asked = go ? g->bursts.len + 1u : 0;
    bool pop = get_give(q, g, in, &turn);

    beats_tick(&g->beats, beat, in->rdata, pop, turn.finish);
    g->ar = go || (g->ar && !(in->arready & 1));
    g->free = turn.finish ? 2 * q->burst : (g->free - asked + pop) & q->count_mask;
    g->coming = (g->coming + asked - beat) & q->count_mask;
    if (go) {
        g->sector = g->bursts.sector;
        g->len = g->bursts.len;
    }
    bursts_tick(q, &g->bursts, &turn, g->run.stop, go);
    run_tick(&g->run, &turn, in->get_stop, beat && in->rresp >> 1 & 1);
}

/* ---- the unit ---- */

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct card_mover *q = state;
    const struct put *p = &q->put;
    const struct get *g = &q->get;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    memset(out, 0, sizeof *out);
    out->put_busy = p->run.busy;
    out->put_done = p->run.done;
    out->put_error = p->run.error;
    out->get_busy = g->run.busy;
    out->get_done = g->run.done;
    out->get_error = g->run.error;
    out->s_ready = put_ready(p);
    out->m_valid = g->out_skid.valid;
    memcpy(out->m_data, g->out[0].data, q->words * 4);
    out->m_last = g->out[0].last;
    out->awvalid = p->aw;
    lpi_put64(out->awaddr, p->sector * 32);
    out->awlen = p->len;
    out->wvalid = p->w;
    memcpy(out->wdata, p->beats.data[p->beats.ring.rd], sizeof out->wdata);
    out->wlast = p->beat == p->len;
    out->bready = 1;
    out->arvalid = g->ar;
    lpi_put64(out->araddr, g->sector * 32);
    out->arlen = g->len;
    out->rready = 1;
}

static void tick(void *state, const void *in)
{
    struct card_mover *q = state;

    put_tick(q, &q->put, in);
    get_tick(q, &q->get, in);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    struct card_mover *q = state;
    struct put *p = &q->put;
    struct get *g = &q->get;

    tick(state, &(LP_IN_T){0});
    p->run = g->run = (struct run){0};
    p->bursts.valid = p->bursts.more = g->bursts.valid = g->bursts.more = false;
    p->beats.ring.rd = p->beats.ring.count = g->beats.ring.rd = g->beats.ring.count = 0;
    p->taking = p->drop = p->aw = p->w = false;
    p->part = p->open = 0;
    p->have = 0;
    g->some = g->ar = false;
    lpi_skid_clear(&g->out_skid);
    g->part = 0;
    g->free = 2 * q->burst;
    g->coming = 0;
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return port->width == 128 ? (unsigned)values[0] : port->width;
}

static const struct lp_param mover_params[] = {
    LP_PARAM("DATA_W", 128, 64),
    LP_PARAM("BURST", 16, 2, 4, 8, 32, 64, 128),
};

LP_UNIT_ROW(card_mover, LP_CARD_MOVER_PORTS, struct card_mover, LP_UNIT_PARAMS(mover_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width);
