/* SPDX-License-Identifier: Apache-2.0 */
/* The links: a thread each, which takes the time of a copy and then makes it. */
#define _GNU_SOURCE
#include "real_state.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

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

/* With the lock held. */
void real_copy_ask(struct huvm_real *r, const struct huvm_action *a)
{
    struct real_chunk *c = &r->chunk[a->chunk];
    struct real_link *link = &r->link[link_of(a)];
    unsigned class = class_of[a->why];
    c->action = *a;
    c->asked = lpi_now_ns();
    c->next = NOBODY;
    real_home(r, a->chunk)->copies++;
    if (link->first[class] == NOBODY)
        link->first[class] = a->chunk;
    else
        r->chunk[link->last[class]].next = a->chunk;
    link->last[class] = a->chunk;
    pthread_cond_signal(&link->wake);
}

/* Until the link has carried what it began with then. Returns the link's time in ns. */
static uint64_t take_time(const struct huvm_rate *rate, uint64_t begun, uint64_t bytes)
{
    if (rate->bytes == 0)
        return 0;
    uint64_t time = rate->latency + (uint64_t)(1e9 * (double)bytes / rate->bytes);
    lpi_sleep_until(begun + time);
    return time;
}

/* What lies where the copy begins. */
static void load(struct huvm_real *r, struct real_link *link, struct real_job *j)
{
    uint8_t *to = real_is_packed(r, j) ? link->packed : link->buffer;
    j->data = to;
    j->bytes = r->config.chunk_bytes;
    if (j->c.action.from == r->home[j->chunk]) {
        real_port_read(r, j->chunk, &j->port, to);
    } else if (j->c.action.from != HUVM_HOST) {
        real_lent_read(r, &j->c, to);
        j->bytes = j->c.lent_bytes;
    } else if (j->c.host_bytes == 0) {
        j->data = r->zeros;
    } else {
        j->bytes = j->c.host_bytes;
        if (!real_host_read(r, j->chunk, to, j->bytes))
            j->data = NULL;
    }
}

/* Takes the place at a neighbour, which is told if that is less than was set aside. */
static void take_place(struct huvm_real *r, struct real_job *j)
{
    unsigned granules = real_lent_granules(r, j->stored);
    pthread_mutex_lock(&r->lock);
    real_lent_take(r, &r->chunk[j->chunk], j->c.action.to, j->stored);
    uint32_t crc = j->c.crc;
    j->c = r->chunk[j->chunk];
    j->c.crc = crc;
    if (granules < r->granules) {
        real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_SHRUNK, .chunks = &j->chunk,
                                              .count = 1, .granules = granules});
        if (!huvm_shrunk(r->policy, j->chunk, granules))
            abort();
        real_follow(r);
    }
    pthread_mutex_unlock(&r->lock);
}

static void store(struct huvm_real *r, const struct real_job *j)
{
    if (j->c.action.to == HUVM_HOST)
        real_host_write(r, j->chunk, j->data, j->stored);
    else if (j->c.action.to != r->home[j->chunk])
        real_lent_write(r, &j->c, j->data);
    else if (!j->c.pinned)
        real_port_bring(r, j->chunk, &j->port, j->data);
}

/* Nobody writes what leaves while it is copied, and whoever uses it behind that faults. What is
   done to the bytes is done while the link carries them. What is pinned stays where it is, and what
   is copied of it is read by nobody. Returns the link's time in ns. */
static uint64_t copy(struct huvm_real *r, struct real_link *link, struct real_job *j)
{
    unsigned home = r->home[j->chunk], to = j->c.action.to;
    bool leaves = j->c.action.from == home && !j->c.pinned;
    if (leaves)
        real_port_guard(r, j->chunk, &j->port);
    load(r, link, j);
    uint64_t begun = lpi_now_ns();
    if (j->data != NULL)
        real_pack(r, link, j);
    if (j->data == NULL)
        return 0;
    if (to != HUVM_HOST && to != home)
        take_place(r, j);
    uint64_t time = take_time(link->rate, begun, j->bytes);
    store(r, j);
    if (leaves)
        real_port_drop(r, j->chunk, &j->port);
    return time;
}

/* `driver`: ns of its copy that were none of the link's. */
static void arrive(struct huvm_real *r, const struct real_job *j, uint64_t driver)
{
    struct real_chunk *c = &r->chunk[j->chunk];
    struct real_gpu *g = real_home(r, j->chunk);
    const struct huvm_action *a = &j->c.action;
    if (a->to == r->home[j->chunk]) {
        if (a->from != HUVM_HOST)
            real_lent_give(r, c);
        c->came = true;
    }
    if (a->to == HUVM_HOST)
        real_host_has(r, j->chunk, j->stored);
    c->crc = j->c.crc;
    g->copies--;
    real_account_copy(r, j->chunk, driver);
    real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_DONE, .chunks = &j->chunk,
                                          .count = 1});
    if (!huvm_done(r->policy, j->chunk))
        abort();
    if (g->port.state == REAL_LEAVING)
        real_forget(r, j->chunk);
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
        struct real_job job = {.chunk = chunk, .c = r->chunk[chunk],
                               .port = real_home(r, chunk)->port};
        uint64_t could = job.c.asked > link->freed ? job.c.asked : link->freed;
        pthread_mutex_unlock(&r->lock);
        uint64_t begun = lpi_now_ns(), link_time = copy(r, link, &job);
        uint64_t took = lpi_now_ns() - begun;
        pthread_mutex_lock(&r->lock);
        link->freed = begun + took;
        link->result.raw += r->config.chunk_bytes;
        link->result.bytes += job.bytes;
        link->result.busy += took;
        /* What failed is not said to have come. */
        if (!r->failed)
            arrive(r, &job, begun - could + took - link_time);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}
