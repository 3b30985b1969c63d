/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_mixed_enc (rtl/codec/lp_mixed_enc.sv): contains the models of the encoders.
 *
 * RTL map of lp_mixed_enc:
 *   g{0,1,2,3}_q = g[{}]
 *   nonzero_q = nonzero, nonzero_x: ZVC's count, XZVC's
 */
#include <string.h>

#include "../../base/bytes.h"
#include "../bpc/bpc_cycle.h"
#include "../common/ring.h"
#include "../ebd/ebd_core.h"
#include "../zvc/xzvc_cycle.h"
#include "codec_cycle.h"

typedef struct lp_mixed_enc_in LP_IN_T;
typedef struct lp_mixed_enc_out LP_OUT_T;

enum unit { U_ZVC, U_BPC, U_EBD, UNITS };

#define WORDS LPI_XZVC_SECTOR
#define DEPTH 5u     /* of u_lines */
#define EBD_DEPTH 4u /* of u_sectors */
#define NEXT_DEPTH 4u
#define NEVER 5u

/* u_lines: units that have the line, a bit each, and its sectors by ZVC or XZVC. */
struct line {
    uint8_t set, zx;
};

/* lp_mixed_next. */
struct next {
    struct lpi_ring ring;
    uint8_t entries[NEXT_DEPTH];
};

struct mixed_enc {
    unsigned codecs;
    unsigned in_idx, out_idx, v;
    uint8_t set, to; /* units that get the line at the input, and the line in G3 */
    bool best, x, fits;
    unsigned nonzero, nonzero_x;
    uint32_t g[4][WORDS];
    struct lpi_ring ring;
    struct line lines[DEPTH];
    struct lpi_ring ebd_ring; /* sectors of the lines that EBD has announced */
    uint8_t ebd_sectors[EBD_DEPTH];
    struct next fates[UNITS], turn;
    _Alignas(8) unsigned char zvc[LP_XZVC_ENC_STATE];
    _Alignas(8) unsigned char bpc[LP_BPC_ENC_STATE];
    struct lpi_ebd_core ebd;
};
_Static_assert(sizeof(struct mixed_enc) <= LP_MIXED_ENC_STATE, "raise LP_MIXED_ENC_STATE");

struct wires {
    struct lp_xzvc_enc_in zvc_in;
    struct lp_xzvc_enc_out zvc;
    struct lp_bpc_enc_in bpc_in;
    struct lp_bpc_enc_out bpc;
    bool ebd_valid, ebd_go; /* s_valid and m_ready of EBD */
    struct lpi_ebd_core_out ebd;

    bool decide; /* the oldest line of u_lines is decided, and `win` selected */
    uint8_t win;
    uint8_t now;    /* the unit whose beat is at the output */
    uint8_t gone;   /* units whose last beat of a line leaves */
    bool line_gone; /* from the output */
    uint8_t to, zx; /* of the line in G3 */
    uint8_t set;    /* of the line at the input */
    bool best, filter, take, out_go, out_take;
};

static bool has(const struct mixed_enc *q, unsigned codec)
{
    return q->codecs >> codec & 1;
}

static unsigned all_units(const struct mixed_enc *q)
{
    return (unsigned)(has(q, LP_MIXED_ZVC) || has(q, LP_MIXED_XZVC)) << U_ZVC |
           (unsigned)has(q, LP_MIXED_BPC) << U_BPC | (unsigned)has(q, LP_MIXED_EBD) << U_EBD;
}

static bool in(unsigned units, enum unit unit)
{
    return units >> unit & 1;
}

/* The units' outputs, which depend on no input except their m_ready. */
static void ask(const struct mixed_enc *q, struct wires *w)
{
    unsigned there = all_units(q);

    if (in(there, U_ZVC))
        lp_xzvc_enc_unit.eval(q->zvc, &w->zvc_in, &w->zvc);
    if (in(there, U_BPC))
        lp_bpc_enc_unit.eval(q->bpc, &w->bpc_in, &w->bpc);
    if (in(there, U_EBD))
        w->ebd = lpi_ebd_core_eval(&q->ebd);
}

/* lp_mixed_choose. */
static unsigned choose(unsigned set, unsigned zvc, unsigned bpc, unsigned ebd)
{
    unsigned best = NEVER, win = 0;

    if (in(set, U_ZVC) && zvc < best)
        best = zvc, win = 1u << U_ZVC;
    if (in(set, U_EBD) && ebd < best)
        best = ebd, win = 1u << U_EBD;
    if (in(set, U_BPC) && bpc < best)
        win = 1u << U_BPC;
    return win;
}

static bool next_idle(const struct next *q)
{
    return !lpi_ring_valid(&q->ring);
}

/* Outputs of lp_mixed_next: whether there is an entry, one that arrives in this cycle included. */
static bool next_look(const struct next *q, bool s_valid, uint8_t s_data, uint8_t *m_data)
{
    *m_data = next_idle(q) ? s_data : q->entries[q->ring.rd];
    return !next_idle(q) || s_valid;
}

static void next_tick(struct next *q, bool s_valid, uint8_t s_data, bool m_ready)
{
    bool push = s_valid && (!next_idle(q) || !m_ready);

    if (push && lpi_ring_ready(&q->ring))
        q->entries[lpi_ring_wr(&q->ring)] = s_data;
    lpi_ring_tick(&q->ring, push, m_ready);
}

/* The choice for the oldest line that has none. */
static void decide(const struct mixed_enc *q, struct wires *w)
{
    const struct line *line = &q->lines[q->ring.rd];
    bool one = in(line->set, U_ZVC) && line->zx <= 1, room = lpi_ring_ready(&q->turn.ring);
    bool bpc = w->bpc.m_valid && next_idle(&q->fates[U_BPC]);
    bool sized = (bpc || !in(line->set, U_BPC)) &&
                 (lpi_ring_valid(&q->ebd_ring) || !in(line->set, U_EBD));

    for (unsigned u = 0; u < UNITS; u++)
        room = room && lpi_ring_ready(&q->fates[u].ring);
    w->decide = lpi_ring_valid(&q->ring) && (one || sized) && room;
    w->win = (uint8_t)(one ? 1u << U_ZVC
                           : choose(line->set, line->zx, w->bpc.m_sectors,
                                    q->ebd_sectors[q->ebd_ring.rd]));
}

/* Units whose beats leave or are dropped. */
static void leaves(const struct mixed_enc *q, bool m_ready, struct wires *w)
{
    const struct line *line = &q->lines[q->ring.rd];
    unsigned valid, last, go = 0;
    uint8_t turn;

    w->zvc_in.m_ready = w->bpc_in.m_ready = 0;
    w->ebd_go = false;
    ask(q, w);
    decide(q, w);
    if (!next_look(&q->turn, w->decide, w->win, &turn))
        turn = 0;
    valid = w->zvc.m_valid << U_ZVC | w->bpc.m_valid << U_BPC | (unsigned)w->ebd.m_valid << U_EBD;
    last = w->zvc.m_last << U_ZVC | w->bpc.m_last << U_BPC | (unsigned)w->ebd.m_last << U_EBD;
    w->now = 0;
    for (unsigned u = 0; u < UNITS; u++) {
        uint8_t mine;
        if (!next_look(&q->fates[u], w->decide && in(line->set, u), in(w->win, u), &mine))
            continue;
        if (!mine || (in(turn, u) && m_ready))
            go |= 1u << u;
        if (mine && in(turn, u) && in(valid, u))
            w->now = (uint8_t)(1u << u);
    }
    w->gone = (uint8_t)(go & valid & last);
    w->line_gone = (w->now & w->gone) != 0;
    w->zvc_in.m_ready = in(go, U_ZVC);
    w->bpc_in.m_ready = in(go, U_BPC);
    w->ebd_go = in(go, U_EBD);
}

/* lp_mixed_count. */
static unsigned sectors_of(unsigned nonzero)
{
    return nonzero == 0 ? 0 : nonzero > 44 ? 4 : (nonzero + 4 + 15) / 16;
}

/* Units of the line in G3. */
static void g3(const struct mixed_enc *q, bool quick, struct wires *w)
{
    unsigned z = has(q, LP_MIXED_ZVC) ? sectors_of(q->nonzero) : NEVER;
    unsigned x = has(q, LP_MIXED_XZVC) ? sectors_of(q->nonzero_x) : NEVER;
    bool first = q->out_idx == 0, others = (all_units(q) & ~(1u << U_BPC)) != 0;

    w->filter = q->best ? x < z : q->x;
    w->zx = (uint8_t)(w->filter ? x : z);
    w->to = q->to;
    if (first) {
        w->to = q->set;
        if (quick && q->best && others && !(q->fits && w->zx > 1))
            w->to &= (uint8_t) ~(1u << U_BPC);
        if (q->best && in(all_units(q), U_ZVC) && w->zx <= 1)
            w->to &= (uint8_t) ~(1u << U_EBD);
        if (q->best && w->zx >= 4 && (w->to & ~(1u << U_ZVC)) != 0)
            w->to &= (uint8_t) ~(1u << U_ZVC);
    }
    w->out_go = (q->v & 8) && (!first || (q->v == 15 && lpi_ring_ready(&q->ring)));
    w->out_take = w->out_go && (!in(w->to, U_ZVC) || w->zvc.s_ready) &&
                  (!in(w->to, U_BPC) || !quick || w->bpc.s_ready) &&
                  (!in(w->to, U_EBD) || lpi_ebd_core_moves(&w->ebd, w->ebd_go));
}

static void whose(const struct mixed_enc *q, const LP_IN_T *in_ports, struct wires *w)
{
    static const uint8_t of[LP_MIXED_CODECS] = {1u << U_ZVC, 1u << U_BPC, 1u << U_ZVC, 1u << U_EBD};
    unsigned codec = in_ports->s_codec & 7;

    w->best = codec >= LP_MIXED_CODECS || !has(q, codec);
    w->set = q->in_idx != 0 ? q->set : w->best ? (uint8_t)all_units(q) : of[codec];
}

static void units(const struct mixed_enc *q, const LP_IN_T *in_ports, struct wires *w)
{
    bool quick = in_ports->quick & 1, valid = in_ports->s_valid & 1;
    bool to_bpc;

    memset(w, 0, sizeof *w);
    leaves(q, in_ports->m_ready & 1, w);
    ask(q, w);
    g3(q, quick, w);
    whose(q, in_ports, w);
    w->take = valid && (q->v != 15 || w->out_take) &&
              (!in(w->set, U_BPC) || quick || w->bpc.s_ready);
    to_bpc = quick ? w->out_take && in(w->to, U_BPC) : w->take && in(w->set, U_BPC);
    w->zvc_in.s_valid = w->out_take && in(w->to, U_ZVC);
    w->zvc_in.s_filter = w->filter;
    w->bpc_in.s_valid = to_bpc;
    w->ebd_valid = w->out_take && in(w->to, U_EBD);
    memcpy(w->zvc_in.s_data, q->g[3], sizeof q->g[3]);
    memcpy(w->bpc_in.s_data, quick ? q->g[3] : in_ports->s_data, sizeof q->g[3]);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct mixed_enc *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;
    unsigned size, codec;

    units(q, in_ports, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = w.take;
    if (w.now == 0)
        return;
    out->m_valid = 1;
    if (in(w.now, U_ZVC)) {
        memcpy(out->m_data, w.zvc.m_data, sizeof out->m_data);
        out->m_last = w.zvc.m_last;
        out->m_sectors = w.zvc.m_sectors;
        size = 16 * w.zvc.m_size;
        codec = w.zvc.m_filter ? LP_MIXED_XZVC : LP_MIXED_ZVC;
    } else if (in(w.now, U_BPC)) {
        memcpy(out->m_data, w.bpc.m_data, sizeof out->m_data);
        out->m_last = w.bpc.m_last;
        out->m_sectors = w.bpc.m_sectors;
        size = w.bpc.m_size;
        codec = LP_MIXED_BPC;
    } else {
        memcpy(out->m_data, w.ebd.m_data, sizeof out->m_data);
        out->m_last = w.ebd.m_last;
        out->m_sectors = w.ebd.m_sectors;
        size = 8 * w.ebd.m_size;
        codec = LP_MIXED_EBD;
    }
    out->m_size = out->m_sectors == 0 ? 0 : out->m_sectors == 4 ? 1024 : size;
    out->m_codec = out->m_sectors == 0 || out->m_sectors == 4 ? 0 : codec;
}

static unsigned nonzero_of(const uint32_t *data)
{
    unsigned n = 0;
    for (unsigned i = 0; i < WORDS; i++)
        n += ((data[i] & 0xffff) != 0) + (data[i] >> 16 != 0);
    return n;
}

/* lp_mixed_fits. */
static bool fits(uint32_t a, uint32_t b)
{
    int64_t d = (int64_t)(int32_t)a - (int32_t)b;
    return d >= -(1 << 22) && d < 1 << 22;
}

/* A sector enters G0 and is counted. */
static void enter(struct mixed_enc *q, const LP_IN_T *in_ports, const struct wires *w)
{
    const uint32_t *data = in_ports->s_data, *before = q->g[0];
    bool first = q->in_idx == 0;
    uint32_t filtered[WORDS];

    lpi_xzvc_filter_sector(first ? NULL : before + WORDS - 2, data, filtered);
    q->nonzero = nonzero_of(data) + (first ? 0 : q->nonzero);
    q->nonzero_x = nonzero_of(filtered) + (first ? 0 : q->nonzero_x);
    q->fits = first || (q->fits && fits(data[0], before[WORDS - 1]));
    for (unsigned i = 1; i < WORDS; i++)
        q->fits = q->fits && fits(data[i], data[i - 1]);
    memcpy(q->g[0], data, sizeof q->g[0]);
    if (first) {
        q->set = w->set;
        q->best = w->best;
        q->x = in_ports->s_codec >> 1 & 1;
    }
    q->in_idx = (q->in_idx + 1) % 4;
}

/*
 * G0..G3: a stage takes the sector of the stage below if it or one above it is empty, or G3's
 * sector leaves.
 */
static void gather(struct mixed_enc *q, const LP_IN_T *in_ports, const struct wires *w)
{
    bool en = !(q->v & 8) || w->out_take;

    for (unsigned k = 3; k > 0; k--) {
        if (en) {
            memcpy(q->g[k], q->g[k - 1], sizeof q->g[k]);
            q->v = (q->v & ~(1u << k)) | (q->v << 1 & 1u << k);
        }
        en = en || !(q->v >> (k - 1) & 1);
    }
    if (en)
        q->v = (q->v & 14) | w->take;
    if (w->take)
        enter(q, in_ports, w);
}

/* EBD's clock edge, before that of G0..G3, from which it reads the line. */
static void tick_ebd(struct mixed_enc *q, const struct wires *w)
{
    uint8_t bytes[LP_LINE_BYTES];

    if (w->ebd.l_valid)
        q->ebd_sectors[lpi_ring_wr(&q->ebd_ring)] = w->ebd.l_sectors;
    lpi_ring_tick(&q->ebd_ring, w->ebd.l_valid, w->decide && in(q->lines[q->ring.rd].set, U_EBD));
    if (w->ebd_valid && q->out_idx == 0) {
        for (unsigned k = 0; k < 4; k++)
            lpi_bytes_of_words(bytes + k * LP_SECTOR_BYTES, q->g[3 - k], LP_SECTOR_BYTES);
        lpi_ebd_core_encode(&q->ebd, bytes);
    }
    lpi_ebd_core_tick(&q->ebd, w->ebd_valid, w->ebd_go);
}

static void leave(struct mixed_enc *q, const struct wires *w)
{
    bool push = w->out_take && q->out_idx == 0;
    unsigned set = q->lines[q->ring.rd].set;

    for (unsigned u = 0; u < UNITS; u++)
        next_tick(&q->fates[u], w->decide && in(set, u), in(w->win, u), in(w->gone, u));
    next_tick(&q->turn, w->decide, w->win, w->line_gone);
    if (push)
        q->lines[lpi_ring_wr(&q->ring)] = (struct line){w->to, w->zx};
    lpi_ring_tick(&q->ring, push, w->decide);
    if (w->out_take) {
        q->to = w->to;
        q->out_idx = (q->out_idx + 1) % 4;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct mixed_enc *q = state;
    unsigned there = all_units(q);
    struct wires w;

    units(q, in_ports, &w);
    if (in(there, U_ZVC))
        lp_xzvc_enc_unit.tick(q->zvc, &w.zvc_in);
    if (in(there, U_BPC))
        lp_bpc_enc_unit.tick(q->bpc, &w.bpc_in);
    if (in(there, U_EBD))
        tick_ebd(q, &w);
    leave(q, &w);
    gather(q, in_ports, &w);
}

static void reset(void *state)
{
    struct mixed_enc *q = state;

    lp_xzvc_enc_unit.reset(q->zvc);
    lp_bpc_enc_unit.reset(q->bpc);
    lpi_ebd_core_reset(&q->ebd);
    q->in_idx = q->out_idx = q->v = 0;
    q->ring.rd = q->ring.count = 0;
    q->ebd_ring.rd = q->ebd_ring.count = 0;
    for (unsigned u = 0; u < UNITS; u++)
        q->fates[u].ring.rd = q->fates[u].ring.count = 0;
    q->turn.ring.rd = q->turn.ring.count = 0;
}

static void init(void *state, const int *values)
{
    struct mixed_enc *q = state;

    memset(q, 0, sizeof *q);
    q->codecs = (unsigned)values[0];
    q->ring.depth = DEPTH;
    q->ebd_ring.depth = EBD_DEPTH;
    for (unsigned u = 0; u < UNITS; u++)
        q->fates[u].ring.depth = NEXT_DEPTH;
    q->turn.ring.depth = NEXT_DEPTH;
    lp_xzvc_enc_unit.set_up(q->zvc, values);
    lp_bpc_enc_unit.set_up(q->bpc, values);
    reset(q);
}

static const struct lp_param params[] = {LP_MIXED_CODECS_PARAM("CODECS")};

LP_UNIT_ROW(mixed_enc, LP_MIXED_ENC_PORTS, struct mixed_enc, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
