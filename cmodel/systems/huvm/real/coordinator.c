/* SPDX-License-Identifier: Apache-2.0 */
/* Opening, closing and queries of a coordinator. */
#define _GNU_SOURCE
#include "coordinator.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_good(const struct huvm_real_config *c)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint64_t chunks = 0;
    if (c->gpus < 1 || c->gpus > HUVM_GPUS_MAX || c->chunk_bytes < page ||
        (c->chunk_bytes & (c->chunk_bytes - 1)) != 0 || c->pcie.bytes < 0 || c->nvlink.bytes < 0 ||
        c->compress > HUVM_TIERS || c->codec > HUVM_BEST)
        return false;
    for (unsigned i = 0; i < c->gpus; i++) {
        chunks += c->gpu[i].chunks;
        if (c->gpu[i].local < 1 || c->gpu[i].local > UINT32_MAX / HUVM_CHUNK_GRANULES)
            return false;
    }
    return chunks >= 1 && chunks <= 1u << 26 && chunks <= (SIZE_MAX >> 2) / c->chunk_bytes;
}

struct huvm_config huvm_real_policy(const struct huvm_real_config *c, uint8_t *home)
{
    struct huvm_config policy = {.gpus = c->gpus,
                                 .home = home,
                                 .chunk_granules = c->compress >= HUVM_VICTIM ? HUVM_CHUNK_GRANULES
                                                                              : 1,
                                 .threshold = c->threshold,
                                 .prefetch = c->prefetch,
                                 .stride = c->stride,
                                 .base_pages = (unsigned)(c->chunk_bytes / 4096),
                                 .on = c->on};
    for (unsigned i = 0; i < c->gpus; i++) {
        policy.gpu[i] = (struct huvm_gpu_config){c->gpu[i].local * policy.chunk_granules,
                                                 c->gpu[i].lends};
        memset(home + policy.chunks, (int)i, c->gpu[i].chunks);
        policy.chunks += c->gpu[i].chunks;
    }
    return policy;
}

static bool open_policy(struct huvm_real *r, unsigned *granules)
{
    struct huvm_config policy = huvm_real_policy(&r->run.config, r->run.home);
    *granules = policy.chunk_granules;
    size_t bytes = huvm_policy_bytes(&policy);
    void *memory = bytes > 0 ? malloc(bytes) : NULL;
    if (memory == NULL) {
        errno = bytes > 0 ? ENOMEM : EINVAL;
        return false;
    }
    r->policy = huvm_policy_init(memory, &policy);
    return true;
}

static bool open_chunks(struct huvm_real *r)
{
    r->chunk = calloc(r->run.chunks, sizeof *r->chunk);
    r->forgets = malloc(r->run.chunks * sizeof *r->forgets);
    for (unsigned i = 0; i < r->run.config.gpus; i++) {
        struct coord_gpu *g = &r->gpu[i];
        g->since = lpi_now_ns();
        g->waits = malloc((r->run.config.gpu[i].chunks + 1) * sizeof *g->waits);
        if (g->waits == NULL)
            return false;
    }
    return r->chunk != NULL && r->forgets != NULL;
}

static void set_events(struct huvm_real *r)
{
    struct real_port_events port_events = coord_port_events;
    struct real_link_events link_events = coord_link_events;
    port_events.context = link_events.context = r;
    real_ports_init(&r->ports, &r->run, &port_events);
    real_links_init(&r->links, &r->run, &r->ports, &link_events);
}

int huvm_real_open(const struct huvm_real_config *config, struct huvm_real **real)
{
    unsigned granules;
    if (!is_good(config))
        return LP_ERR_ARG;
    struct huvm_real *r = calloc(1, sizeof *r);
    if (r == NULL)
        return LP_ERR_SYSTEM;
    set_events(r);
    /* The serving thread is started last: it uses all the others. */
    if (real_run_open(&r->run, config) && open_policy(r, &granules) && open_chunks(r) &&
        real_links_open(&r->links, granules) && real_links_start(&r->links) &&
        real_ports_open(&r->ports)) {
        *real = r;
        return LP_OK;
    }
    int reason = errno;
    huvm_real_close(r);
    errno = reason;
    return LP_ERR_SYSTEM;
}

int huvm_real_connect(struct huvm_real *r)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pthread_mutex_lock(&r->run.lock);
    bool placed = real_ports_connect(&r->ports, ends[0]);
    pthread_mutex_unlock(&r->run.lock);
    if (placed)
        return ends[1];
    close(ends[0]);
    close(ends[1]);
    errno = EMFILE;
    return -1;
}

void huvm_real_listen(struct huvm_real *r, int socket)
{
    /* accept() must not block if the program has gone meanwhile. */
    (void)fcntl(socket, F_SETFL, O_NONBLOCK);
    pthread_mutex_lock(&r->run.lock);
    real_ports_listen(&r->ports, socket);
    pthread_mutex_unlock(&r->run.lock);
}

bool huvm_real_take(struct huvm_real *r, unsigned gpu, int64_t chunks)
{
    int64_t granules = chunks * r->links.lent.granules;
    if (granules > UINT32_MAX || granules < -(int64_t)UINT32_MAX)
        return false;
    pthread_mutex_lock(&r->run.lock);
    coord_show(r,
               (struct huvm_real_event){.kind = HUVM_REAL_TAKE, .gpu = gpu, .granules = granules});
    bool good = granules > 0 ? huvm_take(r->policy, gpu, (uint32_t)granules)
                             : huvm_give(r->policy, gpu, (uint32_t)-granules);
    if (good && granules > 0)
        r->gpu[gpu].owes = true;
    coord_follow(r);
    pthread_mutex_unlock(&r->run.lock);
    return good;
}

bool huvm_real_owes(struct huvm_real *r, unsigned gpu)
{
    pthread_mutex_lock(&r->run.lock);
    bool owes = r->gpu[gpu].owes;
    pthread_mutex_unlock(&r->run.lock);
    return owes;
}

void huvm_real_result(struct huvm_real *r, struct huvm_result *result)
{
    memset(result, 0, sizeof *result);
    pthread_mutex_lock(&r->run.lock);
    result->events = r->events;
    for (unsigned i = 0; i < r->run.config.gpus; i++) {
        struct huvm_gpu_result *g = &result->gpu[i];
        g->counts = *huvm_counts(r->policy, i);
        g->waits = r->gpu[i].wait;
        g->peak_guests = r->gpu[i].peak_guests;
        g->peak_lent = r->gpu[i].peak_lent;
    }
    real_links_result(&r->links, result);
    pthread_mutex_unlock(&r->run.lock);
}

enum huvm_faults huvm_real_faults(struct huvm_real *r, unsigned gpu, int *reason)
{
    pthread_mutex_lock(&r->run.lock);
    enum huvm_faults kind = real_port_kind(&r->ports, gpu, reason);
    pthread_mutex_unlock(&r->run.lock);
    return kind;
}

static void stop_threads(struct huvm_real *r)
{
    pthread_mutex_lock(&r->run.lock);
    r->run.ending = true;
    pthread_cond_broadcast(&r->run.obeyed);
    real_links_call(&r->links);
    real_ports_call(&r->ports);
    pthread_mutex_unlock(&r->run.lock);
    real_ports_stop(&r->ports);
    real_links_stop(&r->links);
}

void huvm_real_close(struct huvm_real *r)
{
    stop_threads(r);
    real_ports_close(&r->ports);
    real_links_close(&r->links);
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        free(r->gpu[i].waits);
    free(r->policy);
    free(r->chunk);
    free(r->forgets);
    real_run_close(&r->run);
    free(r);
}
