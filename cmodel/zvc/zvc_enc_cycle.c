/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_zvc_enc (rtl/zvc/lp_zvc_enc.sv); cDMA (HPCA'18) section V-B, figure 10(a). */
#include <string.h>

#include "zvc_sector.h"

struct zvc_enc {
    struct lp_zvc_geometry g;

    /* D0..D3: `slot[k]` is where stage k's sector and flags are kept, bit k of v its valid. */
    uint8_t v, slot[4];
    uint8_t d[4][LP_SECTOR];
    uint32_t f[4];
    bool mem0, last0;
    uint8_t n0, in_idx, sum;

    /* Line facts, taken with its first sector. */
    uint8_t idx, size, sectors;
    bool mem, last, raw, line;

    /* The sector in D3 after the network, and what was known a stage early. */
    uint8_t start, n3;
    uint8_t packed[LP_SECTOR];

    /* R and, behind a full beat, as many lanes as the mask takes. */
    uint8_t r;
    bool closed;
    uint8_t r_data[LP_SECTOR], over_data[LP_SECTOR];
};

/* The RTL's wires of the same names. */
struct wires {
    bool first, raw, insert, flush, behind, can_take, emit, step, take;
    uint8_t nonzero, size, sectors, base, s, t;
};

static void line_facts(const struct zvc_enc *q, struct wires *w)
{
    const struct lp_zvc_geometry *g = &q->g;
    w->first = q->idx == 0;
    w->nonzero = (uint8_t)(q->sum + q->n0);
    bool over = w->nonzero >= g->raw_from;
    w->raw = w->first ? q->mem0 && over : q->raw;
    w->insert = w->first && !w->raw;
    w->flush = q->idx == 3 && (q->mem || q->last);
    w->size = (uint8_t)(w->nonzero + g->mask);
    w->sectors = w->nonzero == 0 ? 0
                 : over          ? 4
                                 : (uint8_t)((w->size + g->lanes - 1) / g->lanes);
}

static struct wires wires(const struct zvc_enc *q, const struct lp_zvc_enc_in *in)
{
    unsigned lanes = q->g.lanes;
    struct wires w;
    line_facts(q, &w);
    bool go = (q->v & 8) && (!w.first || q->v == 15);
    w.behind = q->closed || q->r >= lanes;
    w.base = (uint8_t)(!w.behind ? q->r : q->r > lanes ? q->r - lanes : 0);
    w.can_take = go && !(q->r > lanes && (q->closed || w.first));
    unsigned n = w.raw ? lanes : q->n3;
    w.s = (uint8_t)(w.base + (w.insert ? q->g.mask : 0));
    w.t = (uint8_t)(w.s + n);
    bool more = w.insert || n != 0;
    w.emit = w.behind ? q->closed || q->r > lanes || (w.can_take && (more || w.flush))
                      : w.can_take && (w.t > lanes || w.flush || w.raw);
    w.step = !w.emit || in->m_ready;
    w.take = w.can_take && w.step;
    return w;
}

static inline const uint8_t *fresh(const struct zvc_enc *q, const struct wires *w)
{
    return w->raw ? q->d[q->slot[3]] : q->packed;
}

/* The line's mask at lanes `to` and up of a sector, modulo the lanes; the other bytes are kept. */
static void put_mask(const struct zvc_enc *q, uint8_t *sector, unsigned from, unsigned to,
                     unsigned count)
{
    unsigned lanes = q->g.lanes, bytes = q->g.elem / 8;
    uint8_t mask[16];
    for (unsigned i = 0; i < 4; i++) {
        uint32_t f = q->f[q->slot[3 - i]];
        for (unsigned j = 0; j < lanes / 8; j++)
            mask[i * (lanes / 8) + j] = (uint8_t)(f >> (8 * j));
    }
    for (unsigned i = 0; i < count * bytes; i++)
        sector[to * bytes + i] = mask[from * bytes + i];
}

static void beat(const struct zvc_enc *q, const struct wires *w, uint8_t out[LP_SECTOR])
{
    unsigned bytes = q->g.elem / 8, lanes = q->g.lanes;
    unsigned held = q->r * bytes;
    const uint8_t *above = fresh(q, w);
    if (w->behind) {
        for (unsigned i = 0; i < LP_SECTOR; i++)
            out[i] = i < held ? q->r_data[i] : 0;
        return;
    }
    for (unsigned i = 0; i < LP_SECTOR; i++)
        out[i] = i < held ? q->r_data[i] : above[i];
    if (w->insert)
        put_mask(q, out, 0, w->base, w->s > lanes ? lanes - w->base : q->g.mask);
}

static void eval(const void *state, const void *inputs, void *outputs)
{
    const struct zvc_enc *q = state;
    struct lp_zvc_enc_out *out = outputs;
    struct wires w = wires(q, inputs);
    unsigned lanes = q->g.lanes;

    memset(out, 0, sizeof *out);
    out->s_ready = q->v != 15 || w.take;
    out->l_valid = q->line;
    out->l_size = q->line ? q->size : 0;
    out->l_sectors = q->line ? q->sectors : 0;
    if (!w.emit)
        return;

    bool now = w.first && !w.behind;
    unsigned held_count = w.behind ? q->r : w.t;
    uint8_t data[LP_SECTOR];
    beat(q, &w, data);
    lp_words_from_sector(out->m_data, data);
    out->m_valid = 1;
    out->m_last = w.behind ? (q->closed ? q->r <= lanes : w.flush && w.t == 0)
                           : w.flush && w.t <= lanes;
    out->m_count = held_count >= lanes ? lanes : held_count;
    out->m_mem = now ? q->mem0 : q->mem;
    out->m_size = now ? w.size : q->size;
    out->m_sectors = now ? w.sectors : q->sectors;
}

/* What R holds after this cycle's beat has left and the sector in D3 has been taken. */
static void tick_r(struct zvc_enc *q, const struct wires *w)
{
    unsigned lanes = q->g.lanes, bytes = q->g.elem / 8;
    const uint8_t *in = fresh(q, w);
    if (w->behind ? w->emit && w->step : w->take) {
        unsigned keep = (w->behind ? w->base : w->emit ? 0 : q->r) * bytes;
        const uint8_t *kept = w->behind ? q->over_data : q->r_data;
        for (unsigned i = 0; i < LP_SECTOR; i++)
            q->r_data[i] = i < keep ? kept[i] : in[i];
        if (w->insert && (w->behind || !w->emit))
            put_mask(q, q->r_data, 0, w->base, q->g.mask);
        else if (w->insert && w->s > lanes)
            put_mask(q, q->r_data, lanes - w->base, 0, w->s - lanes);
    }
    if (w->take)
        memcpy(q->over_data, in, LP_SECTOR);
}

static void tick_counts(struct zvc_enc *q, const struct wires *w)
{
    unsigned lanes = q->g.lanes;
    if (w->behind && w->emit && w->step) {
        q->closed = (q->closed && q->r > lanes) || (w->take && w->flush && w->t != 0);
        q->r = w->take ? w->t : w->base;
    } else if (w->take && !w->behind) {
        q->closed = w->flush && w->t > lanes;
        q->r = (uint8_t)(!w->emit ? w->t : w->t <= lanes ? 0 : w->t - lanes);
    }
    q->line = w->take && w->first;
    if (q->line) {
        q->mem = q->mem0;
        q->last = q->last0;
        q->raw = w->raw;
        q->size = w->size;
        q->sectors = w->sectors;
    }
}

/* D2 to D3: the network is set and passed here; the RTL sets its switches and passes a cycle on. */
static void load_head(struct zvc_enc *q, unsigned next_idx)
{
    unsigned slot = q->slot[2];
    unsigned start = (unsigned)(q->start + (next_idx == 0 ? q->g.mask : 0)) % q->g.lanes;
    q->n3 = (uint8_t)__builtin_popcount(q->f[slot]);
    lp_sector_compact(q->packed, q->d[slot], q->f[slot], start, q->g.elem);
    bool ends = next_idx == 3 && (q->mem || q->last);
    q->start = (uint8_t)(ends ? 0 : (start + q->n3) % q->g.lanes);
}

/* Stages 0..top move up by one; the sector that was in `top` has left. */
static void shift(struct zvc_enc *q, unsigned top, const struct lp_zvc_enc_in *in)
{
    uint8_t freed = q->slot[top];
    unsigned moved = (1u << (top + 1)) - 1;
    for (unsigned k = top; k > 0; k--)
        q->slot[k] = q->slot[k - 1];
    q->slot[0] = freed;
    q->v = (uint8_t)((q->v & ~moved) | ((unsigned)q->v << 1 & moved) | in->s_valid);
    if (in->s_valid) {
        lp_sector_from_words(q->d[freed], in->s_data);
        q->f[freed] = lp_sector_flags(q->d[freed], q->g.elem);
        q->n0 = (uint8_t)__builtin_popcount(q->f[freed]);
        q->mem0 = in->s_mem;
        q->last0 = in->s_last;
        q->in_idx = (q->in_idx + 1) & 3;
    }
}

static void tick(void *state, const void *inputs)
{
    struct zvc_enc *q = state;
    struct wires w = wires(q, inputs);
    uint8_t v = q->v;
    bool en3 = !(v & 8) || w.take;
    bool en2 = !(v & 4) || en3, en1 = !(v & 2) || en2, en0 = !(v & 1) || en1;

    tick_r(q, &w);
    unsigned next_idx = (q->idx + w.take) & 3;
    if (en3 && (v & 4))
        load_head(q, next_idx);
    tick_counts(q, &w);
    q->idx = (uint8_t)next_idx;
    if (en1 && (v & 1))
        q->sum = (uint8_t)(q->in_idx == 1 ? q->n0 : q->sum + q->n0);
    if (en0)
        shift(q, en3 ? 3 : en2 ? 2 : en1 ? 1 : 0, inputs);
}

static void reset(void *state)
{
    struct zvc_enc *q = state;
    q->v = 0;
    q->in_idx = 0;
    q->start = 0;
    q->idx = 0;
    q->r = 0;
    q->closed = false;
    q->line = false;
}

static void init(void *state, const int *values)
{
    struct zvc_enc *q = state;
    memset(q, 0, sizeof *q);
    q->g = lp_zvc_geometry((unsigned)values[0]);
    for (unsigned k = 0; k < 4; k++)
        q->slot[k] = (uint8_t)k;
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
