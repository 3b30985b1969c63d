/* SPDX-License-Identifier: Apache-2.0 */
/* Finding and making room for a chunk (sections 4.2, 4.2.3 and 4.3.3). */
#include "policy_state.h"

bool huvm_room_at(struct huvm_policy *p, unsigned neighbour, unsigned granules)
{
    struct huvm_gpu *n = &p->gpu[neighbour];
    if (n->owed > 0 || n->free + n->removable_granules < granules)
        return false;
    while (n->free < granules)
        huvm_reclaim(p, neighbour);
    return true;
}

unsigned huvm_neighbour(struct huvm_policy *p, unsigned gpu, unsigned granules)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    for (unsigned i = 1; i <= p->gpus; i++) {
        unsigned n = (g->turn + i) % p->gpus;
        if (n == gpu || !p->gpu[n].lends || !huvm_room_at(p, n, granules))
            continue;
        g->turn = n;
        return n;
    }
    return HUVM_HOST;
}

bool huvm_make_room(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    if (g->removable.count > 0) {
        huvm_reclaim(p, gpu);
        return true;
    }
    /*
     * Room will come from guests that become removable and from chunks being evicted: wait for
     * them.
     */
    if (g->guests > 0 || g->leaving > 0 || g->resident.count == 0)
        return false;
    huvm_evict(p, gpu, HUVM_EVICT);
    return true;
}

bool huvm_is_lender(const struct huvm_policy *p, unsigned gpu, unsigned neighbour)
{
    const struct huvm_gpu *n = &p->gpu[neighbour];
    return neighbour != gpu && n->lends && n->free + n->lent > 0;
}

bool huvm_pay(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    if (g->owed == 0)
        return false;
    if (g->free == 0)
        return huvm_make_room(p, gpu);
    uint32_t granules = g->free < g->owed ? g->free : g->owed;
    g->free -= granules;
    g->taken += granules;
    g->owed -= granules;
    if (g->owed == 0)
        huvm_emit(
            p, &(struct huvm_action){
                   .kind = HUVM_RETURNED, .gpu = (uint8_t)gpu, .from = HUVM_HOST, .to = HUVM_HOST});
    return true;
}

/*
 * With a threshold above a quarter of the memory that the owner has not taken, a fetched chunk
 * could be evicted before its use.
 */
bool huvm_evict_ahead(struct huvm_policy *p, unsigned gpu)
{
    struct huvm_gpu *g = &p->gpu[gpu];
    unsigned quarter = (g->granules - g->taken) / p->unit / 4;
    unsigned threshold = p->threshold < quarter ? p->threshold : quarter;
    if (!p->on.pre_evict || g->lends || g->pre_leaving >= HUVM_WINDOW || g->resident.count == 0 ||
        g->free / p->unit + g->leaving >= threshold)
        return false;
    huvm_evict(p, gpu, HUVM_PRE_EVICT);
    return true;
}

bool huvm_write_back(struct huvm_policy *p, unsigned gpu)
{
    if (p->gpu[gpu].writing >= HUVM_WINDOW || p->gpu[gpu].evicted.count == 0)
        return false;
    huvm_write(p, gpu);
    return true;
}
