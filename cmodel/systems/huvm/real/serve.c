/* SPDX-License-Identifier: Apache-2.0 */
/* The serving thread: receives messages from programs, accepts connections and closes them. */
#define _GNU_SOURCE
#include "ports_inner.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CALL = 0,
    LISTENER = 1,
    PEERS = 2,
    FAULTS = PEERS + REAL_PEERS,
    POLLS = FAULTS + HUVM_GPUS_MAX,
    TICK_MS = 100
};

/* ---- timeouts ---- */

/* A connection without a hello, or a program that does not become ready, times out. */
static bool is_awaited(const struct real_ports *p, const struct real_peer *peer)
{
    return peer->socket >= 0 && !peer->hello &&
           (peer->gpu < 0 || (real_is_users(p, peer) && p->gpu[peer->gpu].state == REAL_GREETED));
}

static bool any_awaited(const struct real_ports *p)
{
    bool any = false;
    for (unsigned i = 0; i < REAL_PEERS && !any; i++)
        any = is_awaited(p, &p->peer[i]);
    return any;
}

/* Time in which this process is stopped does not count. */
static void count_time(struct real_ports *p)
{
    uint64_t now = lpi_now_ns(), passed = now - p->looked;
    p->looked = now;
    if (passed > 2 * TICK_MS * UINT64_C(1000000))
        passed = 2 * TICK_MS * UINT64_C(1000000);
    for (unsigned i = 0; i < REAL_PEERS; i++) {
        struct real_peer *peer = &p->peer[i];
        if (!is_awaited(p, peer))
            continue;
        peer->waited += passed;
        if (peer->waited <= real_patience(p))
            continue;
        if (peer->gpu >= 0)
            real_port_refuse(p, (unsigned)peer->gpu, true, "does not get ready");
        else
            real_lose(p, peer);
    }
}

static void lose_dropped(struct real_ports *p)
{
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (p->peer[i].socket >= 0 && real_is_users(p, &p->peer[i]) &&
            p->gpu[p->peer[i].gpu].dropped)
            real_lose(p, &p->peer[i]);
}

/* ---- the loop ---- */

/* The socket's folder is accessible to its user only: other users are refused. */
static bool is_ours(int socket)
{
    struct ucred who;
    socklen_t size = sizeof who;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
           (who.uid == geteuid() || who.uid == 0);
}

/* The connection that has waited longest for a hello is replaced by the next one. */
static struct real_peer *find_place(struct real_ports *p)
{
    struct real_peer *oldest = NULL;
    for (unsigned i = 0; i < REAL_PEERS; i++) {
        struct real_peer *peer = &p->peer[i];
        if (peer->socket < 0)
            return peer;
        if (peer->gpu < 0 && (oldest == NULL || peer->waited > oldest->waited))
            oldest = peer;
    }
    if (oldest != NULL)
        real_lose(p, oldest);
    return oldest;
}

/*
 * Without free descriptors, the next connection is accepted after a moment: otherwise the loop
 * would retry without a pause.
 */
static void accept_peer(struct real_ports *p)
{
    int fd = accept4(p->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    p->no_files = fd < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
    struct real_peer *peer = fd >= 0 && is_ours(fd) ? find_place(p) : NULL;
    if (peer != NULL)
        *peer = (struct real_peer){.socket = fd, .gpu = -1};
    else
        real_let_go(&fd);
}

static bool has_kept(const struct real_ports *p, const struct real_peer *peer)
{
    return real_is_users(p, peer) && p->gpu[peer->gpu].out.count > 0;
}

static void set_polls(const struct real_ports *p, struct pollfd *polls)
{
    for (unsigned i = 0; i < POLLS; i++)
        polls[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    polls[CALL].fd = p->call[0];
    polls[LISTENER].fd = p->no_files ? -1 : p->listener;
    for (unsigned i = 0; i < REAL_PEERS; i++) {
        polls[PEERS + i].fd = p->peer[i].socket;
        polls[PEERS + i].events = has_kept(p, &p->peer[i]) ? POLLIN | POLLOUT : POLLIN;
    }
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        if (p->gpu[i].state == REAL_READY)
            polls[FAULTS + i].fd = p->gpu[i].memory.faults;
}

static void serve_peer(struct real_ports *p, struct real_peer *peer, short what)
{
    if ((what & POLLOUT) != 0 && has_kept(p, peer))
        real_send_kept(&p->gpu[peer->gpu]);
    if ((what & ~POLLOUT) != 0)
        real_hear_peer(p, peer);
}

static void serve(struct real_ports *p, const struct pollfd *polls)
{
    char calls[64];
    if (polls[CALL].revents != 0)
        (void)!read(p->call[0], calls, sizeof calls);
    /* Faults first: a program that ends has none. Ended programs before new ones. */
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++) {
        if ((polls[FAULTS + i].revents & POLLIN) != 0)
            real_hear_faults(p, i);
        else if (polls[FAULTS + i].revents != 0)
            real_port_refuse(p, i, true, "has a userfaultfd that tells of no faults");
    }
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (polls[PEERS + i].revents != 0 && p->peer[i].socket == polls[PEERS + i].fd)
            serve_peer(p, &p->peer[i], polls[PEERS + i].revents);
    lose_dropped(p);
    real_end_leaving(p);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        if (p->peer[i].socket >= 0 && p->peer[i].hello)
            real_greet(p, &p->peer[i]);
    if (polls[LISTENER].revents != 0)
        accept_peer(p);
}

void *real_serve_run(void *context)
{
    struct real_ports *p = context;
    struct pollfd polls[POLLS];
    pthread_mutex_lock(&p->run->lock);
    p->looked = lpi_now_ns();
    while (!p->run->ending) {
        bool ticks = p->no_files || any_awaited(p);
        set_polls(p, polls);
        p->no_files = false;
        pthread_mutex_unlock(&p->run->lock);
        int ready = poll(polls, POLLS, ticks ? TICK_MS : -1);
        if (ready < 0 && errno != EINTR)
            (void)poll(NULL, 0, TICK_MS);
        pthread_mutex_lock(&p->run->lock);
        if (p->run->failed && !p->run->ending) {
            pthread_cond_wait(&p->run->obeyed, &p->run->lock);
            continue;
        }
        count_time(p);
        if (ready > 0)
            serve(p, polls);
        else
            lose_dropped(p);
    }
    pthread_mutex_unlock(&p->run->lock);
    return NULL;
}
