/* SPDX-License-Identifier: Apache-2.0 */
/* State transitions of a chunk, with the granules that each reserves and frees. */
#include "policy_state.h"

void huvm_emit(struct huvm_policy *p, const struct huvm_action *action)
{
    p->actions[p->action_end++] = *action;
}

static void emit_copy(struct huvm_policy *p, uint32_t chunk, uint8_t from, uint8_t to)
{
    const struct huvm_chunk *c = &p->chunks[chunk];
    uint32_t pages = to != HUVM_HOST ? 0 : p->on.large_pages ? 1 : p->base_pages;
    huvm_emit(p, &(struct huvm_action){.kind = HUVM_COPY,
                                       .why = (enum huvm_why)c->why,
                                       .gpu = c->home,
                                       .from = from,
                                       .to = to,
                                       .pages = pages,
                                       .chunk = chunk});
}

static void guest_in(struct huvm_policy *p, uint32_t chunk, unsigned neighbour)
{
    struct huvm_gpu *n = &p->gpu[neighbour];
    p->chunks[chunk].held = p->chunks[chunk].granules;
    n->free -= p->chunks[chunk].held;
    n->lent += p->chunks[chunk].held;
    n->guests++;
    n->guests_of[p->chunks[chunk].home]++;
    p->gpu[p->chunks[chunk].home].away++;
}

static void guest_out(struct huvm_policy *p, uint32_t chunk, unsigned neighbour)
{
    struct huvm_gpu *n = &p->gpu[neighbour];
    n->free += p->chunks[chunk].held;
    n->lent -= p->chunks[chunk].held;
    n->guests--;
    n->guests_of[p->chunks[chunk].home]--;
    p->gpu[p->chunks[chunk].home].away--;
}

/* Frees all but this number of the granules reserved at the chunk's destination. */
void huvm_give_up(struct huvm_policy *p, uint32_t chunk, unsigned granules)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_gpu *n = &p->gpu[c->to];
    n->free += c->held - granules;
    n->lent -= c->held - granules;
    c->held = (uint8_t)granules;
}

/* Removes a neighbour's chunk from its list, before it is fetched or dropped. */
static void leave_list(struct huvm_policy *p, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_gpu *n = &p->gpu[c->at];
    if (c->state == HUVM_REMOVABLE) {
        huvm_list_remove(p, &n->removable, chunk);
        n->removable_granules -= c->held;
    } else {
        huvm_list_remove(p, &n->evicted, chunk);
    }
}

void huvm_fetch(struct huvm_policy *p, uint32_t chunk, enum huvm_why why)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_gpu *g = &p->gpu[c->home];
    bool spare = c->state != HUVM_AT_HOST;
    if (spare) {
        leave_list(p, chunk);
        g->counts.fetch_neighbour++;
    } else {
        g->counts.fetch_host++;
    }
    if (why == HUVM_PREFETCH) {
        g->counts.prefetch_issued++;
        if (spare)
            g->coming_spare++;
        else
            g->coming_host++;
        c->ahead = true;
    } else if (c->ahead) {
        g->counts.prefetch_used++;
        c->ahead = false;
    }
    g->free -= p->unit;
    c->state = HUVM_COMING;
    c->why = (uint8_t)why;
    c->to = c->home;
    emit_copy(p, chunk, spare ? c->at : HUVM_HOST, c->home);
}

void huvm_evict(struct huvm_policy *p, unsigned gpu, enum huvm_why why)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    uint32_t chunk = g->resident.first;
    struct huvm_chunk *c = &p->chunks[chunk];
    unsigned to = p->on.harvest ? huvm_neighbour(p, gpu, c->granules) : HUVM_HOST;
    huvm_list_remove(p, &g->resident, chunk);
    if (to != HUVM_HOST) {
        guest_in(p, chunk, to);
        g->counts.evict_neighbour++;
    } else {
        g->counts.evict_host++;
    }
    g->leaving++;
    g->pre_leaving += why == HUVM_PRE_EVICT;
    c->state = HUVM_LEAVING;
    c->why = (uint8_t)why;
    c->to = (uint8_t)to;
    c->ahead = false;
    emit_copy(p, chunk, (uint8_t)gpu, c->to);
}

void huvm_park(struct huvm_policy *p, uint32_t chunk, unsigned neighbour, enum huvm_why why)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_gpu *g = &p->gpu[c->home];
    guest_in(p, chunk, neighbour);
    g->counts.parked++;
    if (why == HUVM_PREFETCH) {
        g->counts.prefetch_issued++;
        p->gpu[neighbour].parking++;
        c->ahead = true;
    }
    c->state = HUVM_PARKING;
    c->why = (uint8_t)why;
    c->to = (uint8_t)neighbour;
    emit_copy(p, chunk, HUVM_HOST, c->to);
}

void huvm_write(struct huvm_policy *p, unsigned neighbour)
{
    struct huvm_gpu *n = &p->gpu[neighbour];
    uint32_t chunk = n->evicted.first;
    struct huvm_chunk *c = &p->chunks[chunk];
    huvm_list_remove(p, &n->evicted, chunk);
    n->writing++;
    p->gpu[c->home].counts.written_back++;
    c->state = HUVM_WRITING;
    c->why = HUVM_WRITE_BACK;
    c->to = HUVM_HOST;
    emit_copy(p, chunk, (uint8_t)neighbour, HUVM_HOST);
}

static void drop(struct huvm_policy *p, uint32_t chunk, uint8_t from)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    c->state = HUVM_AT_HOST;
    c->at = HUVM_HOST;
    c->ahead = false;
    huvm_emit(
        p, &(struct huvm_action){
               .kind = HUVM_DROP, .gpu = c->home, .from = from, .to = HUVM_HOST, .chunk = chunk});
}

void huvm_reclaim(struct huvm_policy *p, unsigned neighbour)
{
    uint32_t chunk = p->gpu[neighbour].removable.first;
    leave_list(p, chunk);
    guest_out(p, chunk, neighbour);
    p->gpu[p->chunks[chunk].home].counts.reclaimed++;
    drop(p, chunk, (uint8_t)neighbour);
}

void huvm_discard(struct huvm_policy *p, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    uint8_t from = c->at;
    if (c->state == HUVM_RESIDENT) {
        from = c->home;
        huvm_list_remove(p, &p->gpu[from].resident, chunk);
        p->gpu[from].free += p->unit;
    } else if (c->state != HUVM_AT_HOST) {
        leave_list(p, chunk);
        guest_out(p, chunk, from);
    }
    if (c->state != HUVM_AT_HOST)
        drop(p, chunk, from);
}

static void become_removable(struct huvm_policy *p, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    c->state = HUVM_REMOVABLE;
    huvm_list_add(p, &p->gpu[c->at].removable, chunk);
    p->gpu[c->at].removable_granules += c->held;
}

static void arrive_home(struct huvm_policy *p, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_gpu *g = &p->gpu[c->home];
    if (c->why == HUVM_PREFETCH && c->at == HUVM_HOST)
        g->coming_host--;
    else if (c->why == HUVM_PREFETCH)
        g->coming_spare--;
    else
        g->batch.copying = false;
    if (c->at != HUVM_HOST)
        guest_out(p, chunk, c->at);
    c->at = HUVM_HOST;
    c->state = HUVM_RESIDENT;
    huvm_list_add(p, &g->resident, chunk);
}

static void arrive_away(struct huvm_policy *p, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_gpu *g = &p->gpu[c->home];
    g->free += p->unit;
    g->leaving--;
    g->pre_leaving -= c->why == HUVM_PRE_EVICT;
    c->at = c->to;
    c->state = c->to == HUVM_HOST ? HUVM_AT_HOST : HUVM_EVICTED;
    if (c->to != HUVM_HOST)
        huvm_list_add(p, &p->gpu[c->to].evicted, chunk);
}

void huvm_arrive(struct huvm_policy *p, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    struct huvm_batch *batch = &p->gpu[c->home].batch;
    switch ((enum huvm_state)c->state) {
    case HUVM_COMING: arrive_home(p, chunk); break;
    case HUVM_LEAVING: arrive_away(p, chunk); break;
    case HUVM_WRITING:
        p->gpu[c->at].writing--;
        become_removable(p, chunk);
        break;
    default: /* HUVM_PARKING */
        c->at = c->to;
        if (c->why == HUVM_PREFETCH) {
            p->gpu[c->at].parking--;
        } else {
            batch->tail_busy[c->at] = false;
            batch->tails--;
        }
        become_removable(p, chunk);
    }
}
