/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random events for the policy of HUVM and its reference: both must refuse the same events, take
 * the same actions in the same order, and have the same counts, and no invariant may break. Used by
 * the unit test and the fuzzer; random numbers come from huvm_draw, which each of them defines.
 */
#ifndef TB_HUVM_EVENTS_H
#define TB_HUVM_EVENTS_H

#include "../../cmodel/systems/huvm/policy/policy.h"
#include "../reference/policy_slow.h"
#include <stdlib.h>
#include <string.h>

static uint32_t huvm_draw(uint32_t below);

struct huvm_pair {
    struct huvm_config config;
    uint8_t *home;
    struct huvm_policy *policy;
    struct huvm_slow *slow;
    uint32_t *moving; /* chunks whose copy is on its way */
    unsigned moving_count;
    uint64_t actions, events;
    uint32_t place[HUVM_GPUS_MAX]; /* position where the GPU's faults continue */
    const char *wrong;
};

static inline struct huvm_config huvm_random_config(uint8_t *home, uint32_t most)
{
    static const unsigned granules[] = {1, 1, 4, 32};
    struct huvm_config c = {.gpus = 1 + huvm_draw(4),
                            .chunk_granules = granules[huvm_draw(4)],
                            .threshold = huvm_draw(2) ? 50 : huvm_draw(6),
                            .prefetch = huvm_draw(2) ? 16 : huvm_draw(6),
                            .stride = huvm_draw(3),
                            .home = home,
                            .base_pages = huvm_draw(600)};
    c.on = (struct huvm_switches){huvm_draw(4) > 0, huvm_draw(3) > 0, huvm_draw(2) > 0,
                                  huvm_draw(3) > 0, (enum huvm_prefetch)huvm_draw(3)};
    for (unsigned g = 0; g < c.gpus; g++) {
        uint32_t own = 1 + huvm_draw(most / c.gpus);
        c.gpu[g].lends = huvm_draw(2);
        c.gpu[g].granules = c.chunk_granules *
                                (1 + (c.gpu[g].lends ? huvm_draw(own + 12) : huvm_draw(own))) +
                            (c.chunk_granules > 1 ? huvm_draw(c.chunk_granules) : 0);
        memset(home + c.chunks, (int)g, own);
        c.chunks += own;
    }
    return c;
}

static inline void huvm_pair_open(struct huvm_pair *pair, uint32_t most)
{
    memset(pair, 0, sizeof *pair);
    pair->home = malloc(most + HUVM_GPUS_MAX);
    pair->config = huvm_random_config(pair->home, most);
    pair->policy = huvm_policy_init(malloc(huvm_policy_bytes(&pair->config)), &pair->config);
    pair->slow = huvm_slow_open(&pair->config);
    pair->moving = malloc(pair->config.chunks * sizeof *pair->moving);
}

static inline void huvm_pair_close(struct huvm_pair *pair)
{
    free(pair->policy);
    huvm_slow_close(pair->slow);
    free(pair->moving);
    free(pair->home);
}

static inline bool huvm_same(const struct huvm_action *a, const struct huvm_action *b)
{
    return a->kind == b->kind && a->why == b->why && a->gpu == b->gpu && a->from == b->from &&
           a->to == b->to && a->pages == b->pages && a->chunk == b->chunk;
}

/* Takes the actions of both, which must be the same, and marks copies as in flight. */
static inline void huvm_pair_drain(struct huvm_pair *pair)
{
    struct huvm_action a, b;
    while (huvm_next(pair->policy, &a)) {
        if (!huvm_slow_next(pair->slow, &b) || !huvm_same(&a, &b)) {
            pair->wrong = "an action differs from the reference";
            return;
        }
        pair->actions++;
        if (a.kind == HUVM_COPY)
            pair->moving[pair->moving_count++] = a.chunk;
    }
    if (huvm_slow_next(pair->slow, &b))
        pair->wrong = "an action of the reference is missing";
}

/* A batch: a run of chunks up or down from where the last one ended, or any chunks; sometimes one
   that must be refused. */
static inline bool huvm_pair_faults(struct huvm_pair *pair, bool *slow)
{
    uint32_t chunks[HUVM_BATCH_MAX + 1];
    unsigned gpu = huvm_draw(pair->config.gpus + (huvm_draw(64) == 0));
    unsigned kind = huvm_draw(8), count = 1 + huvm_draw(kind == 7 ? 128 : 10), made = 0;
    uint32_t first = 0, own = 0;
    while (first < pair->config.chunks && pair->home[first] != gpu)
        first++;
    while (first + own < pair->config.chunks && pair->home[first + own] == gpu)
        own++;
    for (unsigned i = 0; i < count && own > 0; i++) {
        uint32_t step = kind < 5 ? 1 : kind == 5 ? own - 1 : huvm_draw(own);
        pair->place[gpu] = (pair->place[gpu] + step) % own;
        bool twice = false;
        for (unsigned k = 0; k < made; k++)
            twice |= chunks[k] == first + pair->place[gpu];
        if (!twice || huvm_draw(256) == 0)
            chunks[made++] = first + pair->place[gpu];
    }
    if (huvm_draw(128) == 0 && made > 0)
        chunks[huvm_draw(made)] = huvm_draw(pair->config.chunks + 2);
    *slow = huvm_slow_faults(pair->slow, gpu, chunks, made);
    return huvm_faults(pair->policy, gpu, chunks, made);
}

static inline bool huvm_pair_done(struct huvm_pair *pair, bool *slow)
{
    uint32_t chunk = huvm_draw(pair->config.chunks + 1);
    if (pair->moving_count > 0 && huvm_draw(64) > 0) {
        unsigned i = huvm_draw(2) ? 0 : huvm_draw(pair->moving_count);
        chunk = pair->moving[i];
    }
    *slow = huvm_slow_done(pair->slow, chunk);
    bool good = huvm_done(pair->policy, chunk);
    for (unsigned i = 0; good && i < pair->moving_count; i++)
        if (pair->moving[i] == chunk) {
            memmove(pair->moving + i, pair->moving + i + 1,
                    (--pair->moving_count - i) * sizeof *pair->moving);
            break;
        }
    return good;
}

static inline bool huvm_pair_memory(struct huvm_pair *pair, bool *slow)
{
    unsigned gpu = huvm_draw(pair->config.gpus + (huvm_draw(16) == 0));
    uint32_t most = gpu < pair->config.gpus ? pair->config.gpu[gpu].granules : 8;
    uint32_t granules = huvm_draw(4) == 0 ? most - huvm_draw(most) : huvm_draw(most / 4 + 2);
    if (huvm_draw(2)) {
        *slow = huvm_slow_take(pair->slow, gpu, granules);
        return huvm_take(pair->policy, gpu, granules);
    }
    *slow = huvm_slow_give(pair->slow, gpu, granules);
    return huvm_give(pair->policy, gpu, granules);
}

static inline bool huvm_pair_size(struct huvm_pair *pair, bool *slow)
{
    uint32_t chunk = huvm_draw(pair->config.chunks + 1);
    unsigned granules = huvm_draw(pair->config.chunk_granules + 2);
    *slow = huvm_slow_size(pair->slow, chunk, granules);
    return huvm_size(pair->policy, chunk, granules);
}

/* Usually for a chunk that moves. */
static inline bool huvm_pair_shrunk(struct huvm_pair *pair, bool *slow)
{
    uint32_t chunk = huvm_draw(pair->config.chunks + 1);
    unsigned granules = huvm_draw(pair->config.chunk_granules + 2);
    if (pair->moving_count > 0 && huvm_draw(16) > 0)
        chunk = pair->moving[huvm_draw(pair->moving_count)];
    *slow = huvm_slow_shrunk(pair->slow, chunk, granules);
    return huvm_shrunk(pair->policy, chunk, granules);
}

static inline bool huvm_pair_forget(struct huvm_pair *pair, bool *slow)
{
    uint32_t chunk = huvm_draw(pair->config.chunks + 1);
    *slow = huvm_slow_forget(pair->slow, chunk);
    return huvm_forget(pair->policy, chunk);
}

static inline bool huvm_pair_touch(struct huvm_pair *pair, bool *slow)
{
    uint32_t chunk = huvm_draw(pair->config.chunks + 1);
    *slow = huvm_slow_touch(pair->slow, chunk);
    return huvm_touch(pair->policy, chunk);
}

static inline void huvm_pair_compare(struct huvm_pair *pair)
{
    const char *broken = huvm_check(pair->policy);
    if (broken != NULL)
        pair->wrong = broken;
    for (uint32_t i = 0; i < pair->config.chunks; i++)
        if (huvm_state(pair->policy, i) != huvm_slow_state(pair->slow, i))
            pair->wrong = "a chunk's state differs from the reference";
    for (unsigned g = 0; g < pair->config.gpus; g++)
        if (memcmp(huvm_counts(pair->policy, g), huvm_slow_counts(pair->slow, g),
                   sizeof(struct huvm_counts)) != 0)
            pair->wrong = "a count differs from the reference";
    for (unsigned g = 0; g < pair->config.gpus; g++)
        if (huvm_lent(pair->policy, g) != huvm_slow_lent(pair->slow, g))
            pair->wrong = "the memory that a GPU lends differs from the reference";
}

/* Sends one event to both; pair->wrong is the fault. */
static inline void huvm_pair_step(struct huvm_pair *pair)
{
    unsigned what = huvm_draw(36);
    bool slow = false, good;
    if (what < 8)
        good = huvm_pair_faults(pair, &slow);
    else if (what < 28)
        good = huvm_pair_done(pair, &slow);
    else if (what == 28)
        good = huvm_pair_memory(pair, &slow);
    else if (what == 29)
        good = huvm_pair_size(pair, &slow);
    else if (what == 30)
        good = huvm_pair_forget(pair, &slow);
    else if (what == 31)
        good = huvm_pair_touch(pair, &slow);
    else
        good = huvm_pair_shrunk(pair, &slow);
    pair->events++;
    if (good != slow)
        pair->wrong = "one refuses what the other takes";
    if (pair->wrong == NULL)
        huvm_pair_drain(pair);
    if (pair->wrong == NULL)
        huvm_pair_compare(pair);
}

#endif
