/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_buddy_read (rtl/buddy/lp_buddy_read.sv).
 *
 * RTL map of lp_buddy_read:
 *   codec_q, id_q = entry.codec, entry.id
 *   off_q = entry.dev_addr
 *   p_{valid,entry,at}_q = p.{}
 *   p_sel_q = p.entry: one-hot
 *   valid_q = n.valid
 *   sel_q = n.entry: one-hot
 *   to_q = none_lane: one-hot
 *   r_{valid,none,codec,last,dev,eight,off,sectors}_q = r.{}
 *
 * RTL map of lp_buddy_track:
 *   full_q, none_q, gone_q = full, none, gone: bits of the unit
 */
#include <string.h>

#include "../common/cut.h"
#include "../common/ring.h"
#include "../common/rr.h"
#include "../../base/wide.h"
#include "../../lib/gbbr/gbbr_state.h"
#include "buddy_ask.h"
#include "buddy_cycle.h"
#include "buddy_lane.h"
#include "buddy_track.h"

typedef struct lp_buddy_read_in LP_IN_T;
typedef struct lp_buddy_read_out LP_OUT_T;

LPI_CUT(buddy_read, LP_BUDDY_READ_PORTS)

#define MAX_ENTRIES (1u << LP_BUDDY_ENTRY_MAX)
#define META 4u

/* One memory: entries that request sectors, the next of them, arrived sectors. */
struct side {
    struct lpi_ask ask;
    uint32_t buffer[MAX_ENTRIES * 4][8], data[8];
};

/* P: the next line. */
struct next_line {
    bool valid;
    unsigned entry, at;
};

/* N: the next line without sectors. */
struct none_line {
    bool valid;
    unsigned entry;
};

/* R: a sector between the buffers and a lane, and lines without sectors for other lanes. */
struct sector {
    unsigned valid, none; /* bit l: lane l */
    uint8_t codec[LPI_LANES_MAX];
    bool last, dev, eight;
    unsigned off, sectors;
};

struct buddy_read {
    unsigned entries, lanes, mixed;
    bool parallel;
    struct {
        uint64_t dev_addr, spill_addr;
        uint8_t id, codec;
    } entry[MAX_ENTRIES];
    struct lpi_ring meta;
    struct {
        uint64_t addr;
        uint8_t entry;
    } asked[META];
    struct lpi_track track[MAX_ENTRIES];
    uint64_t full, none, gone; /* bit e: entry e */
    unsigned stray;
    struct side dev, bud;
    struct lpi_rr turn, none_turn;
    struct next_line p;
    struct none_line n;
    struct sector r;
    unsigned lane, none_lane, credit[LPI_LANES_MAX];
    struct lpi_lane lanes_q[LPI_LANES_MAX];
    struct lpi_rr out;
    unsigned open;
};

_Static_assert(sizeof(struct buddy_read) <= LP_BUDDY_READ_STATE, "raise LP_BUDDY_READ_STATE");

/* Transfers from D and N to lanes in this cycle. */
struct moves {
    bool d, n;
};

static LP_IN_T cut(const struct buddy_read *q, const LP_IN_T *in)
{
    LP_IN_T own = lpi_buddy_read_cut(in);
    uint32_t mask = q->entries - 1;

    own.s_entry &= mask;
    own.a_entry &= mask;
    own.miss_entry &= mask;
    own.devd_entry &= mask;
    own.budd_entry &= mask;
    return own;
}

static bool p_none(const struct buddy_read *q)
{
    return q->none >> q->p.entry & 1;
}

static bool d_last(const struct buddy_read *q)
{
    return p_none(q) || q->p.at + 1 == q->track[q->p.entry].sectors;
}

static bool d_go(const struct buddy_read *q)
{
    return q->p.valid && q->credit[q->lane] != 0 &&
           (q->p.at != 0 || lpi_ring_ready(&q->lanes_q[q->lane].info));
}

static bool n_go(const struct buddy_read *q)
{
    return q->n.valid && !(q->p.valid && q->lane == q->none_lane) && q->credit[q->none_lane] != 0 &&
           lpi_ring_ready(&q->lanes_q[q->none_lane].info);
}

/* The lane whose beat is at the output; `lanes`: none. */
static unsigned m_lane(const struct buddy_read *q)
{
    uint64_t valid = 0;

    for (unsigned l = 0; l < q->lanes; l++)
        valid |= (uint64_t)q->lanes_q[l].full << l;
    if (q->open)
        valid &= q->open;
    return valid ? lpi_rr_pick(&q->out, valid) : q->lanes;
}

/* Entries whose sectors are no longer needed. */
static uint64_t gone_now(const struct buddy_read *q)
{
    return q->gone | (uint64_t)(d_go(q) && d_last(q)) << q->p.entry |
           (uint64_t)n_go(q) << q->n.entry;
}

/* Entries among them without outstanding sectors: they are free again. */
static uint64_t freed(const struct buddy_read *q, uint64_t gone)
{
    uint64_t is_free = 0;

    for (; gone; gone &= gone - 1) {
        unsigned e = (unsigned)__builtin_ctzll(gone);
        is_free |= (uint64_t)(q->track[e].dev_due == 0) << e;
    }
    return is_free;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct buddy_read *q = state;
    LP_OUT_T *out = out_ports;
    unsigned lane = m_lane(q);

    (void)in;
    memset(out, 0, sizeof *out);
    out->s_ready = lpi_ring_ready(&q->meta);
    if (lpi_ring_valid(&q->meta)) {
        out->q_valid = 1;
        lpi_put64(out->q_addr, q->asked[q->meta.rd].addr);
        out->q_entry = q->asked[q->meta.rd].entry;
    }
    out->a_ready = out->miss_ready = out->devd_ready = out->budd_ready = 1;
    if (q->dev.ask.valid) {
        out->dev_valid = 1;
        lpi_put64(out->dev_addr, q->dev.ask.told & ~(uint64_t)31);
        out->dev_sectors = q->track[q->dev.ask.entry].dev_due;
        out->dev_entry = q->dev.ask.entry;
    }
    if (q->bud.ask.valid) {
        out->bud_valid = 1;
        lpi_put64(out->bud_addr, q->bud.ask.told & ~(uint64_t)31);
        out->bud_sectors = q->track[q->bud.ask.entry].bud_due;
        out->bud_entry = q->bud.ask.entry;
    }
    if (lane < q->lanes) {
        const struct lpi_lane *l = &q->lanes_q[lane];
        out->m_valid = 1;
        out->m_id = lpi_lane_id(l);
        out->m_code = lpi_lane_code(l);
        memcpy(out->m_data, l->data, q->lanes * sizeof *l->data);
        out->m_last = l->last;
    }
    out->stray = q->stray;
    lpi_put64(out->free, freed(q, gone_now(q)));
}

static void tick_requests(struct buddy_read *q, const LP_IN_T *in)
{
    bool take = in->s_valid && lpi_ring_ready(&q->meta);
    bool asks = in->s_compressed && in->s_fault == LP_ANSWER_OK;
    unsigned e = in->s_entry, wr = lpi_ring_wr(&q->meta);

    if (take) {
        q->entry[e].codec = in->s_compressed ? (uint8_t)in->s_codec : 0;
        q->entry[e].id = (uint8_t)in->s_id;
        q->entry[e].dev_addr = lpi_get64(in->s_dev_addr);
        q->entry[e].spill_addr = lpi_get64(in->s_spill_addr);
        lpi_track_begin(&q->track[e], in->s_fault, in->s_compressed, in->s_target);
    }
    if (take && asks) {
        q->asked[wr].addr = lpi_get64(in->s_meta_addr);
        q->asked[wr].entry = (uint8_t)e;
    }
    lpi_ring_tick(&q->meta, take && asks, in->q_ready);
}

static void tick_answers(struct buddy_read *q, const LP_IN_T *in)
{
    if (in->miss_valid && q->parallel)
        q->track[in->miss_entry].guess = true;
    if (in->a_valid) {
        struct lpi_track *track = &q->track[in->a_entry];
        struct lpi_answer a = {.code = LP_ANSWER_MEMORY};
        uint8_t *codec = &q->entry[in->a_entry].codec;
        struct lp_gbbr_split split;
        struct lpi_gbbr_entry entry;

        if (!in->a_err)
            a.code = (unsigned)lpi_gbbr_split(q->mixed, in->a_state, track->target, &split);
        if (a.code == LP_ANSWER_OK && lpi_gbbr_entry(q->mixed, in->a_state, *codec, &entry)) {
            a.dev = split.dev_sectors;
            a.eight = split.eight;
            a.spill = split.spill_sectors;
            a.sectors = entry.sectors;
            *codec = (uint8_t)entry.codec;
        }
        lpi_track_answer(track, &a);
    }
}

static void tick_asks(struct buddy_read *q, const LP_IN_T *in)
{
    uint64_t dev = 0, guess = 0, bud = 0;

    for (unsigned e = 0; e < q->entries; e++) {
        dev |= (uint64_t)q->track[e].want_dev << e;
        guess |= (uint64_t)q->track[e].guess << e;
        bud |= (uint64_t)q->track[e].want_bud << e;
    }
    dev = lpi_ask_request(&q->dev.ask, dev, guess, in->dev_idle);
    if (lpi_ask_tick(&q->dev.ask, dev, in->dev_ready)) {
        lpi_track_dev_asked(&q->track[q->dev.ask.entry]);
        q->dev.ask.told = q->entry[q->dev.ask.entry].dev_addr;
    }
    if (lpi_ask_tick(&q->bud.ask, bud, in->bud_ready)) {
        q->track[q->bud.ask.entry].want_bud = false;
        q->bud.ask.told = q->entry[q->bud.ask.entry].spill_addr;
    }
}

static void tick_r_buffers(struct buddy_read *q)
{
    unsigned read_at = q->p.entry * 4 + q->p.at;

    memcpy(q->dev.data, q->dev.buffer[read_at], sizeof q->dev.data);
    memcpy(q->bud.data, q->bud.buffer[read_at], sizeof q->bud.data);
}

/* The entry of the arriving sector; NULL: none, or it has not requested one. */
static struct lpi_track *dev_for(struct buddy_read *q, const LP_IN_T *in)
{
    struct lpi_track *track = &q->track[in->devd_entry];

    return in->devd_valid && lpi_track_dev_open(track) ? track : NULL;
}

static struct lpi_track *bud_for(struct buddy_read *q, const LP_IN_T *in)
{
    struct lpi_track *track = &q->track[in->budd_entry];

    return in->budd_valid && lpi_track_bud_open(track) ? track : NULL;
}

/* Stores the arriving sectors; a read of the buffers in the same cycle does not see them. */
static void tick_buffers(struct buddy_read *q, const LP_IN_T *in, struct lpi_track *dev,
                         struct lpi_track *bud)
{
    q->stray = (in->devd_valid && !dev) | (unsigned)(in->budd_valid && !bud) << 1;
    if (dev) {
        memcpy(q->dev.buffer[in->devd_entry * 4 + (dev->dev_got & 3)], in->devd_data, 32);
        lpi_track_dev_come(dev, in->devd_err);
    }
    if (bud) {
        memcpy(q->bud.buffer[in->budd_entry * 4 + bud->bud_pos], in->budd_data, 32);
        lpi_track_bud_come(bud, in->budd_err);
    }
}

/* Sector for lane l. */
static void r_data(const struct buddy_read *q, unsigned l, struct lpi_lane_sector *s)
{
    memset(s, 0, sizeof *s);
    s->codec = q->r.codec[l];
    s->last = true;
    if (q->r.none >> l & 1)
        return;
    s->last = q->r.last;
    s->sectors = q->r.sectors;
    if (q->r.eight)
        memcpy(s->data, &q->dev.data[2 * q->r.off], LP_EIGHT_BYTES);
    else
        memcpy(s->data, q->r.dev ? q->dev.data : q->bud.data, sizeof s->data);
}

static void tick_lanes(struct buddy_read *q, const LP_IN_T *in, const struct moves *go)
{
    unsigned shown = m_lane(q);

    if (shown < q->lanes && q->lanes > 1)
        q->open = q->lanes_q[shown].last && in->m_ready ? 0 : 1u << shown;
    if (shown < q->lanes && in->m_ready)
        lpi_rr_take(&q->out, shown);
    for (unsigned l = 0; l < q->lanes; l++) {
        bool d_to = go->d && q->lane == l, n_to = go->n && q->none_lane == l;
        unsigned e = n_to ? q->n.entry : q->p.entry;
        struct lpi_lane_sector sector;
        struct lpi_lane_in lane = {.l_valid = n_to || (d_to && q->p.at == 0),
                                   .id = q->entry[e].id,
                                   .code = (uint8_t)lpi_track_code(&q->track[e]),
                                   .m_ready = in->m_ready && (shown == l || q->lanes == 1)};

        if (q->r.valid >> l & 1) {
            r_data(q, l, &sector);
            lane.s = &sector;
        }
        q->credit[l] += lpi_lane_tick(&q->lanes_q[l], &lane);
        q->credit[l] -= d_to || n_to;
    }
}

static void tick_r(struct buddy_read *q, const struct moves *go)
{
    const struct lpi_track *track = &q->track[q->p.entry];
    unsigned all = (1u << q->lanes) - 1, n_to = (unsigned)go->n << q->none_lane;

    q->r = (struct sector){.valid = (unsigned)go->d << q->lane | n_to,
                           .none = p_none(q) ? all : n_to,
                           .last = d_last(q),
                           .dev = q->p.at < track->dev_count,
                           .eight = track->eight,
                           .off = q->entry[q->p.entry].dev_addr >> 3 & 3,
                           .sectors = track->sectors};
    for (unsigned l = 0; l < q->lanes; l++)
        q->r.codec[l] = q->entry[n_to >> l & 1 ? q->n.entry : q->p.entry].codec;
}

static unsigned next_lane(const struct buddy_read *q, unsigned lane)
{
    return lane + 1 == q->lanes ? 0 : lane + 1;
}

/* If N is free it takes a line; returns its bit. With one lane all lines go through P. */
static uint64_t tick_n(struct buddy_read *q, bool go)
{
    uint64_t wants = q->lanes == 1 ? 0 : q->full & q->none;

    if (q->n.valid && !go)
        return 0;
    if (go)
        q->none_lane = next_lane(q, q->none_lane);
    q->n.valid = wants != 0;
    if (!wants)
        return 0;
    q->n.entry = lpi_rr_pick(&q->none_turn, wants);
    lpi_rr_take(&q->none_turn, q->n.entry);
    return (uint64_t)1 << q->n.entry;
}

/* If P is free it takes a line; returns its bit. */
static uint64_t tick_p(struct buddy_read *q, bool go)
{
    bool last = go && d_last(q);
    uint64_t wants = q->lanes == 1 ? q->full : q->full & ~q->none;

    if (q->p.valid && !last) {
        q->p.at = (q->p.at + go) & 3;
        return 0;
    }
    if (last)
        q->lane = next_lane(q, q->lane);
    q->p.valid = wants != 0;
    q->p.at = 0;
    if (!wants)
        return 0;
    q->p.entry = lpi_rr_pick(&q->turn, wants);
    lpi_rr_take(&q->turn, q->p.entry);
    return (uint64_t)1 << q->p.entry;
}

/*
 * Lines leave the entries for P and N, and others complete; all by the state at the start of the
 * cycle.
 */
static void tick_full(struct buddy_read *q, const struct moves *go)
{
    uint64_t pick = tick_p(q, go->d) | tick_n(q, go->n), full = 0, none = 0;

    for (unsigned e = 0; e < q->entries; e++) {
        full |= (uint64_t)lpi_track_full_d(&q->track[e]) << e;
        none |= (uint64_t)lpi_track_none_d(&q->track[e]) << e;
        if (pick >> e & 1)
            q->track[e].known = false;
    }
    q->full = full & ~pick;
    q->none = none;
}

static void tick(void *state, const void *in_ports)
{
    struct buddy_read *q = state;
    const LP_IN_T own = cut(q, in_ports), *in = &own;
    struct moves go = {.d = d_go(q), .n = n_go(q)};
    struct lpi_track *dev = dev_for(q, in), *bud = bud_for(q, in);
    uint64_t gone = gone_now(q);

    q->gone = gone & ~freed(q, gone);
    tick_lanes(q, in, &go);
    tick_r(q, &go);
    tick_r_buffers(q);
    tick_full(q, &go);
    tick_asks(q, in);
    tick_buffers(q, in, dev, bud);
    tick_answers(q, in);
    tick_requests(q, in);
}

static void reset(void *state)
{
    struct buddy_read *q = state;

    q->meta.rd = q->meta.count = 0;
    lpi_ask_reset(&q->dev.ask);
    lpi_ask_reset(&q->bud.ask);
    q->turn = q->none_turn = q->out = (struct lpi_rr){0};
    q->full = q->gone = 0;
    q->stray = 0;
    for (unsigned e = 0; e < q->entries; e++)
        lpi_track_reset(&q->track[e]);
    for (unsigned l = 0; l < q->lanes; l++) {
        q->credit[l] = LPI_LANE_DEPTH;
        lpi_lane_reset(&q->lanes_q[l]);
    }
    q->lane = q->none_lane = q->open = 0;
    q->p.valid = q->n.valid = false;
    q->r.valid = 0;
}

static void init(void *state, const int *values)
{
    struct buddy_read *q = state;

    memset(q, 0, sizeof *q);
    q->entries = (unsigned)values[0];
    q->lanes = (unsigned)values[1];
    q->parallel = values[2] != 0;
    q->mixed = (unsigned)values[4];
    q->meta.depth = META;
    for (unsigned l = 0; l < q->lanes; l++) {
        lpi_lane_init(&q->lanes_q[l], q->lanes, values[3], values[4]);
        q->credit[l] = LPI_LANE_DEPTH;
    }
}

static const struct lp_param params[] = {
    LP_PARAM("ENTRIES", 16, 2, 4, 8, 32, 64),
    LP_PARAM("LANES", 1, 2, 4),
    LP_PARAM("PARALLEL", 1, 0),
    LP_PARAM("ELEM", 32, 16, 8),
    LP_BUDDY_MIXED,
};

static unsigned width(const struct lp_port *port, const int *values)
{
    return lp_buddy_width(port, (unsigned)values[0], (unsigned)values[1]);
}

static int fits(const int *values)
{
    return lp_buddy_elem_fits(values[3], values[4]);
}

LP_UNIT_ROW(buddy_read, LP_BUDDY_READ_PORTS, struct buddy_read, LP_UNIT_PARAMS(params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width,
            .fits = fits);
