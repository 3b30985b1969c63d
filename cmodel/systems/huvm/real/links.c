/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "../policy/chunk_pack.h"
#include "links.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define NOBODY UINT32_MAX

static const unsigned class_of[HUVM_WHYS] = {
    [HUVM_FAULT] = 0,     [HUVM_EVICT] = 0,      [HUVM_PARALLEL] = 0,
    [HUVM_PRE_EVICT] = 1, [HUVM_WRITE_BACK] = 1, [HUVM_PREFETCH] = 2,
};

static unsigned link_of(const struct huvm_action *a)
{
    if (a->from == HUVM_HOST)
        return REAL_PCIE_IN + a->to;
    if (a->to == HUVM_HOST)
        return REAL_PCIE_OUT + a->from;
    return REAL_NVLINK + a->from * HUVM_GPUS_MAX + a->to;
}

void real_links_copy(struct real_links *l, const struct huvm_action *a)
{
    struct real_move *m = &l->move[a->chunk];
    struct real_link *link = &l->link[link_of(a)];
    unsigned rank = class_of[a->why];
    m->action = *a;
    m->asked = lpi_now_ns();
    m->next = NOBODY;
    if (link->first[rank] == NOBODY)
        link->first[rank] = a->chunk;
    else
        l->move[link->last[rank]].next = a->chunk;
    link->last[rank] = a->chunk;
    pthread_cond_signal(&link->wake);
}

/*
 * Waits until the link has transferred bytes that it began with at `begun`. Returns the link's time
 * in ns.
 */
static uint64_t take_time(const struct huvm_rate *rate, uint64_t begun, uint64_t bytes)
{
    if (rate->bytes == 0)
        return 0;
    uint64_t time = rate->latency + (uint64_t)(1e9 * (double)bytes / rate->bytes);
    lpi_sleep_until(begun + time);
    return time;
}

static bool check_host(struct real_links *l, const char *what, int reason)
{
    if (reason != 0)
        real_fail(l->run, false, "the host tier cannot be %s: %s", what,
                  reason > 0 ? strerror(reason) : "it ends too early");
    return reason == 0;
}

/* Reads the data at the source of the copy. */
static void load(struct real_links *l, struct real_job *j)
{
    uint8_t *to = real_is_packed(l->run, j) ? j->packed : j->buffer;
    const struct huvm_action *a = &j->move.action;
    j->data = to;
    j->bytes = l->run->config.chunk_bytes;
    if (a->from == l->run->home[j->chunk]) {
        real_port_read(l->ports, j->chunk, &j->memory, to);
    } else if (a->from != HUVM_HOST) {
        real_lent_read(&l->lent, &j->move.place, to);
        j->bytes = j->move.place.bytes;
    } else if (j->host_bytes == 0) {
        j->data = l->zeros;
    } else {
        j->bytes = j->host_bytes;
        if (!check_host(l, "read", real_tier_read(&l->tier, j->chunk, to, j->bytes)))
            j->data = NULL;
    }
}

static void refuse(struct real_links *l, struct real_job *j)
{
    pthread_mutex_lock(&l->run->lock);
    l->mismatches++;
    real_fail(l->run, true, "chunk %u of GPU %u did not come back as it was",
              real_number(l->run, j->chunk), l->run->home[j->chunk]);
    pthread_mutex_unlock(&l->run->lock);
    j->data = NULL;
}

/* Takes the place at a neighbour, and reports if it is smaller than was reserved. */
static void take_place(struct real_links *l, struct real_job *j)
{
    unsigned granules = real_lent_granules(&l->lent, j->stored);
    pthread_mutex_lock(&l->run->lock);
    real_lent_take(&l->lent, &l->move[j->chunk].place, j->move.action.to, j->stored);
    j->move.place = l->move[j->chunk].place;
    if (granules < l->lent.granules)
        l->events.shrunk(l->events.context, j->chunk, granules);
    pthread_mutex_unlock(&l->run->lock);
}

static void store(struct real_links *l, const struct real_job *j)
{
    const struct huvm_action *a = &j->move.action;
    if (a->to == HUVM_HOST)
        (void)check_host(l, "written", real_tier_write(&l->tier, j->chunk, j->data, j->stored));
    else if (a->to != l->run->home[j->chunk])
        real_lent_write(&l->lent, &j->move.place, j->data);
    else if (!j->pinned)
        real_port_bring(l->ports, j->chunk, &j->memory, j->data);
}

/*
 * A chunk being evicted is write-protected during the copy; threads that access it afterwards
 * fault. The data is compressed while the link transfers it. A pinned chunk stays in place, and its
 * copy is never read. Returns the link's time in ns.
 */
static uint64_t copy(struct real_links *l, const struct real_link *link, struct real_job *j)
{
    unsigned home = l->run->home[j->chunk], to = j->move.action.to;
    bool leaves = j->move.action.from == home && !j->pinned;
    if (leaves)
        real_port_guard(l->ports, j->chunk, &j->memory);
    load(l, j);
    uint64_t begun = lpi_now_ns();
    if (j->data != NULL && !real_pack(l->run, j))
        refuse(l, j);
    if (j->data == NULL)
        return 0;
    if (to != HUVM_HOST && to != home)
        take_place(l, j);
    uint64_t time = take_time(link->rate, begun, j->bytes);
    store(l, j);
    if (leaves)
        real_port_drop(l->ports, j->chunk, &j->memory);
    return time;
}

/* `driver`: ns of the copy that were not spent on its link. */
static void arrive(struct real_links *l, const struct real_job *j, uint64_t driver)
{
    const struct huvm_action *a = &j->move.action;
    if (a->to == l->run->home[j->chunk] && a->from != HUVM_HOST)
        real_links_give(l, j->chunk);
    if (a->to == HUVM_HOST)
        real_tier_note(&l->tier, j->chunk, j->stored);
    l->move[j->chunk].crc = j->move.crc;
    l->events.arrived(l->events.context, j->chunk, driver);
}

static uint32_t next_job(struct real_links *l, struct real_link *link)
{
    for (unsigned rank = 0; rank < 3; rank++) {
        uint32_t chunk = link->first[rank];
        if (chunk == NOBODY)
            continue;
        link->first[rank] = l->move[chunk].next;
        return chunk;
    }
    return NOBODY;
}

/* Raw chunks that only this process can access are not checked: they take the link's time only. */
static struct real_job begin(const struct real_links *l, const struct real_link *link,
                             uint32_t chunk)
{
    return (struct real_job){.chunk = chunk,
                             .move = l->move[chunk],
                             .buffer = link->buffer,
                             .packed = link->packed,
                             .checks = l->run->config.compress != HUVM_RAW || !l->tier.own,
                             .memory = real_port_memory(l->ports, chunk),
                             .pinned = real_port_is_pinned(l->ports, chunk),
                             .host_bytes = l->tier.has[chunk]};
}

static void *run_link(void *context)
{
    struct real_link *link = context;
    struct real_links *l = link->links;
    struct real_run *run = l->run;
    prctl(PR_SET_TIMERSLACK, 1);
    pthread_mutex_lock(&run->lock);
    while (!run->ending) {
        uint32_t chunk = next_job(l, link);
        if (chunk == NOBODY || run->failed) {
            pthread_cond_wait(&link->wake, &run->lock);
            continue;
        }
        struct real_job job = begin(l, link, chunk);
        uint64_t could = job.move.asked > link->freed ? job.move.asked : link->freed;
        pthread_mutex_unlock(&run->lock);
        uint64_t begun = lpi_now_ns(), link_time = copy(l, link, &job);
        uint64_t took = lpi_now_ns() - begun;
        pthread_mutex_lock(&run->lock);
        link->freed = begun + took;
        link->result.raw += run->config.chunk_bytes;
        link->result.bytes += job.bytes;
        link->result.busy += took;
        /* A failed copy is not reported as arrived. */
        if (!run->failed)
            arrive(l, &job, begun - could + took - link_time);
    }
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

const struct huvm_action *real_links_action(const struct real_links *l, uint32_t chunk)
{
    return &l->move[chunk].action;
}

bool real_links_host_has(const struct real_links *l, uint32_t chunk)
{
    return l->tier.has[chunk] > 0;
}

void real_links_give(struct real_links *l, uint32_t chunk)
{
    real_lent_give(&l->lent, &l->move[chunk].place);
}

void real_links_clear(struct real_links *l, uint32_t chunk)
{
    real_tier_clear(&l->tier, chunk);
    l->move[chunk].crc = l->zeros_crc;
}

void real_links_result(const struct real_links *l, struct huvm_result *result)
{
    for (unsigned i = 0; i < l->run->config.gpus; i++) {
        result->pcie_in[i] = l->link[REAL_PCIE_IN + i].result;
        result->pcie_out[i] = l->link[REAL_PCIE_OUT + i].result;
        for (unsigned k = 0; k < l->run->config.gpus; k++)
            result->nvlink[i][k] = l->link[REAL_NVLINK + i * HUVM_GPUS_MAX + k].result;
    }
    result->host_bytes = l->tier.peak;
    result->mismatches = l->mismatches;
}

/* ---- opening and closing ---- */

void real_links_init(struct real_links *l, struct real_run *run, struct real_ports *ports,
                     const struct real_link_events *events)
{
    l->run = run;
    l->ports = ports;
    l->events = *events;
    l->tier.file = -1;
    for (unsigned i = 0; i < REAL_LINKS; i++) {
        l->link[i].links = l;
        for (unsigned rank = 0; rank < 3; rank++)
            l->link[i].first[rank] = NOBODY;
        pthread_cond_init(&l->link[i].wake, NULL);
    }
}

bool real_links_open(struct real_links *l, unsigned granules)
{
    const struct huvm_real_config *c = &l->run->config;
    l->lent.chunk_bytes = c->chunk_bytes;
    l->lent.granules = granules;
    l->lent.granule_bytes = c->chunk_bytes / granules;
    for (unsigned i = 0; i < c->gpus; i++)
        if (c->gpu[i].lends && !real_lent_open(&l->lent, i, c->gpu[i].local))
            return false;
    l->move = calloc(l->run->chunks, sizeof *l->move);
    l->zeros = real_map(c->chunk_bytes);
    if (l->move == NULL || l->zeros == NULL)
        return false;
    l->zeros_crc = libdeflate_crc32(0, l->zeros, c->chunk_bytes);
    for (uint32_t i = 0; i < l->run->chunks; i++) {
        l->move[i].place.at = HUVM_HOST;
        l->move[i].crc = l->zeros_crc;
    }
    return real_tier_open(&l->tier, c->host, l->run->chunks, c->chunk_bytes);
}

static bool start_link(struct real_links *l, unsigned number, const struct huvm_rate *rate)
{
    const struct huvm_real_config *c = &l->run->config;
    struct real_link *link = &l->link[number];
    link->rate = rate;
    link->buffer = real_map(c->chunk_bytes);
    if (c->compress != HUVM_RAW)
        link->packed = real_map(huvm_pack_room(c->chunk_bytes));
    bool good = link->buffer != NULL && (link->packed != NULL || c->compress == HUVM_RAW);
    errno = good ? pthread_create(&link->thread, NULL, run_link, link) : ENOMEM;
    link->started = errno == 0;
    return link->started;
}

/* Only between a GPU with a program and a GPU that lends. */
static bool start_pair(struct real_links *l, unsigned from, unsigned to)
{
    const struct huvm_real_config *c = &l->run->config;
    const struct huvm_real_gpu *a = &c->gpu[from], *b = &c->gpu[to];
    bool used = (a->chunks > 0 && b->lends) || (b->chunks > 0 && a->lends);
    return from == to || !used ||
           start_link(l, REAL_NVLINK + from * HUVM_GPUS_MAX + to, &c->nvlink);
}

bool real_links_start(struct real_links *l)
{
    const struct huvm_real_config *c = &l->run->config;
    for (unsigned i = 0; i < c->gpus; i++) {
        if (!start_link(l, REAL_PCIE_IN + i, &c->pcie) ||
            !start_link(l, REAL_PCIE_OUT + i, &c->pcie))
            return false;
        for (unsigned k = 0; k < c->gpus; k++)
            if (!start_pair(l, i, k))
                return false;
    }
    return true;
}

void real_links_call(struct real_links *l)
{
    for (unsigned i = 0; i < REAL_LINKS; i++)
        if (l->link[i].started)
            pthread_cond_signal(&l->link[i].wake);
}

void real_links_stop(struct real_links *l)
{
    for (unsigned i = 0; i < REAL_LINKS; i++)
        if (l->link[i].started)
            pthread_join(l->link[i].thread, NULL);
}

void real_links_close(struct real_links *l)
{
    for (unsigned i = 0; i < REAL_LINKS; i++) {
        real_unmap(l->link[i].buffer, l->run->config.chunk_bytes);
        real_unmap(l->link[i].packed, huvm_pack_room(l->run->config.chunk_bytes));
    }
    real_lent_close(&l->lent);
    real_tier_close(&l->tier);
    real_unmap(l->zeros, l->run->config.chunk_bytes);
    free(l->move);
}
