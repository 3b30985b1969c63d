/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses of chunks. As many threads as there are uses in flight take the next one in turn. Whoever
 * holds the lock computes; whoever meets a chunk that is not resident lets go of it meanwhile, so
 * that such uses fault beside each other.
 */
#define _GNU_SOURCE
#include "../clock/pattern.h"
#include "../../../base/clock.h"
#include "player.h"
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is computed may be ahead of time by so much: a shorter sleep is none. */
#define AHEAD_NS 200000u

static uint64_t *chunk_at(const struct player *p, uint32_t chunk)
{
    return (uint64_t *)(void *)(p->memory + chunk * p->words.chunk_bytes);
}

static bool is_resident(const struct player *p, uint32_t chunk)
{
    unsigned char in = 1;
    mincore(chunk_at(p, chunk), (size_t)sysconf(_SC_PAGESIZE), &in);
    return (in & 1) != 0;
}

/* Follows what was computed before; but for what a sleep was too long, since that is made good,
   not before its chunk was there. */
static void compute(struct player *p, uint64_t begun)
{
    if (p->waited && begun > p->free_at)
        p->free_at = begun;
    p->waited = false;
    p->free_at += p->task->compute;
    if (p->free_at > lpi_now_ns() + AHEAD_NS)
        lpi_sleep_until(p->free_at);
}

static void note_bad(struct player *p, uint32_t chunk)
{
    if (p->bad[chunk])
        return;
    p->bad[chunk] = true;
    if (p->task->wrong++ == 0)
        p->task->first_wrong = chunk;
}

/* Looks at all of what was never used, else at some: all of it is looked at in the end. */
static void use(struct player *p, uint32_t chunk)
{
    uint64_t begun = lpi_now_ns(), *at = chunk_at(p, chunk);
    bool first = p->uses[chunk] == 0;
    if (!(first ? player_words_good : player_words_sampled)(&p->words, at, chunk, p->uses[chunk])) {
        note_bad(p, chunk);
        player_words_fill(&p->words, at, chunk, p->uses[chunk]);
    }
    player_words_use(&p->words, at, chunk, p->uses[chunk]++);
    compute(p, begun);
}

static bool goes_on(const struct player *p)
{
    return p->place < p->length &&
           !(p->task->repeats && atomic_load_explicit(&p->play->stopped, memory_order_relaxed));
}

static void *work(void *context)
{
    struct player *p = context;
    pthread_mutex_lock(&p->lock);
    while (goes_on(p)) {
        uint32_t chunk = huvm_pattern_chunk(p->pattern, p->task->chunks, p->trace, p->pass,
                                            p->place++, &p->rng);
        if (!is_resident(p, chunk)) {
            pthread_mutex_unlock(&p->lock);
            (void)*(volatile uint64_t *)chunk_at(p, chunk);
            pthread_mutex_lock(&p->lock);
            p->waited = true;
        }
        use(p, chunk);
        atomic_fetch_add_explicit(&p->task->uses, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

bool player_pass(struct player *p)
{
    pthread_t thread[HUVM_WIDTH_MAX];
    unsigned started = 0, more = p->task->width - 1;
    p->place = 0;
    p->waited = true;
    while (started < more && pthread_create(&thread[started], NULL, work, p) == 0)
        started++;
    work(p);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (p->free_at > lpi_now_ns())
        lpi_sleep_until(p->free_at);
    return started == more;
}

void player_check_all(struct player *p)
{
    for (uint32_t i = 0; i < p->task->chunks; i++)
        if (!player_words_good(&p->words, chunk_at(p, i), i, p->uses[i]))
            note_bad(p, i);
}
