/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of the driver and the links: servers of one job at a time. */
#include "clock_state.h"

#define NOBODY UINT32_MAX

/* Fault-related jobs first, then eviction, then prefetch (sections 4.1 and 5.3). */
static const unsigned class_of[HUVM_WHYS] = {
    [HUVM_FAULT] = 0,     [HUVM_EVICT] = 0,      [HUVM_PARALLEL] = 0,
    [HUVM_PRE_EVICT] = 1, [HUVM_WRITE_BACK] = 1, [HUVM_PREFETCH] = 2,
};

void huvm_servers_init(struct huvm_run *run)
{
    for (unsigned k = 0; k < HUVM_DRIVERS + HUVM_LINKS; k++) {
        struct huvm_server *s = k < HUVM_DRIVERS ? &run->driver[k] : &run->link[k - HUVM_DRIVERS];
        s->now = NOBODY;
        for (unsigned i = 0; i < HUVM_CLASSES; i++)
            s->first[i] = s->last[i] = NOBODY;
    }
}

static void wait_in(struct huvm_run *run, struct huvm_server *s, uint32_t chunk)
{
    unsigned rank = class_of[run->job[chunk].span.action.why];
    run->next[chunk] = NOBODY;
    if (s->first[rank] == NOBODY)
        s->first[rank] = chunk;
    else
        run->next[s->last[rank]] = chunk;
    s->last[rank] = chunk;
}

/* Starts the next job; false: busy, or no job. */
static bool take(struct huvm_run *run, struct huvm_server *s)
{
    for (unsigned rank = 0; s->now == NOBODY && rank < HUVM_CLASSES; rank++) {
        s->now = s->first[rank];
        if (s->now != NOBODY)
            s->first[rank] = run->next[s->now];
        else
            continue;
        return true;
    }
    return false;
}

/* The thread that does a copy, and the GPU that it works for. */
static unsigned driver_of(const struct huvm_action *a)
{
    switch (a->why) {
    case HUVM_PARALLEL: return HUVM_THREADS * a->to + HUVM_TAIL_THREAD;
    case HUVM_PRE_EVICT: return HUVM_THREADS * a->gpu + HUVM_PRE_EVICT_THREAD;
    case HUVM_WRITE_BACK: return HUVM_THREADS * a->from + HUVM_WRITE_BACK_THREAD;
    case HUVM_PREFETCH:
        return HUVM_THREADS * a->gpu +
               (a->from == HUVM_HOST ? HUVM_HOST_PREFETCH_THREAD : HUVM_SPARE_PREFETCH_THREAD);
    default: return HUVM_THREADS * a->gpu + HUVM_HEAD_THREAD;
    }
}

static void begin_driver(struct huvm_run *run, unsigned driver)
{
    const struct huvm_clock *c = run->clock;
    if (!take(run, &run->driver[driver]))
        return;
    struct huvm_job *job = &run->job[run->driver[driver].now];
    double cost = c->served + job->span.action.pages * c->page;
    job->span.driver = run->now;
    huvm_heap_push(&run->heap, run->now + (uint64_t)(cost + 0.5), HUVM_DRIVER_FREE, driver);
}

static unsigned link_of(const struct huvm_action *a)
{
    if (a->from == HUVM_HOST)
        return a->to;
    if (a->to == HUVM_HOST)
        return HUVM_GPUS_MAX + a->from;
    return 2 * HUVM_GPUS_MAX + a->from * HUVM_GPUS_MAX + a->to;
}

static struct huvm_link_result *result_of(struct huvm_run *run, unsigned link)
{
    if (link < HUVM_GPUS_MAX)
        return &run->result->pcie_in[link];
    if (link < 2 * HUVM_GPUS_MAX)
        return &run->result->pcie_out[link - HUVM_GPUS_MAX];
    link -= 2 * HUVM_GPUS_MAX;
    return &run->result->nvlink[link / HUVM_GPUS_MAX][link % HUVM_GPUS_MAX];
}

static void pay_memory(struct huvm_run *run, unsigned place, uint64_t bytes)
{
    if (place != HUVM_HOST)
        run->runner[place].debt += (uint64_t)(1e9 * (double)bytes / run->clock->memory_rate +
                                              1e9 * (double)bytes / run->clock->l2_rate + 0.5);
}

/* Whether a chunk of `home` is stored raw at a place. */
static bool is_raw_at(const struct huvm_clock *c, unsigned place, unsigned home)
{
    return place == home || c->compress < (place == HUVM_HOST ? HUVM_TIERS : HUVM_VICTIM);
}

/*
 * A chunk that leaves a place where it is raw is compressed there, and expanded at a destination
 * where it is raw; both overlap with the transfer.
 */
static uint64_t units_time(const struct huvm_clock *c, const struct huvm_action *a)
{
    uint64_t shrink = 0, expand = 0;
    if (c->compress == HUVM_RAW)
        return 0;
    if (is_raw_at(c, a->from, a->gpu))
        shrink = c->stored[a->chunk].shrink;
    if (is_raw_at(c, a->to, a->gpu))
        expand = c->stored[a->chunk].expand;
    return shrink > expand ? shrink : expand;
}

static void begin_link(struct huvm_run *run, unsigned link)
{
    const struct huvm_clock *c = run->clock;
    if (!take(run, &run->link[link]))
        return;
    uint32_t chunk = run->link[link].now;
    struct huvm_job *job = &run->job[chunk];
    const struct huvm_rate *rate = link < 2 * HUVM_GPUS_MAX ? &c->pcie : &c->nvlink;
    struct huvm_link_result *sum = result_of(run, link);
    uint64_t bytes = c->compress != HUVM_RAW ? c->stored[chunk].bytes : c->chunk_bytes;
    uint64_t time = (uint64_t)(1e9 * (double)bytes / rate->bytes + 0.5);
    uint64_t units = units_time(c, &job->span.action);
    time = rate->latency + (units > time ? units : time) +
           (job->span.action.from == job->span.action.gpu ? c->leaves : 0);
    sum->raw += c->chunk_bytes;
    sum->bytes += bytes;
    sum->busy += time;
    job->span.link = run->now;
    job->span.end = run->now + time;
    pay_memory(run, job->span.action.from, bytes);
    pay_memory(run, job->span.action.to, bytes);
    huvm_heap_push(&run->heap, run->now + time, HUVM_LINK_FREE, link);
}

static bool is_eviction(const struct huvm_action *a)
{
    return a->why == HUVM_EVICT || a->why == HUVM_PRE_EVICT;
}

void huvm_copy(struct huvm_run *run, const struct huvm_action *action)
{
    struct huvm_job *job = &run->job[action->chunk];
    job->span = (struct huvm_span){.action = *action, .asked = run->now};
    job->at_driver = true;
    run->runner[action->gpu].evicting += is_eviction(action);
    unsigned driver = driver_of(action);
    wait_in(run, &run->driver[driver], action->chunk);
    begin_driver(run, driver);
}

void huvm_driver_free(struct huvm_run *run, unsigned driver)
{
    uint32_t chunk = run->driver[driver].now;
    struct huvm_job *job = &run->job[chunk];
    unsigned link = link_of(&job->span.action);
    job->at_driver = false;
    run->runner[job->span.action.gpu].evicting -= is_eviction(&job->span.action);
    run->driver[driver].now = NOBODY;
    wait_in(run, &run->link[link], chunk);
    begin_link(run, link);
    begin_driver(run, driver);
}

uint32_t huvm_link_free(struct huvm_run *run, unsigned link)
{
    uint32_t chunk = run->link[link].now;
    run->link[link].now = NOBODY;
    if (run->clock->span != NULL)
        run->clock->span(run->clock->context, &run->job[chunk].span);
    begin_link(run, link);
    return chunk;
}
