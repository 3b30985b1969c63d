/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "swap_threads.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct lp_swap_threads {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct lpi_batch *first, *last; /* with steps that no thread has taken */
    int quit;
    unsigned count;
    pthread_t thread[];
};

static void take_off(struct lp_swap_threads *t)
{
    t->first = t->first->next;
    if (t->first == NULL)
        t->last = NULL;
}

static void *worker(void *argument)
{
    struct lp_swap_threads *t = argument;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->first == NULL && !t->quit)
            pthread_cond_wait(&t->more, &t->lock);
        if (t->first == NULL)
            break;
        struct lpi_batch *batch = t->first;
        size_t number = batch->taken++;
        if (batch->taken == batch->count)
            take_off(t);
        pthread_mutex_unlock(&t->lock);
        batch->step(batch->context, number);
        pthread_mutex_lock(&t->lock);
        if (++batch->ended < batch->count)
            continue;
        pthread_mutex_unlock(&t->lock);
        batch->done(batch->context);
        pthread_mutex_lock(&t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static unsigned cores(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (unsigned)count : 1;
}

int lp_swap_threads_open(unsigned count, struct lp_swap_threads **threads)
{
    if (threads == NULL)
        return LP_ERR_ARG;
    unsigned wanted = count != 0 ? count : cores();
    struct lp_swap_threads *t = calloc(1, sizeof *t + wanted * sizeof *t->thread);
    if (t == NULL)
        return LP_ERR_SYSTEM;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->more, NULL);
    while (t->count < wanted && pthread_create(&t->thread[t->count], NULL, worker, t) == 0)
        t->count++;
    if (t->count < wanted) {
        lp_swap_threads_close(t);
        return LP_ERR_SYSTEM;
    }
    *threads = t;
    return LP_OK;
}

void lp_swap_threads_close(struct lp_swap_threads *t)
{
    if (t == NULL)
        return;
    pthread_mutex_lock(&t->lock);
    t->quit = 1;
    pthread_cond_broadcast(&t->more);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 0; i < t->count; i++)
        pthread_join(t->thread[i], NULL);
    pthread_cond_destroy(&t->more);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void lpi_batch_submit(struct lp_swap_threads *t, struct lpi_batch *batch)
{
    batch->taken = batch->ended = 0;
    batch->next = NULL;
    pthread_mutex_lock(&t->lock);
    if (t->last != NULL)
        t->last->next = batch;
    else
        t->first = batch;
    t->last = batch;
    pthread_cond_broadcast(&t->more);
    pthread_mutex_unlock(&t->lock);
}

/* ---- waiting for one ---- */

struct waited {
    struct lpi_batch *inner;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int done;
};

static void waited_step(void *context, size_t number)
{
    struct waited *w = context;
    w->inner->step(w->inner->context, number);
}

static void waited_done(void *context)
{
    struct waited *w = context;
    pthread_mutex_lock(&w->lock);
    w->done = 1;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
}

void lpi_batch_run(struct lp_swap_threads *t, struct lpi_batch *batch)
{
    struct waited w = {.inner = batch};
    struct lpi_batch outer = {
        .step = waited_step, .done = waited_done, .context = &w, .count = batch->count};
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.ended, NULL);
    lpi_batch_submit(t, &outer);
    pthread_mutex_lock(&w.lock);
    while (!w.done)
        pthread_cond_wait(&w.ended, &w.lock);
    pthread_mutex_unlock(&w.lock);
    pthread_cond_destroy(&w.ended);
    pthread_mutex_destroy(&w.lock);
}
