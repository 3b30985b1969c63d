/* SPDX-License-Identifier: Apache-2.0 */
/* The links: a thread each, which takes the time of a copy and then makes it. */
#define _GNU_SOURCE
#include "real_state.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define NOBODY UINT32_MAX

static const unsigned class_of[HUVM_WHYS] = {
    [HUVM_FAULT] = 0,      [HUVM_EVICT] = 0,      [HUVM_PARALLEL] = 0,
    [HUVM_PRE_EVICT] = 1,  [HUVM_WRITE_BACK] = 1, [HUVM_PREFETCH] = 2,
};

static unsigned link_of(const struct huvm_action *a)
{
    if (a->from == HUVM_HOST)
        return REAL_PCIE_IN + a->to;
    if (a->to == HUVM_HOST)
        return REAL_PCIE_OUT + a->from;
    return REAL_NVLINK + a->from * HUVM_GPUS_MAX + a->to;
}

/* With the lock held. A chunk that goes to a neighbour has its place there from here on. */
void real_copy_ask(struct huvm_real *r, const struct huvm_action *a)
{
    struct real_chunk *c = &r->chunk[a->chunk];
    struct real_link *link = &r->link[link_of(a)];
    unsigned class = class_of[a->why];
    if (a->to != HUVM_HOST && a->to != r->home[a->chunk]) {
        c->at = a->to;
        c->slot = r->gpu[a->to].free[--r->gpu[a->to].free_count];
    }
    c->action = *a;
    c->asked = real_now();
    c->next = NOBODY;
    real_home(r, a->chunk)->copies++;
    if (link->first[class] == NOBODY)
        link->first[class] = a->chunk;
    else
        r->chunk[link->last[class]].next = a->chunk;
    link->last[class] = a->chunk;
    pthread_cond_signal(&link->wake);
}

static uint8_t *lent(const struct huvm_real *r, const struct real_chunk *c)
{
    return r->gpu[c->at].bytes + c->slot * r->config.chunk_bytes;
}

static void host_failed(struct huvm_real *r, const char *what, ssize_t n)
{
    real_fail(r, false, "the host tier cannot be %s: %s", what,
              n < 0 ? strerror(errno) : "it ends too early");
}

static void read_host(struct huvm_real *r, uint32_t chunk, uint8_t *to)
{
    size_t bytes = r->config.chunk_bytes;
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pread(r->host, to + done, bytes - done, (off_t)(chunk * (uint64_t)bytes + done));
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            host_failed(r, "read", n);
            return;
        }
    }
}

static void write_host(struct huvm_real *r, uint32_t chunk, const uint8_t *from)
{
    size_t bytes = r->config.chunk_bytes;
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pwrite(r->host, from + done, bytes - done,
                           (off_t)(chunk * (uint64_t)bytes + done));
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            host_failed(r, "written", n);
            return;
        }
    }
}

/* Returns ns. */
static uint64_t take_time(const struct huvm_real *r, const struct huvm_rate *rate)
{
    struct timespec at;
    if (rate->bytes == 0)
        return 0;
    uint64_t time = rate->latency +
                    (uint64_t)(1e9 * (double)r->config.chunk_bytes / rate->bytes);
    clock_gettime(CLOCK_MONOTONIC, &at);
    uint64_t ns = (uint64_t)at.tv_nsec + time;
    at.tv_sec += (time_t)(ns / 1000000000);
    at.tv_nsec = (long)(ns % 1000000000);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        ;
    return time;
}

/* What a copy needs, as it was when it began: nobody else touches a chunk that is under way. */
struct job {
    uint32_t chunk;
    struct real_chunk c;
    struct real_port port;
};

static const uint8_t *load(struct huvm_real *r, struct real_link *link, const struct job *j)
{
    if (j->c.action.from == r->home[j->chunk])
        real_port_read(r, j->chunk, &j->port, link->buffer);
    else if (j->c.action.from != HUVM_HOST)
        return lent(r, &j->c);
    else if (j->c.blank)
        return r->zeros;
    else
        read_host(r, j->chunk, link->buffer);
    return link->buffer;
}

static void store(struct huvm_real *r, const struct job *j, const uint8_t *from)
{
    if (j->c.action.to == HUVM_HOST)
        write_host(r, j->chunk, from);
    else if (j->c.action.to == r->home[j->chunk])
        real_port_bring(r, j->chunk, &j->port, from);
    else
        memcpy(lent(r, &j->c), from, r->config.chunk_bytes);
}

/* Nobody writes what leaves while it is copied, and whoever uses it behind that faults. Returns the
   link's time in ns. */
static uint64_t copy(struct huvm_real *r, struct real_link *link, const struct job *j)
{
    bool leaves = j->c.action.from == r->home[j->chunk];
    if (leaves)
        real_port_guard(r, j->chunk, &j->port);
    uint64_t time = take_time(r, link->rate);
    store(r, j, load(r, link, j));
    if (leaves)
        real_port_drop(r, j->chunk, &j->port);
    return time;
}

/* `driver`: ns of its copy that were none of the link's. */
static void arrive(struct huvm_real *r, uint32_t chunk, uint64_t driver)
{
    struct real_chunk *c = &r->chunk[chunk];
    struct real_gpu *g = real_home(r, chunk);
    if (c->action.to == r->home[chunk]) {
        if (c->action.from != HUVM_HOST) {
            struct real_gpu *l = &r->gpu[c->at];
            l->free[l->free_count++] = c->slot;
            c->at = HUVM_HOST;
        }
        c->came = true;
    }
    if (c->action.to == HUVM_HOST)
        c->blank = false;
    g->copies--;
    real_account_copy(r, chunk, driver);
    real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_DONE, .chunks = &chunk, .count = 1});
    if (!huvm_done(r->policy, chunk))
        abort();
    if (g->port.state == REAL_LEAVING)
        real_forget(r, chunk);
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
    prctl(PR_SET_TIMERSLACK, 1);
    pthread_mutex_lock(&r->lock);
    while (!r->ending) {
        uint32_t chunk = next_job(r, link);
        if (chunk == NOBODY || r->failed) {
            pthread_cond_wait(&link->wake, &r->lock);
            continue;
        }
        struct job job = {chunk, r->chunk[chunk], real_home(r, chunk)->port};
        uint64_t could = job.c.asked > link->freed ? job.c.asked : link->freed;
        pthread_mutex_unlock(&r->lock);
        uint64_t begun = real_now(), link_time = copy(r, link, &job);
        uint64_t took = real_now() - begun;
        pthread_mutex_lock(&r->lock);
        link->freed = begun + took;
        link->result.raw += r->config.chunk_bytes;
        link->result.bytes += r->config.chunk_bytes;
        link->result.busy += took;
        /* What failed is not said to have come. */
        if (!r->failed)
            arrive(r, chunk, begun - could + took - link_time);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}
