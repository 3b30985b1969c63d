/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_job.h"
#include "../shared/fail.h"
#include "huvm_sizes.h"
#include <stdlib.h>
#include <string.h>

#define BASE_PAGE 4096u
#define EVENTS_MAX UINT64_C(2000000000)

static unsigned chunks_in(const char *option, uint64_t bytes, uint64_t chunk_bytes, uint64_t most,
                          unsigned if_none)
{
    if (bytes == UINT64_MAX)
        return if_none;
    if (bytes % chunk_bytes != 0 || bytes / chunk_bytes > most)
        cli_fail("huvm: --%s takes whole chunks of %llu bytes, at most %llu, not %llu bytes",
                 option, (unsigned long long)chunk_bytes, (unsigned long long)most,
                 (unsigned long long)bytes);
    return (unsigned)(bytes / chunk_bytes);
}

/* What one GPU runs; nothing, if no application has it. */
static void set_task(const struct huvm_options *o, const struct huvm_scenario *s, unsigned gpu,
                     bool any_harvests, struct huvm_clock *c)
{
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            const struct huvm_app *app = &s->app[i];
            bool fits = app->chunks[k] <= s->memory[gpu];
            if (app->gpu[k] != gpu)
                continue;
            c->task[gpu] = (struct huvm_task){
                .first = c->policy.chunks, .chunks = app->chunks[k], .pattern = app->pattern,
                .trace = app->trace, .trace_length = app->trace_length, .passes = app->passes,
                .width = app->width, .compute = app->compute, .app = i,
                .repeats = !app->harvests && any_harvests, .loaded = fits,
                .seed = o->seed + gpu};
            c->policy.chunks += app->chunks[k];
            c->policy.gpu[gpu].lends = fits;
        }
}

static void set_policy(const struct huvm_options *o, const struct huvm_scenario *s,
                       struct huvm_config *p)
{
    p->gpus = s->gpus;
    p->chunk_granules = huvm_chunk_granules(o);
    p->threshold = s->threshold;
    p->base_pages = (unsigned)(s->chunk_bytes / BASE_PAGE);
    p->prefetch = chunks_in("prefetch", o->prefetch, s->chunk_bytes, HUVM_AHEAD_MAX,
                            HUVM_PREFETCH_CHUNKS);
    p->stride = chunks_in("stride", o->stride, s->chunk_bytes, 1 << 20, HUVM_STRIDE_CHUNKS);
    for (unsigned i = 0; i < s->gpus; i++)
        p->gpu[i] = (struct huvm_gpu_config){s->memory[i] * p->chunk_granules, true};
}

static uint8_t *set_homes(const struct huvm_clock *c)
{
    uint8_t *home = cli_alloc(c->policy.chunks);
    for (unsigned i = 0; i < c->policy.gpus; i++)
        memset(home + c->task[i].first, (int)i, c->task[i].chunks);
    return home;
}

static struct huvm_turn *turns_in_granules(const struct huvm_scenario *s, unsigned granules)
{
    struct huvm_turn *turns = cli_alloc((s->turn_count + 1) * sizeof *turns);
    for (size_t i = 0; i < s->turn_count; i++) {
        turns[i] = s->turns[i];
        turns[i].granules *= granules;
    }
    return turns;
}

static void make_clock(const struct huvm_options *o, const struct huvm_scenario *s,
                       const struct huvm_sizes *sizes, struct huvm_clock *c)
{
    bool any = false;
    memset(c, 0, sizeof *c);
    set_policy(o, s, &c->policy);
    for (unsigned i = 0; i < s->apps; i++)
        any |= s->app[i].harvests;
    for (unsigned i = 0; i < s->gpus; i++) {
        c->task[i].first = c->policy.chunks;
        set_task(o, s, i, any, c);
    }
    c->apps = s->apps;
    c->chunk_bytes = s->chunk_bytes;
    c->pcie = s->pcie;
    c->nvlink = s->nvlink;
    c->leaves = s->leaves;
    c->memory_rate = HUVM_MEMORY_RATE;
    c->served = 1000 * o->served;
    c->page = 1000 * o->page;
    c->compress = o->compress;
    c->stored = sizes->stored;
    c->turn_count = s->turn_count;
}

static void run(struct huvm_clock *c, const struct huvm_policy_row *policy,
                struct huvm_result *result)
{
    c->policy.on = policy->on;
    switch (huvm_clock_run(c, EVENTS_MAX, result)) {
    case HUVM_ENDED:
        return;
    case HUVM_NO_MEMORY:
        cli_fail("no memory for %u chunks", c->policy.chunks);
    case HUVM_TOO_LONG:
        cli_fail("huvm: policy %s takes more than %llu events", policy->name,
                 (unsigned long long)EVENTS_MAX);
    default:
        cli_fail("huvm: a turn takes more than all but a chunk of a GPU's memory, or gives back "
                 "more than was taken");
    }
}

void huvm_job_run(const struct huvm_options *o, const struct huvm_scenario *s,
                  const struct huvm_sizes *sizes,
                  void (*span)(void *context, const struct huvm_span *span), void *context,
                  struct huvm_outcome *outcome)
{
    struct huvm_clock c;
    make_clock(o, s, sizes, &c);
    uint8_t *home = set_homes(&c);
    struct huvm_turn *turns = turns_in_granules(s, c.policy.chunk_granules);
    c.policy.home = home;
    c.turns = turns;
    outcome->policy = &huvm_policies[o->policy];
    run(&c, &huvm_policies[0], &outcome->base);
    c.span = span;
    c.context = context;
    if (o->policy != 0 || span != NULL)
        run(&c, outcome->policy, &outcome->result);
    else
        outcome->result = outcome->base;
    free(home);
    free(turns);
}
