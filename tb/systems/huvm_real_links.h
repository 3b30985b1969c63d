/* SPDX-License-Identifier: Apache-2.0 */
/* Expected events and results of the coordinator about links, neighbours and the host. */
#ifndef HUVM_REAL_LINKS_H
#define HUVM_REAL_LINKS_H

#include "huvm_real_unit.h"

/* A chunk that waits for a link; NOBODY: none does. */
enum { NOBODY = UINT32_MAX };
struct turn {
    uint32_t chunk;
    unsigned class;
};

struct ledger {
    struct huvm_real *r;
    uint8_t taken[GPUS][14 * HUVM_CHUNK_GRANULES];
    uint64_t host_peak;
    struct turn next[REAL_LINKS];
    uint64_t wrong, looks;
};

/* Marks a chain of granules; false: one is elsewhere too, or there is none. */
static bool mark(struct ledger *l, unsigned gpu, uint32_t first, uint32_t count)
{
    const struct real_lent *lent = &l->r->links.lent;
    const uint32_t *after = lent->gpu[gpu].next;
    for (uint32_t i = 0; i < count; i++, first = after[first])
        if (first >= gpus[gpu].local * lent->granules || l->taken[gpu][first]++ != 0)
            return false;
    return true;
}

/* The host tier's size is the sum of its bytes of each chunk, and its peak is recorded. */
static void look_at_host(struct ledger *l)
{
    uint64_t bytes = 0;
    const struct real_tier *tier = &l->r->links.tier;
    for (uint32_t i = 0; i < l->r->run.chunks; i++)
        bytes += tier->has[i];
    l->wrong += bytes != tier->bytes;
    if (bytes > l->host_peak)
        l->host_peak = bytes;
}

static unsigned class_of(const struct huvm_action *a)
{
    switch (a->why) {
    case HUVM_PREFETCH: return 2;
    case HUVM_PRE_EVICT:
    case HUVM_WRITE_BACK: return 1;
    default: return 0;
    }
}

/* The chunk that should be next among those that wait for a link. */
static struct turn first_of(const struct real_links *links, const struct real_link *link)
{
    const struct real_move *move = links->move;
    struct turn best = {NOBODY, 0};
    for (unsigned list = 0; list < 3; list++)
        for (uint32_t i = link->first[list]; i != NOBODY; i = move[i].next) {
            unsigned class = class_of(&move[i].action);
            if (best.chunk == NOBODY || class < best.class ||
                (class == best.class && move[i].asked < move[best.chunk].asked))
                best = (struct turn){i, class};
        }
    return best;
}

/* A link serves chunks that a fault waits for first, evictions and write-backs next, and prefetches
   last; within each class the oldest. Only a later and more urgent copy is served before the one
   that was next. */
static void look_at_link(struct ledger *l, uint32_t done)
{
    const struct huvm_action *a = &l->r->links.move[done].action;
    unsigned number = a->from == HUVM_HOST ? REAL_PCIE_IN + a->to
                      : a->to == HUVM_HOST ? REAL_PCIE_OUT + a->from
                                           : REAL_NVLINK + a->from * HUVM_GPUS_MAX + a->to;
    struct turn *next = &l->next[number];
    l->wrong += next->chunk != NOBODY && done != next->chunk && class_of(a) >= next->class;
    *next = first_of(&l->r->links, &l->r->links.link[number]);
}

/* With the coordinator's lock: each granule is free, or of one chunk. The policy reserves at least
   as many as chunks have, and whole chunks for those in flight. */
static void look(void *context, const struct huvm_real_event *event)
{
    struct ledger *l = context;
    const struct real_lent *lent = &l->r->links.lent;
    uint32_t has[GPUS] = {0};
    if (event->kind != HUVM_REAL_DONE && event->kind != HUVM_REAL_SHRUNK)
        return;
    if (event->kind == HUVM_REAL_DONE)
        look_at_link(l, event->chunks[0]);
    l->looks++;
    look_at_host(l);
    memset(l->taken, 0, sizeof l->taken);
    for (uint32_t i = 0; i < l->r->run.chunks; i++) {
        const struct real_place *c = &l->r->links.move[i].place;
        uint32_t count = real_lent_granules(lent, c->bytes);
        if (c->at == HUVM_HOST)
            continue;
        l->wrong += !mark(l, c->at, c->granule, count);
        has[c->at] += count;
    }
    for (unsigned g = 0; g < GPUS; g++) {
        const struct real_lender *lends = &lent->gpu[g];
        l->wrong += gpus[g].lends && !mark(l, g, lends->free, lends->free_count);
        l->wrong += gpus[g].lends && has[g] + lends->free_count != gpus[g].local * lent->granules;
        l->wrong += has[g] > huvm_lent(l->r->policy, g);
    }
}

/* Two chunks of three get shorter. */
static void check_link(const struct huvm_real_config *config, const struct huvm_link_result *link)
{
    assert_int_equal(link->raw % chunk_bytes, 0);
    if (config->compress == HUVM_RAW)
        assert_int_equal(link->bytes, link->raw);
    else if (link->raw > 20 * chunk_bytes)
        assert_true(link->bytes < link->raw);
    else
        assert_true(link->bytes <= link->raw);
}

static void check_links(const struct huvm_real_config *config, const struct huvm_result *r)
{
    for (unsigned i = 0; i < GPUS; i++) {
        check_link(config, &r->pcie_in[i]);
        check_link(config, &r->pcie_out[i]);
        for (unsigned k = 0; k < GPUS; k++)
            check_link(config, &r->nvlink[i][k]);
    }
    assert_int_equal(r->mismatches, 0);
}

/* Chunks are evicted to the host only if no neighbour has room; only whole chunks need it. */
static void check_neighbours(const struct huvm_real_config *config, const struct huvm_result *r)
{
    bool full = r->gpu[0].counts.evict_host + r->gpu[2].counts.evict_host > 0;
    if (!config->on.harvest)
        return;
    if (full)
        assert_true(r->gpu[1].peak_guests >= gpus[1].local);
    if (config->compress < HUVM_VICTIM)
        assert_true(r->gpu[1].peak_guests <= gpus[1].local);
    else
        assert_true(r->gpu[1].peak_guests > gpus[1].local);
}

static void check_counts(const struct huvm_real_config *config, struct huvm_real *r)
{
    struct huvm_result result;
    huvm_real_result(r, &result);
    check_links(config, &result);
    check_neighbours(config, &result);
    for (unsigned i = 0; i < GPUS; i += 2) {
        const struct huvm_counts *n = &result.gpu[i].counts;
        if (gpus[i].chunks == 0)
            continue;
        assert_true(n->faults > gpus[i].chunks);
        if (config->on.harvest)
            assert_true(n->evict_neighbour > 0);
        else
            assert_true(n->evict_neighbour == 0 && n->evict_host > 0);
        if (config->on.prefetch != HUVM_NO_PREFETCH)
            assert_true(n->prefetch_issued > 0);
    }
    assert_int_equal(result.gpu[3].counts.evict_neighbour + result.gpu[3].counts.evict_host, 0);
}

#endif
