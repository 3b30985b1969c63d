/* SPDX-License-Identifier: Apache-2.0 */
/* The links: a thread each, which takes the time of a copy and then makes it. */
#define _GNU_SOURCE
#include "real_state.h"
#include <errno.h>
#include <linux/userfaultfd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>

#define NOBODY UINT32_MAX

static const unsigned class_of[HUVM_WHYS] = {
    [HUVM_FAULT] = 0,      [HUVM_EVICT] = 0,      [HUVM_PARALLEL] = 0,
    [HUVM_PRE_EVICT] = 1,  [HUVM_WRITE_BACK] = 1, [HUVM_PREFETCH] = 2,
};

static unsigned link_of(const struct huvm_action *a)
{
    if (a->from == HUVM_HOST)
        return a->to;
    if (a->to == HUVM_HOST)
        return HUVM_GPUS_MAX + a->from;
    return a->to == 0 ? 2 * HUVM_GPUS_MAX + a->from : 3 * HUVM_GPUS_MAX + a->to;
}

/* With the lock held. A chunk that goes to a neighbour has its slot from here on. */
void real_copy_ask(struct huvm_real *r, const struct huvm_action *a)
{
    struct real_chunk *c = &r->chunk[a->chunk];
    struct real_link *link = &r->link[link_of(a)];
    unsigned class = class_of[a->why];
    if (a->to != HUVM_HOST && a->to != 0) {
        c->at = a->to;
        c->slot = r->lender[a->to].free[--r->lender[a->to].free_count];
    }
    c->action = *a;
    c->next = NOBODY;
    if (link->first[class] == NOBODY)
        link->first[class] = a->chunk;
    else
        r->chunk[link->last[class]].next = a->chunk;
    link->last[class] = a->chunk;
    pthread_cond_signal(&link->wake);
}

static uint8_t *place(const struct huvm_real *r, const struct real_chunk *c, uint32_t chunk,
                      uint8_t gpu)
{
    size_t bytes = r->config.chunk_bytes;
    if (gpu == HUVM_HOST)
        return r->host + chunk * bytes;
    if (gpu == 0)
        return r->memory + chunk * bytes;
    return r->lender[gpu].bytes + c->slot * bytes;
}

/* What the kernel refuses here would be a mistake of ours, after which no byte can be trusted. */
static void must(bool good)
{
    if (!good)
        abort();
}

static void write_protect(const struct huvm_real *r, uint8_t *at)
{
    struct uffdio_writeprotect w = {.range = {(uintptr_t)at, r->config.chunk_bytes},
                                    .mode = UFFDIO_WRITEPROTECT_MODE_WP};
    must(ioctl(r->faults, UFFDIO_WRITEPROTECT, &w) == 0);
}

/* Fills the chunk's pages, which are not there, and wakes who waits for them. */
static void bring(const struct huvm_real *r, uint8_t *to, const uint8_t *from)
{
    for (size_t done = 0; done < r->config.chunk_bytes;) {
        struct uffdio_copy copy = {.dst = (uintptr_t)to + done, .src = (uintptr_t)from + done,
                                   .len = r->config.chunk_bytes - done};
        bool good = ioctl(r->faults, UFFDIO_COPY, &copy) == 0;
        must(good || (errno == EAGAIN && copy.copy != -EEXIST));
        if (copy.copy > 0)
            done += (size_t)copy.copy;
    }
}

/* What programs wrote is read here in an order that the kernel alone makes, which a thread
   sanitizer cannot see; the loop is to stay one, since a call of memcpy is seen. */
#ifdef __SANITIZE_THREAD__
__attribute__((no_sanitize_thread, optimize("no-tree-loop-distribute-patterns")))
static void read_memory(uint8_t *to, const uint8_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}
#else
#define read_memory memcpy
#endif

/* A chunk leaves: nobody writes it while it is copied, and whoever uses it behind that faults. */
static void copy_out(struct huvm_real *r, uint32_t chunk, uint8_t *to, uint8_t *from)
{
    read_memory(to, from, r->config.chunk_bytes);
    must(madvise(from, r->config.chunk_bytes, MADV_DONTNEED) == 0);
    real_wake(r, chunk);
}

static void take_time(const struct huvm_real *r, const struct huvm_rate *rate)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    uint64_t ns = (uint64_t)at.tv_nsec + rate->latency +
                  (uint64_t)(1e9 * (double)r->config.chunk_bytes / rate->bytes);
    at.tv_sec += (time_t)(ns / 1000000000);
    at.tv_nsec = (long)(ns % 1000000000);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        ;
}

/* Without the lock: nobody else touches a chunk whose copy is under way, nor its slot. */
static void copy(struct huvm_real *r, const struct real_link *link, uint32_t chunk,
                 const struct real_chunk *c)
{
    uint8_t *from = place(r, c, chunk, c->action.from), *to = place(r, c, chunk, c->action.to);
    if (c->action.from == 0)
        write_protect(r, from);
    take_time(r, link->rate);
    if (c->action.from == 0)
        copy_out(r, chunk, to, from);
    else if (c->action.to == 0)
        bring(r, to, from);
    else
        memcpy(to, from, r->config.chunk_bytes);
}

static void arrive(struct huvm_real *r, uint32_t chunk)
{
    struct real_chunk *c = &r->chunk[chunk];
    if (c->action.to == 0) {
        if (c->action.from != HUVM_HOST) {
            struct real_lender *l = &r->lender[c->at];
            l->free[l->free_count++] = c->slot;
            c->at = HUVM_HOST;
        }
        c->came = true;
    }
    real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_DONE, .chunks = &chunk, .count = 1});
    must(huvm_done(r->policy, chunk));
    real_follow(r);
}

static uint32_t next_job(struct huvm_real *r, struct real_link *link)
{
    for (unsigned class = 0; class < 3; class++) {
        uint32_t chunk = link->first[class];
        if (chunk == NOBODY)
            continue;
        link->first[class] = r->chunk[chunk].next;
        return chunk;
    }
    return NOBODY;
}

void *real_link_run(void *context)
{
    struct real_link *link = context;
    struct huvm_real *r = link->real;
    pthread_mutex_lock(&r->lock);
    while (!r->ending) {
        uint32_t chunk = next_job(r, link);
        if (chunk == NOBODY) {
            pthread_cond_wait(&link->wake, &r->lock);
            continue;
        }
        struct real_chunk c = r->chunk[chunk];
        pthread_mutex_unlock(&r->lock);
        copy(r, link, chunk, &c);
        pthread_mutex_lock(&r->lock);
        arrive(r, chunk);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}
