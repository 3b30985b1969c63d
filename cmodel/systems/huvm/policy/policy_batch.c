/* SPDX-License-Identifier: Apache-2.0 */
/* Fault batches, served from the head and, with parallel fetch, from the tail too (4.3.1). */
#include "policy_state.h"

static bool finish(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_batch *b = &p->gpu[gpu].batch;
    if (b->tails > 0)
        return false;
    for (unsigned i = 0; i < b->count; i++)
        p->chunks[b->chunks[i]].faulting = false;
    b->active = false;
    huvm_emit(p, &(struct huvm_action){
                     .kind = HUVM_SERVED, .gpu = (uint8_t)gpu, .from = HUVM_HOST, .to = HUVM_HOST});
    huvm_plan_prefetch(p, gpu);
    return true;
}

static bool can_be_fetched(const struct huvm_chunk *c)
{
    return c->state == HUVM_AT_HOST || c->state == HUVM_EVICTED || c->state == HUVM_REMOVABLE;
}

bool huvm_serve_head(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    struct huvm_batch *b = &g->batch;
    if (!b->active || b->copying)
        return false;
    while (b->head < b->count &&
           (b->taken[b->head] || p->chunks[b->chunks[b->head]].state == HUVM_RESIDENT))
        b->head++;
    if (b->head == b->count)
        return finish(p, gpu);
    uint32_t chunk = b->chunks[b->head];
    if (!can_be_fetched(&p->chunks[chunk]))
        return false;
    if (g->owed > 0 || g->free < p->unit)
        return huvm_make_room(p, gpu);
    huvm_fetch(p, chunk, HUVM_FAULT);
    b->copying = true;
    return true;
}

/* The last fault that the tail may serve, leaving the head its own; b->count: none. */
static unsigned last_at_host(const struct huvm_policy *p, const struct huvm_batch *b)
{
    for (unsigned i = b->count; i-- > b->head + 1;)
        if (!b->taken[i] && p->chunks[b->chunks[i]].state == HUVM_AT_HOST)
            return i;
    return b->count;
}

bool huvm_serve_tail(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_batch *b = &p->gpu[gpu].batch;
    if (!p->on.parallel || !b->active)
        return false;
    for (unsigned i = 1; i < p->gpus; i++) {
        unsigned n = (gpu + i) % p->gpus;
        unsigned last = last_at_host(p, b);
        if (last == b->count)
            return false;
        uint32_t chunk = b->chunks[last];
        if (!p->gpu[n].lends || b->tail_busy[n] || !huvm_room_at(p, n, p->chunks[chunk].granules))
            continue;
        b->taken[last] = true;
        b->tail_busy[n] = true;
        b->tails++;
        huvm_park(p, chunk, n, HUVM_PARALLEL);
        return true;
    }
    return false;
}
