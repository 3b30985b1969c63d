/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that hears programs and their faults. */
#define _GNU_SOURCE
#include "real_state.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CALL = 0, LISTENER = 1, PEERS = 2, FAULTS = PEERS + REAL_PEERS,
       POLLS = FAULTS + HUVM_GPUS_MAX, TICK_MS = 100 };

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
    for (uint32_t i = g->first; i < g->first + g->chunks; i++)
        r->chunk[i].pinned = false;
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
        real_send_nothing(g);
        g->port.state = REAL_NOBODY;
    }
}

static void refuse(struct real_peer *peer, enum huvm_message_kind kind)
{
    huvm_send(peer->socket, &(struct huvm_message){.kind = kind}, -1);
    let_go(&peer->socket);
}

/* Neither side can make it shorter under the other one. */
static int make_memory(uint64_t bytes)
{
    int fd = memfd_create("linepress-huvm", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && (ftruncate(fd, (off_t)bytes) != 0 ||
                    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0))
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
    int memory = make_memory(g->chunks * (uint64_t)r->config.chunk_bytes), reason = errno;
    g->port = (struct real_port){.state = REAL_GREETED, .socket = peer->socket, .memory = memory,
                                 .faults = -1};
    g->dropped = false;
    peer->waited = 0;
    if (memory < 0)
        real_drop(r, (unsigned)peer->gpu, true, "gets no memory: %s", strerror(reason));
    else if (!huvm_send(peer->socket, &welcome, memory) && errno != EPIPE && errno != ECONNRESET)
        real_drop(r, (unsigned)peer->gpu, true, "is not told of its memory: %s", strerror(errno));
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
    g->kind = (enum huvm_faults)m->value;
    g->reason = (int)m->count;
    g->port.base = m->first;
    g->port.faults = *fd;
    g->port.state = REAL_READY;
    *fd = -1;
}

/* ---- what programs say ---- */

/* The policy may think that it is elsewhere, and then drops nothing here. */
static void unpin(struct huvm_real *r, uint32_t chunk)
{
    if (!r->chunk[chunk].pinned)
        return;
    r->chunk[chunk].pinned = false;
    real_port_discard(r, chunk);
}

static void release(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *m)
{
    g->releases = true;
    for (uint64_t i = m->first; i < m->first + m->count; i++) {
        unpin(r, g->first + (uint32_t)i);
        real_forget(r, g->first + (uint32_t)i);
    }
    real_follow(r);
}

/* A chunk that is on its way can't be pinned; the program uses it and asks again. */
static void pin(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *m)
{
    struct real_chunk *c = &r->chunk[g->first + (uint32_t)m->first];
    struct huvm_message answer = {.kind = HUVM_PINNED, .first = m->first};
    if (!c->forget && huvm_state(r->policy, g->first + (uint32_t)m->first) == HUVM_RESIDENT)
        c->pinned = true;
    answer.value = c->pinned;
    real_send(r, g, &answer);
}

static bool is_userfaultfd(int fd)
{
    static const char due[] = "anon_inode:[userfaultfd]";
    char path[64], is[sizeof due];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(path, is, sizeof is);
    return length == sizeof due - 1 && memcmp(is, due, sizeof due - 1) == 0;
}

/* The kind of faults is one that was asked for, and comes with what it needs. */
static bool is_ready(const struct huvm_real *r, const struct huvm_message *m, int fd)
{
    enum huvm_faults wish = r->config.faults;
    if ((m->value != HUVM_USERFAULTFD && m->value != HUVM_PROTECTION) || m->count > INT_MAX ||
        (wish != HUVM_ANY_FAULTS && m->value != wish))
        return false;
    return m->value == HUVM_USERFAULTFD ? fd >= 0 && is_userfaultfd(fd) : fd < 0;
}

/* What a program of ours says. It has one release at a time, and hears the answer to it first. */
static bool is_good(const struct huvm_real *r, const struct real_gpu *g,
                    const struct huvm_message *m, int fd)
{
    bool ready = g->port.state == REAL_READY;
    if (m->kind == HUVM_READY)
        return !ready && is_ready(r, m, fd);
    if (!ready || fd >= 0)
        return false;
    switch (m->kind) {
    case HUVM_RELEASE:
        return m->count > 0 && m->count <= g->chunks && m->first <= g->chunks - m->count &&
               !g->releases && !g->out.released;
    case HUVM_FAULTED:
    case HUVM_OBEYED:
    case HUVM_PIN:
        return m->first < g->chunks;
    default:
        return false;
    }
}

/* false: it is to be let go. */
static bool hear(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *m, int *fd)
{
    if (!is_good(r, g, m, *fd)) {
        real_drop(r, (unsigned)(g - r->gpu), true, "says what no program says");
        return false;
    }
    switch (m->kind) {
    case HUVM_READY:
        hear_ready(g, m, fd);
        break;
    case HUVM_RELEASE:
        release(r, g, m);
        break;
    case HUVM_PIN:
        pin(r, g, m);
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
        /* It hears of it now, and not when nothing of it is under way any more. */
        if (r->gpu[peer->gpu].dropped)
            (void)shutdown(peer->socket, SHUT_RDWR);
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
    if (came < 0 && is_users(r, peer))
        real_drop(r, (unsigned)peer->gpu, true, "sends what is no message: %s", strerror(errno));
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

/* Of what no program of ours asks for there is nothing but faults; a fork's event opens a file
   here. */
static void refuse_event(struct huvm_real *r, struct real_gpu *g, const struct uffd_msg *m)
{
    int fd = m->event == UFFD_EVENT_FORK ? (int)m->arg.fork.ufd : -1;
    let_go(&fd);
    real_drop(r, (unsigned)(g - r->gpu), true, "has a userfaultfd that tells of more than faults");
}

/* A write to a chunk that is leaving is woken when it has left, and then faults again. */
static void hear_faults(struct huvm_real *r, struct real_gpu *g)
{
    struct uffd_msg messages[HUVM_BATCH_MAX];
    /* The program has the file too, and may have let reads of it wait. */
    (void)fcntl(g->port.faults, F_SETFL, O_NONBLOCK);
    ssize_t bytes = read(g->port.faults, messages, sizeof messages);
    for (ssize_t i = 0; i < bytes / (ssize_t)sizeof messages[0]; i++) {
        const struct uffd_msg *m = &messages[i];
        if (m->event != UFFD_EVENT_PAGEFAULT) {
            refuse_event(r, g, m);
            continue;
        }
        if ((m->arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP) != 0)
            continue;
        uint64_t chunk = (m->arg.pagefault.address - g->port.base) / r->config.chunk_bytes;
        if (chunk < g->chunks)
            real_wait_for(r, g->first + (uint32_t)chunk);
    }
    real_follow(r);
}

/* ---- who is waited for in vain ---- */

/* Who does not say what it is here for, or does not get ready, has no place for ever. */
static bool is_awaited(const struct huvm_real *r, const struct real_peer *peer)
{
    return peer->socket >= 0 && !peer->hello &&
           (peer->gpu < 0 || (is_users(r, peer) && r->gpu[peer->gpu].port.state == REAL_GREETED));
}

static bool any_awaited(const struct huvm_real *r)
{
    bool any = false;
    for (unsigned i = 0; i < REAL_PEERS && !any; i++)
        any = is_awaited(r, &r->peer[i]);
    return any;
}

/* While the command is stopped nobody is waited for. */
static void count_time(struct huvm_real *r)
{
    uint64_t now = lpi_now_ns(), passed = now - r->looked;
    r->looked = now;
    if (passed > 2 * TICK_MS * UINT64_C(1000000))
        passed = 2 * TICK_MS * UINT64_C(1000000);
    for (unsigned i = 0; i < REAL_PEERS; i++) {
        struct real_peer *peer = &r->peer[i];
        if (!is_awaited(r, peer))
            continue;
        peer->waited += passed;
        if (peer->waited <= real_patience(r))
            continue;
        if (peer->gpu >= 0)
            real_drop(r, (unsigned)peer->gpu, true, "does not get ready");
        else
            lose(r, peer);
    }
}

static void lose_dropped(struct huvm_real *r)
{
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (r->peer[i].socket >= 0 && is_users(r, &r->peer[i]) && r->gpu[r->peer[i].gpu].dropped)
            lose(r, &r->peer[i]);
}

/* ---- the loop ---- */

/* Its folder is the user's alone; nobody else has any business here. */
static bool is_ours(int socket)
{
    struct ucred who;
    socklen_t size = sizeof who;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
           (who.uid == geteuid() || who.uid == 0);
}

/* Who has waited longest to say anything makes place for the next one. */
static struct real_peer *find_place(struct huvm_real *r)
{
    struct real_peer *oldest = NULL;
    for (unsigned i = 0; i < REAL_PEERS; i++) {
        struct real_peer *peer = &r->peer[i];
        if (peer->socket < 0)
            return peer;
        if (peer->gpu < 0 && (oldest == NULL || peer->waited > oldest->waited))
            oldest = peer;
    }
    if (oldest != NULL)
        lose(r, oldest);
    return oldest;
}

/* Where there are no files left, the next one is taken when a moment has passed: until then it
   would be tried without an end. */
static void accept_peer(struct huvm_real *r)
{
    int fd = accept4(r->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    r->no_files = fd < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
    struct real_peer *peer = fd >= 0 && is_ours(fd) ? find_place(r) : NULL;
    if (peer != NULL)
        *peer = (struct real_peer){.socket = fd, .gpu = -1};
    else
        let_go(&fd);
}

static bool has_kept(const struct huvm_real *r, const struct real_peer *peer)
{
    return is_users(r, peer) && r->gpu[peer->gpu].out.count > 0;
}

static void set_polls(const struct huvm_real *r, struct pollfd *polls)
{
    for (unsigned i = 0; i < POLLS; i++)
        polls[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    polls[CALL].fd = r->call[0];
    polls[LISTENER].fd = r->no_files ? -1 : r->listener;
    for (unsigned i = 0; i < REAL_PEERS; i++) {
        polls[PEERS + i].fd = r->peer[i].socket;
        polls[PEERS + i].events = has_kept(r, &r->peer[i]) ? POLLIN | POLLOUT : POLLIN;
    }
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        if (r->gpu[i].port.state == REAL_READY)
            polls[FAULTS + i].fd = r->gpu[i].port.faults;
}

static void serve_peer(struct huvm_real *r, struct real_peer *peer, short what)
{
    if ((what & POLLOUT) != 0 && has_kept(r, peer))
        real_send_kept(&r->gpu[peer->gpu]);
    if ((what & ~POLLOUT) != 0)
        hear_peer(r, peer);
}

static void serve(struct huvm_real *r, const struct pollfd *polls)
{
    char calls[64];
    if (polls[CALL].revents != 0)
        (void)!read(r->call[0], calls, sizeof calls);
    /* Faults first: who ends has none. Programs that end before those that begin. */
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++) {
        if ((polls[FAULTS + i].revents & POLLIN) != 0)
            hear_faults(r, &r->gpu[i]);
        else if (polls[FAULTS + i].revents != 0)
            real_drop(r, i, true, "has a userfaultfd that tells of no faults");
    }
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (polls[PEERS + i].revents != 0 && r->peer[i].socket == polls[PEERS + i].fd)
            serve_peer(r, &r->peer[i], polls[PEERS + i].revents);
    lose_dropped(r);
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
    r->looked = lpi_now_ns();
    while (!r->ending) {
        bool ticks = r->no_files || any_awaited(r);
        set_polls(r, polls);
        r->no_files = false;
        pthread_mutex_unlock(&r->lock);
        int ready = poll(polls, POLLS, ticks ? TICK_MS : -1);
        if (ready < 0 && errno != EINTR)
            (void)poll(NULL, 0, TICK_MS);
        pthread_mutex_lock(&r->lock);
        if (r->failed && !r->ending) {
            pthread_cond_wait(&r->obeyed, &r->lock);
            continue;
        }
        count_time(r);
        if (ready > 0)
            serve(r, polls);
        else
            lose_dropped(r);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}
