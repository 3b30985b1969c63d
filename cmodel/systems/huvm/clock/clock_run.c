/* SPDX-License-Identifier: Apache-2.0 */
/* The loop: takes the next event, applies the policy's actions, and sums up times. */
#include "clock_state.h"
#include "pattern.h"
#include <stdlib.h>
#include <string.h>

void huvm_follow(struct huvm_run *run)
{
    struct huvm_action action;
    while (huvm_next(run->policy, &action)) {
        if (action.kind == HUVM_COPY)
            huvm_copy(run, &action);
        else if (action.kind == HUVM_SERVED)
            huvm_runner_served(run, action.gpu);
        else if (action.kind == HUVM_RETURNED)
            run->returning[action.gpu] = false;
    }
}

/* Turns are in order: while an owner still waits for memory, later ones wait too. */
static void take_turns(struct huvm_run *run)
{
    const struct huvm_clock *c = run->clock;
    while (run->turn < c->turn_count && c->turns[run->turn].at <= run->now) {
        const struct huvm_turn *t = &c->turns[run->turn];
        if (run->returning[t->gpu])
            return;
        bool good;
        run->returning[t->gpu] = t->granules > 0;
        if (t->granules > 0)
            good = huvm_take(run->policy, t->gpu, (uint32_t)t->granules);
        else
            good = huvm_give(run->policy, t->gpu, (uint32_t)-t->granules);
        if (!good)
            run->end = HUVM_BAD;
        run->turn++;
        huvm_follow(run);
    }
}

/* The wait counter that applies to an idle GPU. */
static uint64_t *waits_for(struct huvm_run *run, unsigned gpu)
{
    const struct huvm_runner *r = &run->runner[gpu];
    struct huvm_waits *w = &run->result->gpu[gpu].waits;
    switch (huvm_head(run->policy, gpu)) {
    case HUVM_HEAD_FETCH:
        return run->job[huvm_head_chunk(run->policy, gpu)].at_driver ? &w->driver : &w->fetch;
    case HUVM_HEAD_EVICT: return r->evicting > 0 ? &w->driver : &w->evict;
    case HUVM_HEAD_LENT: return &w->write_back;
    case HUVM_HEAD_LAST: return &w->fetch;
    default: return &w->others;
    }
}

static void pass_time(struct huvm_run *run, uint64_t to)
{
    for (unsigned i = 0; i < run->clock->policy.gpus; i++)
        if (!run->runner[i].ended && !run->runner[i].computing && to > run->now)
            *waits_for(run, i) += to - run->now;
    run->now = to;
}

static void note_guests(struct huvm_run *run)
{
    for (unsigned i = 0; i < run->clock->policy.gpus; i++) {
        struct huvm_gpu_result *g = &run->result->gpu[i];
        uint32_t guests = huvm_guests(run->policy, i);
        if (guests > g->peak_guests) {
            g->peak_guests = guests;
            g->peak_lent = huvm_lent(run->policy, i);
        }
    }
}

static void arrive(struct huvm_run *run, unsigned link)
{
    huvm_done(run->policy, huvm_link_free(run, link));
    huvm_follow(run);
    note_guests(run);
    take_turns(run);
    for (unsigned i = 0; i < run->clock->policy.gpus; i++)
        huvm_runner_step(run, i);
}

static void handle(struct huvm_run *run, const struct huvm_event *event)
{
    switch (event->what) {
    case HUVM_LINK_FREE: arrive(run, event->index); break;
    case HUVM_DRIVER_FREE: huvm_driver_free(run, event->index); break;
    case HUVM_COMPUTED: huvm_runner_computed(run, event->index); break;
    default: take_turns(run);
    }
}

static bool is_good_task(const struct huvm_clock *c, unsigned gpu)
{
    const struct huvm_task *t = &c->task[gpu];
    if (t->passes == 0)
        return true;
    if (t->chunks == 0 || t->first >= c->policy.chunks || t->chunks > c->policy.chunks - t->first ||
        t->width < 1 || t->width > HUVM_WIDTH_MAX || t->burst < 1 || t->burst > HUVM_BATCH_MAX ||
        t->app >= HUVM_GPUS_MAX)
        return false;
    for (uint64_t i = 0; t->pattern == HUVM_TRACE && i < t->trace_length; i++)
        if (t->trace[i] >= t->chunks)
            return false;
    return t->pattern != HUVM_TRACE || t->trace_length > 0;
}

/* Completes copies until none is left. */
static void end_copies(struct huvm_run *run)
{
    uint32_t moving[HUVM_LOADING];
    struct huvm_action action;
    unsigned count = 0;
    do {
        while (huvm_next(run->policy, &action))
            if (action.kind == HUVM_COPY && count < HUVM_LOADING)
                moving[count++] = action.chunk;
    } while (count > 0 && huvm_done(run->policy, moving[--count]));
}

/* Makes a task's chunks resident, in zero time. */
static void load(struct huvm_run *run, unsigned gpu)
{
    const struct huvm_task *t = &run->clock->task[gpu];
    for (uint32_t i = t->first; i < t->first + t->chunks; i++) {
        if (huvm_state(run->policy, i) != HUVM_RESIDENT && !huvm_faults(run->policy, gpu, &i, 1))
            run->end = HUVM_BAD;
        end_copies(run);
        huvm_touch(run->policy, i);
    }
    run->loaded[gpu] = *huvm_counts(run->policy, gpu);
}

static void start(struct huvm_run *run)
{
    const struct huvm_clock *c = run->clock;
    huvm_servers_init(run);
    for (uint32_t i = 0; c->compress >= HUVM_VICTIM && i < c->policy.chunks; i++)
        if (!huvm_size(run->policy, i, c->stored[i].granules))
            run->end = HUVM_BAD;
    for (unsigned i = 0; i < c->policy.gpus; i++) {
        if (!is_good_task(c, i))
            run->end = HUVM_BAD;
        huvm_runner_init(run, i);
        if (run->end == HUVM_ENDED && c->task[i].loaded)
            load(run, i);
    }
    for (size_t i = 0; i < c->turn_count; i++)
        if (c->turns[i].gpu >= c->policy.gpus || (i > 0 && c->turns[i].at < c->turns[i - 1].at))
            run->end = HUVM_BAD;
    if (run->end != HUVM_ENDED)
        return;
    take_turns(run);
    for (unsigned i = 0; i < c->policy.gpus; i++)
        huvm_runner_step(run, i);
}

/* The structure consists of independent 64-bit counts only. */
static void subtract(struct huvm_counts *counts, const struct huvm_counts *loaded)
{
    uint64_t *to = (uint64_t *)counts;
    const uint64_t *less = (const uint64_t *)loaded;
    for (size_t i = 0; i < sizeof *counts / sizeof *to; i++)
        to[i] -= less[i];
}

static void finish(struct huvm_run *run)
{
    const struct huvm_clock *c = run->clock;
    run->result->time = run->now;
    for (unsigned i = 0; i < c->policy.gpus; i++) {
        struct huvm_gpu_result *g = &run->result->gpu[i];
        const struct huvm_task *t = &c->task[i];
        uint64_t length = huvm_pattern_length(t->pattern, t->chunks, t->trace_length);
        g->counts = *huvm_counts(run->policy, i);
        subtract(&g->counts, &run->loaded[i]);
        if (t->repeats && g->uses > 0)
            g->time = (uint64_t)((double)run->now * (double)(t->passes * length) / (double)g->uses +
                                 0.5);
    }
    for (uint32_t i = 0; i < c->policy.chunks; i++) {
        enum huvm_state state = huvm_state(run->policy, i);
        if (state == HUVM_AT_HOST || state == HUVM_REMOVABLE)
            run->result->host_bytes += c->compress == HUVM_TIERS ? c->stored[i].bytes
                                                                 : c->chunk_bytes;
    }
}

static void loop(struct huvm_run *run, uint64_t limit)
{
    size_t next = 0; /* index of the turn whose time is in the heap */
    while (run->running > 0 && run->end == HUVM_ENDED) {
        while (next < run->clock->turn_count && next <= run->turn)
            huvm_heap_push(&run->heap, run->clock->turns[next++].at, HUVM_TURN, 0);
        if (run->heap.count == 0 || run->result->events++ == limit) {
            run->end = run->heap.count == 0 ? HUVM_BAD : HUVM_TOO_LONG;
            break;
        }
        struct huvm_event event = huvm_heap_pop(&run->heap);
        pass_time(run, event.at > run->now ? event.at : run->now);
        handle(run, &event);
    }
}

enum huvm_end huvm_clock_run(const struct huvm_clock *clock, uint64_t limit,
                             struct huvm_result *result)
{
    size_t bytes = huvm_policy_bytes(&clock->policy);
    struct huvm_run *run = calloc(1, sizeof *run);
    void *memory = malloc(bytes > 0 ? bytes : 1);
    enum huvm_end end = HUVM_NO_MEMORY;
    memset(result, 0, sizeof *result);
    if (run != NULL && memory != NULL) {
        run->job = calloc(clock->policy.chunks, sizeof *run->job);
        run->next = calloc(clock->policy.chunks, sizeof *run->next);
    }
    if (run != NULL && run->job != NULL && run->next != NULL && bytes == 0) {
        end = HUVM_BAD;
    } else if (run != NULL && run->job != NULL && run->next != NULL) {
        run->clock = clock;
        run->result = result;
        run->policy = huvm_policy_init(memory, &clock->policy);
        start(run);
        loop(run, limit);
        finish(run);
        end = run->end;
    }
    if (run != NULL) {
        free(run->job);
        free(run->next);
    }
    free(run);
    free(memory);
    return end;
}
