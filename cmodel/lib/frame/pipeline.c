/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "pipeline.h"

#include <linepress/linepress.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct ring {
    const struct lpi_pipeline *p;
    pthread_mutex_t lock;
    pthread_cond_t filled, worked;
    uint64_t fill, work, drain; /* blocks so far; slot = block mod slot_count */
    int *results;               /* of each slot; UNDER_WAY until its work is done */
    int quit;
};

#define UNDER_WAY 1
#define SPARE 2u /* slots */

static int run_alone(const struct lpi_pipeline *p)
{
    for (;;) {
        int more = 1;
        int error = p->steps->fill(p->context, p->slots[0], &more);
        if (error != LP_OK || !more)
            return error;
        error = p->steps->work(p->slots[0]);
        if (error == LP_OK)
            error = p->steps->drain(p->context, p->slots[0]);
        if (error != LP_OK)
            return error;
    }
}

static void *worker(void *argument)
{
    struct ring *r = argument;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (r->work == r->fill && !r->quit)
            pthread_cond_wait(&r->filled, &r->lock);
        if (r->quit)
            break;
        size_t slot = r->work++ % r->p->slot_count;
        pthread_mutex_unlock(&r->lock);
        int result = r->p->steps->work(r->p->slots[slot]);
        pthread_mutex_lock(&r->lock);
        r->results[slot] = result;
        pthread_cond_signal(&r->worked);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Waits for the oldest block, then drains it. */
static int drain_one(struct ring *r)
{
    size_t slot = r->drain % r->p->slot_count;
    pthread_mutex_lock(&r->lock);
    while (r->results[slot] == UNDER_WAY)
        pthread_cond_wait(&r->worked, &r->lock);
    int error = r->results[slot];
    pthread_mutex_unlock(&r->lock);
    if (error == LP_OK)
        error = r->p->steps->drain(r->p->context, r->p->slots[slot]);
    r->drain++;
    return error;
}

static int fill_one(struct ring *r, int *more)
{
    size_t slot = r->fill % r->p->slot_count;
    int error = r->p->steps->fill(r->p->context, r->p->slots[slot], more);
    if (error != LP_OK || !*more)
        return error;
    pthread_mutex_lock(&r->lock);
    r->results[slot] = UNDER_WAY;
    r->fill++;
    pthread_cond_signal(&r->filled);
    pthread_mutex_unlock(&r->lock);
    return LP_OK;
}

static bool oldest_is_done(struct ring *r)
{
    pthread_mutex_lock(&r->lock);
    int done = r->drain != r->fill && r->results[r->drain % r->p->slot_count] != UNDER_WAY;
    pthread_mutex_unlock(&r->lock);
    return done;
}

/*
 * Blocks that were filled before an error of fill are still drained, since their errors come first.
 */
static int feed(struct ring *r)
{
    int more = 1, ended = LP_OK, error = LP_OK;
    while (error == LP_OK && (more || r->drain != r->fill)) {
        if (!more || r->fill - r->drain == r->p->slot_count || oldest_is_done(r)) {
            error = drain_one(r);
        } else {
            ended = fill_one(r, &more);
            more = more && ended == LP_OK;
        }
    }
    return error != LP_OK ? error : ended;
}

static int run_threads(struct ring *r, pthread_t *threads)
{
    unsigned started = 0;
    while (started < r->p->threads && pthread_create(&threads[started], NULL, worker, r) == 0)
        started++;
    int error = started == 0 ? run_alone(r->p) : feed(r);
    pthread_mutex_lock(&r->lock);
    r->quit = 1;
    pthread_cond_broadcast(&r->filled);
    pthread_mutex_unlock(&r->lock);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    return error;
}

int lpi_pipeline_run(const struct lpi_pipeline *p)
{
    if (p->threads <= 1)
        return run_alone(p);
    struct ring ring = {.p = p,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .filled = PTHREAD_COND_INITIALIZER,
                        .worked = PTHREAD_COND_INITIALIZER};
    pthread_t *threads = calloc(p->threads, sizeof *threads);
    ring.results = calloc(p->slot_count, sizeof *ring.results);
    int error = LP_ERR_SYSTEM;
    if (threads != NULL && ring.results != NULL)
        error = run_threads(&ring, threads);
    free(threads);
    free(ring.results);
    return error;
}

unsigned lpi_threads(unsigned asked)
{
    cpu_set_t set;
    if (asked != 0)
        return asked;
    int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return cores > 0 ? (unsigned)cores : 1;
}

size_t lpi_slots(unsigned threads)
{
    return threads == 1 ? 1 : (size_t)threads + SPARE;
}
