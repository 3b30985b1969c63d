/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chunk has a place where its data is (where), a place to which it moves (toward), and the number
 * of the moment at which it came to rest. Lists, sums and free memory are computed from these.
 */
#include "policy_slow.h"
#include <stdlib.h>
#include <string.h>

enum { REST = HUVM_WHYS }; /* no reason to move */

struct item {
    unsigned home, size, where, toward, reason;
    unsigned place; /* granules that its neighbour has for it */
    bool backed;    /* the host has it too */
    bool fresh;     /* prefetched and not used */
    uint64_t since;
};

struct wave { /* of faults */
    bool open;
    unsigned count;
    uint32_t chunk[HUVM_BATCH_MAX];
    bool tail[HUVM_BATCH_MAX];
    uint64_t number;
};

struct ahead {
    uint32_t chunk[HUVM_AHEAD_MAX];
    unsigned count;
};

struct owner {
    unsigned memory, keeps, wants; /* keeps: taken for itself */
    bool lends;
    unsigned turn;
    int way;
    bool knows_last;
    uint32_t last;
    struct wave wave;
    struct ahead host, spare;
    struct huvm_counts counts;
};

struct huvm_slow {
    struct huvm_config c;
    struct item *item;
    struct owner owner[HUVM_GPUS_MAX];
    struct huvm_action *out;
    size_t out_count, out_taken;
    uint64_t moment, waves;
};

struct huvm_slow *huvm_slow_open(const struct huvm_config *config)
{
    struct huvm_slow *s = calloc(1, sizeof *s);
    s->c = *config;
    s->item = calloc(config->chunks, sizeof *s->item);
    s->out = calloc(4 * (size_t)config->chunks + 64, sizeof *s->out);
    for (uint32_t i = 0; i < config->chunks; i++)
        s->item[i] = (struct item){.home = config->home[i],
                                   .size = config->chunk_granules,
                                   .where = HUVM_HOST,
                                   .toward = HUVM_HOST,
                                   .reason = REST,
                                   .backed = true};
    for (unsigned g = 0; g < config->gpus; g++) {
        s->owner[g].memory = config->gpu[g].granules;
        s->owner[g].lends = config->gpu[g].lends;
        s->owner[g].turn = g;
        s->owner[g].way = 1;
    }
    return s;
}

void huvm_slow_close(struct huvm_slow *s)
{
    free(s->item);
    free(s->out);
    free(s);
}

enum huvm_state huvm_slow_state(const struct huvm_slow *s, uint32_t chunk)
{
    const struct item *i = &s->item[chunk];
    if (i->reason == REST && i->where == i->home)
        return HUVM_RESIDENT;
    if (i->reason == REST && i->where == HUVM_HOST)
        return HUVM_AT_HOST;
    if (i->reason == REST)
        return i->backed ? HUVM_REMOVABLE : HUVM_EVICTED;
    if (i->reason == HUVM_WRITE_BACK)
        return HUVM_WRITING;
    if (i->toward == i->home)
        return HUVM_COMING;
    return i->where == i->home ? HUVM_LEAVING : HUVM_PARKING;
}

const struct huvm_counts *huvm_slow_counts(const struct huvm_slow *s, unsigned gpu)
{
    return &s->owner[gpu].counts;
}

/* ---- questions ---- */

/* Granules of GPU n that this chunk takes: at rest there, or on its way from or to there. */
static unsigned takes(const struct huvm_slow *s, const struct item *i, unsigned n)
{
    bool there = i->where == n || (i->reason != REST && i->toward == n);
    return !there ? 0 : i->home == n ? s->c.chunk_granules : i->place;
}

static unsigned room(const struct huvm_slow *s, unsigned n)
{
    unsigned used = s->owner[n].keeps;
    for (uint32_t k = 0; k < s->c.chunks; k++)
        used += takes(s, &s->item[k], n);
    return s->owner[n].memory - used;
}

/* Chunks in this state; of GPU `home` and at, or toward, `at` unless these are negative. */
static unsigned how_many(const struct huvm_slow *s, enum huvm_state state, int home, int at,
                         int reason)
{
    unsigned count = 0;
    for (uint32_t k = 0; k < s->c.chunks; k++) {
        const struct item *i = &s->item[k];
        if (huvm_slow_state(s, k) == state && (home < 0 || i->home == (unsigned)home) &&
            (at < 0 || (state == HUVM_PARKING ? i->toward : i->where) == (unsigned)at) &&
            (reason < 0 || i->reason == (unsigned)reason))
            count++;
    }
    return count;
}

/* The chunk that has been longest in this state at n; -1: none. */
static int64_t oldest(const struct huvm_slow *s, enum huvm_state state, unsigned n)
{
    int64_t best = -1;
    for (uint32_t k = 0; k < s->c.chunks; k++)
        if (huvm_slow_state(s, k) == state && s->item[k].where == n &&
            (best < 0 || s->item[k].since < s->item[best].since))
            best = k;
    return best;
}

static unsigned guests(const struct huvm_slow *s, unsigned n)
{
    unsigned count = 0;
    for (uint32_t k = 0; k < s->c.chunks; k++)
        count += s->item[k].home != n && takes(s, &s->item[k], n) > 0;
    return count;
}

uint32_t huvm_slow_guests(const struct huvm_slow *s, unsigned gpu)
{
    return guests(s, gpu);
}

uint32_t huvm_slow_lent(const struct huvm_slow *s, unsigned gpu)
{
    unsigned sum = 0;
    for (uint32_t k = 0; k < s->c.chunks; k++)
        sum += s->item[k].home != gpu ? takes(s, &s->item[k], gpu) : 0;
    return sum;
}

/* Whether n has memory for g. */
static bool lends_to(const struct huvm_slow *s, unsigned n, unsigned g)
{
    return n != g && s->owner[n].lends && room(s, n) + guests(s, n) > 0;
}

/* Whether some chunk of g takes memory of another GPU. */
static bool harvests(const struct huvm_slow *s, unsigned g)
{
    for (uint32_t k = 0; k < s->c.chunks; k++)
        for (unsigned n = 0; n < s->c.gpus; n++)
            if (s->item[k].home == g && n != g && takes(s, &s->item[k], n) > 0)
                return true;
    return false;
}

/* Neighbours of g that lend, less the harvesters with g among them; negative: they have to share
   lanes. */
static int spare_lanes(const struct huvm_slow *s, unsigned g)
{
    int lanes = -1;
    for (unsigned n = 0; n < s->c.gpus; n++)
        lanes += (int)lends_to(s, n, g) - (int)(n != g && harvests(s, n));
    return lanes;
}

/* ---- moves ---- */

static void say(struct huvm_slow *s, struct huvm_action action)
{
    s->out[s->out_count++] = action;
}

static void move(struct huvm_slow *s, uint32_t chunk, unsigned from, unsigned to, enum huvm_why why)
{
    struct item *i = &s->item[chunk];
    i->reason = why;
    i->toward = to;
    say(s, (struct huvm_action){
               .kind = HUVM_COPY,
               .why = why,
               .gpu = (uint8_t)i->home,
               .from = (uint8_t)from,
               .to = (uint8_t)to,
               .chunk = chunk,
               .pages = to == HUVM_HOST ? (s->c.on.large_pages ? 1 : s->c.base_pages) : 0});
}

static void reclaim(struct huvm_slow *s, unsigned n)
{
    uint32_t chunk = (uint32_t)oldest(s, HUVM_REMOVABLE, n);
    struct item *i = &s->item[chunk];
    i->where = i->toward = HUVM_HOST;
    i->fresh = false;
    s->owner[i->home].counts.reclaimed++;
    say(s, (struct huvm_action){.kind = HUVM_DROP,
                                .gpu = (uint8_t)i->home,
                                .from = (uint8_t)n,
                                .to = HUVM_HOST,
                                .chunk = chunk});
}

static bool room_for(struct huvm_slow *s, unsigned n, unsigned size)
{
    unsigned removable = 0;
    for (uint32_t k = 0; k < s->c.chunks; k++)
        if (huvm_slow_state(s, k) == HUVM_REMOVABLE && s->item[k].where == n)
            removable += s->item[k].place;
    if (s->owner[n].wants > 0 || room(s, n) + removable < size)
        return false;
    while (room(s, n) < size)
        reclaim(s, n);
    return true;
}

static void leave(struct huvm_slow *s, unsigned g, enum huvm_why why)
{
    uint32_t chunk = (uint32_t)oldest(s, HUVM_RESIDENT, g);
    struct owner *o = &s->owner[g];
    unsigned to = HUVM_HOST;
    for (unsigned i = 1; s->c.on.harvest && i <= s->c.gpus && to == HUVM_HOST; i++) {
        unsigned n = (o->turn + i) % s->c.gpus;
        if (n != g && s->owner[n].lends && room_for(s, n, s->item[chunk].size))
            to = n;
    }
    if (to != HUVM_HOST) {
        o->turn = to;
        o->counts.evict_neighbour++;
    } else {
        o->counts.evict_host++;
    }
    s->item[chunk].fresh = false;
    s->item[chunk].backed = to == HUVM_HOST;
    s->item[chunk].place = s->item[chunk].size;
    move(s, chunk, g, to, why);
}

static bool make_room(struct huvm_slow *s, unsigned g)
{
    if (oldest(s, HUVM_REMOVABLE, g) >= 0) {
        reclaim(s, g);
        return true;
    }
    if (guests(s, g) > 0 || how_many(s, HUVM_LEAVING, (int)g, -1, -1) > 0 ||
        oldest(s, HUVM_RESIDENT, g) < 0)
        return false;
    leave(s, g, HUVM_EVICT);
    return true;
}

static void bring(struct huvm_slow *s, uint32_t chunk, enum huvm_why why)
{
    struct item *i = &s->item[chunk];
    struct huvm_counts *counts = &s->owner[i->home].counts;
    if (i->where == HUVM_HOST)
        counts->fetch_host++;
    else
        counts->fetch_neighbour++;
    if (why == HUVM_PREFETCH)
        counts->prefetch_issued++;
    else
        counts->prefetch_used += i->fresh;
    i->fresh = why == HUVM_PREFETCH;
    move(s, chunk, i->where, i->home, why);
}

static void park(struct huvm_slow *s, uint32_t chunk, unsigned n, enum huvm_why why)
{
    struct item *i = &s->item[chunk];
    s->owner[i->home].counts.parked++;
    i->place = i->size;
    if (why == HUVM_PREFETCH) {
        s->owner[i->home].counts.prefetch_issued++;
        i->fresh = true;
    }
    move(s, chunk, HUVM_HOST, n, why);
}

/* ---- what is done, a step at a time; false: nothing to do ---- */

static bool pay(struct huvm_slow *s, unsigned g)
{
    struct owner *o = &s->owner[g];
    unsigned have = room(s, g);
    if (o->wants == 0)
        return false;
    if (have == 0)
        return make_room(s, g);
    if (have > o->wants)
        have = o->wants;
    o->keeps += have;
    o->wants -= have;
    if (o->wants == 0)
        say(s, (struct huvm_action){
                   .kind = HUVM_RETURNED, .gpu = (uint8_t)g, .from = HUVM_HOST, .to = HUVM_HOST});
    return true;
}

static void plan(struct huvm_slow *s, unsigned g)
{
    struct owner *o = &s->owner[g];
    struct wave *w = &o->wave;
    int up = 0, down = 0;
    if (s->c.on.prefetch == HUVM_NO_PREFETCH)
        return;
    for (unsigned i = 0; i < w->count; i++) {
        up += o->knows_last && w->chunk[i] > o->last;
        down += o->knows_last && w->chunk[i] < o->last;
        o->last = w->chunk[i];
        o->knows_last = true;
    }
    if (up != down)
        o->way = up > down ? 1 : -1;
    uint32_t most = 0, least = UINT32_MAX;
    for (unsigned i = 0; i < w->count; i++) {
        most = w->chunk[i] > most ? w->chunk[i] : most;
        least = w->chunk[i] < least ? w->chunk[i] : least;
    }
    o->host.count = o->spare.count = 0;
    for (unsigned i = 0; i < s->c.prefetch; i++) {
        int64_t k = o->way > 0 ? (int64_t)most + s->c.stride + i + 1
                               : (int64_t)least - s->c.stride - i - 1;
        if (k < 0 || k >= (int64_t)s->c.chunks || s->item[k].home != g)
            return;
        enum huvm_state state = huvm_slow_state(s, (uint32_t)k);
        if (state == HUVM_AT_HOST)
            o->host.chunk[o->host.count++] = (uint32_t)k;
        if (state == HUVM_EVICTED || state == HUVM_REMOVABLE)
            o->spare.chunk[o->spare.count++] = (uint32_t)k;
    }
}

/* The first fault that the head has to see to; count: none. */
static unsigned head_of(const struct huvm_slow *s, const struct wave *w)
{
    unsigned i = 0;
    while (i < w->count && (w->tail[i] || huvm_slow_state(s, w->chunk[i]) == HUVM_RESIDENT))
        i++;
    return i;
}

static bool head(struct huvm_slow *s, unsigned g)
{
    struct wave *w = &s->owner[g].wave;
    if (!w->open || how_many(s, HUVM_COMING, (int)g, -1, HUVM_FAULT) > 0)
        return false;
    /* Chunks that were served and have left again belong to the next batch. */
    for (unsigned i = 0, h = head_of(s, w); i < h; i++)
        w->tail[i] = true;
    unsigned first = head_of(s, w);
    if (first == w->count) {
        if (how_many(s, HUVM_PARKING, (int)g, -1, HUVM_PARALLEL) > 0)
            return false;
        w->open = false;
        say(s, (struct huvm_action){
                   .kind = HUVM_SERVED, .gpu = (uint8_t)g, .from = HUVM_HOST, .to = HUVM_HOST});
        plan(s, g);
        return true;
    }
    if (s->item[w->chunk[first]].reason != REST)
        return false;
    if (s->owner[g].wants > 0 || room(s, g) < s->c.chunk_granules)
        return make_room(s, g);
    bring(s, w->chunk[first], HUVM_FAULT);
    return true;
}

static bool tail(struct huvm_slow *s, unsigned g)
{
    struct wave *w = &s->owner[g].wave;
    if (!s->c.on.parallel || !w->open)
        return false;
    unsigned first = head_of(s, w), last = w->count;
    for (unsigned i = first + 1; i < w->count; i++)
        if (!w->tail[i] && huvm_slow_state(s, w->chunk[i]) == HUVM_AT_HOST)
            last = i;
    for (unsigned i = 1; i < s->c.gpus && last < w->count; i++) {
        unsigned n = (g + i) % s->c.gpus;
        bool busy = how_many(s, HUVM_PARKING, (int)g, (int)n, HUVM_PARALLEL) > 0;
        if (!s->owner[n].lends || busy || !room_for(s, n, s->item[w->chunk[last]].size))
            continue;
        w->tail[last] = true;
        park(s, w->chunk[last], n, HUVM_PARALLEL);
        return true;
    }
    return false;
}

static bool evict_ahead(struct huvm_slow *s, unsigned g)
{
    unsigned unit = s->c.chunk_granules, left = s->owner[g].memory - s->owner[g].keeps;
    unsigned threshold = s->c.threshold < left / unit / 4 ? s->c.threshold : left / unit / 4;
    if (!s->c.on.pre_evict || s->owner[g].lends || oldest(s, HUVM_RESIDENT, g) < 0 ||
        how_many(s, HUVM_LEAVING, (int)g, -1, HUVM_PRE_EVICT) >= HUVM_WINDOW ||
        room(s, g) / unit + how_many(s, HUVM_LEAVING, (int)g, -1, -1) >= threshold)
        return false;
    leave(s, g, HUVM_PRE_EVICT);
    return true;
}

static bool write_back(struct huvm_slow *s, unsigned n)
{
    int64_t chunk = oldest(s, HUVM_EVICTED, n);
    if (chunk < 0 || how_many(s, HUVM_WRITING, -1, (int)n, -1) >= HUVM_WINDOW)
        return false;
    s->owner[s->item[chunk].home].counts.written_back++;
    move(s, (uint32_t)chunk, n, HUVM_HOST, HUVM_WRITE_BACK);
    return true;
}

static void shift(struct ahead *a)
{
    memmove(a->chunk, a->chunk + 1, --a->count * sizeof *a->chunk);
}

static bool can_come(struct huvm_slow *s, unsigned g, bool from_host)
{
    unsigned coming = 0;
    for (uint32_t k = 0; k < s->c.chunks; k++)
        coming += s->item[k].home == g && huvm_slow_state(s, k) == HUVM_COMING &&
                  s->item[k].reason == HUVM_PREFETCH &&
                  (s->item[k].where == HUVM_HOST) == from_host;
    return s->owner[g].wants == 0 && room(s, g) >= s->c.chunk_granules && coming < HUVM_WINDOW;
}

static bool prefetch_spare(struct huvm_slow *s, unsigned g)
{
    struct owner *o = &s->owner[g];
    if (o->spare.count == 0)
        return false;
    uint32_t chunk = o->spare.chunk[0];
    enum huvm_state state = huvm_slow_state(s, chunk);
    if (state != HUVM_EVICTED && state != HUVM_REMOVABLE) {
        o->counts.prefetch_dropped++;
    } else {
        if (!can_come(s, g, false))
            return false;
        bring(s, chunk, HUVM_PREFETCH);
    }
    shift(&o->spare);
    return true;
}

static bool prefetch_host(struct huvm_slow *s, unsigned g)
{
    struct owner *o = &s->owner[g];
    if (o->host.count == 0)
        return false;
    uint32_t chunk = o->host.chunk[0];
    if (s->c.on.prefetch != HUVM_PREFETCH_PATHS || spare_lanes(s, g) < 0) {
        if (!can_come(s, g, true))
            return false;
        bring(s, chunk, HUVM_PREFETCH);
        shift(&o->host);
        return true;
    }
    for (unsigned i = 1; i <= s->c.gpus; i++) {
        unsigned n = (o->turn + i) % s->c.gpus;
        if (!lends_to(s, n, g) ||
            how_many(s, HUVM_PARKING, -1, (int)n, HUVM_PREFETCH) >= HUVM_WINDOW ||
            !room_for(s, n, s->item[chunk].size))
            continue;
        o->turn = n;
        park(s, chunk, n, HUVM_PREFETCH);
        shift(&o->host);
        return true;
    }
    return false;
}

static bool prefetch(struct huvm_slow *s, unsigned g)
{
    return prefetch_spare(s, g) || prefetch_host(s, g);
}

/* All GPUs, ordered by the time of their last batch, then by number. */
static void by_arrival(const struct huvm_slow *s, unsigned *order)
{
    for (unsigned g = 0; g < s->c.gpus; g++) {
        unsigned at = 0;
        for (unsigned k = 0; k < s->c.gpus; k++)
            at += s->owner[k].wave.number < s->owner[g].wave.number ||
                  (s->owner[k].wave.number == s->owner[g].wave.number && k < g);
        order[at] = g;
    }
}

static void do_all(struct huvm_slow *s)
{
    static bool (*const steps[])(struct huvm_slow * s, unsigned g) = {
        pay, head, head, evict_ahead, tail, write_back, prefetch};
    unsigned order[HUVM_GPUS_MAX];
    by_arrival(s, order);
    for (bool again = true; again;) {
        again = false;
        for (unsigned step = 0; step < sizeof steps / sizeof steps[0]; step++)
            for (unsigned i = 0; i < s->c.gpus; i++) {
                bool lends = s->owner[order[i]].lends;
                if ((step == 1 && !lends) || (step == 2 && lends))
                    continue;
                while (steps[step](s, order[i]))
                    again = true;
            }
    }
}

/* ---- events ---- */

static bool waits_for_reader(struct huvm_slow *s)
{
    if (s->out_taken < s->out_count)
        return true;
    s->out_taken = s->out_count = 0;
    return false;
}

bool huvm_slow_faults(struct huvm_slow *s, unsigned gpu, const uint32_t *chunks, unsigned count)
{
    if (gpu >= s->c.gpus || count < 1 || count > HUVM_BATCH_MAX || s->owner[gpu].wave.open)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (chunks[i] >= s->c.chunks || s->item[chunks[i]].home != gpu)
            return false;
        for (unsigned k = 0; k < i; k++)
            if (chunks[k] == chunks[i])
                return false;
    }
    if (waits_for_reader(s))
        return false;
    struct owner *o = &s->owner[gpu];
    o->wave = (struct wave){.open = true, .count = count, .number = ++s->waves};
    memcpy(o->wave.chunk, chunks, count * sizeof *chunks);
    o->counts.faults += count;
    o->counts.batches++;
    o->counts.prefetch_dropped += o->host.count + o->spare.count;
    o->host.count = o->spare.count = 0;
    do_all(s);
    return true;
}

bool huvm_slow_done(struct huvm_slow *s, uint32_t chunk)
{
    if (chunk >= s->c.chunks || s->item[chunk].reason == REST || waits_for_reader(s))
        return false;
    struct item *i = &s->item[chunk];
    if (i->reason == HUVM_WRITE_BACK)
        i->toward = i->where;
    i->backed = i->backed || i->reason == HUVM_WRITE_BACK;
    i->where = i->toward;
    if (i->where == HUVM_HOST)
        i->backed = true;
    i->reason = REST;
    i->since = ++s->moment;
    do_all(s);
    return true;
}

bool huvm_slow_take(struct huvm_slow *s, unsigned gpu, uint32_t granules)
{
    if (gpu >= s->c.gpus || granules == 0 || s->owner[gpu].wants > 0 ||
        (uint64_t)s->owner[gpu].keeps + granules + s->c.chunk_granules > s->owner[gpu].memory ||
        waits_for_reader(s))
        return false;
    s->owner[gpu].wants = granules;
    do_all(s);
    return true;
}

bool huvm_slow_give(struct huvm_slow *s, unsigned gpu, uint32_t granules)
{
    if (gpu >= s->c.gpus || granules == 0 || granules > s->owner[gpu].keeps || waits_for_reader(s))
        return false;
    s->owner[gpu].keeps -= granules;
    do_all(s);
    return true;
}

bool huvm_slow_size(struct huvm_slow *s, uint32_t chunk, unsigned granules)
{
    if (chunk >= s->c.chunks || granules < 1 || granules > s->c.chunk_granules ||
        s->out_taken < s->out_count)
        return false;
    struct item *i = &s->item[chunk];
    if (i->reason != REST || (i->where != HUVM_HOST && i->where != i->home))
        return false;
    i->size = granules;
    return true;
}

bool huvm_slow_shrunk(struct huvm_slow *s, uint32_t chunk, unsigned granules)
{
    if (chunk >= s->c.chunks)
        return false;
    struct item *i = &s->item[chunk];
    bool moves = i->reason != REST && i->reason != HUVM_WRITE_BACK;
    if (!moves || i->toward == i->home || i->toward == HUVM_HOST || granules < 1 ||
        granules > i->place || waits_for_reader(s))
        return false;
    i->place = granules;
    do_all(s);
    return true;
}

static bool is_in_wave(const struct wave *w, uint32_t chunk)
{
    for (unsigned i = 0; w->open && i < w->count; i++)
        if (w->chunk[i] == chunk)
            return true;
    return false;
}

bool huvm_slow_forget(struct huvm_slow *s, uint32_t chunk)
{
    if (chunk >= s->c.chunks || s->item[chunk].reason != REST ||
        is_in_wave(&s->owner[s->item[chunk].home].wave, chunk) || waits_for_reader(s))
        return false;
    struct item *i = &s->item[chunk];
    struct owner *o = &s->owner[i->home];
    o->counts.prefetch_dropped += o->host.count + o->spare.count;
    o->host.count = o->spare.count = 0;
    if (i->where != HUVM_HOST)
        say(s, (struct huvm_action){.kind = HUVM_DROP,
                                    .gpu = (uint8_t)i->home,
                                    .from = (uint8_t)i->where,
                                    .to = HUVM_HOST,
                                    .chunk = chunk});
    i->where = i->toward = HUVM_HOST;
    i->backed = true;
    i->fresh = false;
    do_all(s);
    return true;
}

bool huvm_slow_touch(struct huvm_slow *s, uint32_t chunk)
{
    if (chunk >= s->c.chunks || huvm_slow_state(s, chunk) != HUVM_RESIDENT ||
        s->out_taken < s->out_count)
        return false;
    s->owner[s->item[chunk].home].counts.prefetch_used += s->item[chunk].fresh;
    s->item[chunk].fresh = false;
    return true;
}

bool huvm_slow_next(struct huvm_slow *s, struct huvm_action *action)
{
    if (s->out_taken == s->out_count)
        return false;
    *action = s->out[s->out_taken++];
    return true;
}
