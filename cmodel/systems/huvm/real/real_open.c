/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing a coordinator, and what can be asked of it. */
#define _GNU_SOURCE
#include "../policy/chunk_pack.h"
#include "../../../base/clock.h"
#include "real_state.h"
#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

uint64_t real_patience(const struct huvm_real *r)
{
    unsigned ms = r->config.patience_ms;
    return (ms > 0 ? ms : REAL_PATIENCE_MS) * UINT64_C(1000000);
}

void real_fail(struct huvm_real *r, bool locked, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!locked)
        pthread_mutex_lock(&r->lock);
    if (!r->failed && r->config.failed != NULL)
        r->config.failed(r->config.context, text);
    r->failed = true;
    if (!locked)
        pthread_mutex_unlock(&r->lock);
}

static bool is_good(const struct huvm_real_config *c)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint64_t chunks = 0;
    if (c->gpus < 1 || c->gpus > HUVM_GPUS_MAX || c->chunk_bytes < page ||
        (c->chunk_bytes & (c->chunk_bytes - 1)) != 0 || c->pcie.bytes < 0 ||
        c->nvlink.bytes < 0 || c->compress > HUVM_TIERS || c->codec > HUVM_BEST)
        return false;
    for (unsigned i = 0; i < c->gpus; i++) {
        chunks += c->gpu[i].chunks;
        if (c->gpu[i].local < 1 || c->gpu[i].local > UINT32_MAX / HUVM_CHUNK_GRANULES)
            return false;
    }
    return chunks >= 1 && chunks <= 1u << 26 && chunks <= (SIZE_MAX >> 2) / c->chunk_bytes;
}

static void *map(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS |
                    MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

struct huvm_config huvm_real_policy(const struct huvm_real_config *c, uint8_t *home)
{
    struct huvm_config policy = {
        .gpus = c->gpus, .home = home,
        .chunk_granules = c->compress >= HUVM_VICTIM ? HUVM_CHUNK_GRANULES : 1,
        .threshold = c->threshold, .prefetch = c->prefetch, .stride = c->stride,
        .base_pages = (unsigned)(c->chunk_bytes / 4096), .on = c->on};
    for (unsigned i = 0; i < c->gpus; i++) {
        policy.gpu[i] = (struct huvm_gpu_config){c->gpu[i].local * policy.chunk_granules,
                                                 c->gpu[i].lends};
        memset(home + policy.chunks, (int)i, c->gpu[i].chunks);
        policy.chunks += c->gpu[i].chunks;
    }
    return policy;
}

static bool open_policy(struct huvm_real *r)
{
    for (unsigned i = 0; i < r->config.gpus; i++)
        r->chunks += r->config.gpu[i].chunks;
    r->home = malloc(r->chunks);
    if (r->home == NULL)
        return false;
    struct huvm_config policy = huvm_real_policy(&r->config, r->home);
    r->granules = policy.chunk_granules;
    r->granule_bytes = r->config.chunk_bytes / r->granules;
    size_t bytes = huvm_policy_bytes(&policy);
    void *memory = bytes > 0 ? malloc(bytes) : NULL;
    if (memory == NULL) {
        errno = bytes > 0 ? ENOMEM : EINVAL;
        return false;
    }
    r->policy = huvm_policy_init(memory, &policy);
    return true;
}

static bool open_gpu(struct huvm_real *r, unsigned i, uint32_t first)
{
    const struct huvm_real_gpu *c = &r->config.gpu[i];
    struct real_gpu *g = &r->gpu[i];
    g->first = first;
    g->chunks = c->chunks;
    g->since = lpi_now_ns();
    g->waits = malloc((c->chunks + 1) * sizeof *g->waits);
    return g->waits != NULL && (!c->lends || real_lent_open(r, g, c->local));
}

static bool open_memory(struct huvm_real *r)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < r->config.gpus; i++) {
        if (!open_gpu(r, i, first))
            return false;
        first += r->config.gpu[i].chunks;
    }
    r->chunk = calloc(r->chunks, sizeof *r->chunk);
    r->forgets = malloc(r->chunks * sizeof *r->forgets);
    r->zeros = map(r->config.chunk_bytes);
    if (r->chunk == NULL || r->forgets == NULL || r->zeros == NULL)
        return false;
    r->zeros_crc = libdeflate_crc32(0, r->zeros, r->config.chunk_bytes);
    for (uint32_t i = 0; i < r->chunks; i++) {
        r->chunk[i].at = HUVM_HOST;
        r->chunk[i].crc = r->zeros_crc;
    }
    return true;
}

static bool start_link(struct huvm_real *r, unsigned number, const struct huvm_rate *rate)
{
    struct real_link *link = &r->link[number];
    link->rate = rate;
    link->buffer = map(r->config.chunk_bytes);
    if (r->config.compress != HUVM_RAW)
        link->packed = map(huvm_pack_room(r->config.chunk_bytes));
    bool good = link->buffer != NULL && (link->packed != NULL || r->config.compress == HUVM_RAW);
    errno = good ? pthread_create(&link->thread, NULL, real_link_run, link) : ENOMEM;
    link->started = errno == 0;
    return link->started;
}

/* Only between GPUs of which one has a program and the other lends. */
static bool start_pair(struct huvm_real *r, unsigned from, unsigned to)
{
    const struct huvm_real_gpu *a = &r->config.gpu[from], *b = &r->config.gpu[to];
    bool used = (a->chunks > 0 && b->lends) || (b->chunks > 0 && a->lends);
    return from == to || !used ||
           start_link(r, REAL_NVLINK + from * HUVM_GPUS_MAX + to, &r->config.nvlink);
}

static bool start_threads(struct huvm_real *r)
{
    for (unsigned i = 0; i < r->config.gpus; i++) {
        if (!start_link(r, REAL_PCIE_IN + i, &r->config.pcie) ||
            !start_link(r, REAL_PCIE_OUT + i, &r->config.pcie))
            return false;
        for (unsigned k = 0; k < r->config.gpus; k++)
            if (!start_pair(r, i, k))
                return false;
    }
    if (pipe2(r->call, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    errno = pthread_create(&r->server, NULL, real_serve_run, r);
    r->server_started = errno == 0;
    return r->server_started;
}

static void set_nothing(struct huvm_real *r)
{
    r->host = r->listener = r->call[0] = r->call[1] = -1;
    pthread_mutex_init(&r->lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&r->obeyed, &clock);
    pthread_condattr_destroy(&clock);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        r->peer[i] = (struct real_peer){.socket = -1, .gpu = -1};
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        r->gpu[i].port = (struct real_port){.socket = -1, .memory = -1, .faults = -1};
    for (unsigned i = 0; i < REAL_LINKS; i++) {
        r->link[i].real = r;
        for (unsigned class = 0; class < 3; class++)
            r->link[i].first[class] = UINT32_MAX;
        pthread_cond_init(&r->link[i].wake, NULL);
    }
}

int huvm_real_open(const struct huvm_real_config *config, struct huvm_real **real)
{
    if (!is_good(config))
        return LP_ERR_ARG;
    struct huvm_real *r = calloc(1, sizeof *r);
    if (r == NULL)
        return LP_ERR_SYSTEM;
    r->config = *config;
    set_nothing(r);
    if (open_policy(r) && open_memory(r) && real_host_open(r) && start_threads(r)) {
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
    bool placed = false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pthread_mutex_lock(&r->lock);
    for (unsigned i = 0; i < REAL_PEERS && !placed; i++)
        if (r->peer[i].socket < 0) {
            r->peer[i] = (struct real_peer){.socket = ends[0], .gpu = -1};
            placed = true;
        }
    real_serve_call(r);
    pthread_mutex_unlock(&r->lock);
    if (placed)
        return ends[1];
    close(ends[0]);
    close(ends[1]);
    errno = EMFILE;
    return -1;
}

void huvm_real_listen(struct huvm_real *r, int socket)
{
    /* Who is gone before it is accepted keeps nobody waiting. */
    (void)fcntl(socket, F_SETFL, O_NONBLOCK);
    pthread_mutex_lock(&r->lock);
    r->listener = socket;
    real_serve_call(r);
    pthread_mutex_unlock(&r->lock);
}

bool huvm_real_take(struct huvm_real *r, unsigned gpu, int64_t chunks)
{
    int64_t granules = chunks * r->granules;
    if (granules > UINT32_MAX || granules < -(int64_t)UINT32_MAX)
        return false;
    pthread_mutex_lock(&r->lock);
    real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_TAKE, .gpu = gpu,
                                          .granules = granules});
    bool good = granules > 0 ? huvm_take(r->policy, gpu, (uint32_t)granules)
                             : huvm_give(r->policy, gpu, (uint32_t)-granules);
    if (good && granules > 0)
        r->gpu[gpu].owes = true;
    real_follow(r);
    pthread_mutex_unlock(&r->lock);
    return good;
}

bool huvm_real_owes(struct huvm_real *r, unsigned gpu)
{
    pthread_mutex_lock(&r->lock);
    bool owes = r->gpu[gpu].owes;
    pthread_mutex_unlock(&r->lock);
    return owes;
}

void huvm_real_result(struct huvm_real *r, struct huvm_result *result)
{
    memset(result, 0, sizeof *result);
    pthread_mutex_lock(&r->lock);
    result->events = r->events;
    for (unsigned i = 0; i < r->config.gpus; i++) {
        struct huvm_gpu_result *g = &result->gpu[i];
        g->counts = *huvm_counts(r->policy, i);
        g->waits = r->gpu[i].wait;
        g->peak_guests = r->gpu[i].peak_guests;
        g->peak_lent = r->gpu[i].peak_lent;
        result->pcie_in[i] = r->link[REAL_PCIE_IN + i].result;
        result->pcie_out[i] = r->link[REAL_PCIE_OUT + i].result;
        for (unsigned k = 0; k < r->config.gpus; k++)
            result->nvlink[i][k] = r->link[REAL_NVLINK + i * HUVM_GPUS_MAX + k].result;
    }
    result->host_bytes = r->host_peak;
    result->mismatches = r->mismatches;
    pthread_mutex_unlock(&r->lock);
}

enum huvm_faults huvm_real_faults(struct huvm_real *r, unsigned gpu, int *reason)
{
    pthread_mutex_lock(&r->lock);
    enum huvm_faults kind = r->gpu[gpu].kind;
    *reason = r->gpu[gpu].reason;
    pthread_mutex_unlock(&r->lock);
    return kind;
}

static void stop_threads(struct huvm_real *r)
{
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    pthread_cond_broadcast(&r->obeyed);
    for (unsigned i = 0; i < REAL_LINKS; i++)
        if (r->link[i].started)
            pthread_cond_signal(&r->link[i].wake);
    if (r->server_started)
        real_serve_call(r);
    pthread_mutex_unlock(&r->lock);
    if (r->server_started)
        pthread_join(r->server, NULL);
    for (unsigned i = 0; i < REAL_LINKS; i++)
        if (r->link[i].started)
            pthread_join(r->link[i].thread, NULL);
}

static void unmap(void *at, size_t bytes)
{
    if (at != NULL)
        munmap(at, bytes);
}

static void shut(int fd)
{
    if (fd >= 0)
        close(fd);
}

static void close_gpu(struct huvm_real *r, unsigned i)
{
    struct real_gpu *g = &r->gpu[i];
    for (unsigned k = 0; k < REAL_PEERS; k++)
        if (r->peer[k].socket == g->port.socket)
            r->peer[k].socket = -1;
    shut(g->port.socket);
    shut(g->port.memory);
    shut(g->port.faults);
    real_lent_close(r, g, r->config.gpu[i].local);
    real_send_nothing(g);
    free(g->waits);
}

void huvm_real_close(struct huvm_real *r)
{
    stop_threads(r);
    for (unsigned i = 0; i < r->config.gpus; i++)
        close_gpu(r, i);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        shut(r->peer[i].socket);
    for (unsigned i = 0; i < REAL_LINKS; i++) {
        unmap(r->link[i].buffer, r->config.chunk_bytes);
        unmap(r->link[i].packed, huvm_pack_room(r->config.chunk_bytes));
    }
    shut(r->call[0]);
    shut(r->call[1]);
    if (r->own_host)
        shut(r->host);
    unmap(r->zeros, r->config.chunk_bytes);
    free(r->policy);
    free(r->home);
    free(r->chunk);
    free(r->forgets);
    free(r);
}
