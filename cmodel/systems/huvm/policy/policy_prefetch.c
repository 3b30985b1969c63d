/* SPDX-License-Identifier: Apache-2.0 */
/* Prefetch of the next chunks, by two queues and several paths (4.3.2, 4.3.3, 5.3). */
#include "policy_state.h"

/* Keeps the direction if as many steps went up as down. */
static void learn_direction(struct huvm_gpu *g)
{
    int score = 0;
    for (unsigned i = 0; i < g->batch.count; i++) {
        uint32_t chunk = g->batch.chunks[i];
        if (g->last_fault != HUVM_NONE)
            score += (chunk > g->last_fault) - (chunk < g->last_fault);
        g->last_fault = chunk;
    }
    if (score != 0)
        g->direction = score > 0 ? 1 : -1;
}

/* The fault farthest in the direction. */
static uint32_t edge(const struct huvm_gpu *g)
{
    uint32_t chunk = g->batch.chunks[0];
    for (unsigned i = 1; i < g->batch.count; i++)
        if ((g->batch.chunks[i] > chunk) == (g->direction > 0))
            chunk = g->batch.chunks[i];
    return chunk;
}

static void enqueue(struct huvm_queue *queue, uint32_t chunk)
{
    queue->chunks[queue->end++] = chunk;
}

void huvm_plan_prefetch(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    if (p->on.prefetch == HUVM_NO_PREFETCH)
        return;
    learn_direction(g);
    int64_t from = edge(g);
    g->from_host.begin = g->from_host.end = g->from_spare.begin = g->from_spare.end = 0;
    for (unsigned i = 1; i <= p->prefetch; i++) {
        int64_t at = from + g->direction * (int64_t)(p->stride + i);
        if (at < 0 || at >= p->count || p->chunks[at].home != gpu)
            break;
        enum huvm_state state = (enum huvm_state)p->chunks[at].state;
        if (state == HUVM_AT_HOST)
            enqueue(&g->from_host, (uint32_t)at);
        else if (state == HUVM_EVICTED || state == HUVM_REMOVABLE)
            enqueue(&g->from_spare, (uint32_t)at);
    }
}

static void drop(struct huvm_gpu *g, struct huvm_queue *queue)
{
    g->counts.prefetch_dropped += queue->end - queue->begin;
    queue->begin = queue->end;
}

void huvm_drop_prefetch(struct huvm_policy *p, unsigned gpu)
{
    drop(&p->gpu[gpu], &p->gpu[gpu].from_host);
    drop(&p->gpu[gpu], &p->gpu[gpu].from_spare);
}

static bool from_spare(struct huvm_policy *p, struct huvm_gpu *g)
{
    if (g->from_spare.begin == g->from_spare.end)
        return false;
    uint32_t chunk = g->from_spare.chunks[g->from_spare.begin];
    enum huvm_state state = (enum huvm_state)p->chunks[chunk].state;
    if (state != HUVM_EVICTED && state != HUVM_REMOVABLE) {
        g->from_spare.begin++;
        g->counts.prefetch_dropped++;
        return true;
    }
    if (g->owed > 0 || g->free < p->unit || g->coming_spare >= HUVM_WINDOW)
        return false;
    g->from_spare.begin++;
    huvm_fetch(p, chunk, HUVM_PREFETCH);
    return true;
}

/*
 * Host chunks are prefetched to neighbours while there are no more active harvesters than
 * neighbours that lend: beyond that, harvesters share the PCIe lane of a neighbour (section 4.3.3;
 * on in cases 1 to 3 of section 6.2.1, and off in case 4). A harvester is active while it has a
 * chunk at a neighbour.
 */
static bool has_lane(const struct huvm_policy *p, unsigned gpu)
{
    unsigned harvesters = 0, lenders = 0;
    for (unsigned n = 0; n < p->gpus; n++) {
        harvesters += n == gpu || p->gpu[n].away > 0;
        lenders += huvm_is_lender(p, gpu, n);
    }
    return p->on.prefetch == HUVM_PREFETCH_PATHS && harvesters <= lenders;
}

/* The next lender in turn that can take one more prefetch; HUVM_HOST: none. */
static unsigned next_lender(struct huvm_policy *p, unsigned gpu, unsigned granules)
{
    for (unsigned i = 1; i <= p->gpus; i++) {
        unsigned n = (p->gpu[gpu].turn + i) % p->gpus;
        if (!huvm_is_lender(p, gpu, n) || p->gpu[n].parking >= HUVM_WINDOW ||
            !huvm_room_at(p, n, granules))
            continue;
        p->gpu[gpu].turn = n;
        return n;
    }
    return HUVM_HOST;
}

static bool from_host(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    if (g->from_host.begin == g->from_host.end)
        return false;
    /* The chunk has not moved: only a fault of its GPU moves it, and that clears the queue. */
    uint32_t chunk = g->from_host.chunks[g->from_host.begin];
    if (has_lane(p, gpu)) {
        unsigned n = next_lender(p, gpu, p->chunks[chunk].granules);
        if (n == HUVM_HOST)
            return false;
        g->from_host.begin++;
        huvm_park(p, chunk, n, HUVM_PREFETCH);
        return true;
    }
    if (g->owed > 0 || g->free < p->unit || g->coming_host >= HUVM_WINDOW)
        return false;
    g->from_host.begin++;
    huvm_fetch(p, chunk, HUVM_PREFETCH);
    return true;
}

bool huvm_prefetch(struct huvm_policy *p, unsigned gpu)
{
    return from_spare(p, &p->gpu[gpu]) || from_host(p, gpu);
}
