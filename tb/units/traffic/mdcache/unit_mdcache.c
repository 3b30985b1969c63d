/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_mdcache: reads, writes, flushes and invalidations, and a memory that answers late,
 * out of order, sometimes with an error, and sometimes without a request. The expected contents of
 * the cache are kept entry by entry: requests take effect here when they are answered, which for
 * one sector is the order in which they came.
 */
#include <stdlib.h>
#include <string.h>

#include "base/wide.h"
#include "units/mdcache/mdcache_ports.h"
#include "units/cosim/registry.h"
#include "base/rng.h"
#include "kit/streams.h"

#define TAGS (1u << LP_MDCACHE_TAG_W)
#define SECTORS 4
#define SECTOR_BYTES 32
#define ENTRIES 64
#define MAX_LINES 1200
#define NOBODY UINT32_MAX
#define RUN 8       /* lines that follow each other */
#define SETTLE 6    /* cycles after which the unit is idle inside */
#define GIVE_UP 2   /* refusals after which no request waits for a sector */
#define RECENT 4096 /* cycles for which a refusal may explain an error */

enum stream { S, M, F, R, W, B };

/* A sector of the address space, and its known state. */
struct sector {
    uint8_t memory[SECTOR_BYTES]; /* contents that memory has acknowledged */
    uint8_t truth[SECTOR_BYTES];  /* contents that a read must return */
    bool unknown;                 /* the sector was dropped: the next fill sets `truth` */
    bool fetching;                /* between f and r */
    bool fresh;                   /* filled, and has served no entry but `first` */
    uint8_t first;
    unsigned writing;   /* write-backs not yet acknowledged */
    unsigned refused;   /* consecutive write-backs refused */
    uint64_t owed;      /* bit i: entry i will be poison when the sector comes */
    bool dead;          /* its fill failed, and it is requested again */
    uint8_t owed_first; /* the entry that it was requested for */
    bool giving;        /* its miss is given up: others wait for that, or it is owed */
};

struct request {
    bool live, missed, filled, err, shown;
    uint8_t op, entry, state;
    uint32_t sector;
    uint64_t number; /* in the order of arrival, once it is taken */
    uint64_t taken_at;
};

struct fill {
    bool live;
    uint32_t sector;
    uint64_t due;
};

struct writeback {
    uint32_t sector;
    uint64_t due;
    uint8_t bytes[SECTOR_BYTES];
};

/* How requests come, for a while. */
struct phase {
    unsigned left;           /* requests to come */
    unsigned writes, upkeep; /* of 64; of 1024 */
    unsigned near;           /* of 8: stay in the last sector */
    unsigned span;           /* sectors to draw from */
    uint32_t from;
    unsigned latency, errors; /* cycles at most; of 64 */
    bool stream;              /* entry after entry */
};

struct shadow {
    uint32_t accesses, misses, fills, used, writebacks, wb_err;
    uint32_t unfilled;  /* answers to misses that were never filled */
    uint32_t refetches; /* fetches of dead sectors */
    uint32_t strays[2]; /* stray fills and acknowledgements: given, reported */
};

struct cache {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned sets, ways, misses;
    uint32_t counts; /* a counter's bits */
    uint64_t now;

    uint64_t line_number[MAX_LINES];
    unsigned nsectors;
    struct sector *sector; /* MAX_LINES * SECTORS */

    struct phase phase;
    uint32_t at, entry; /* fields of the last request */
    struct request request[TAGS];
    unsigned live;
    uint64_t requests, quiet, refused_at, owed_at, stray_at;
    uint32_t offered; /* tag at s; NOBODY: none */

    struct fill fill[LP_MDCACHE_MAX_MISSES];
    struct writeback writeback[LP_MDCACHE_MAX_MISSES];
    unsigned wb_rd, wb_count;
    bool w_shown; /* the write-back at w was offered in the cycle before */
    struct shadow count;
};

/* ---- requests ---- */

static void draw_phase(struct cache *q)
{
    struct phase *p = &q->phase;
    static const unsigned spans[] = {1, 3, 8, 40};
    unsigned span = lp_below(&q->rng, 5);

    *p = (struct phase){
        .left = 20 + lp_below(&q->rng, 600),
        .writes = lp_below(&q->rng, 3) ? lp_below(&q->rng, 65) : 0,
        .upkeep = lp_below(&q->rng, 4) ? 0 : 1 + lp_below(&q->rng, 30),
        .near = lp_below(&q->rng, 8),
        .from = lp_below(&q->rng, q->nsectors),
        .latency = lp_below(&q->rng, 3) ? lp_below(&q->rng, 80) : 0,
        .errors = lp_below(&q->rng, 4) ? 0 : 1 + lp_below(&q->rng, lp_below(&q->rng, 4) ? 16 : 56),
        .stream = lp_below(&q->rng, 4) == 0,
    };
    p->span = span < 4 && spans[span] < q->nsectors ? spans[span] : q->nsectors;
}

static uint32_t free_tag(struct cache *q)
{
    uint32_t tag = lp_below(&q->rng, TAGS);

    for (unsigned i = 0; i < TAGS; i++, tag = (tag + 1) % TAGS)
        if (!q->request[tag].live)
            return tag;
    return NOBODY;
}

static void draw_place(struct cache *q)
{
    const struct phase *p = &q->phase;

    if (p->stream) {
        q->entry = (q->entry + 1) % ENTRIES;
        if (q->entry == 0)
            q->at = (q->at + 1) % q->nsectors;
        return;
    }
    if (lp_below(&q->rng, 8) >= p->near)
        q->at = (p->from + lp_below(&q->rng, p->span)) % q->nsectors;
    q->entry = lp_below(&q->rng, 3) ? lp_below(&q->rng, ENTRIES) : lp_below(&q->rng, 2);
}

static uint64_t sector_number(const struct cache *q, uint32_t sector)
{
    return q->line_number[sector / SECTORS] * SECTORS + sector % SECTORS;
}

static bool request_beat(struct cache *q, struct lp_mdcache_in *in)
{
    uint32_t tag = free_tag(q);
    struct request *r = &q->request[tag % TAGS];
    uint64_t addr;

    if (q->phase.left == 0) {
        if (q->quiet <= SETTLE)
            return false;
        draw_phase(q);
    }
    if (tag == NOBODY)
        return false;
    q->phase.left--;
    draw_place(q);
    *r = (struct request){
        .live = true, .entry = (uint8_t)q->entry, .sector = q->at, .number = UINT64_MAX};
    r->op = lp_below(&q->rng, 64) < q->phase.writes ? LP_MDCACHE_WRITE : LP_MDCACHE_READ;
    if (lp_below(&q->rng, 1024) < q->phase.upkeep)
        r->op = lp_below(&q->rng, 4) ? LP_MDCACHE_FLUSH : LP_MDCACHE_INVALIDATE;
    r->state = (uint8_t)lp_below(&q->rng, 16);
    addr = sector_number(q, q->at) * ENTRIES + r->entry;
    in->s_op = r->op;
    lpi_put64(in->s_addr, addr);
    in->s_state = r->state;
    in->s_tag = q->offered = tag;
    q->live++;
    return true;
}

/* ---- memory ---- */

static unsigned get_entry(const uint8_t *bytes, unsigned entry)
{
    return bytes[entry / 2] >> entry % 2 * 4 & 15;
}

static void set_entry(uint8_t *bytes, unsigned entry, unsigned state)
{
    unsigned shift = entry % 2 * 4;
    bytes[entry / 2] = (uint8_t)((bytes[entry / 2] & ~(15u << shift)) | state << shift);
}

/* Whether states are owed or recently were, so that an error may follow. */
static bool owes(const struct cache *q)
{
    for (unsigned i = 0; i < q->nsectors; i++)
        if (q->sector[i].owed)
            return true;
    return q->owed_at && q->now - q->owed_at < RECENT;
}

/* An unrequested answer, while no request is in flight that it could match. */
static bool stray(struct cache *q)
{
    if (q->live || q->quiet < SETTLE || owes(q) || lp_below(&q->rng, 16))
        return false;
    q->count.strays[0]++;
    q->stray_at = q->now;
    return true;
}

static bool fill_beat(struct cache *q, struct lp_mdcache_in *in)
{
    unsigned id = lp_below(&q->rng, q->misses);

    if (stray(q)) {
        in->fill_id = id;
        in->fill_err = lp_below(&q->rng, 2);
        return true;
    }

    for (unsigned i = 0; i < q->misses; i++, id = (id + 1) % q->misses) {
        const struct fill *fill = &q->fill[id];
        if (!fill->live || fill->due > q->now)
            continue;
        in->fill_id = id;
        memcpy(in->fill_data, q->sector[fill->sector].memory, SECTOR_BYTES);
        in->fill_err = lp_below(&q->rng, 64) < q->phase.errors;
        return true;
    }
    return false;
}

static bool ack_beat(struct cache *q, struct lp_mdcache_in *in)
{
    if (q->wb_count == 0 && stray(q)) {
        in->evicted_err = lp_below(&q->rng, 2);
        return true;
    }
    if (q->wb_count == 0 || q->writeback[q->wb_rd].due > q->now)
        return false;
    in->evicted_err = lp_below(&q->rng, 64) < q->phase.errors;
    return true;
}

static bool cache_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct cache *q = (struct cache *)self;
    struct lp_mdcache_in *in = ports;

    switch ((enum stream)stream) {
    case S: return request_beat(q, in);
    case R: return fill_beat(q, in);
    default: return ack_beat(q, in);
    }
}

/* The sector at a byte address; NOBODY if there is none. */
static uint32_t find_sector(const struct cache *q, const uint32_t addr[2])
{
    uint64_t byte = lpi_get64(addr);

    for (unsigned i = 0; byte % SECTOR_BYTES == 0 && i < q->nsectors; i++)
        if (sector_number(q, i) * SECTOR_BYTES == byte)
            return i;
    return NOBODY;
}

static uint64_t when(struct cache *q)
{
    return q->now + lp_below(&q->rng, q->phase.latency + 1);
}

static const char *check_fetch(struct cache *q, const struct lp_mdcache_out *out)
{
    uint32_t sector = find_sector(q, out->fetch_addr);

    if (sector == NOBODY)
        return "f_addr_o is not a requested sector";
    if (q->fill[out->fetch_id].live)
        return "f_id_o is in use";
    if (q->sector[sector].fetching)
        return "f_addr_o is being fetched already";
    if (q->sector[sector].writing)
        return "f_addr_o: its write-back is not acknowledged";
    q->fill[out->fetch_id] = (struct fill){.live = true, .sector = sector, .due = when(q)};
    q->sector[sector].fetching = true;
    q->count.fills++;
    q->count.refetches += q->sector[sector].dead;
    return NULL;
}

/* Whether a request waits for the sector; a request whose answer is offered no longer waits. */
static bool waits(const struct request *r, uint32_t sector)
{
    return r->live && r->missed && !r->filled && !r->shown && r->sector == sector;
}

/* The oldest request that waits for the sector. */
static const struct request *first_waiter(const struct cache *q, uint32_t sector)
{
    const struct request *first = NULL;

    for (unsigned t = 0; t < TAGS; t++) {
        const struct request *r = &q->request[t];
        if (waits(r, sector) && (!first || r->number < first->number))
            first = r;
    }
    return first;
}

static const char *check_fill(struct cache *q, const struct lp_mdcache_in *in)
{
    struct fill *fill = &q->fill[in->fill_id];
    struct sector *s = &q->sector[fill->sector];
    const struct request *first = first_waiter(q, fill->sector);

    if (!fill->live)
        return NULL;
    fill->live = s->fetching = s->giving = false;
    if (!first && !s->owed)
        return "a fill is taken that no request waits for";
    s->first = first ? first->entry : s->owed_first;
    s->dead = in->fill_err && s->owed;
    for (unsigned t = 0; t < TAGS; t++) {
        struct request *r = &q->request[t];
        if (waits(r, fill->sector)) {
            r->filled = true;
            r->err = in->fill_err;
            s->dead |= r->err && r->op == LP_MDCACHE_WRITE;
        }
    }
    if (in->fill_err) {
        s->owed_first = s->first;
        return NULL;
    }
    s->fresh = true;
    if (!s->unknown && memcmp(s->truth, s->memory, SECTOR_BYTES) != 0)
        return "a sector was fetched again but never written back";
    memcpy(s->truth, s->memory, SECTOR_BYTES);
    s->unknown = false;
    for (; s->owed; s->owed &= s->owed - 1)
        set_entry(s->truth, (unsigned)__builtin_ctzll(s->owed), LP_MDCACHE_POISON);
    return NULL;
}

static const char *check_offer(const struct cache *q, const struct lp_mdcache_out *out)
{
    uint32_t sector = find_sector(q, out->evict_addr);

    if (sector == NOBODY)
        return "w_addr_o is not a written sector";
    if (memcmp(q->sector[sector].truth, out->evict_data, SECTOR_BYTES) != 0)
        return "w_data_o is not what was written";
    return NULL;
}

static const char *check_writeback(struct cache *q, const struct lp_mdcache_out *out)
{
    uint32_t sector = find_sector(q, out->evict_addr);
    struct writeback *wb = &q->writeback[(q->wb_rd + q->wb_count) % LP_MDCACHE_MAX_MISSES];

    if (q->wb_count == q->misses)
        return "w_valid_o: more write-backs than may be in flight";
    *wb = (struct writeback){.sector = sector, .due = when(q)};
    memcpy(wb->bytes, out->evict_data, SECTOR_BYTES);
    q->sector[sector].writing++;
    q->wb_count++;
    q->count.writebacks++;
    return NULL;
}

static void take_ack(struct cache *q, bool err)
{
    const struct writeback *wb = &q->writeback[q->wb_rd];
    struct sector *s = &q->sector[wb->sector];

    if (q->wb_count == 0)
        return;
    s->writing--;
    q->wb_rd = (q->wb_rd + 1) % LP_MDCACHE_MAX_MISSES;
    q->wb_count--;
    q->count.wb_err += err;
    if (!err) {
        memcpy(s->memory, wb->bytes, SECTOR_BYTES);
        s->refused = 0;
        return;
    }
    s->refused++;
    q->refused_at = q->now;
}

/* Whether so many write-backs were refused, now or recently, that an error may follow. */
static bool given_up(const struct cache *q, unsigned sectors, unsigned refusals)
{
    for (unsigned i = 0; i < q->nsectors; i++)
        sectors -= sectors && q->sector[i].refused >= refusals;
    return sectors == 0 || (q->count.wb_err && q->now - q->refused_at < RECENT);
}

/* ---- answers ---- */

static const char *answer_upkeep(struct cache *q, const struct request *r,
                                 const struct lp_mdcache_out *out)
{
    if (out->m_state != 0 || (out->m_err && r->op == LP_MDCACHE_INVALIDATE))
        return "m_state_o or m_err_o is set for a flush or an invalidation";
    if (out->m_err)
        return given_up(q, 1, 1) || owes(q) ? NULL : "m_err_o for a flush without cause";
    for (unsigned t = 0; t < TAGS; t++)
        if (q->request[t].live && q->request[t].number < r->number)
            return "a flush or an invalidation is answered before a request that came earlier";
    for (unsigned i = 0; i < q->nsectors; i++) {
        struct sector *s = &q->sector[i];
        if (r->op == LP_MDCACHE_INVALIDATE)
            s->unknown = true, s->dead = s->giving = false, s->owed = s->refused = 0;
        else if (s->owed)
            return "a flush does not report a sector that is owed";
        else if (!s->unknown && memcmp(s->truth, s->memory, SECTOR_BYTES) != 0)
            return "memory does not hold what was written before a flush";
    }
    return NULL;
}

static const char *answer_access(struct cache *q, const struct request *r,
                                 const struct lp_mdcache_out *out)
{
    struct sector *s = &q->sector[r->sector];
    unsigned expected = r->op == LP_MDCACHE_READ ? get_entry(s->truth, r->entry) : 0;

    for (unsigned t = 0; t < TAGS; t++)
        if (q->request[t].live && q->request[t].number < r->number &&
            (q->request[t].sector == r->sector || q->request[t].op & 2))
            return "a request is answered before one to its sector that came earlier";
    if (r->missed && !r->filled) {
        q->count.unfilled++;
        return out->m_err && given_up(q, 1, GIVE_UP)
                   ? NULL
                   : "a request that has to wait is answered before its fill";
    }
    if (!r->missed && out->m_err) {
        q->count.accesses--;
        return given_up(q, q->misses, GIVE_UP) || owes(q) ? NULL : "m_err_o without a miss";
    }
    if (out->m_err != (r->missed && r->err))
        return "m_err_o does not show whether the fill failed";
    if (out->m_err)
        return out->m_state != 0 ? "m_state_o is set with m_err_o" : NULL;
    if (out->m_state != expected)
        return "m_state_o is not the state written last";
    if (s->fresh && r->entry != s->first) {
        s->fresh = false;
        q->count.used++;
    }
    if (r->op == LP_MDCACHE_WRITE)
        set_entry(s->truth, r->entry, r->state);
    return NULL;
}

static const char *check_answer(struct cache *q, uint64_t cycle, const struct lp_mdcache_in *in,
                                const struct lp_mdcache_out *out)
{
    struct request *r = &q->request[out->m_tag];
    const char *wrong;

    if (!r->live || out->m_tag == q->offered)
        return "m_tag_o does not belong to a request that waits for an answer";
    if (!r->shown) {
        uint64_t cycles = cycle - r->taken_at;
        if (q->base.latency_max == 0 || cycles < q->base.latency_min)
            q->base.latency_min = cycles;
        if (cycles > q->base.latency_max)
            q->base.latency_max = cycles;
    }
    if (!r->shown && out->m_err && r->missed && !(r->op & 2)) {
        struct sector *s = &q->sector[r->sector];
        bool given = waits(r, r->sector);
        /* All that wait for a miss are answered in their order; it stays that of the first one. */
        if (first_waiter(q, r->sector) == r && !s->giving)
            s->owed_first = r->entry;
        if (r->op == LP_MDCACHE_WRITE)
            s->owed |= UINT64_C(1) << r->entry;
        q->owed_at = q->now;
        r->shown = true;
        if (given)
            s->giving = s->owed || first_waiter(q, r->sector);
    }
    r->shown = true;
    if (!in->m_ready)
        return NULL;
    wrong = r->op & 2 ? answer_upkeep(q, r, out) : answer_access(q, r, out);
    r->live = false;
    q->live--;
    q->base.lines++;
    return wrong;
}

static const char *check_miss(struct cache *q, uint32_t tag)
{
    struct request *r = &q->request[tag];

    if (!r->live || tag == q->offered || r->op & 2 || r->missed)
        return "miss_tag_o is not an access still to be reported";
    r->missed = true;
    q->count.misses++;
    return NULL;
}

/* ---- counters ---- */

/* Whether a counter equals the events seen, modulo its width. */
static bool counted(const struct cache *q, uint32_t shown, uint32_t seen)
{
    return ((shown - seen) & q->counts) == 0;
}

static const char *check_counters(struct cache *q, const struct lp_mdcache_out *out)
{
    const struct shadow *c = &q->count;

    if (!counted(q, out->hits + out->fills, out->accesses))
        return "hits and fills do not add up to accesses";
    if (q->live || q->wb_count || out->evict_valid) {
        q->quiet = 0;
        return NULL;
    }
    if (q->quiet++ < SETTLE)
        return NULL;
    if (!counted(q, out->accesses, c->accesses) || !counted(q, out->merged + out->fills, c->misses))
        return "accesses_o or merged_o is not the count of events seen";
    if (((out->fills - c->fills + c->refetches) & q->counts) > c->unfilled ||
        !counted(q, out->used, c->used))
        return "fills_o or used_o is not the count of events seen";
    /* A repeated offer counts once. */
    if (((c->writebacks - out->writebacks) & q->counts) > c->wb_err ||
        !counted(q, out->wb_err, c->wb_err))
        return "writebacks_o or wb_err_o is not the count of events seen";
    if (q->now - q->stray_at > SETTLE && c->strays[0] != c->strays[1])
        return "stray_o does not report every stray";
    return NULL;
}

static void take_request(struct cache *q, uint64_t cycle, const struct lp_mdcache_in *in)
{
    struct request *r = &q->request[in->s_tag];

    q->offered = NOBODY;
    r->number = q->requests++;
    r->taken_at = cycle;
    q->count.accesses += !(r->op & 2);
}

static const char *cache_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    struct cache *q = (struct cache *)self;
    const struct lp_mdcache_in *in = in_ports;
    const struct lp_mdcache_out *out = out_ports;
    const char *wrong = NULL;

    q->now++;
    q->count.strays[1] += (out->stray & 1) + (out->stray >> 1);
    if (out->miss)
        wrong = check_miss(q, out->miss_tag);
    if (!wrong && out->fetch_valid && in->fetch_ready)
        wrong = check_fetch(q, out);
    if (!wrong && in->evicted_valid && out->evicted_ready)
        take_ack(q, in->evicted_err);
    if (!wrong && out->m_valid)
        wrong = check_answer(q, cycle, in, out);
    if (!wrong && in->fill_valid && out->fill_ready)
        wrong = check_fill(q, in);
    if (!wrong && out->evict_valid && !q->w_shown)
        wrong = check_offer(q, out);
    if (!wrong && out->evict_valid && in->evict_ready)
        wrong = check_writeback(q, out);
    q->w_shown = out->evict_valid && !in->evict_ready;
    if (!wrong)
        wrong = check_counters(q, out);
    if (in->s_valid && out->s_ready)
        take_request(q, cycle, in);
    return wrong;
}

/* ---- set-up and reset ---- */

/* The contents of the cache are lost; memory keeps acknowledged data. */
static void cache_reset(struct lp_traffic *self)
{
    struct cache *q = (struct cache *)self;

    for (unsigned i = 0; i < q->nsectors; i++) {
        struct sector *s = &q->sector[i];
        memcpy(s->truth, s->memory, SECTOR_BYTES);
        s->unknown = s->fetching = s->fresh = s->giving = false;
        s->writing = s->refused = 0;
        s->owed = 0;
        s->dead = false;
    }
    memset(q->request, 0, sizeof q->request);
    memset(q->fill, 0, sizeof q->fill);
    memset(&q->count, 0, sizeof q->count);
    q->live = q->wb_count = q->wb_rd = 0;
    q->w_shown = false;
    q->quiet = 0;
    q->offered = NOBODY;
    draw_phase(q);
}

static void cache_close(struct lp_traffic *self)
{
    struct cache *q = (struct cache *)self;

    free(q->sector);
    free(q);
}

/* Lines near each other and all over the address space, some more than the cache holds. */
static void draw_lines(struct cache *q)
{
    unsigned lines = q->sets * q->ways * 3 / 2 + 2;
    uint64_t base = 0;

    for (unsigned i = 0; i < lines; i++) {
        if (i % RUN == 0)
            base = lp_random(&q->rng) >> (64 - (LP_MDCACHE_ADDR_W - 7)) & ~(uint64_t)(RUN - 1);
        q->line_number[i] = base + i % RUN;
    }
    q->nsectors = lines * SECTORS;
    for (unsigned i = 0; i < q->nsectors; i++)
        lp_random_words(&q->rng, (uint32_t *)(void *)q->sector[i].memory, SECTOR_BYTES * 8);
}

static struct lp_traffic *cache_random(const int *values, uint64_t seed)
{
    struct cache *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->sector = calloc(MAX_LINES * SECTORS, sizeof *q->sector);
    if (!q->sector) {
        free(q);
        return NULL;
    }
    q->base = (struct lp_traffic){.beat = cache_beat,
                                  .reactive = true,
                                  .check = cache_check,
                                  .reset = cache_reset,
                                  .close = cache_close};
    q->rng.state = seed;
    q->sets = (unsigned)values[0];
    q->ways = (unsigned)values[1];
    q->misses = (unsigned)values[2];
    q->counts = UINT32_MAX >> (32 - values[4]);
    draw_lines(q);
    cache_reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_mdcache_hooks;
const struct lp_hooks lp_mdcache_hooks = {cache_random, NULL, .streams = false};
