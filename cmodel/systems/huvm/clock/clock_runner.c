/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A GPU and its task: a window of uses in flight. Uses of resident chunks compute one after the
 * other; the others fault together.
 */
#include "clock_state.h"
#include "pattern.h"

enum { BURST = 32 }; /* uses combined into one event, while nothing is evicted */

void huvm_runner_init(struct huvm_run *run, unsigned gpu)
{
    const struct huvm_task *t = &run->clock->task[gpu];
    run->runner[gpu] = (struct huvm_runner){.rng = {t->seed}, .ended = t->passes == 0};
    run->running += t->passes > 0 && !t->repeats;
}

static uint64_t pass_length(const struct huvm_task *t)
{
    return huvm_pattern_length(t->pattern, t->chunks, t->trace_length);
}

static uint32_t next_chunk(struct huvm_runner *r, const struct huvm_task *t)
{
    return t->first +
           huvm_pattern_chunk(t->pattern, t->chunks, t->trace, r->pass, r->place++, &r->rng);
}

static void fill(struct huvm_runner *r, const struct huvm_task *t)
{
    while (r->count < t->width && r->place < pass_length(t))
        r->window[r->count++] = (struct huvm_use){next_chunk(r, t), false};
}

static bool is_in(const uint32_t *chunks, unsigned count, uint32_t chunk)
{
    for (unsigned i = 0; i < count; i++)
        if (chunks[i] == chunk)
            return true;
    return false;
}

/*
 * Uses in flight of chunks that are not resident fault page by page, each `burst` pages before the
 * next use does. The first HUVM_BATCH_MAX page faults make up a batch; one batch at a time. The first
 * page fault of a chunk moves the whole chunk.
 */
static void fault(struct huvm_run *run, unsigned gpu)
{
    struct huvm_runner *r = &run->runner[gpu];
    uint32_t chunks[HUVM_WIDTH_MAX];
    unsigned count = 0, pages = 0;
    if (r->served_open)
        return;
    for (unsigned i = 0; i < r->count && pages < HUVM_BATCH_MAX; i++) {
        if (huvm_state(run->policy, r->window[i].chunk) == HUVM_RESIDENT)
            continue;
        r->window[i].faulted = true;
        pages += run->clock->task[gpu].burst;
        if (!is_in(chunks, count, r->window[i].chunk))
            chunks[count++] = r->window[i].chunk;
    }
    if (count == 0)
        return;
    r->served_open = true;
    if (!huvm_faults(run->policy, gpu, chunks, count))
        run->end = HUVM_BAD;
    huvm_follow(run);
}

static bool can_run(const struct huvm_run *run, const struct huvm_use *use)
{
    return !use->faulted && huvm_state(run->policy, use->chunk) == HUVM_RESIDENT;
}

static void remove_use(struct huvm_runner *r, unsigned at)
{
    r->count--;
    for (unsigned i = at; i < r->count; i++)
        r->window[i] = r->window[i + 1];
}

/* Takes one use that can run; for repeating tasks, all consecutive ones that can. */
static unsigned take_uses(struct huvm_run *run, unsigned gpu)
{
    struct huvm_runner *r = &run->runner[gpu];
    const struct huvm_task *t = &run->clock->task[gpu];
    unsigned taken = 0, most = t->repeats ? BURST : 1;
    for (unsigned i = 0; i < r->count && taken < most;) {
        if (!can_run(run, &r->window[i])) {
            if (taken > 0)
                break;
            i++;
            continue;
        }
        huvm_touch(run->policy, r->window[i].chunk);
        remove_use(r, i);
        taken++;
        if (t->repeats)
            fill(r, t);
    }
    return taken;
}

static void compute(struct huvm_run *run, unsigned gpu)
{
    struct huvm_runner *r = &run->runner[gpu];
    unsigned uses = take_uses(run, gpu);
    if (uses == 0)
        return;
    uint64_t time = uses * run->clock->task[gpu].compute + r->debt;
    r->debt = 0;
    r->computing = true;
    run->result->gpu[gpu].uses += uses;
    run->result->gpu[gpu].compute += time;
    huvm_heap_push(&run->heap, run->now + time, HUVM_COMPUTED, gpu);
}

static void begin_pass(struct huvm_run *run, unsigned gpu)
{
    struct huvm_runner *r = &run->runner[gpu];
    const struct huvm_task *t = &run->clock->task[gpu];
    r->at_end = false;
    r->place = 0;
    r->pass++;
    if (r->pass < t->passes || t->repeats) {
        huvm_runner_step(run, gpu);
        return;
    }
    r->ended = true;
    run->running--;
    run->result->gpu[gpu].time = run->now;
}

/* The last GPU of an app to reach the end of a pass releases the others. */
static void end_pass(struct huvm_run *run, unsigned gpu)
{
    const struct huvm_clock *c = run->clock;
    run->runner[gpu].at_end = true;
    for (unsigned i = 0; i < c->policy.gpus; i++)
        if (c->task[i].app == c->task[gpu].app && !run->runner[i].ended && !run->runner[i].at_end)
            return;
    for (unsigned i = 0; i < c->policy.gpus; i++)
        if (c->task[i].app == c->task[gpu].app && run->runner[i].at_end)
            begin_pass(run, i);
}

void huvm_runner_step(struct huvm_run *run, unsigned gpu)
{
    struct huvm_runner *r = &run->runner[gpu];
    if (r->ended || r->at_end || r->computing)
        return;
    /*
     * Runnable uses run before other GPUs' faults can evict their chunks, so that each batch makes
     * progress.
     */
    fill(r, &run->clock->task[gpu]);
    compute(run, gpu);
    fault(run, gpu);
    if (!r->computing && r->count == 0 && !r->at_end && !r->ended)
        end_pass(run, gpu);
}

void huvm_runner_computed(struct huvm_run *run, unsigned gpu)
{
    run->runner[gpu].computing = false;
    huvm_runner_step(run, gpu);
}

void huvm_runner_served(struct huvm_run *run, unsigned gpu)
{
    struct huvm_runner *r = &run->runner[gpu];
    r->served_open = false;
    for (unsigned i = 0; i < r->count; i++)
        r->window[i].faulted = false;
}
