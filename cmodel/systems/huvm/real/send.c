/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages to programs. No thread waits for a program that does not receive: messages that its
 * socket does not accept are queued, up to a limit, and sent when it does. A program that exceeds a
 * limit, or violates the protocol, is dropped; the others continue.
 */
#define _GNU_SOURCE
#include "ports_inner.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Limits of queued messages: for each chunk before an answer, and in addition for all threads. */
enum { PER_CHUNK = 4, BESIDES = 1024, LEAST_ROOM = 64 };

static uint64_t bound_of(const struct real_ports *p, unsigned gpu)
{
    return (uint64_t)PER_CHUNK * p->run->config.gpu[gpu].chunks + BESIDES;
}

static bool make_room(struct real_outbox *out)
{
    uint32_t room = out->room == 0 ? LEAST_ROOM : 2 * out->room;
    struct huvm_message *at = out->count < out->room ? out->at : malloc(room * sizeof *at);
    if (at == NULL)
        return false;
    if (at == out->at)
        return true;
    for (uint32_t i = 0; i < out->count; i++)
        at[i] = out->at[(out->first + i) % out->room];
    free(out->at);
    out->at = at;
    out->first = 0;
    out->room = room;
    return true;
}

static void keep(struct real_ports *p, unsigned gpu, const struct huvm_message *message)
{
    struct real_outbox *out = &p->gpu[gpu].out;
    if (out->count >= bound_of(p, gpu) || !make_room(out)) {
        real_port_refuse(p, gpu, true, "does not hear what it is told");
        return;
    }
    out->at[(out->first + out->count++) % out->room] = *message;
    out->released |= message->kind == HUVM_RELEASED;
    /* The serving thread polls for room from now on. */
    if (out->count == 1)
        real_ports_call(p);
}

void real_send(struct real_ports *p, unsigned gpu, const struct huvm_message *message)
{
    struct real_port *port = &p->gpu[gpu];
    if (port->dropped)
        return;
    if (port->out.count > 0 ||
        (!huvm_send(port->socket, message, -1) && (errno == EAGAIN || errno == EWOULDBLOCK)))
        keep(p, gpu, message);
}

void real_send_kept(struct real_port *port)
{
    struct real_outbox *out = &port->out;
    while (out->count > 0) {
        bool sent = huvm_send(port->socket, &out->at[out->first], -1);
        if (!sent && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        /* The end of a program is detected by its socket. */
        out->first = (out->first + 1) % out->room;
        out->count--;
    }
    out->released = false;
}

void real_send_nothing(struct real_port *port)
{
    free(port->out.at);
    port->out = (struct real_outbox){0};
}

void real_port_refuse(struct real_ports *p, unsigned gpu, bool locked, const char *format, ...)
{
    char text[192], what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "the program on GPU %u %s", gpu, what);
    if (!locked)
        pthread_mutex_lock(&p->run->lock);
    struct real_port *port = &p->gpu[gpu];
    bool there = port->state == REAL_GREETED || port->state == REAL_READY;
    if (there && !port->dropped && !p->run->failed) {
        port->dropped = true;
        if (p->run->config.dropped != NULL)
            p->run->config.dropped(p->run->config.context, gpu, text);
        pthread_cond_broadcast(&p->run->obeyed);
        real_ports_call(p);
    }
    if (!locked)
        pthread_mutex_unlock(&p->run->lock);
}
