/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that hears programs and their faults. */
#define _GNU_SOURCE
#include "real_state.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CALL = 0, LISTENER = 1, PEERS = 2, FAULTS = PEERS + REAL_PEERS,
       POLLS = FAULTS + HUVM_GPUS_MAX };

void real_serve_call(struct huvm_real *r)
{
    /* A full pipe wakes it as well. */
    (void)!write(r->call[1], "", 1);
}

/* ---- programs come and go ---- */

static void let_go(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* A program is gone: nobody needs its chunks, which are forgotten as they can be. */
static void begin_leaving(struct huvm_real *r, struct real_gpu *g)
{
    g->port.state = REAL_LEAVING;
    for (uint32_t i = 0; i < g->wait_count; i++)
        r->chunk[g->waits[i]].waiting = false;
    g->wait_count = 0;
    g->releases = false;
    /* The first one even if the host has it, so that nothing more is fetched ahead. */
    for (uint32_t i = g->first; i < g->first + g->chunks; i++)
        if (i == g->first || r->chunk[i].host_bytes > 0 || huvm_state(r->policy, i) != HUVM_AT_HOST)
            real_forget(r, i);
    pthread_cond_broadcast(&r->obeyed);
    real_follow(r);
}

static void end_leaving(struct huvm_real *r)
{
    for (unsigned i = 0; i < r->config.gpus; i++) {
        struct real_gpu *g = &r->gpu[i];
        if (g->port.state != REAL_LEAVING || g->forgetting > 0 || g->copies > 0 || g->serving)
            continue;
        let_go(&g->port.socket);
        let_go(&g->port.faults);
        let_go(&g->port.memory);
        g->port.state = REAL_NOBODY;
    }
}

static void refuse(struct real_peer *peer, enum huvm_message_kind kind)
{
    huvm_send(peer->socket, &(struct huvm_message){.kind = kind}, -1);
    let_go(&peer->socket);
}

static int make_memory(uint64_t bytes)
{
    int fd = memfd_create("linepress-huvm", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)bytes) != 0)
        let_go(&fd);
    return fd;
}

/* Answers who has said hello, if the GPU is free. */
static void greet(struct huvm_real *r, struct real_peer *peer)
{
    struct real_gpu *g = &r->gpu[peer->gpu];
    if (g->port.state == REAL_LEAVING)
        return;
    peer->hello = false;
    if (g->port.state != REAL_NOBODY) {
        refuse(peer, HUVM_BUSY);
        return;
    }
    struct huvm_message welcome = {.kind = HUVM_WELCOME, .value = r->config.faults,
                                   .first = r->config.chunk_bytes, .count = g->chunks};
    int memory = make_memory(g->chunks * (uint64_t)r->config.chunk_bytes);
    if (memory < 0) {
        real_fail(r, true, "no memory for the program on GPU %d: %s", peer->gpu, strerror(errno));
        return;
    }
    g->port = (struct real_port){.state = REAL_GREETED, .socket = peer->socket, .memory = memory,
                                 .faults = -1};
    huvm_send(peer->socket, &welcome, memory);
}

static void hear_hello(struct huvm_real *r, struct real_peer *peer, const struct huvm_message *m)
{
    if (m->kind != HUVM_HELLO || m->first != HUVM_WIRE_VERSION || m->value >= r->config.gpus ||
        r->gpu[m->value].chunks == 0) {
        refuse(peer, HUVM_UNKNOWN);
        return;
    }
    peer->gpu = (int)m->value;
    peer->hello = true;
}

static void hear_ready(struct real_gpu *g, const struct huvm_message *m, int *fd)
{
    g->kind = m->value == HUVM_USERFAULTFD ? HUVM_USERFAULTFD : HUVM_PROTECTION;
    g->reason = (int)m->count;
    g->port.base = m->first;
    g->port.faults = *fd;
    g->port.state = REAL_READY;
    *fd = -1;
}

/* ---- what programs say ---- */

static void release(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *m)
{
    g->releases = true;
    for (uint64_t i = m->first; i < m->first + m->count; i++)
        real_forget(r, g->first + (uint32_t)i);
    real_follow(r);
}

/* What a program of ours does not say. */
static bool is_good(const struct real_gpu *g, const struct huvm_message *m, int fd)
{
    bool ready = g->port.state == REAL_READY;
    switch (m->kind) {
    case HUVM_READY:
        return !ready && (m->value == HUVM_USERFAULTFD) == (fd >= 0);
    case HUVM_RELEASE:
        return ready && m->count > 0 && m->count <= g->chunks && m->first <= g->chunks - m->count;
    case HUVM_FAULTED:
    case HUVM_OBEYED:
        return ready && m->first < g->chunks;
    default:
        return false;
    }
}

/* false: it is to be let go. */
static bool hear(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *m, int *fd)
{
    if (!is_good(g, m, *fd))
        return false;
    switch (m->kind) {
    case HUVM_READY:
        hear_ready(g, m, fd);
        break;
    case HUVM_RELEASE:
        release(r, g, m);
        break;
    case HUVM_FAULTED:
        real_wait_for(r, g->first + (uint32_t)m->first);
        real_follow(r);
        break;
    default:
        r->chunk[g->first + (uint32_t)m->first].obeyed = true;
        pthread_cond_broadcast(&r->obeyed);
    }
    return true;
}

static bool is_users(const struct huvm_real *r, const struct real_peer *peer)
{
    return peer->gpu >= 0 && !peer->hello && r->gpu[peer->gpu].port.socket == peer->socket;
}

static void lose(struct huvm_real *r, struct real_peer *peer)
{
    if (is_users(r, peer)) {
        begin_leaving(r, &r->gpu[peer->gpu]);
        peer->socket = -1; /* its GPU closes it */
    }
    let_go(&peer->socket);
}

static void hear_peer(struct huvm_real *r, struct real_peer *peer)
{
    struct huvm_message message;
    int fd, came = huvm_receive(peer->socket, &message, &fd);
    if (came < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (came != 1)
        lose(r, peer);
    else if (peer->gpu < 0)
        hear_hello(r, peer, &message);
    else if (!is_users(r, peer) || !hear(r, &r->gpu[peer->gpu], &message, &fd))
        lose(r, peer);
    if (came == 1)
        let_go(&fd);
}

/* ---- faults ---- */

/* A write to a chunk that is leaving is woken when it has left, and then faults again. */
static void hear_faults(struct huvm_real *r, struct real_gpu *g)
{
    struct uffd_msg messages[HUVM_BATCH_MAX];
    ssize_t bytes = read(g->port.faults, messages, sizeof messages);
    for (ssize_t i = 0; i < bytes / (ssize_t)sizeof messages[0]; i++) {
        const struct uffd_msg *m = &messages[i];
        if (m->event != UFFD_EVENT_PAGEFAULT ||
            (m->arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP) != 0)
            continue;
        uint64_t chunk = (m->arg.pagefault.address - g->port.base) / r->config.chunk_bytes;
        if (chunk < g->chunks)
            real_wait_for(r, g->first + (uint32_t)chunk);
    }
    real_follow(r);
}

/* ---- the loop ---- */

static void accept_peer(struct huvm_real *r)
{
    int fd = accept4(r->listener, NULL, NULL, SOCK_CLOEXEC);
    for (unsigned i = 0; fd >= 0 && i < REAL_PEERS; i++)
        if (r->peer[i].socket < 0) {
            r->peer[i] = (struct real_peer){fd, -1, false};
            return;
        }
    let_go(&fd);
}

static void set_polls(const struct huvm_real *r, struct pollfd *polls)
{
    polls[CALL].fd = r->call[0];
    polls[LISTENER].fd = r->listener;
    for (unsigned i = 0; i < REAL_PEERS; i++)
        polls[PEERS + i].fd = r->peer[i].socket;
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        polls[FAULTS + i].fd = r->gpu[i].port.state == REAL_READY ? r->gpu[i].port.faults : -1;
    for (unsigned i = 0; i < POLLS; i++) {
        polls[i].events = POLLIN;
        polls[i].revents = 0;
    }
}

static void serve(struct huvm_real *r, const struct pollfd *polls)
{
    char calls[64];
    if (polls[CALL].revents != 0)
        (void)!read(r->call[0], calls, sizeof calls);
    /* Faults first: who ends has none. Programs that end before those that begin. */
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        if ((polls[FAULTS + i].revents & POLLIN) != 0)
            hear_faults(r, &r->gpu[i]);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (polls[PEERS + i].revents != 0 && r->peer[i].socket == polls[PEERS + i].fd)
            hear_peer(r, &r->peer[i]);
    end_leaving(r);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (r->peer[i].socket >= 0 && r->peer[i].hello)
            greet(r, &r->peer[i]);
    if (polls[LISTENER].revents != 0)
        accept_peer(r);
}

void *real_serve_run(void *context)
{
    struct huvm_real *r = context;
    struct pollfd polls[POLLS];
    pthread_mutex_lock(&r->lock);
    while (!r->ending) {
        set_polls(r, polls);
        pthread_mutex_unlock(&r->lock);
        int ready = poll(polls, POLLS, -1);
        pthread_mutex_lock(&r->lock);
        if (ready > 0 && !r->failed)
            serve(r, polls);
        else if (r->failed && !r->ending)
            pthread_cond_wait(&r->obeyed, &r->lock);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}
