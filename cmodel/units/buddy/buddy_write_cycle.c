/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_buddy_write (rtl/buddy/lp_buddy_write.sv); holds that of lp_codec_enc.
 *
 * RTL map of lp_buddy_write:
 *   e_{first,last,enc,raw,dev,bud,eight,entry,at,dev_n,spill_n,state,data}_q = e.{}
 *   {live,meta,dev,bud,want_meta,want_dev,want_bud,owed,guard,poison,bad}_q = flags.{}
 *   {id,fault,dev_n,spill_n,eight,state}_q = entry.{}
 */
#include <linepress/gbbr.h>
#include <stdbool.h>
#include <string.h>

#include "../codec/codec_cycle.h"
#include "../common/cut.h"
#include "../common/ring.h"
#include "../common/rr.h"
#include "../../base/wide.h"
#include "../../lib/gbbr/gbbr_state.h"
#include "buddy_ask.h"
#include "buddy_cycle.h"
#include "buddy_drain.h"

typedef struct lp_buddy_write_in LP_IN_T;
typedef struct lp_buddy_write_out LP_OUT_T;

LPI_CUT(buddy_write, LP_BUDDY_WRITE_PORTS)

#define MAX_ENTRIES (1u << LP_BUDDY_ENTRY_MAX)
#define JOBS 6u
#define LINES 8u
#define OUT_DEPTH 2u
#define REFUSED 15u /* consecutive refusals of poison: one more and states are lost */

/* E: a sector to be written to the arrays, and fields of its line. */
struct beat {
    bool first, last, enc, raw, dev, bud, eight;
    uint8_t entry, at, dev_n, spill_n, state;
    uint32_t data[8];
};

/* State of a request in flight. */
struct entry {
    uint64_t dev_addr, spill_addr, meta_addr;
    uint8_t id, fault, dev_n, spill_n, state;
    bool eight;
};

/* One bit per entry. */
struct flags {
    uint64_t live, meta, dev, bud;          /* dev, bud, meta: not acknowledged */
    uint64_t want_meta, want_dev, want_bud; /* not requested either */
    uint64_t owed;                          /* the cache is committed to the state of meta */
    uint64_t guard;                         /* the cache has the state, or is committed to it */
    uint64_t poison;                        /* meta writes poison */
    uint64_t bad;                           /* a write was refused */
};

struct buddy_write {
    unsigned entries, mixed;
    struct lpi_ring steer; /* u_steer */
    struct {
        uint8_t entry, target, codec;
        bool faulty, compressed;
    } job[JOBS];
    unsigned idx;
    struct lpi_ring line_ring; /* u_line */
    struct {
        uint8_t entry, target;
    } line[LINES];

    /* C */
    bool c_first;
    unsigned c_at, c_due;
    struct beat e;

    struct flags flags;
    struct entry entry[MAX_ENTRIES];
    bool lost;
    unsigned refused, stray;

    struct lpi_ask meta_ask, dev_ask, bud_ask;
    struct lpi_drain dev, bud;

    struct lpi_rr answer_turn;
    struct lpi_ring answers;
    struct {
        uint8_t entry, id, code;
    } answer[OUT_DEPTH];
    bool done;
    unsigned done_entry;

    _Alignas(8) unsigned char enc[LP_CODEC_ENC_STATE > LP_MIXED_ENC_STATE ? LP_CODEC_ENC_STATE
                                                                          : LP_MIXED_ENC_STATE];
};

_Static_assert(sizeof(struct buddy_write) <= LP_BUDDY_WRITE_STATE, "raise LP_BUDDY_WRITE_STATE");

static LP_IN_T cut(const struct buddy_write *q, const LP_IN_T *in)
{
    LP_IN_T own = lpi_buddy_write_cut(in);
    uint32_t mask = q->entries - 1;

    own.s_entry &= mask;
    own.a_entry &= mask;
    own.miss_entry &= mask;
    own.devb_entry &= mask;
    own.budb_entry &= mask;
    return own;
}

static uint64_t bit_of(bool valid, unsigned entry)
{
    return (uint64_t)valid << entry;
}

/* ---- input ---- */

/* Destination of the next sector. */
enum way { NOWHERE, DROP, ENC, RAW };

static enum way way_of(const struct buddy_write *q)
{
    unsigned rd = q->steer.rd;

    if (!lpi_ring_valid(&q->steer))
        return NOWHERE;
    return q->job[rd].faulty ? DROP : q->job[rd].compressed ? ENC : RAW;
}

/* The ports of lp_mixed_enc, from those of lp_codec_enc. */
static struct lp_mixed_enc_in mixed_in(const struct lp_codec_enc_in *in)
{
    struct lp_mixed_enc_in mixed = {
        .s_valid = in->s_valid, .s_codec = LP_MIXED_BEST, .m_ready = in->m_ready};

    memcpy(mixed.s_data, in->s_data, sizeof mixed.s_data);
    return mixed;
}

/* The inverse. */
static void eval_mixed(const struct buddy_write *q, const struct lp_codec_enc_in *enc_in,
                       struct lp_codec_enc_out *enc)
{
    struct lp_mixed_enc_in in = mixed_in(enc_in);
    struct lp_mixed_enc_out out;

    lp_mixed_enc_unit.eval(q->enc, &in, &out);
    *enc = (struct lp_codec_enc_out){.s_ready = out.s_ready,
                                     .m_valid = out.m_valid,
                                     .m_codec = out.m_codec,
                                     .m_last = out.m_last,
                                     .m_size = out.m_size,
                                     .m_sectors = out.m_sectors};
    memcpy(enc->m_data, out.m_data, sizeof enc->m_data);
}

/* The encoder's clock edge. */
static void tick_encoder(struct buddy_write *q, const struct lp_codec_enc_in *enc_in)
{
    struct lp_mixed_enc_in in;

    if (!q->mixed) {
        lp_codec_enc_unit.tick(q->enc, enc_in);
        return;
    }
    in = mixed_in(enc_in);
    lp_mixed_enc_unit.tick(q->enc, &in);
}

/* The encoder's ports in this cycle. */
static void encoder(const struct buddy_write *q, const LP_IN_T *in, struct lp_codec_enc_in *enc_in,
                    struct lp_codec_enc_out *enc)
{
    bool room = q->idx != 0 || lpi_ring_ready(&q->line_ring);

    *enc_in = (struct lp_codec_enc_in){
        .s_valid = (in->d_valid & 1) && way_of(q) == ENC && room,
        .s_codec = q->job[q->steer.rd].codec,
        .s_mem = 1,
        .s_last = 1,
        .m_ready = 1,
    };
    memcpy(enc_in->s_data, in->d_data, sizeof in->d_data);
    if (q->mixed)
        eval_mixed(q, enc_in, enc);
    else
        lp_codec_enc_unit.eval(q->enc, enc_in, enc);
}

static bool d_ready(const struct buddy_write *q, const struct lp_codec_enc_out *enc)
{
    switch (way_of(q)) {
    case DROP:
    case RAW: return !enc->m_valid;
    case ENC: return enc->s_ready && (q->idx != 0 || lpi_ring_ready(&q->line_ring));
    default: return false;
    }
}

/* Takes requests, and forwards a sector. */
static void tick_input(struct buddy_write *q, const LP_IN_T *in, bool d_take, bool line_leave)
{
    bool take = in->s_valid && lpi_ring_ready(&q->steer);
    bool enters = d_take && way_of(q) == ENC && q->idx == 0;
    unsigned wr = lpi_ring_wr(&q->line_ring), rd = q->steer.rd;

    if (enters) {
        q->line[wr].entry = q->job[rd].entry;
        q->line[wr].target = q->job[rd].target;
    }
    lpi_ring_tick(&q->line_ring, enters, line_leave);
    if (take) {
        wr = lpi_ring_wr(&q->steer);
        q->job[wr].entry = (uint8_t)in->s_entry;
        q->job[wr].faulty = in->s_fault != LP_ANSWER_OK;
        q->job[wr].compressed = in->s_compressed;
        q->job[wr].codec = (uint8_t)in->s_codec;
        q->job[wr].target = (uint8_t)in->s_target;
    }
    lpi_ring_tick(&q->steer, take, d_take && q->idx == 3);
    if (d_take)
        q->idx = (q->idx + 1) % 4;
}

/* ---- C and E ---- */

/* The line's state and the destinations of its sectors, known from its first beat. */
static void cut_line(unsigned mixed, unsigned target, const struct lp_codec_enc_out *enc,
                     struct beat *e)
{
    struct lp_gbbr_split split;

    e->state = (uint8_t)lpi_gbbr_state(mixed, target, enc->m_codec, enc->m_sectors, enc->m_size);
    if (lpi_gbbr_split(mixed, e->state, target, &split) != LP_ANSWER_OK)
        return;
    e->dev_n = split.eight ? 1 : split.dev_sectors;
    e->eight = split.eight;
    e->spill_n = split.spill_sectors;
}

static void tick_c(struct buddy_write *q, const LP_IN_T *in, const struct lp_codec_enc_out *enc,
                   bool past)
{
    struct beat *e = &q->e;

    if (!enc->m_valid) {
        enum way way = way_of(q);

        *e = (struct beat){.first = past && q->idx == 0,
                           .last = past && q->idx == 3,
                           .raw = way == RAW,
                           .dev = past && way == RAW,
                           .entry = q->job[q->steer.rd].entry,
                           .at = (uint8_t)q->idx,
                           .dev_n = 4};
        memcpy(e->data, in->d_data, sizeof e->data);
        return;
    }
    *e = (struct beat){.first = q->c_first,
                       .last = enc->m_last,
                       .enc = true,
                       .entry = q->line[q->line_ring.rd].entry,
                       .at = (uint8_t)q->c_at};
    cut_line(q->mixed, q->line[q->line_ring.rd].target, enc, e);
    e->dev = q->c_first ? e->dev_n != 0 : q->c_due != 0;
    e->bud = !e->dev && (!q->c_first || e->spill_n != 0);
    memcpy(e->data, enc->m_data, sizeof e->data);
    q->c_due = ((q->c_first ? e->dev_n : q->c_due) - e->dev) & 3;
    q->c_first = enc->m_last;
    q->c_at = enc->m_last ? 0 : (q->c_at + 1) & 3;
}

/* ---- entries ---- */

static uint64_t idle(const struct flags *f)
{
    return f->live & ~(f->meta | f->dev | f->bud);
}

/* Entries acknowledged in this cycle. */
struct hits {
    uint64_t meta, miss, dev, bud;
};

static struct hits hits_of(struct buddy_write *q, const LP_IN_T *in)
{
    const struct flags *f = &q->flags;
    uint64_t meta = bit_of(in->a_valid, in->a_entry), dev = bit_of(in->devb_valid, in->devb_entry);
    uint64_t miss = bit_of(in->miss_valid, in->miss_entry);
    uint64_t bud = bit_of(in->budb_valid, in->budb_entry);
    struct hits hits = {meta & f->meta, miss & f->meta, dev & f->dev & ~f->want_dev,
                        bud & f->bud & ~f->want_bud};

    q->stray = (dev != hits.dev) | (unsigned)(bud != hits.bud) << 1;
    return hits;
}

/* Entries of `which`, at most two, with sectors for device or buddy memory. */
static uint64_t with_sectors(const struct buddy_write *q, uint64_t which, bool bud)
{
    uint64_t with = 0;

    for (; which; which &= which - 1) {
        const struct entry *entry = &q->entry[__builtin_ctzll(which)];
        if (bud ? entry->spill_n : entry->dev_n)
            with |= which & -which;
    }
    return with;
}

/* The clock edge of all entries; `asked` and `granted` had their turn, `begins` is a new one. */
static void tick_flags(struct buddy_write *q, const LP_IN_T *in, const struct hits *hit,
                       const struct flags *asked, uint64_t granted, uint64_t begins)
{
    const struct beat *e = &q->e;
    struct flags was = q->flags, *f = &q->flags;
    uint64_t whole = bit_of(e->last, e->entry), raw = e->raw && !e->enc ? whole : 0;
    uint64_t poisons = idle(&was) & was.bad & was.guard;
    uint64_t states = (e->enc ? whole : 0) | poisons;
    uint64_t known = (hit->miss | (in->a_err ? 0 : hit->meta)) & ~was.guard;
    uint64_t over = hit->meta & (!in->a_err ? was.poison : q->lost ? UINT64_MAX : was.owed);
    uint64_t dev = raw | with_sectors(q, known, false), bud = with_sectors(q, known, true);
    uint64_t err = (in->a_err ? hit->meta : 0) | (in->devb_err ? hit->dev : 0) |
                   (in->budb_err ? hit->bud : 0);

    f->live = whole | (was.live & ~granted);
    f->meta = states | (was.meta & ~hit->meta);
    f->dev = dev | (was.dev & ~hit->dev);
    f->bud = bud | (was.bud & ~hit->bud);
    f->want_meta = states | (was.want_meta & ~asked->want_meta);
    f->want_dev = dev | (was.want_dev & ~asked->want_dev);
    f->want_bud = bud | (was.want_bud & ~asked->want_bud);
    f->owed = ~states & (hit->miss | was.owed);
    f->guard = ~begins & (known | (was.guard & ~over));
    f->poison = ~begins & (poisons | was.poison);
    f->bad = ~begins & (was.bad | err);
    if (in->a_valid && (was.poison & ~was.owed) >> in->a_entry & 1) {
        q->lost = q->lost || (in->a_err && q->refused == REFUSED);
        q->refused = in->a_err ? (q->refused + 1) & REFUSED : 0;
    }
    if (e->first) {
        struct entry *entry = &q->entry[e->entry];
        entry->dev_n = e->dev_n;
        entry->spill_n = e->spill_n;
        entry->eight = e->eight;
        entry->state = e->state;
    }
}

/* An entry whose writes are all acknowledged responds; returns its bit. */
static uint64_t tick_answers(struct buddy_write *q, const LP_IN_T *in)
{
    uint64_t full = idle(&q->flags) & ~(q->flags.bad & q->flags.guard);
    bool push = full && lpi_ring_ready(&q->answers);
    unsigned wr = lpi_ring_wr(&q->answers), e = 0;

    q->done = in->m_ready && lpi_ring_valid(&q->answers);
    q->done_entry = q->answer[q->answers.rd].entry;
    if (push) {
        e = lpi_rr_pick(&q->answer_turn, full);
        q->answer[wr].entry = (uint8_t)e;
        q->answer[wr].id = q->entry[e].id;
        q->answer[wr].code = q->flags.bad >> e & 1 ? LP_ANSWER_MEMORY : q->entry[e].fault;
        lpi_rr_take(&q->answer_turn, e);
    }
    lpi_ring_tick(&q->answers, push, in->m_ready);
    return bit_of(push, e);
}

static uint64_t begin(struct buddy_write *q, const LP_IN_T *in)
{
    struct entry *entry = &q->entry[in->s_entry];

    if (!in->s_valid || !lpi_ring_ready(&q->steer))
        return 0;
    entry->dev_addr = lpi_get64(in->s_dev_addr);
    entry->spill_addr = lpi_get64(in->s_spill_addr);
    entry->meta_addr = lpi_get64(in->s_meta_addr);
    entry->id = (uint8_t)in->s_id;
    entry->fault = (uint8_t)in->s_fault;
    return bit_of(true, in->s_entry);
}

/* ---- turn ---- */

/* Orders and sectors leave for the memories; E's sectors follow. */
static struct flags tick_asks(struct buddy_write *q, const LP_IN_T *in)
{
    const struct entry *dev = &q->entry[q->dev_ask.entry], *bud = &q->entry[q->bud_ask.entry];
    bool dev_room = lpi_ring_ready(&q->dev.ring), bud_room = lpi_ring_ready(&q->bud.ring);
    struct lpi_order dev_order = {(uint8_t)q->dev_ask.entry, 0, dev->dev_n};
    struct lpi_order bud_order = {(uint8_t)q->bud_ask.entry, bud->dev_n & 3, bud->spill_n};
    bool dev_go = q->dev_ask.valid && in->dev_ready, bud_go = q->bud_ask.valid && in->bud_ready;
    struct flags asked = {.live = 0};

    lpi_drain_tick(&q->dev, dev_go ? &dev_order : NULL, in->devd_ready);
    lpi_drain_tick(&q->bud, bud_go ? &bud_order : NULL, in->budd_ready);
    if (q->e.dev)
        lpi_drain_put(&q->dev, q->e.entry, q->e.at, q->e.data);
    if (q->e.bud)
        lpi_drain_put(&q->bud, q->e.entry, q->e.at, q->e.data);
    asked.want_meta = lpi_ask_tick(&q->meta_ask, q->flags.want_meta, in->q_ready);
    asked.want_dev = lpi_ask_tick(&q->dev_ask, q->flags.want_dev, in->dev_ready && dev_room);
    asked.want_bud = lpi_ask_tick(&q->bud_ask, q->flags.want_bud, in->bud_ready && bud_room);
    if (asked.want_meta)
        q->meta_ask.told = q->entry[q->meta_ask.entry].meta_addr;
    if (asked.want_dev)
        q->dev_ask.told = q->entry[q->dev_ask.entry].dev_addr;
    if (asked.want_bud)
        q->bud_ask.told = q->entry[q->bud_ask.entry].spill_addr;
    return asked;
}

/* ---- the unit ---- */

static void eval_asks(const struct buddy_write *q, LP_OUT_T *out)
{
    const struct entry *meta = &q->entry[q->meta_ask.entry], *dev = &q->entry[q->dev_ask.entry];
    const struct entry *bud = &q->entry[q->bud_ask.entry];

    if (q->meta_ask.valid) {
        bool poison = q->flags.poison >> q->meta_ask.entry & 1;
        out->q_valid = 1;
        lpi_put64(out->q_addr, q->meta_ask.told);
        out->q_state = poison ? (unsigned)LP_STATE_POISON : meta->state;
        out->q_entry = q->meta_ask.entry;
    }
    if (q->dev_ask.valid) {
        out->dev_valid = lpi_ring_ready(&q->dev.ring);
        lpi_put64(out->dev_addr, q->dev_ask.told);
        out->dev_sectors = dev->dev_n;
        out->dev_eight = dev->eight;
        out->dev_entry = q->dev_ask.entry;
    }
    if (q->bud_ask.valid) {
        out->bud_valid = lpi_ring_ready(&q->bud.ring);
        lpi_put64(out->bud_addr, q->bud_ask.told);
        out->bud_sectors = bud->spill_n;
        out->bud_entry = q->bud_ask.entry;
    }
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct buddy_write *q = state;
    LP_OUT_T *out = out_ports;
    struct lp_codec_enc_in enc_in;
    struct lp_codec_enc_out enc = {.s_ready = 0};

    if (way_of(q) == ENC || lpi_ring_valid(&q->line_ring))
        encoder(q, in_ports, &enc_in, &enc);
    memset(out, 0, sizeof *out);
    out->s_ready = lpi_ring_ready(&q->steer);
    out->d_ready = d_ready(q, &enc);
    out->a_ready = out->miss_ready = out->devb_ready = out->budb_ready = 1;
    eval_asks(q, out);
    if (q->dev.valid) {
        out->devd_valid = 1;
        memcpy(out->devd_data, q->dev.data, sizeof q->dev.data);
    }
    if (q->bud.valid) {
        out->budd_valid = 1;
        memcpy(out->budd_data, q->bud.data, sizeof q->bud.data);
    }
    if (lpi_ring_valid(&q->answers)) {
        out->m_valid = 1;
        out->m_id = q->answer[q->answers.rd].id;
        out->m_code = q->answer[q->answers.rd].code;
    }
    out->lost = q->lost;
    out->stray = q->stray;
    out->done = q->done;
    out->done_entry = q->done ? q->done_entry : 0;
}

static void tick(void *state, const void *in_ports)
{
    struct buddy_write *q = state;
    const LP_IN_T own = cut(q, in_ports), *in = &own;
    struct lp_codec_enc_in enc_in;
    struct lp_codec_enc_out enc;

    encoder(q, in, &enc_in, &enc);
    tick_encoder(q, &enc_in);
    bool d_take = in->d_valid && d_ready(q, &enc);
    struct hits hit = hits_of(q, in);
    struct flags asked = tick_asks(q, in);
    uint64_t granted = tick_answers(q, in), begins = begin(q, in);
    tick_flags(q, in, &hit, &asked, granted, begins);
    tick_c(q, in, &enc, d_take && way_of(q) != ENC);
    tick_input(q, in, d_take, enc.m_valid && enc.m_last);
}

static void reset(void *state)
{
    struct buddy_write *q = state;
    struct flags was = q->flags;
    struct flags kept = {
        .owed = was.owed, .guard = was.guard, .poison = was.poison, .bad = was.bad};

    (q->mixed ? &lp_mixed_enc_unit : &lp_codec_enc_unit)->reset(q->enc);
    q->steer.rd = q->steer.count = q->line_ring.rd = q->line_ring.count = 0;
    q->answers.rd = q->answers.count = 0;
    lpi_ask_reset(&q->meta_ask);
    lpi_ask_reset(&q->dev_ask);
    lpi_ask_reset(&q->bud_ask);
    lpi_drain_reset(&q->dev);
    lpi_drain_reset(&q->bud);
    q->idx = q->c_at = 0;
    q->c_first = true;
    q->e.first = q->e.last = q->e.dev = q->e.bud = q->done = q->lost = false;
    q->refused = q->stray = 0;
    q->flags = kept;
    q->answer_turn.next = 0;
}

static void init(void *state, const int *values)
{
    struct buddy_write *q = state;

    memset(q, 0, sizeof *q);
    q->entries = (unsigned)values[0];
    q->mixed = (unsigned)values[2];
    q->steer.depth = JOBS;
    q->line_ring.depth = LINES;
    q->answers.depth = OUT_DEPTH;
    if (q->mixed)
        lp_mixed_enc_unit.set_up(q->enc, &values[2]);
    else
        lp_codec_enc_unit.set_up(q->enc, &values[1]);
    reset(q);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return lp_buddy_width(port, (unsigned)values[0], 1);
}

static const struct lp_param write_params[] = {
    LP_PARAM("ENTRIES", 16, 4, 2, 8, 32, 64),
    LP_PARAM("ELEM", 32, 16, 8),
    LP_BUDDY_MIXED,
};

static int fits(const int *values)
{
    return lp_buddy_elem_fits(values[1], values[2]);
}

LP_UNIT_ROW(buddy_write, LP_BUDDY_WRITE_PORTS, struct buddy_write, LP_UNIT_PARAMS(write_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width,
            .fits = fits);
