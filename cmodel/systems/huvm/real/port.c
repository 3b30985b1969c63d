/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "ports.h"
#include "ports_inner.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATIENCE_MS = 30000 };

uint64_t real_patience(const struct real_ports *p)
{
    unsigned ms = p->run->config.patience_ms;
    return (ms > 0 ? ms : PATIENCE_MS) * UINT64_C(1000000);
}

bool real_port_is_ready(const struct real_ports *p, unsigned gpu)
{
    return p->gpu[gpu].state == REAL_READY;
}

bool real_port_is_leaving(const struct real_ports *p, unsigned gpu)
{
    return p->gpu[gpu].state == REAL_LEAVING;
}

bool real_port_sees_faults(const struct real_ports *p, unsigned gpu)
{
    return p->gpu[gpu].memory.faults < 0;
}

struct real_memory real_port_memory(const struct real_ports *p, uint32_t chunk)
{
    return p->gpu[p->run->home[chunk]].memory;
}

bool real_port_is_pinned(const struct real_ports *p, uint32_t chunk)
{
    return p->pinned[chunk];
}

enum huvm_faults real_port_kind(const struct real_ports *p, unsigned gpu, int *reason)
{
    *reason = p->gpu[gpu].reason;
    return p->gpu[gpu].kind;
}

void real_port_forgot(struct real_ports *p, unsigned gpu)
{
    struct huvm_message message = {.kind = HUVM_RELEASED};
    struct real_port *port = &p->gpu[gpu];
    if (!port->releases)
        return;
    port->releases = false;
    if (port->state == REAL_READY)
        real_send(p, gpu, &message);
}

void real_ports_call(struct real_ports *p)
{
    /* A full pipe wakes the thread too. */
    if (p->call[1] >= 0)
        (void)!write(p->call[1], "", 1);
}

bool real_ports_connect(struct real_ports *p, int socket)
{
    bool placed = false;
    for (unsigned i = 0; i < REAL_PEERS && !placed; i++)
        if (p->peer[i].socket < 0) {
            p->peer[i] = (struct real_peer){.socket = socket, .gpu = -1};
            placed = true;
        }
    real_ports_call(p);
    return placed;
}

void real_ports_listen(struct real_ports *p, int socket)
{
    p->listener = socket;
    real_ports_call(p);
}

void real_ports_init(struct real_ports *p, struct real_run *run,
                     const struct real_port_events *events)
{
    p->run = run;
    p->events = *events;
    p->listener = p->call[0] = p->call[1] = -1;
    for (unsigned i = 0; i < REAL_PEERS; i++)
        p->peer[i] = (struct real_peer){.socket = -1, .gpu = -1};
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        p->gpu[i] = (struct real_port){.socket = -1, .memory = {.file = -1, .faults = -1}};
}

bool real_ports_open(struct real_ports *p)
{
    p->obeyed = calloc(p->run->chunks, sizeof *p->obeyed);
    p->pinned = calloc(p->run->chunks, sizeof *p->pinned);
    if (p->obeyed == NULL || p->pinned == NULL || pipe2(p->call, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    errno = pthread_create(&p->server, NULL, real_serve_run, p);
    p->started = errno == 0;
    return p->started;
}

void real_ports_stop(struct real_ports *p)
{
    if (p->started)
        pthread_join(p->server, NULL);
}

static void shut(int fd)
{
    if (fd >= 0)
        close(fd);
}

static void close_port(struct real_ports *p, struct real_port *port)
{
    for (unsigned k = 0; k < REAL_PEERS; k++)
        if (p->peer[k].socket == port->socket)
            p->peer[k].socket = -1;
    shut(port->socket);
    shut(port->memory.file);
    shut(port->memory.faults);
    real_send_nothing(port);
}

void real_ports_close(struct real_ports *p)
{
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        close_port(p, &p->gpu[i]);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        shut(p->peer[i].socket);
    shut(p->call[0]);
    shut(p->call[1]);
    free(p->obeyed);
    free(p->pinned);
}
