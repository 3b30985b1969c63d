/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state is a table of copies, one for each chunk, and one of GPUs. The event that ends earliest
 * is next; if several do, the one that began first.
 */
#include "clock_slow.h"
#include "../../cmodel/base/rng.h"
#include "policy_slow.h"
#include <stdlib.h>
#include <string.h>

enum stage { NOTHING, WAITS_FOR_DRIVER, AT_DRIVER, WAITS_FOR_LINK, ON_LINK };
enum { AT_ONCE = 32 }; /* uses of a GPU that repeats */

struct copy {
    enum stage stage;
    struct huvm_action action;
    uint64_t came;       /* number of the moment at which it came to where it waits */
    uint64_t end, began; /* began: a number, of order alone */
};

struct worker { /* a GPU */
    uint32_t wants[HUVM_WIDTH_MAX];
    bool asked[HUVM_WIDTH_MAX]; /* in the batch that is open */
    unsigned count, pass;
    uint64_t place;
    bool computes, waits_for_app, over, batch, wants_memory;
    uint64_t end, began, owes;
    struct lp_rng rng;
    struct huvm_counts before;
};

struct slow {
    const struct huvm_clock *c;
    struct huvm_result *r;
    struct huvm_slow *policy;
    struct copy *copy;
    struct worker gpu[HUVM_GPUS_MAX];
    uint64_t now, number;
    size_t turns_taken, turns_seen;
    uint64_t turn_began;
    bool bad;
};

static void step(struct slow *s, unsigned gpu);

/* ---- copies ---- */

static unsigned urgency(enum huvm_why why)
{
    return why == HUVM_PREFETCH ? 2 : why == HUVM_PRE_EVICT || why == HUVM_WRITE_BACK ? 1 : 0;
}

static bool is_same_way(const struct huvm_action *a, const struct huvm_action *b)
{
    return a->from == b->from && a->to == b->to;
}

/* Number of the thread that begins a copy: by its reason and its source, of one GPU. */
static unsigned thread_of(const struct huvm_action *a)
{
    bool host = a->from == HUVM_HOST;
    unsigned gpu = a->why == HUVM_WRITE_BACK ? a->from : a->why == HUVM_PARALLEL ? a->to : a->gpu;
    unsigned reason = a->why == HUVM_EVICT ? HUVM_FAULT : a->why;
    return 256 * (2 * reason + (a->why == HUVM_PREFETCH && host)) + gpu;
}

/* The next one of the copies that wait with `like` at its driver or its link; NULL: none, or one is
   being served. */
static struct copy *next_of(struct slow *s, enum stage waits, const struct huvm_action *like)
{
    struct copy *best = NULL;
    for (uint32_t i = 0; i < s->c->policy.chunks; i++) {
        struct copy *k = &s->copy[i];
        bool here = waits == WAITS_FOR_DRIVER ? thread_of(&k->action) == thread_of(like)
                                              : is_same_way(&k->action, like);
        if (here && k->stage == waits + 1)
            return NULL;
        if (!here || k->stage != waits)
            continue;
        unsigned a = urgency(k->action.why), b = best != NULL ? urgency(best->action.why) : 3;
        if (a < b || (a == b && k->came < best->came))
            best = k;
    }
    return best;
}

static void begin(struct slow *s, struct copy *k, uint64_t time)
{
    k->stage++;
    k->end = s->now + time;
    k->began = s->number++;
}

static void use_driver(struct slow *s, struct huvm_action like)
{
    struct copy *k = next_of(s, WAITS_FOR_DRIVER, &like);
    if (k != NULL)
        begin(s, k, (uint64_t)(s->c->served + k->action.pages * s->c->page + 0.5));
}

/* ns of the bytes at so many a second. */
static uint64_t ns_of(uint64_t bytes, double rate)
{
    return (uint64_t)(1e9 * (double)bytes / rate + 0.5);
}

static uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Units that it passes: compression if it was raw at its source, expansion if it will be raw at its
 * target. */
static uint64_t units_of(const struct huvm_clock *c, const struct huvm_action *a)
{
    uint64_t time = 0;
    for (unsigned end = 0; end < 2 && c->compress != HUVM_RAW; end++) {
        unsigned place = end == 0 ? a->from : a->to;
        bool packed = place != a->gpu &&
                      (place == HUVM_HOST ? c->compress == HUVM_TIERS : c->compress != HUVM_LINK);
        const struct huvm_stored *own = &c->stored[a->chunk];
        if (!packed)
            time = max_of(time, end == 0 ? own->shrink : own->expand);
    }
    return time;
}

static void use_link(struct slow *s, struct huvm_action like)
{
    struct copy *k = next_of(s, WAITS_FOR_LINK, &like);
    if (k == NULL)
        return;
    const struct huvm_action *a = &k->action;
    bool pcie = a->from == HUVM_HOST || a->to == HUVM_HOST;
    struct huvm_link_result *sum = a->from == HUVM_HOST ? &s->r->pcie_in[a->to]
                                   : a->to == HUVM_HOST ? &s->r->pcie_out[a->from]
                                                        : &s->r->nvlink[a->from][a->to];
    const struct huvm_rate *rate = pcie ? &s->c->pcie : &s->c->nvlink;
    uint64_t bytes = s->c->compress == HUVM_RAW ? s->c->chunk_bytes : s->c->stored[a->chunk].bytes;
    uint64_t time = rate->latency + max_of(ns_of(bytes, rate->bytes), units_of(s->c, a));
    if (a->why == HUVM_EVICT || a->why == HUVM_PRE_EVICT)
        time += s->c->leaves;
    sum->raw += s->c->chunk_bytes;
    sum->bytes += bytes;
    sum->busy += time;
    for (unsigned i = 0; i < s->c->policy.gpus; i++)
        if (i == a->from || i == a->to)
            s->gpu[i].owes += (uint64_t)(1e9 * (double)bytes / s->c->memory_rate +
                                         1e9 * (double)bytes / s->c->l2_rate + 0.5);
    begin(s, k, time);
}

/* ---- what the policy wants ---- */

static void served(struct worker *w)
{
    w->batch = false;
    memset(w->asked, 0, sizeof w->asked);
}

static void obey(struct slow *s)
{
    struct huvm_action a;
    while (huvm_slow_next(s->policy, &a)) {
        if (a.kind == HUVM_SERVED)
            served(&s->gpu[a.gpu]);
        if (a.kind == HUVM_RETURNED)
            s->gpu[a.gpu].wants_memory = false;
        if (a.kind != HUVM_COPY)
            continue;
        s->copy[a.chunk] = (struct copy){
            .stage = WAITS_FOR_DRIVER, .action = a, .came = s->number++};
        use_driver(s, a);
    }
}

static void take_turns(struct slow *s)
{
    for (; s->turns_taken < s->c->turn_count; s->turns_taken++) {
        const struct huvm_turn *t = &s->c->turns[s->turns_taken];
        if (t->at > s->now || s->gpu[t->gpu].wants_memory)
            return;
        s->gpu[t->gpu].wants_memory = t->granules > 0;
        if (t->granules > 0)
            s->bad |= !huvm_slow_take(s->policy, t->gpu, (uint32_t)t->granules);
        else
            s->bad |= !huvm_slow_give(s->policy, t->gpu, (uint32_t)-t->granules);
        obey(s);
    }
}

static void note_guests(struct slow *s)
{
    for (unsigned i = 0; i < s->c->policy.gpus; i++) {
        struct huvm_gpu_result *g = &s->r->gpu[i];
        uint32_t guests = huvm_slow_guests(s->policy, i);
        if (guests > g->peak_guests) {
            g->peak_guests = guests;
            g->peak_lent = huvm_slow_lent(s->policy, i);
        }
    }
}

/* ---- GPUs ---- */

static uint64_t length_of(const struct huvm_task *t)
{
    return t->pattern == HUVM_TRACE ? t->trace_length : t->chunks;
}

static void look_ahead(struct slow *s, unsigned gpu)
{
    const struct huvm_task *t = &s->c->task[gpu];
    struct worker *w = &s->gpu[gpu];
    for (; w->count < t->width && w->place < length_of(t); w->place++) {
        uint64_t k = w->place;
        if (t->pattern == HUVM_SWEEP && w->pass % 2 == 1)
            k = t->chunks - 1 - k;
        if (t->pattern == HUVM_RANDOM)
            k = lp_below(&w->rng, t->chunks);
        if (t->pattern == HUVM_TRACE)
            k = t->trace[k];
        w->asked[w->count] = false;
        w->wants[w->count++] = t->first + (uint32_t)k;
    }
}

static bool is_ready(const struct slow *s, const struct worker *w, unsigned i)
{
    return !w->asked[i] && huvm_slow_state(s->policy, w->wants[i]) == HUVM_RESIDENT;
}

static void compute(struct slow *s, unsigned gpu)
{
    const struct huvm_task *t = &s->c->task[gpu];
    struct worker *w = &s->gpu[gpu];
    unsigned i = 0, uses = 0;
    while (i < w->count && !is_ready(s, w, i))
        i++;
    for (; i < w->count && is_ready(s, w, i) && uses < (t->repeats ? AT_ONCE : 1); uses++) {
        huvm_slow_touch(s->policy, w->wants[i]);
        w->count--;
        memmove(w->wants + i, w->wants + i + 1, (w->count - i) * sizeof *w->wants);
        memmove(w->asked + i, w->asked + i + 1, (w->count - i) * sizeof *w->asked);
        if (t->repeats)
            look_ahead(s, gpu);
    }
    if (uses == 0)
        return;
    uint64_t time = uses * t->compute + w->owes;
    w->owes = 0;
    w->computes = true;
    w->end = s->now + time;
    w->began = s->number++;
    s->r->gpu[gpu].uses += uses;
    s->r->gpu[gpu].compute += time;
}

/* Adds the chunk of a page fault, unless it is there. */
static unsigned add_fault(uint32_t *batch, unsigned count, uint32_t chunk)
{
    for (unsigned k = 0; k < count; k++)
        if (batch[k] == chunk)
            return count;
    batch[count] = chunk;
    return count + 1;
}

static void fault(struct slow *s, unsigned gpu)
{
    struct worker *w = &s->gpu[gpu];
    uint32_t batch[HUVM_WIDTH_MAX];
    unsigned count = 0, faults = 0;
    for (unsigned i = 0; i < w->count && !w->batch; i++) {
        if (huvm_slow_state(s->policy, w->wants[i]) == HUVM_RESIDENT)
            continue;
        for (unsigned page = 0; page < s->c->task[gpu].burst && faults < HUVM_BATCH_MAX; page++) {
            w->asked[i] = true;
            count = add_fault(batch, count, w->wants[i]);
            faults++;
        }
    }
    if (count == 0)
        return;
    w->batch = true;
    s->bad |= !huvm_slow_faults(s->policy, gpu, batch, count);
    obey(s);
}

/* All GPUs of the application go on once the last one is through its pass. */
static void end_pass(struct slow *s, unsigned gpu)
{
    const struct huvm_clock *c = s->c;
    s->gpu[gpu].waits_for_app = true;
    for (unsigned i = 0; i < c->policy.gpus; i++)
        if (c->task[i].app == c->task[gpu].app && !s->gpu[i].over && !s->gpu[i].waits_for_app)
            return;
    for (unsigned i = 0; i < c->policy.gpus; i++) {
        struct worker *w = &s->gpu[i];
        if (c->task[i].app != c->task[gpu].app || !w->waits_for_app)
            continue;
        w->waits_for_app = false;
        w->place = 0;
        w->pass++;
        w->over = w->pass >= c->task[i].passes && !c->task[i].repeats;
        if (w->over)
            s->r->gpu[i].time = s->now;
        else
            step(s, i);
    }
}

static void step(struct slow *s, unsigned gpu)
{
    struct worker *w = &s->gpu[gpu];
    if (w->over || w->waits_for_app || w->computes)
        return;
    look_ahead(s, gpu);
    compute(s, gpu);
    fault(s, gpu);
    if (!w->computes && w->count == 0 && !w->waits_for_app && !w->over)
        end_pass(s, gpu);
}

/* ---- events ---- */

static void end_copy(struct slow *s, struct copy *k)
{
    struct huvm_action a = k->action;
    if (k->stage == AT_DRIVER) {
        k->stage = WAITS_FOR_LINK;
        k->came = s->number++;
        use_link(s, a);
        use_driver(s, a);
        return;
    }
    k->stage = NOTHING;
    use_link(s, a);
    s->bad |= !huvm_slow_done(s->policy, a.chunk);
    obey(s);
    note_guests(s);
    take_turns(s);
    for (unsigned i = 0; i < s->c->policy.gpus; i++)
        step(s, i);
}

struct event {
    uint64_t at, began;
    struct copy *copy;
    int gpu; /* -1: none */
    bool some;
};

static void consider(struct event *e, uint64_t at, uint64_t began, struct copy *copy, int gpu)
{
    if (!e->some || at < e->at || (at == e->at && began < e->began))
        *e = (struct event){at, began, copy, gpu, true};
}

static struct event first_event(struct slow *s)
{
    struct event e = {.some = false};
    for (uint32_t i = 0; i < s->c->policy.chunks; i++) {
        struct copy *k = &s->copy[i];
        if (k->stage == AT_DRIVER || k->stage == ON_LINK)
            consider(&e, k->end, k->began, k, -1);
    }
    for (unsigned i = 0; i < s->c->policy.gpus; i++)
        if (s->gpu[i].computes)
            consider(&e, s->gpu[i].end, s->gpu[i].began, NULL, (int)i);
    if (s->turns_seen > 0 && s->turn_began > 0)
        consider(&e, s->c->turns[s->turns_seen - 1].at, s->turn_began, NULL, -1);
    return e;
}

/* A turn is waited for once those before it are taken. */
static void see_turn(struct slow *s)
{
    if (s->turn_began == 0 && s->turns_seen < s->c->turn_count && s->turns_seen <= s->turns_taken) {
        s->turns_seen++;
        s->turn_began = ++s->number;
    }
}

static bool runs(const struct slow *s)
{
    for (unsigned i = 0; i < s->c->policy.gpus; i++)
        if (!s->gpu[i].over && !s->c->task[i].repeats)
            return !s->bad;
    return false;
}

static void loop(struct slow *s)
{
    while (runs(s)) {
        see_turn(s);
        struct event e = first_event(s);
        s->r->events++;
        if (!e.some) {
            s->bad = true;
            return;
        }
        s->now = max_of(s->now, e.at);
        if (e.copy != NULL) {
            end_copy(s, e.copy);
        } else if (e.gpu >= 0) {
            s->gpu[e.gpu].computes = false;
            step(s, (unsigned)e.gpu);
        } else {
            s->turn_began = 0;
            take_turns(s);
        }
    }
}

/* ---- beginning and end ---- */

/* A lender's chunks are resident from the start: chunk by chunk, copies last in first out. */
static void load(struct slow *s, unsigned gpu)
{
    const struct huvm_task *t = &s->c->task[gpu];
    uint32_t stack[256];
    unsigned count = 0;
    for (uint32_t i = t->first; i < t->first + t->chunks; i++) {
        struct huvm_action a;
        if (huvm_slow_state(s->policy, i) != HUVM_RESIDENT)
            s->bad |= !huvm_slow_faults(s->policy, gpu, &i, 1);
        do {
            while (huvm_slow_next(s->policy, &a))
                if (a.kind == HUVM_COPY)
                    stack[count++] = a.chunk;
        } while (count > 0 && huvm_slow_done(s->policy, stack[--count]));
        huvm_slow_touch(s->policy, i);
    }
    s->gpu[gpu].before = *huvm_slow_counts(s->policy, gpu);
}

static void start(struct slow *s)
{
    const struct huvm_clock *c = s->c;
    for (uint32_t i = 0; c->compress >= HUVM_VICTIM && i < c->policy.chunks; i++)
        s->bad |= !huvm_slow_size(s->policy, i, c->stored[i].granules);
    for (unsigned i = 0; i < c->policy.gpus; i++) {
        s->gpu[i].rng.state = c->task[i].seed;
        s->gpu[i].over = c->task[i].passes == 0;
        if (c->task[i].loaded)
            load(s, i);
    }
    take_turns(s);
    for (unsigned i = 0; i < c->policy.gpus; i++)
        step(s, i);
}

static void finish(struct slow *s)
{
    const struct huvm_clock *c = s->c;
    s->r->time = s->now;
    for (unsigned i = 0; i < c->policy.gpus; i++) {
        struct huvm_gpu_result *g = &s->r->gpu[i];
        const struct huvm_task *t = &c->task[i];
        const uint64_t *less = (const uint64_t *)&s->gpu[i].before;
        g->counts = *huvm_slow_counts(s->policy, i);
        for (size_t k = 0; k < sizeof g->counts / sizeof *less; k++)
            ((uint64_t *)&g->counts)[k] -= less[k];
        if (t->repeats && g->uses > 0)
            g->time = (uint64_t)((double)s->now * (double)(t->passes * length_of(t)) /
                                     (double)g->uses +
                                 0.5);
    }
    for (uint32_t i = 0; i < c->policy.chunks; i++) {
        enum huvm_state state = huvm_slow_state(s->policy, i);
        if (state == HUVM_AT_HOST || state == HUVM_REMOVABLE)
            s->r->host_bytes += c->compress == HUVM_TIERS ? c->stored[i].bytes : c->chunk_bytes;
    }
}

enum huvm_end huvm_clock_slow(const struct huvm_clock *clock, struct huvm_result *result)
{
    struct slow *s = calloc(1, sizeof *s);
    s->c = clock;
    s->r = result;
    s->policy = huvm_slow_open(&clock->policy);
    s->copy = calloc(clock->policy.chunks, sizeof *s->copy);
    memset(result, 0, sizeof *result);
    start(s);
    loop(s);
    finish(s);
    enum huvm_end end = s->bad ? HUVM_BAD : HUVM_ENDED;
    huvm_slow_close(s->policy);
    free(s->copy);
    free(s);
    return end;
}
