/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses of chunks. There is a thread for each use in flight; the threads take the next use in turn.
 * The lock's holder computes; a thread whose chunk is not resident releases the lock during the
 * fault, so that such uses fault concurrently.
 */
#define _GNU_SOURCE
#include "../clock/pattern.h"
#include "../../../base/clock.h"
#include "player.h"
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* Computed time may run ahead of real time by this much; shorter sleeps are skipped. */
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

/*
 * Starts after the previous computation, and not before its chunk was resident; time overslept is
 * made up for.
 */
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

/*
 * Checks the whole of a chunk at its first use, else a sample; all chunks are checked at the end.
 */
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
