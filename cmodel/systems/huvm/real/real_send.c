/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs are told. Nobody waits for a program that does not listen: what its socket does not
 * take is kept, up to a bound, and sent as it takes it. Who goes beyond a bound, or does what no
 * program of ours does, is dropped alone.
 */
#define _GNU_SOURCE
#include "real_state.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* For each chunk what it may be told before it answers; and what is said to many threads. */
enum { PER_CHUNK = 4, BESIDES = 1024, LEAST_ROOM = 64 };

static uint64_t bound_of(const struct real_gpu *g)
{
    return (uint64_t)PER_CHUNK * g->chunks + BESIDES;
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

static void keep(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *message)
{
    struct real_outbox *out = &g->out;
    if (out->count >= bound_of(g) || !make_room(out)) {
        real_drop(r, (unsigned)(g - r->gpu), true, "does not hear what it is told");
        return;
    }
    out->at[(out->first + out->count++) % out->room] = *message;
    out->released |= message->kind == HUVM_RELEASED;
    /* The thread that serves waits for room from now on. */
    if (out->count == 1)
        real_serve_call(r);
}

void real_send(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *message)
{
    if (g->dropped)
        return;
    if (g->out.count > 0 ||
        (!huvm_send(g->port.socket, message, -1) && (errno == EAGAIN || errno == EWOULDBLOCK)))
        keep(r, g, message);
}

void real_send_kept(struct real_gpu *g)
{
    struct real_outbox *out = &g->out;
    while (out->count > 0) {
        bool sent = huvm_send(g->port.socket, &out->at[out->first], -1);
        if (!sent && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        /* Of a program that is gone the socket itself tells. */
        out->first = (out->first + 1) % out->room;
        out->count--;
    }
    out->released = false;
}

void real_send_nothing(struct real_gpu *g)
{
    free(g->out.at);
    g->out = (struct real_outbox){0};
}

void real_drop(struct huvm_real *r, unsigned gpu, bool locked, const char *format, ...)
{
    char text[192], what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "the program on GPU %u %s", gpu, what);
    if (!locked)
        pthread_mutex_lock(&r->lock);
    struct real_gpu *g = &r->gpu[gpu];
    bool there = g->port.state == REAL_GREETED || g->port.state == REAL_READY;
    if (there && !g->dropped && !r->failed) {
        g->dropped = true;
        if (r->config.dropped != NULL)
            r->config.dropped(r->config.context, gpu, text);
        pthread_cond_broadcast(&r->obeyed);
        real_serve_call(r);
    }
    if (!locked)
        pthread_mutex_unlock(&r->lock);
}
