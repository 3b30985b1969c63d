/* SPDX-License-Identifier: Apache-2.0 */
/* Initialization of a policy, its events, and their effects. */
#include "policy_state.h"
#include <string.h>

static bool is_good(const struct huvm_config *config)
{
    if (config->gpus < 1 || config->gpus > HUVM_GPUS_MAX || config->chunks < 1 ||
        config->chunks > 1u << 26 || config->chunk_granules < 1 || config->chunk_granules > 64 ||
        config->prefetch > HUVM_AHEAD_MAX || config->stride > 1u << 26)
        return false;
    for (unsigned i = 0; i < config->gpus; i++)
        if (config->gpu[i].granules < config->chunk_granules)
            return false;
    for (uint32_t i = 0; i < config->chunks; i++)
        if (config->home[i] >= config->gpus)
            return false;
    return true;
}

/* An event copies and drops each chunk at most once; a GPU has one batch and one pending take. */
static uint32_t action_room(const struct huvm_config *config)
{
    return 2 * config->chunks + 2 * config->gpus;
}

size_t huvm_policy_bytes(const struct huvm_config *config)
{
    if (!is_good(config))
        return 0;
    return sizeof(struct huvm_policy) + config->chunks * sizeof(struct huvm_chunk) +
           action_room(config) * sizeof(struct huvm_action);
}

static const struct huvm_list empty = {HUVM_NONE, HUVM_NONE, 0};

static void init_gpu(struct huvm_gpu *g, const struct huvm_config *config, unsigned gpu)
{
    *g = (struct huvm_gpu){
        .granules = config->gpu[gpu].granules,
        .free = config->gpu[gpu].granules,
        .lends = config->gpu[gpu].lends,
        .resident = empty,
        .evicted = empty,
        .removable = empty,
        .turn = gpu,
        .last_fault = HUVM_NONE,
        .direction = 1,
    };
}

struct huvm_policy *huvm_policy_init(void *memory, const struct huvm_config *config)
{
    struct huvm_policy *p = memory;
    memset(p, 0, sizeof *p);
    p->gpus = config->gpus;
    p->unit = config->chunk_granules;
    p->threshold = config->threshold;
    p->prefetch = config->prefetch;
    p->stride = config->stride;
    p->base_pages = config->base_pages;
    p->on = config->on;
    p->count = config->chunks;
    p->chunks = (struct huvm_chunk *)(p + 1);
    p->actions = (struct huvm_action *)(p->chunks + p->count);
    p->action_room = action_room(config);
    for (unsigned i = 0; i < p->gpus; i++) {
        init_gpu(&p->gpu[i], config, i);
        p->order[i] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < p->count; i++)
        p->chunks[i] = (struct huvm_chunk){.before = HUVM_NONE,
                                           .after = HUVM_NONE,
                                           .home = config->home[i],
                                           .state = HUVM_AT_HOST,
                                           .at = HUVM_HOST,
                                           .to = HUVM_HOST,
                                           .granules = (uint8_t)p->unit};
    return p;
}

static bool for_all(struct huvm_policy *p, bool (*step)(struct huvm_policy *p, unsigned gpu))
{
    bool moved = false;
    for (unsigned i = 0; i < p->gpus; i++)
        while (step(p, p->order[i]))
            moved = true;
    return moved;
}

/* Serves the heads of lenders only, or of the others only. */
static bool serve_heads(struct huvm_policy *p, bool lenders)
{
    bool moved = false;
    for (unsigned i = 0; i < p->gpus; i++)
        while (p->gpu[p->order[i]].lends == lenders && huvm_serve_head(p, p->order[i]))
            moved = true;
    return moved;
}

static void settle(struct huvm_policy *p)
{
    for (bool moved = true; moved;) {
        moved = for_all(p, huvm_pay);
        moved |= serve_heads(p, true);
        moved |= serve_heads(p, false);
        moved |= for_all(p, huvm_evict_ahead);
        moved |= for_all(p, huvm_serve_tail);
        moved |= for_all(p, huvm_write_back);
        moved |= for_all(p, huvm_prefetch);
    }
}

/* Whether an event can be accepted. */
static bool begin(struct huvm_policy *p)
{
    if (p->action_begin != p->action_end)
        return false;
    p->action_begin = p->action_end = 0;
    return true;
}

static void move_to_end(struct huvm_policy *p, unsigned gpu)
{
    unsigned i = 0;
    while (p->order[i] != gpu)
        i++;
    memmove(p->order + i, p->order + i + 1, p->gpus - i - 1);
    p->order[p->gpus - 1] = (uint8_t)gpu;
}

/* Marks a batch's chunks; none of them if one belongs to another GPU or occurs twice. */
static bool mark(struct huvm_policy *p, unsigned gpu, const uint32_t *chunks, unsigned count)
{
    unsigned i = 0;
    for (; i < count; i++) {
        if (chunks[i] >= p->count || p->chunks[chunks[i]].home != gpu ||
            p->chunks[chunks[i]].faulting)
            break;
        p->chunks[chunks[i]].faulting = true;
    }
    if (i == count)
        return true;
    while (i-- > 0)
        p->chunks[chunks[i]].faulting = false;
    return false;
}

bool huvm_faults(struct huvm_policy *p, unsigned gpu, const uint32_t *chunks, unsigned count)
{
    if (gpu >= p->gpus || count == 0 || count > HUVM_BATCH_MAX || p->gpu[gpu].batch.active ||
        !begin(p) || !mark(p, gpu, chunks, count))
        return false;
    struct huvm_gpu *g = &p->gpu[gpu];
    memset(&g->batch, 0, sizeof g->batch);
    memcpy(g->batch.chunks, chunks, count * sizeof *chunks);
    g->batch.count = count;
    g->batch.active = true;
    g->counts.faults += count;
    g->counts.batches++;
    move_to_end(p, gpu);
    huvm_drop_prefetch(p, gpu);
    settle(p);
    return true;
}

static bool is_moving(enum huvm_state state)
{
    return state == HUVM_COMING || state == HUVM_LEAVING || state == HUVM_PARKING ||
           state == HUVM_WRITING;
}

bool huvm_done(struct huvm_policy *p, uint32_t chunk)
{
    if (chunk >= p->count || !is_moving(huvm_state(p, chunk)) || !begin(p))
        return false;
    huvm_arrive(p, chunk);
    settle(p);
    return true;
}

bool huvm_take(struct huvm_policy *p, unsigned gpu, uint32_t granules)
{
    if (gpu >= p->gpus || granules == 0 || p->gpu[gpu].owed > 0)
        return false;
    struct huvm_gpu *g = &p->gpu[gpu];
    if (granules > g->granules - g->taken || g->granules - g->taken - granules < p->unit ||
        !begin(p))
        return false;
    g->owed = granules;
    settle(p);
    return true;
}

bool huvm_give(struct huvm_policy *p, unsigned gpu, uint32_t granules)
{
    if (gpu >= p->gpus || granules == 0 || granules > p->gpu[gpu].taken || !begin(p))
        return false;
    p->gpu[gpu].taken -= granules;
    p->gpu[gpu].free += granules;
    settle(p);
    return true;
}

bool huvm_size(struct huvm_policy *p, uint32_t chunk, unsigned granules)
{
    if (chunk >= p->count || granules < 1 || granules > p->unit ||
        (huvm_state(p, chunk) != HUVM_AT_HOST && huvm_state(p, chunk) != HUVM_RESIDENT) ||
        p->action_begin != p->action_end)
        return false;
    p->chunks[chunk].granules = (uint8_t)granules;
    return true;
}

static bool goes_to_neighbour(const struct huvm_chunk *c)
{
    return c->state == HUVM_PARKING || (c->state == HUVM_LEAVING && c->to != HUVM_HOST);
}

bool huvm_shrunk(struct huvm_policy *p, uint32_t chunk, unsigned granules)
{
    if (chunk >= p->count || !goes_to_neighbour(&p->chunks[chunk]) || granules < 1 ||
        granules > p->chunks[chunk].held || !begin(p))
        return false;
    huvm_give_up(p, chunk, granules);
    settle(p);
    return true;
}

bool huvm_forget(struct huvm_policy *p, uint32_t chunk)
{
    if (chunk >= p->count || is_moving(huvm_state(p, chunk)) || p->chunks[chunk].faulting ||
        !begin(p))
        return false;
    huvm_drop_prefetch(p, p->chunks[chunk].home);
    huvm_discard(p, chunk);
    settle(p);
    return true;
}

bool huvm_touch(struct huvm_policy *p, uint32_t chunk)
{
    if (chunk >= p->count || huvm_state(p, chunk) != HUVM_RESIDENT ||
        p->action_begin != p->action_end)
        return false;
    p->gpu[p->chunks[chunk].home].counts.prefetch_used += p->chunks[chunk].ahead;
    p->chunks[chunk].ahead = false;
    return true;
}

bool huvm_next(struct huvm_policy *p, struct huvm_action *action)
{
    if (p->action_begin == p->action_end)
        return false;
    *action = p->actions[p->action_begin++];
    return true;
}
