/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_buddy_write: lines for pages of every kind, and a metadata cache and two memories
 * that acknowledge late, in any order, and sometimes with an error or where nothing is due.
 * Requests, sectors and metadata must match functional C, with sectors in the order of their
 * requests. Sectors leave when the state is acknowledged or announced as owed, and not if it is
 * refused; if one of them is refused, the state must become poison. Each write is answered once,
 * with the right code, when all its parts are acknowledged; its entry is reported free right after.
 */
#include <stdlib.h>
#include <string.h>

#include "units/buddy/buddy_ports.h"
#include "units/traffic/buddy/stored_as.h"
#include "units/traffic/codec/codec_lines.h"
#include "units/traffic/codec/mixed_lines.h"
#include "units/cosim/registry.h"
#include "kit/streams.h"

#define MAX_ENTRIES 64
#define WRITES 256 /* writes recorded; more than can be in flight */
#define ADDR_MASK ((UINT64_C(1) << LP_BUDDY_ADDR) - 1)
#define NIBBLE_MASK ((UINT64_C(1) << LP_BUDDY_NIBBLE) - 1)

enum stream { S, D, Q, A, MISS, DEV, DEVD, DEVB, BUD, BUDD, BUDB, M };

/* One of a write's three parts. */
struct part {
    bool due, asked, sent, acked; /* sent: all of it has been handed over */
    uint64_t addr;
    unsigned sectors;
};

struct write {
    unsigned entry, id, code;
    unsigned fault, compressed, target, codec;
    uint8_t line[LP_LINE_BYTES], stored[LP_LINE_BYTES];
    unsigned state;
    bool eight, taken, answered;
    bool poison;       /* the state in `meta` is poison */
    bool has_state;    /* the cache has taken it */
    bool misses, owed; /* the state in `meta` is announced as owed, and was */
    struct part meta, dev, bud;
};

/* Requests to a memory, in order: the sectors still to come. */
struct orders {
    struct write *of[WRITES];
    unsigned first, count, sector;
};

struct follow {
    uint64_t write;
    unsigned sector;
};

enum mix { MIXED, COMPRESSED, PLAIN, SPOILT, MIXES };

struct writes {
    struct lp_traffic base;
    struct lp_enc_lines lines;
    struct lp_rng rng;
    struct lp_stored_as as;
    unsigned entries;
    enum mix mix;
    bool hostile;
    uint32_t late; /* one acknowledgement in this many cycles */
    uint64_t line_index;

    struct write write[WRITES]; /* by number; one that is in flight is not overwritten */
    uint64_t made, answered;
    struct write *of_entry[MAX_ENTRIES], *of_id[256];
    struct follow offer, d;
    struct orders devd, budd;
    bool seen;                   /* the offered metadata was checked before */
    unsigned refusals;           /* consecutive poison states */
    bool lost, was_lost;         /* may be reported, was reported in the cycle before */
    uint32_t refuse;             /* in hostile traffic one state in this many is refused */
    uint64_t strays[2], told[2]; /* of devb and budb: given, reported */
    unsigned held[2];    /* the entry, from 1 on, whose request is held at dev or bud; 0: none */
    struct write *freed; /* its answer was taken in the last cycle */
};

static struct write *write_at(struct writes *q, uint64_t number)
{
    return &q->write[number % WRITES];
}

static void store(const struct writes *q, struct write *w)
{
    struct lp_gbbr_split split = {.dev_sectors = LP_LINE_SECTORS};

    memcpy(w->stored, w->line, LP_LINE_BYTES);
    if (w->compressed && !w->fault) {
        w->state = lp_store_as(&q->as, w->codec, w->target, w->line, w->stored);
        lpi_gbbr_split(q->as.mixed, w->state, w->target, &split);
    }
    if (w->fault)
        return;
    w->eight = split.eight;
    w->dev.sectors = split.dev_sectors + split.eight;
    w->bud.sectors = split.spill_sectors;
    w->dev.due = w->dev.sectors != 0;
    w->bud.due = w->bud.sectors != 0;
    w->meta.due = w->compressed;
}

static bool is_compressed(struct writes *q)
{
    switch (q->lines.file ? COMPRESSED : q->mix) {
    case COMPRESSED: return true;
    case PLAIN: return false;
    default: return lp_below(&q->rng, 4) != 0;
    }
}

static bool make_write(struct writes *q, struct write *w)
{
    struct lp_enc_line line;

    if (!lp_enc_line(&q->lines, q->line_index, &line))
        return false;
    memset(w, 0, sizeof *w);
    q->line_index++;
    memcpy(w->line, line.bytes, LP_LINE_BYTES);
    w->codec = q->as.mixed != 0 ? (unsigned)LP_PAGE_AUTO : line.codec;
    w->compressed = is_compressed(q);
    w->target = w->compressed ? lp_below(&q->rng, LP_TARGETS) : 0;
    if (q->mix == SPOILT && lp_below(&q->rng, 3) == 0) {
        w->fault = w->code = 1 + lp_below(&q->rng, 3);
        w->target = lp_below(&q->rng, 8);
    }
    w->dev.addr = lp_random(&q->rng) & ADDR_MASK;
    w->bud.addr = lp_random(&q->rng) & ADDR_MASK;
    w->meta.addr = lp_random(&q->rng) & NIBBLE_MASK;
    w->misses = lp_below(&q->rng, 3) == 0;
    store(q, w);
    return true;
}

static bool beat_s(struct writes *q, struct lp_buddy_write_in *in)
{
    unsigned e = lp_below(&q->rng, q->entries), id = lp_below(&q->rng, 256);
    struct write *w = write_at(q, q->made);

    for (unsigned i = 0; i < q->entries && q->of_entry[e]; i++)
        e = (e + 1) % q->entries;
    if (q->of_entry[e] || q->of_id[id] || q->of_entry[w->entry] == w || !make_write(q, w))
        return false;
    w->entry = e;
    w->id = id;
    q->of_entry[e] = q->of_id[id] = w;
    q->made++;
    in->s_entry = e;
    in->s_id = id;
    in->s_fault = w->fault;
    in->s_compressed = w->compressed;
    in->s_target = w->target;
    /* If codecs are mixed, the codec of the page is ignored. */
    in->s_codec = q->as.mixed != 0 ? lp_below(&q->rng, LP_CODEC_PORTS) : w->codec;
    memcpy(in->s_dev_addr, &w->dev.addr, 8);
    memcpy(in->s_spill_addr, &w->bud.addr, 8);
    memcpy(in->s_meta_addr, &w->meta.addr, 8);
    return true;
}

static bool beat_d(struct writes *q, struct lp_buddy_write_in *in)
{
    if (q->offer.write == q->made)
        return false;
    memcpy(in->d_data, write_at(q, q->offer.write)->line + LP_SECTOR_BYTES * q->offer.sector++,
           LP_SECTOR_BYTES);
    if (q->offer.sector == LP_LINE_SECTORS)
        q->offer = (struct follow){q->offer.write + 1, 0};
    return true;
}

static struct part *part_of(struct write *w, enum stream stream)
{
    return stream == A ? &w->meta : stream == DEVB ? &w->dev : &w->bud;
}

/* A line whose state the cache has taken and a memory has refused. */
static bool must_poison(const struct write *w)
{
    bool data = (!w->dev.due || w->dev.acked) && (!w->bud.due || w->bud.acked);

    return w->has_state && w->meta.acked && data && w->code == LP_ANSWER_MEMORY && !w->poison;
}

static void ask_again(struct writes *q, struct write *w)
{
    w->meta.asked = w->meta.sent = w->meta.acked = w->owed = false;
    w->misses = lp_below(&q->rng, 3) == 0;
}

/* Effects of the acknowledgement of a state. */
static void state_acked(struct writes *q, struct write *w, bool err)
{
    if (!w->poison) {
        w->has_state = !err;
        if (err)
            w->code = LP_ANSWER_MEMORY;
        if (err && !w->owed)
            w->dev.due = w->bud.due = false;
        return;
    }
    if (w->owed)
        return;
    q->lost |= err && q->refusals == 15;
    q->refusals = err ? (q->refusals + 1) % 16 : 0;
    if (err && !q->was_lost)
        ask_again(q, w);
}

/* A state that will be acknowledged, but not yet. */
static bool beat_miss(struct writes *q, struct lp_buddy_write_in *in)
{
    unsigned from = lp_below(&q->rng, q->entries);

    for (unsigned i = 0; i < q->entries; i++) {
        struct write *w = q->of_entry[(from + i) % q->entries];
        if (!w || !w->meta.sent || w->meta.acked || !w->misses || w->owed)
            continue;
        w->owed = true;
        in->miss_entry = w->entry;
        return true;
    }
    return false;
}

/*
 * Whether the unit may accept an acknowledgement for the write. It does so from the cycle in which
 * it makes the request, which it does when the port is free: while another request is held there,
 * none is made.
 */
static bool may_wait(const struct writes *q, const struct part *part, enum stream stream,
                     unsigned entry)
{
    unsigned held = q->held[stream == BUDB];
    return !part->acked && (part->asked || held == 0 || held == entry + 1);
}

/* An acknowledgement that no write waits for: of no write, too early, or repeated. */
static bool beat_stray(struct writes *q, enum stream stream, uint32_t *entry, uint32_t *err)
{
    unsigned e = lp_below(&q->rng, q->entries);
    struct write *w = q->of_entry[e];

    if (stream == A || !q->hostile || lp_below(&q->rng, 8) ||
        (w && may_wait(q, part_of(w, stream), stream, e)))
        return false;
    *entry = e;
    *err = lp_below(&q->rng, 2);
    q->strays[stream == BUDB]++;
    return true;
}

/* Acknowledges one of the writes that wait for it. */
static bool beat_ack(struct writes *q, enum stream stream, uint32_t *entry, uint32_t *err)
{
    unsigned from = lp_below(&q->rng, q->entries);

    if (lp_below(&q->rng, q->late) != 0)
        return false;
    if (beat_stray(q, stream, entry, err))
        return true;
    for (unsigned i = 0; i < q->entries; i++) {
        struct write *w = q->of_entry[(from + i) % q->entries];
        struct part *part = w ? part_of(w, stream) : NULL;
        if (!part || !part->sent || part->acked || (stream == A && w->misses && !w->owed))
            continue;
        part->acked = true;
        *entry = w->entry;
        *err = q->hostile && lp_below(&q->rng, stream == A ? q->refuse : 8) == 0;
        if (stream == A)
            state_acked(q, w, *err);
        else if (*err)
            w->code = LP_ANSWER_MEMORY;
        if (must_poison(w)) {
            w->poison = true;
            w->state = LP_STATE_POISON;
            ask_again(q, w);
        }
        return true;
    }
    return false;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct writes *q = (struct writes *)self;
    struct lp_buddy_write_in *in = ports;

    switch (stream) {
    case S: return beat_s(q, in);
    case D: return beat_d(q, in);
    case A: return beat_ack(q, A, &in->a_entry, &in->a_err);
    case MISS: return beat_miss(q, in);
    case DEVB: return beat_ack(q, DEVB, &in->devb_entry, &in->devb_err);
    case BUDB: return beat_ack(q, BUDB, &in->budb_entry, &in->budb_err);
    default: return false;
    }
}

static const char *check_q(struct writes *q, uint64_t cycle, bool take,
                           const struct lp_buddy_write_out *out)
{
    struct write *w = q->of_entry[out->q_entry];

    if (!w || !w->taken || !w->meta.due || w->meta.asked)
        return "q_entry_o: not a write whose state is due";
    if (memcmp(out->q_addr, &w->meta.addr, 8) != 0 || out->q_state != w->state)
        return "q_addr_o or q_state_o: wrong";
    if (q->lines.file && !q->seen)
        lp_traffic_line_out(&q->base, cycle);
    q->seen = !take;
    w->meta.asked = w->meta.sent = take;
    return NULL;
}

static const char *check_want(struct writes *q, struct orders *orders, enum stream stream,
                              unsigned entry, const uint32_t *addr, unsigned count)
{
    struct write *w = q->of_entry[entry];
    struct part *part = w ? part_of(w, stream) : NULL;

    if (!w || !w->taken || !part->due || part->asked ||
        (w->compressed && !w->meta.acked && !w->owed))
        return "dev_entry_o or bud_entry_o: not a due write";
    if (memcmp(addr, &part->addr, 8) != 0 || count != part->sectors)
        return "dev or bud: wrong address or number of sectors";
    part->asked = true;
    orders->of[(orders->first + orders->count++) % WRITES] = w;
    return NULL;
}

static const char *check_sector(struct orders *orders, enum stream stream, const uint32_t *data)
{
    struct write *w = orders->of[orders->first];
    unsigned skip, bytes;

    if (orders->count == 0)
        return "devd_valid_o or budd_valid_o: a sector too many";
    skip = stream == BUDB ? w->dev.sectors : 0;
    bytes = w->eight ? LP_EIGHT_BYTES : LP_SECTOR_BYTES;
    if (memcmp(data, w->stored + LP_SECTOR_BYTES * (skip + orders->sector), bytes) != 0)
        return "devd_data_o or budd_data_o: not the sector";
    if (++orders->sector == part_of(w, stream)->sectors) {
        part_of(w, stream)->sent = true;
        orders->sector = 0;
        orders->first = (orders->first + 1) % WRITES;
        orders->count--;
    }
    return NULL;
}

static bool is_in(const struct part *part)
{
    return !part->due || part->acked;
}

static const char *check_m(struct writes *q, const struct lp_buddy_write_out *out)
{
    struct write *w = q->of_id[out->m_id];

    if (!w || !w->taken || w->answered)
        return "m_id_o: no write waits for this answer";
    if (!is_in(&w->meta) || !is_in(&w->dev) || !is_in(&w->bud))
        return "m: an acknowledgement is missing";
    if (out->m_code != w->code)
        return "m_code_o: wrong";
    w->answered = true;
    q->of_id[w->id] = NULL;
    q->answered++;
    q->base.lines++;
    return NULL;
}

static const char *check_done(struct writes *q, const struct lp_buddy_write_out *out)
{
    struct write *w = q->freed;

    if (out->done != (w != NULL))
        return w ? "done_o: missing" : "done_o without an answer taken";
    if (w && out->done_entry != w->entry)
        return "done_entry_o: wrong";
    if (w)
        q->of_entry[w->entry] = NULL;
    q->freed = NULL;
    return NULL;
}

static void take_d(struct writes *q, uint64_t cycle)
{
    if (q->d.sector++ == 0)
        lp_traffic_line_in(&q->base, cycle);
    if (q->d.sector == LP_LINE_SECTORS) {
        write_at(q, q->d.write)->taken = true;
        q->d = (struct follow){q->d.write + 1, 0};
    }
}

/* The data to be written. */
static const char *check_parts(struct writes *q, const struct lp_buddy_write_in *in,
                               const struct lp_buddy_write_out *out)
{
    const char *wrong = NULL;

    if (out->dev_valid && in->dev_ready) {
        const struct write *w = q->of_entry[out->dev_entry];
        if (w && out->dev_eight != w->eight)
            return "dev_eight_o: wrong";
        wrong = check_want(q, &q->devd, DEVB, out->dev_entry, out->dev_addr, out->dev_sectors);
    }
    if (!wrong && out->bud_valid && in->bud_ready)
        wrong = check_want(q, &q->budd, BUDB, out->bud_entry, out->bud_addr, out->bud_sectors);
    if (!wrong && out->devd_valid && in->devd_ready)
        wrong = check_sector(&q->devd, DEVB, out->devd_data);
    if (!wrong && out->budd_valid && in->budd_ready)
        wrong = check_sector(&q->budd, BUDB, out->budd_data);
    q->held[0] = out->dev_valid && !in->dev_ready ? out->dev_entry + 1 : 0;
    q->held[1] = out->bud_valid && !in->bud_ready ? out->bud_entry + 1 : 0;
    for (unsigned i = 0; i < 2 && !wrong; i++) {
        q->told[i] += out->stray >> i & 1;
        if (q->told[i] > q->strays[i] || q->told[i] + 2 < q->strays[i])
            wrong = "stray_o: does not match the strays that came";
    }
    return wrong;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct writes *q = (struct writes *)self;
    const struct lp_buddy_write_in *in = in_ports;
    const struct lp_buddy_write_out *out = out_ports;
    const char *wrong;

    wrong = check_done(q, out);
    if (!wrong && out->lost && !q->lost)
        wrong = "lost_o: without cause";
    q->was_lost = out->lost;
    if (!wrong && out->q_valid)
        wrong = check_q(q, cycle, in->q_ready, out);
    if (!wrong)
        wrong = check_parts(q, in, out);
    if (!wrong && out->m_valid && in->m_ready) {
        q->freed = q->of_id[out->m_id];
        wrong = check_m(q, out);
    }
    if (in->d_valid && out->d_ready)
        take_d(q, cycle);
    return wrong;
}

static bool done(const struct lp_traffic *self)
{
    const struct writes *q = (const struct writes *)self;
    return q->lines.file && q->answered == q->lines.file->count;
}

static void forget(struct lp_traffic *self)
{
    struct writes *q = (struct writes *)self;
    struct follow start = {q->made, 0};
    struct orders none = {.count = 0};

    memset(q->of_entry, 0, sizeof q->of_entry);
    memset(q->of_id, 0, sizeof q->of_id);
    q->offer = q->d = start;
    q->devd = q->budd = none;
    q->seen = q->lost = q->was_lost = false;
    q->refusals = 0;
    memset(q->strays, 0, sizeof q->strays);
    memset(q->told, 0, sizeof q->told);
    memset(q->held, 0, sizeof q->held);
    q->freed = NULL;
    q->base.lines_in = q->base.lines_out = 0;
}

static struct writes *open_writes(const int *values, const struct lp_lines *file, uint64_t seed)
{
    struct writes *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat,
                                  .reactive = true,
                                  .check = check,
                                  .done = done,
                                  .reset = forget,
                                  .close = lp_traffic_free};
    q->lines = values[2] != 0 ? lp_mixed_lines(file, seed, (unsigned)values[2])
                              : lp_codec_lines(file, seed, (unsigned)values[1]);
    q->as = (struct lp_stored_as){(unsigned)values[2], (enum lp_elem)values[1]};
    q->entries = (unsigned)values[0];
    q->late = q->refuse = 1;
    return q;
}

static struct lp_traffic *random_writes(const int *values, uint64_t seed)
{
    static const uint32_t lates[] = {1, 1, 4, 40};
    struct writes *q = open_writes(values, NULL, seed);

    if (!q)
        return NULL;
    q->rng.state = seed;
    q->mix = (enum mix)lp_below(&q->rng, MIXES);
    q->hostile = lp_below(&q->rng, 2);
    q->refuse = lp_below(&q->rng, 4) ? 8 : 1;
    q->late = lates[lp_below(&q->rng, 4)];
    return &q->base;
}

static struct lp_traffic *file_writes(const int *values, const struct lp_lines *file)
{
    struct writes *q = open_writes(values, file, 0);

    return q ? &q->base : NULL;
}

extern const struct lp_hooks lp_buddy_write_hooks;
const struct lp_hooks lp_buddy_write_hooks = {random_writes, file_writes, .streams = false};
