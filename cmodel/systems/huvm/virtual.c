/* SPDX-License-Identifier: Apache-2.0 */
#include "virtual.h"
#include <stdlib.h>
#include <string.h>

#define BASE_PAGE 4096u
#define EVENTS_MAX UINT64_C(2000000000)

static int chunks_in(const char *option, uint64_t bytes, uint64_t chunk_bytes, uint64_t most,
                     unsigned if_none, unsigned *chunks, struct lpi_fault *fault)
{
    *chunks = if_none;
    if (bytes == UINT64_MAX)
        return 0;
    if (bytes % chunk_bytes != 0 || bytes / chunk_bytes > most)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: --%s takes whole chunks of %llu bytes, at most %llu, not %llu "
                             "bytes",
                             option, (unsigned long long)chunk_bytes, (unsigned long long)most,
                             (unsigned long long)bytes);
    *chunks = (unsigned)(bytes / chunk_bytes);
    return 0;
}

/* Sets the task of one GPU; empty if no application uses it. */
static void set_task(const struct huvm_settings *o, const struct huvm_scenario *s, unsigned gpu,
                     bool any_harvests, struct huvm_clock *c)
{
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            const struct huvm_app *app = &s->app[i];
            bool fits = app->chunks[k] <= s->memory[gpu];
            if (app->gpu[k] != gpu)
                continue;
            c->task[gpu] = (struct huvm_task){.first = c->policy.chunks,
                                              .chunks = app->chunks[k],
                                              .pattern = app->pattern,
                                              .trace = app->trace,
                                              .trace_length = app->trace_length,
                                              .passes = app->passes,
                                              .width = app->width,
                                              .burst = app->burst,
                                              .compute = app->compute,
                                              .app = i,
                                              .repeats = !app->harvests && any_harvests,
                                              .loaded = fits,
                                              .seed = o->seed + gpu};
            c->policy.chunks += app->chunks[k];
            c->policy.gpu[gpu].lends = fits;
        }
}

static int set_policy(const struct huvm_settings *o, const struct huvm_scenario *s,
                      struct huvm_config *p, struct lpi_fault *fault)
{
    p->gpus = s->gpus;
    p->chunk_granules = huvm_chunk_granules(o);
    p->threshold = s->threshold;
    p->base_pages = (unsigned)(s->chunk_bytes / BASE_PAGE);
    for (unsigned i = 0; i < s->gpus; i++)
        p->gpu[i] = (struct huvm_gpu_config){s->memory[i] * p->chunk_granules, true};
    int code = chunks_in("prefetch", o->prefetch, s->chunk_bytes, HUVM_AHEAD_MAX,
                         HUVM_PREFETCH_CHUNKS, &p->prefetch, fault);
    return code != 0 ? code
                     : chunks_in("stride", o->stride, s->chunk_bytes, 1 << 20, HUVM_STRIDE_CHUNKS,
                                 &p->stride, fault);
}

static uint8_t *set_homes(const struct huvm_clock *c, struct lpi_fault *fault)
{
    uint8_t *home = lpi_fault_alloc(fault, c->policy.chunks);
    for (unsigned i = 0; home != NULL && i < c->policy.gpus; i++)
        memset(home + c->task[i].first, (int)i, c->task[i].chunks);
    return home;
}

static struct huvm_turn *turns_in_granules(const struct huvm_scenario *s, unsigned granules,
                                           struct lpi_fault *fault)
{
    struct huvm_turn *turns = lpi_fault_alloc(fault, (s->turn_count + 1) * sizeof *turns);
    for (size_t i = 0; turns != NULL && i < s->turn_count; i++) {
        turns[i] = s->turns[i];
        turns[i].granules *= granules;
    }
    return turns;
}

static int make_clock(const struct huvm_settings *o, const struct huvm_scenario *s,
                      const struct huvm_sizes *sizes, struct huvm_clock *c, struct lpi_fault *fault)
{
    bool any = false;
    memset(c, 0, sizeof *c);
    int code = set_policy(o, s, &c->policy, fault);
    if (code != 0)
        return code;
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
    c->l2_rate = HUVM_L2_RATE;
    c->served = 1000 * o->served;
    c->page = 1000 * o->page;
    c->compress = o->compress;
    c->stored = sizes->stored;
    c->turn_count = s->turn_count;
    return 0;
}

static int run(struct huvm_clock *c, const struct huvm_policy_row *policy,
               struct huvm_result *result, struct lpi_fault *fault)
{
    c->policy.on = policy->on;
    switch (huvm_clock_run(c, EVENTS_MAX, result)) {
    case HUVM_ENDED: return 0;
    case HUVM_NO_MEMORY:
        return lpi_fault_set(fault, LPI_BAD, "no memory for %u chunks", c->policy.chunks);
    case HUVM_TOO_LONG:
        return lpi_fault_set(fault, LPI_BAD, "huvm: policy %s takes more than %llu events",
                             policy->name, (unsigned long long)EVENTS_MAX);
    default:
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: a turn takes more than all but a chunk of a GPU's memory, or "
                             "gives back more than was taken");
    }
}

/* Runs both policies on the clock, whose homes and turns are set. */
static int run_both(struct huvm_clock *c, unsigned policy,
                    void (*span)(void *context, const struct huvm_span *span), void *context,
                    struct huvm_outcome *outcome, struct lpi_fault *fault)
{
    outcome->policy = &huvm_policies[policy];
    int code = outcome->has_base ? 0 : run(c, &huvm_policies[0], &outcome->base, fault);
    if (code != 0)
        return code;
    outcome->has_base = true;
    c->span = span;
    c->context = context;
    if (policy != 0 || span != NULL)
        return run(c, outcome->policy, &outcome->result, fault);
    outcome->result = outcome->base;
    return 0;
}

int huvm_virtual_run(const struct huvm_settings *o, const struct huvm_scenario *s,
                     const struct huvm_sizes *sizes,
                     void (*span)(void *context, const struct huvm_span *span), void *context,
                     struct huvm_outcome *outcome, struct lpi_fault *fault)
{
    struct huvm_clock c;
    int code = make_clock(o, s, sizes, &c, fault);
    if (code != 0)
        return code;
    uint8_t *home = set_homes(&c, fault);
    struct huvm_turn *turns = turns_in_granules(s, c.policy.chunk_granules, fault);
    c.policy.home = home;
    c.turns = turns;
    code = home == NULL || turns == NULL ? fault->code
                                         : run_both(&c, o->policy, span, context, outcome, fault);
    free(home);
    free(turns);
    return code;
}
