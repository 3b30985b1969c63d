/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the invariants: recomputes every sum of the policy from the chunks only. */
#include "policy_state.h"
#include <string.h>

struct sums {
    uint64_t used, lent, removable;
    uint32_t resident, evicted, removables, guests, leaving, pre_leaving;
    uint32_t guests_of[HUVM_GPUS_MAX], away;
    unsigned writing, parking, coming_host, coming_spare, copying, tails;
};

static void add_guest(struct sums *sums, const struct huvm_chunk *c, unsigned neighbour)
{
    sums[neighbour].used += c->held;
    sums[neighbour].lent += c->held;
    sums[neighbour].guests++;
    sums[neighbour].guests_of[c->home]++;
    sums[c->home].away++;
}

static void add(struct sums *sums, const struct huvm_policy *p, const struct huvm_chunk *c)
{
    struct sums *home = &sums[c->home];
    bool ahead = c->why == HUVM_PREFETCH;
    switch ((enum huvm_state)c->state) {
    case HUVM_COMING:
        home->used += p->unit;
        home->copying += !ahead;
        home->coming_host += ahead && c->at == HUVM_HOST;
        home->coming_spare += ahead && c->at != HUVM_HOST;
        if (c->at != HUVM_HOST)
            add_guest(sums, c, c->at);
        break;
    case HUVM_RESIDENT:
        home->used += p->unit;
        home->resident++;
        break;
    case HUVM_LEAVING:
        home->used += p->unit;
        home->leaving++;
        home->pre_leaving += c->why == HUVM_PRE_EVICT;
        if (c->to != HUVM_HOST)
            add_guest(sums, c, c->to);
        break;
    case HUVM_PARKING:
        add_guest(sums, c, c->to);
        sums[c->to].parking += ahead;
        home->tails += !ahead;
        break;
    case HUVM_EVICTED:
        add_guest(sums, c, c->at);
        sums[c->at].evicted++;
        break;
    case HUVM_WRITING:
        add_guest(sums, c, c->at);
        sums[c->at].writing++;
        break;
    case HUVM_REMOVABLE:
        add_guest(sums, c, c->at);
        sums[c->at].removables++;
        sums[c->at].removable += c->held;
        break;
    default: break;
    }
}

/*
 * Whether the list has this number of chunks, all in this state at this place, with correct links.
 */
static bool list_holds(const struct huvm_policy *p, const struct huvm_list *list, uint32_t count,
                       enum huvm_state state, unsigned at)
{
    uint32_t seen = 0, before = HUVM_NONE;
    for (uint32_t i = list->first; i != HUVM_NONE; before = i, i = p->chunks[i].after) {
        const struct huvm_chunk *c = &p->chunks[i];
        if (seen++ == count || c->state != state || c->before != before ||
            (state == HUVM_RESIDENT ? c->home : c->at) != at)
            return false;
    }
    return seen == count && list->count == count && list->last == before;
}

static const char *check_sums(const struct huvm_gpu *g, const struct sums *s)
{
    if (g->free + g->taken + s->used != g->granules)
        return "granules are lost or doubled";
    if (g->lent != s->lent || g->guests != s->guests || g->away != s->away ||
        memcmp(g->guests_of, s->guests_of, sizeof g->guests_of) != 0)
        return "what neighbours hold is miscounted";
    if (g->removable_granules != s->removable)
        return "granules of removable chunks are miscounted";
    if (g->leaving != s->leaving || g->pre_leaving != s->pre_leaving || g->writing != s->writing ||
        g->parking != s->parking || g->coming_host != s->coming_host ||
        g->coming_spare != s->coming_spare)
        return "copies on their way are miscounted";
    if (g->batch.active && (g->batch.copying != s->copying || g->batch.tails != s->tails))
        return "a batch has lost a copy";
    if (!g->batch.active && s->copying + s->tails > 0)
        return "a fault is copied outside of a batch";
    if (s->copying > 1 || s->writing > HUVM_WINDOW || s->parking > HUVM_WINDOW ||
        s->pre_leaving > HUVM_WINDOW)
        return "a thread does too much at once";
    return NULL;
}

static const char *check_lists(const struct huvm_policy *p, unsigned gpu, const struct sums *s)
{
    const struct huvm_gpu *g = &p->gpu[gpu];
    if (!list_holds(p, &g->resident, s->resident, HUVM_RESIDENT, gpu) ||
        !list_holds(p, &g->evicted, s->evicted, HUVM_EVICTED, gpu) ||
        !list_holds(p, &g->removable, s->removables, HUVM_REMOVABLE, gpu))
        return "a list does not hold what is in its state";
    if (s->guests > 0 && !g->lends)
        return "a GPU that lends nothing has a guest";
    return NULL;
}

/* While an owner waits for memory, for a fault or a take, its GPU has no removable chunk. */
static const char *check_waits(const struct huvm_policy *p, unsigned gpu)
{
    const struct huvm_gpu *g = &p->gpu[gpu];
    const struct huvm_batch *b = &g->batch;
    bool waits = g->owed > 0;
    if (b->active && !b->copying && b->head < b->count) {
        enum huvm_state state = huvm_state(p, b->chunks[b->head]);
        waits |= state == HUVM_AT_HOST || state == HUVM_EVICTED || state == HUVM_REMOVABLE;
    }
    if (waits && g->removable.count > 0)
        return "an owner waits beside a removable chunk";
    if (g->evicted.count > 0 && g->writing < HUVM_WINDOW)
        return "a write-back is overdue";
    return NULL;
}

const char *huvm_check(const struct huvm_policy *p)
{
    struct sums sums[HUVM_GPUS_MAX];
    const char *wrong = NULL;
    memset(sums, 0, sizeof sums);
    for (uint32_t i = 0; i < p->count; i++) {
        const struct huvm_chunk *c = &p->chunks[i];
        if (c->state >= HUVM_STATES || c->granules < 1 || c->granules > p->unit ||
            (c->state == HUVM_COMING && c->to != c->home) ||
            (c->state == HUVM_WRITING && c->to != HUVM_HOST) ||
            ((c->state == HUVM_RESIDENT || c->state == HUVM_AT_HOST) && c->at != HUVM_HOST))
            return "a chunk is in no state";
        add(sums, p, c);
    }
    for (unsigned i = 0; i < p->gpus && wrong == NULL; i++) {
        wrong = check_sums(&p->gpu[i], &sums[i]);
        if (wrong == NULL)
            wrong = check_lists(p, i, &sums[i]);
        if (wrong == NULL)
            wrong = check_waits(p, i);
    }
    return wrong;
}
