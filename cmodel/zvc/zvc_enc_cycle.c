/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_zvc_enc (rtl/zvc/lp_zvc_enc.sv); cDMA (HPCA'18) section V-B, figure 10(a). */
#include <stdbool.h>
#include <string.h>

#include "zvc_sector.h"

/* Beats in the ring: R, its overflow and the sector in D3 take less than four. */
#define BEATS 4

/* The RTL's wires of the same names, as far as the inputs do not matter. */
struct wires {
    bool first, raw, insert, flush, behind, can_take, emit;
    unsigned size, sectors; /* valid while first */
    unsigned base, s, t;
};

struct zvc_enc {
    unsigned elem;

    /* D0..D3: stage k's sector and flags are kept in slot byte k of `slots`; bit k of v: valid. */
    uint32_t slots;
    unsigned v;
    uint8_t d[4][LP_SECTOR];
    uint32_t f[4];
    bool mem0, last0, open;
    unsigned n0, in_idx, sum;

    /* Facts of the line, taken with its first sector. */
    unsigned idx, size, sectors;
    bool mem, last, raw, line;

    /*
     * R and the sector in D3 after the network, as one ring of beats: from lane 0 of beat `out` on,
     * r elements of R, then the line's mask if D3 holds its first sector, then n3 elements.  `end`
     * is the lane after them.  Lanes without an element are zero.
     */
    uint8_t ring[BEATS][LP_SECTOR];
    unsigned out, end, n3;

    unsigned r;
    bool closed;

    struct wires w; /* of the registers above */
};
_Static_assert(sizeof(struct zvc_enc) <= LP_ZVC_ENC_STATE, "raise LP_ZVC_ENC_STATE");

/* Where stage k's sector and flags are kept. */
LPI_INLINE unsigned slot(const struct zvc_enc *q, unsigned k)
{
    return q->slots >> (8 * k) & 3;
}

LPI_INLINE void line_facts(struct lp_zvc_geometry g, struct zvc_enc *q)
{
    struct wires *w = &q->w;
    w->first = q->idx == 0;
    w->raw = q->raw;
    w->flush = q->idx == 3 && (q->mem || q->last);
    if (w->first) {
        unsigned nonzero = q->sum + q->n0, size = nonzero + g.mask;
        bool over = nonzero >= g.raw_from;
        w->raw = q->mem0 && over;
        w->size = size;
        w->sectors = nonzero == 0 ? 0 : over ? 4 : (size + g.lanes - 1) >> g.lanes_lg;
    }
    w->insert = w->first && !w->raw;
}

LPI_INLINE void settle(struct lp_zvc_geometry g, struct zvc_enc *q)
{
    struct wires *w = &q->w;
    line_facts(g, q);
    bool go = w->first ? q->v == 15 : q->v >= 8;
    w->behind = q->closed || q->r >= g.lanes;
    w->base = !w->behind ? q->r : q->r > g.lanes ? q->r - g.lanes : 0;
    w->can_take = go && !(q->r > g.lanes && (q->closed || w->first));
    unsigned n = w->raw ? g.lanes : q->n3;
    w->s = w->base + (w->insert ? g.mask : 0);
    w->t = w->s + n;
    if (w->behind)
        w->emit = q->closed || q->r > g.lanes || (w->can_take && (w->insert || n != 0 || w->flush));
    else
        w->emit = w->can_take && (w->t > g.lanes || w->flush || w->raw);
}

/* Lane `at` of the ring, modulo its size. */
LPI_INLINE uint8_t *lane(struct lp_zvc_geometry g, struct zvc_enc *q, unsigned at)
{
    return &q->ring[0][0] + (at & (BEATS * g.lanes - 1)) * (g.elem / 8);
}

/* The line's mask, complete while its first sector is in D3, four bytes at a time. */
LPI_INLINE void get_mask(struct lp_zvc_geometry g, const struct zvc_enc *q, uint8_t mask[16])
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t f = q->f[slot(q, 3 - i)];
        for (unsigned j = 0; j < g.lanes / 8; j++)
            mask[i * (g.lanes / 8) + j] = (uint8_t)(f >> (8 * j));
    }
}

/* The beat: R below, the mask in its lanes, the sector in D3 above. */
LPI_INLINE void beat(struct lp_zvc_geometry g, const struct zvc_enc *q, uint32_t data[8])
{
    const struct wires *w = &q->w;
    unsigned bytes = g.elem / 8, count = w->s > g.lanes ? g.lanes - w->base : g.mask;
    uint8_t sector[LP_SECTOR], mask[16];
    bool joins = w->first && !w->behind;
    lp_words_from_sector(data, joins && w->raw ? q->d[slot(q, 3)] : q->ring[q->out]);
    if (!joins || w->raw)
        return;
    get_mask(g, q, mask);
    if (g.elem == 32) {
        data[w->base] = (uint32_t)mask[0] | (uint32_t)mask[1] << 8 | (uint32_t)mask[2] << 16 |
                        (uint32_t)mask[3] << 24;
        return;
    }
    memcpy(sector, q->ring[q->out], LP_SECTOR);
    memcpy(sector + w->base * bytes, mask, count * bytes);
    lp_words_from_sector(data, sector);
}

LPI_INLINE void eval_one(struct lp_zvc_geometry g, const struct zvc_enc *q,
                         const struct lp_zvc_enc_in *in, struct lp_zvc_enc_out *out)
{
    const struct wires *w = &q->w;

    memset(out, 0, sizeof *out);
    out->s_ready = q->v != 15 || (w->can_take && (!w->emit || in->m_ready));
    out->l_valid = q->line;
    out->l_size = q->line ? q->size : 0;
    out->l_sectors = q->line ? q->sectors : 0;
    if (!w->emit)
        return;

    bool now = w->first && !w->behind;
    unsigned held_count = w->behind ? q->r : w->t;
    beat(g, q, out->m_data);
    out->m_valid = 1;
    out->m_last = w->behind ? (q->closed ? q->r <= g.lanes : w->flush && w->t == 0)
                           : w->flush && w->t <= g.lanes;
    out->m_count = held_count >= g.lanes ? g.lanes : held_count;
    out->m_mem = now ? q->mem0 : q->mem;
    out->m_size = now ? w->size : q->size;
    out->m_sectors = now ? w->sectors : q->sectors;
}

/* R's elements and the line's facts after this cycle, which takes the sector in D3 or does not. */
LPI_INLINE void tick_counts(struct lp_zvc_geometry g, struct zvc_enc *q, bool step, bool take)
{
    const struct wires *w = &q->w;
    if (w->behind && w->emit && step) {
        q->closed = (q->closed && q->r > g.lanes) || (take && w->flush && w->t != 0);
        q->r = take ? w->t : w->base;
    } else if (take && !w->behind) {
        q->closed = w->flush && w->t > g.lanes;
        q->r = !w->emit ? w->t : w->t <= g.lanes ? 0 : w->t - g.lanes;
    }
    q->line = take && w->first;
    if (q->line) {
        q->mem = q->mem0;
        q->last = q->last0;
        q->raw = w->raw;
        q->size = w->size;
        q->sectors = w->sectors;
    }
}

/* The mask of a line whose first sector is taken; a raw line has its whole sector instead. */
LPI_INLINE void place_mask(struct lp_zvc_geometry g, struct zvc_enc *q)
{
    unsigned at = q->end - q->n3 - g.mask;
    if (q->w.raw) {
        memset(lane(g, q, at + g.lanes), 0, LP_SECTOR);
        memcpy(lane(g, q, at), q->d[slot(q, 3)], LP_SECTOR);
        q->end = (at + g.lanes);
        return;
    }
    uint8_t mask[16];
    get_mask(g, q, mask);
    if (g.elem == 32) {
        memcpy(lane(g, q, at), mask, 4);
        return;
    }
    for (unsigned i = 0; i < g.mask; i++)
        memcpy(lane(g, q, at + i), mask + i * (g.elem / 8), g.elem / 8);
}

/* D2 to D3: the sector's elements go after R and a place for the mask if it is the first. */
LPI_INLINE void load_head(struct lp_zvc_geometry g, struct zvc_enc *q, unsigned next_idx)
{
    const uint8_t *in = q->d[slot(q, 2)];
    uint32_t flags = q->f[slot(q, 2)];
    unsigned start = q->end + (next_idx == 0 ? g.mask : 0), at = start;
    bool raw = next_idx != 0 && q->raw;
    if (raw) {
        memcpy(lane(g, q, at), in, LP_SECTOR);
        at += g.lanes;
    } else {
        at = lp_sector_append(&q->ring[0][0], BEATS * g.lanes, at, in, flags, g.elem);
    }
    q->n3 = (at - start);
    if (next_idx == 3 && (q->mem || q->last))
        at = (at + g.lanes - 1) & ~(g.lanes - 1);
    q->end = at;
}

/* Stages 0..top move up by one; the sector that was in `top` has left. */
LPI_INLINE void shift(struct lp_zvc_geometry g, struct zvc_enc *q, unsigned top,
                      const struct lp_zvc_enc_in *in)
{
    unsigned freed = slot(q, top);
    if (top == 3) {
        q->slots = q->slots << 8 | freed;
        q->v = (q->v << 1 & 15) | in->s_valid;
    } else {
        unsigned moved = (2u << top) - 1;
        uint32_t bytes = 0xffffffffu >> (8 * (3 - top));
        q->slots = (q->slots & ~bytes) | ((q->slots << 8 | freed) & bytes);
        q->v = (q->v & ~moved) | (q->v << 1 & moved) | in->s_valid;
    }
    if (in->s_valid) {
        lp_sector_from_words(q->d[freed], in->s_data);
        q->f[freed] = lp_sector_flags(q->d[freed], g.elem);
        q->n0 = lp_count_ones(q->f[freed], g.lanes);
        q->mem0 = in->s_mem & !q->open;
        q->last0 = in->s_last;
        if (q->in_idx == 3)
            q->open = !in->s_last && !q->mem0;
        q->in_idx = (q->in_idx + 1) & 3;
    }
}

LPI_INLINE void tick_one(struct lp_zvc_geometry g, struct zvc_enc *q,
                         const struct lp_zvc_enc_in *in)
{
    bool step = !q->w.emit || in->m_ready, take = q->w.can_take && step;
    unsigned v = q->v;
    bool en3 = v < 8 || take;

    if (take && q->w.first)
        place_mask(g, q);
    if (q->w.emit && step) {
        memset(q->ring[q->out], 0, LP_SECTOR);
        q->out = (q->out + 1) & (BEATS - 1);
    }
    tick_counts(g, q, step, take);
    q->idx = (q->idx + take) & 3;
    if (en3 && (v & 4))
        load_head(g, q, q->idx);
    /* The highest stage that takes a new sector: D3, or the first empty one below it. */
    int top = en3 ? 3 : v == 15 ? -1 : !(v & 4) ? 2 : !(v & 2) ? 1 : 0;
    if (top > 0 && (v & 1))
        q->sum = q->in_idx == 1 ? q->n0 : q->sum + q->n0;
    if (top >= 0)
        shift(g, q, (unsigned)top, in);
    settle(g, q);
}

LP_ZVC_EVAL_AND_TICK(zvc_enc)

static void reset(void *state)
{
    struct zvc_enc *q = state;
    memset(q->ring, 0, sizeof q->ring);
    q->v = 0;
    q->in_idx = 0;
    q->open = false;
    q->out = q->end = 0;
    q->idx = 0;
    q->r = 0;
    q->closed = false;
    q->line = false;
    LP_ZVC_WITH_GEOMETRY(q->elem, settle(g, q));
}

static void init(void *state, const int *values)
{
    struct zvc_enc *q = state;
    memset(q, 0, sizeof *q);
    q->elem = (unsigned)values[0];
    q->slots = 0x03020100;
    reset(q);
}

#define LP_IN_T struct lp_zvc_enc_in
#define LP_OUT_T struct lp_zvc_enc_out
static const struct lp_port ports[] = LP_UNIT_TABLE(LP_ZVC_ENC_PORTS);
static const struct lp_param params[] = {{"ELEM", {32, 16, 8}, 3}};

const struct lp_unit lp_zvc_enc_unit = {
    .name = "lp_zvc_enc",
    .ports = ports,
    .nports = sizeof ports / sizeof *ports,
    .params = params,
    .nparams = 1,
    .in_size = sizeof(struct lp_zvc_enc_in),
    .out_size = sizeof(struct lp_zvc_enc_out),
    .state_size = sizeof(struct zvc_enc),
    .init = init,
    .reset = reset,
    .eval = eval,
    .tick = tick,
};
