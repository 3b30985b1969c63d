/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of programs, from hello to disconnection, and the faults reported by their kernel. */
#define _GNU_SOURCE
#include "ports_inner.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- connecting and disconnecting ---- */

void real_let_go(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* A program has disconnected: its chunks are forgotten as this becomes possible. */
static void begin_leaving(struct real_ports *p, unsigned gpu)
{
    struct real_port *port = &p->gpu[gpu];
    uint32_t first = p->run->first[gpu], end = first + p->run->config.gpu[gpu].chunks;
    port->state = REAL_LEAVING;
    port->releases = false;
    for (uint32_t i = first; i < end; i++)
        p->pinned[i] = false;
    p->events.left(p->events.context, gpu);
    pthread_cond_broadcast(&p->run->obeyed);
    p->events.follow(p->events.context);
}

void real_end_leaving(struct real_ports *p)
{
    for (unsigned i = 0; i < p->run->config.gpus; i++) {
        struct real_port *port = &p->gpu[i];
        if (port->state != REAL_LEAVING || !p->events.is_idle(p->events.context, i))
            continue;
        real_let_go(&port->socket);
        real_let_go(&port->memory.faults);
        real_let_go(&port->memory.file);
        real_send_nothing(port);
        port->state = REAL_NOBODY;
    }
}

static void refuse(struct real_peer *peer, enum huvm_message_kind kind)
{
    huvm_send(peer->socket, &(struct huvm_message){.kind = kind}, -1);
    real_let_go(&peer->socket);
}

/* Sealed, so that neither side can truncate it while the other uses it. */
static int make_memory(uint64_t bytes)
{
    int fd = memfd_create("linepress-huvm", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && (ftruncate(fd, (off_t)bytes) != 0 ||
                    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0))
        real_let_go(&fd);
    return fd;
}

/*
 * Whether the GPU's program has ended or is to be disconnected, even if that has not been handled
 * yet: the next program is then not told that the GPU is busy, but waits.
 */
static bool is_ending(const struct real_port *port)
{
    struct pollfd end = {.fd = port->socket, .events = POLLRDHUP};
    if (port->state == REAL_NOBODY || port->state == REAL_LEAVING)
        return port->state == REAL_LEAVING;
    return port->dropped || poll(&end, 1, 0) > 0;
}

/* Answers a hello, if the GPU is free. */
void real_greet(struct real_ports *p, struct real_peer *peer)
{
    const struct huvm_real_config *c = &p->run->config;
    unsigned gpu = (unsigned)peer->gpu;
    struct real_port *port = &p->gpu[gpu];
    if (is_ending(port))
        return;
    peer->hello = false;
    if (port->state != REAL_NOBODY) {
        refuse(peer, HUVM_BUSY);
        return;
    }
    struct huvm_message welcome = {.kind = HUVM_WELCOME,
                                   .value = c->faults,
                                   .first = c->chunk_bytes,
                                   .count = c->gpu[gpu].chunks};
    int memory = make_memory(c->gpu[gpu].chunks * (uint64_t)c->chunk_bytes), reason = errno;
    port->state = REAL_GREETED;
    port->socket = peer->socket;
    port->memory = (struct real_memory){.file = memory, .faults = -1};
    port->dropped = false;
    peer->waited = 0;
    if (memory < 0)
        real_port_refuse(p, gpu, true, "gets no memory: %s", strerror(reason));
    else if (!huvm_send(peer->socket, &welcome, memory) && errno != EPIPE && errno != ECONNRESET)
        real_port_refuse(p, gpu, true, "is not told of its memory: %s", strerror(errno));
}

static void hear_hello(struct real_ports *p, struct real_peer *peer, const struct huvm_message *m)
{
    const struct huvm_real_config *c = &p->run->config;
    if (m->kind != HUVM_HELLO || m->first != HUVM_WIRE_VERSION || m->value >= c->gpus ||
        c->gpu[m->value].chunks == 0) {
        refuse(peer, HUVM_UNKNOWN);
        return;
    }
    peer->gpu = (int)m->value;
    peer->hello = true;
}

static void hear_ready(struct real_port *port, const struct huvm_message *m, int *fd)
{
    port->kind = (enum huvm_faults)m->value;
    port->reason = (int)m->count;
    port->memory.base = m->first;
    port->memory.faults = *fd;
    port->state = REAL_READY;
    *fd = -1;
}

/* ---- messages ---- */

/* The policy may consider the chunk to be elsewhere, and then drops nothing here. */
static void unpin(struct real_ports *p, uint32_t chunk)
{
    if (!p->pinned[chunk])
        return;
    p->pinned[chunk] = false;
    real_port_discard(p, chunk);
}

static void release(struct real_ports *p, unsigned gpu, const struct huvm_message *m)
{
    uint32_t first = p->run->first[gpu] + (uint32_t)m->first;
    p->gpu[gpu].releases = true;
    for (uint32_t i = first; i < first + (uint32_t)m->count; i++) {
        unpin(p, i);
        p->events.released(p->events.context, i);
    }
    p->events.follow(p->events.context);
}

/* A chunk that is being copied cannot be pinned; the program touches it and asks again. */
static void pin(struct real_ports *p, unsigned gpu, const struct huvm_message *m)
{
    uint32_t chunk = p->run->first[gpu] + (uint32_t)m->first;
    struct huvm_message answer = {.kind = HUVM_PINNED, .first = m->first};
    if (p->events.is_resident(p->events.context, chunk))
        p->pinned[chunk] = true;
    answer.value = p->pinned[chunk];
    real_send(p, gpu, &answer);
}

static bool is_userfaultfd(int fd)
{
    static const char due[] = "anon_inode:[userfaultfd]";
    char path[64], is[sizeof due];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(path, is, sizeof is);
    return length == sizeof due - 1 && memcmp(is, due, sizeof due - 1) == 0;
}

/* The kind of faults is the requested one, and its descriptor is present if needed. */
static bool is_ready(const struct real_ports *p, const struct huvm_message *m, int fd)
{
    enum huvm_faults wish = p->run->config.faults;
    if ((m->value != HUVM_USERFAULTFD && m->value != HUVM_PROTECTION) || m->count > INT_MAX ||
        (wish != HUVM_ANY_FAULTS && m->value != wish))
        return false;
    return m->value == HUVM_USERFAULTFD ? fd >= 0 && is_userfaultfd(fd) : fd < 0;
}

/* Validates a message. A program has one pending release at a time, and waits for its answer. */
static bool is_good(const struct real_ports *p, unsigned gpu, const struct huvm_message *m, int fd)
{
    const struct real_port *port = &p->gpu[gpu];
    uint32_t chunks = p->run->config.gpu[gpu].chunks;
    bool ready = port->state == REAL_READY;
    if (m->kind == HUVM_READY)
        return !ready && is_ready(p, m, fd);
    if (!ready || fd >= 0)
        return false;
    switch (m->kind) {
    case HUVM_RELEASE:
        return m->count > 0 && m->count <= chunks && m->first <= chunks - m->count &&
               !port->releases && !port->out.released;
    case HUVM_FAULTED:
    case HUVM_OBEYED:
    case HUVM_PIN: return m->first < chunks;
    default: return false;
    }
}

/* false: the program is to be disconnected. */
static bool hear(struct real_ports *p, unsigned gpu, const struct huvm_message *m, int *fd)
{
    uint32_t chunk = p->run->first[gpu] + (uint32_t)m->first;
    if (!is_good(p, gpu, m, *fd)) {
        real_port_refuse(p, gpu, true, "says what no program says");
        return false;
    }
    switch (m->kind) {
    case HUVM_READY: hear_ready(&p->gpu[gpu], m, fd); break;
    case HUVM_RELEASE: release(p, gpu, m); break;
    case HUVM_PIN: pin(p, gpu, m); break;
    case HUVM_FAULTED:
        p->events.faulted(p->events.context, chunk);
        p->events.follow(p->events.context);
        break;
    default: p->obeyed[chunk] = true; pthread_cond_broadcast(&p->run->obeyed);
    }
    return true;
}

bool real_is_users(const struct real_ports *p, const struct real_peer *peer)
{
    return peer->gpu >= 0 && !peer->hello && p->gpu[peer->gpu].socket == peer->socket;
}

void real_lose(struct real_ports *p, struct real_peer *peer)
{
    if (real_is_users(p, peer)) {
        /* Disconnects the program now, without waiting for its copies in flight. */
        if (p->gpu[peer->gpu].dropped)
            (void)shutdown(peer->socket, SHUT_RDWR);
        begin_leaving(p, (unsigned)peer->gpu);
        peer->socket = -1; /* its GPU closes it */
    }
    real_let_go(&peer->socket);
}

void real_hear_peer(struct real_ports *p, struct real_peer *peer)
{
    struct huvm_message message;
    int fd, came = huvm_receive(peer->socket, &message, &fd);
    if (came < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (came < 0 && real_is_users(p, peer))
        real_port_refuse(p, (unsigned)peer->gpu, true, "sends what is no message: %s",
                         strerror(errno));
    if (came != 1)
        real_lose(p, peer);
    else if (peer->gpu < 0)
        hear_hello(p, peer, &message);
    else if (!real_is_users(p, peer) || !hear(p, (unsigned)peer->gpu, &message, &fd))
        real_lose(p, peer);
    if (came == 1)
        real_let_go(&fd);
}

/* ---- faults ---- */

/* A program must register for nothing but faults; a fork event has opened a descriptor here. */
static void refuse_event(struct real_ports *p, unsigned gpu, const struct uffd_msg *m)
{
    int fd = m->event == UFFD_EVENT_FORK ? (int)m->arg.fork.ufd : -1;
    real_let_go(&fd);
    real_port_refuse(p, gpu, true, "has a userfaultfd that tells of more than faults");
}

/* A write to a chunk that is being evicted is woken after the eviction, and then faults again. */
void real_hear_faults(struct real_ports *p, unsigned gpu)
{
    const struct real_memory *memory = &p->gpu[gpu].memory;
    struct uffd_msg messages[HUVM_BATCH_MAX];
    /* The program shares the open file, and may have cleared O_NONBLOCK. */
    (void)fcntl(memory->faults, F_SETFL, O_NONBLOCK);
    ssize_t bytes = read(memory->faults, messages, sizeof messages);
    for (ssize_t i = 0; i < bytes / (ssize_t)sizeof messages[0]; i++) {
        const struct uffd_msg *m = &messages[i];
        if (m->event != UFFD_EVENT_PAGEFAULT) {
            refuse_event(p, gpu, m);
            continue;
        }
        if ((m->arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP) != 0)
            continue;
        uint64_t chunk = (m->arg.pagefault.address - memory->base) / p->run->config.chunk_bytes;
        if (chunk < p->run->config.gpu[gpu].chunks)
            p->events.faulted(p->events.context, p->run->first[gpu] + (uint32_t)chunk);
    }
    p->events.follow(p->events.context);
}
