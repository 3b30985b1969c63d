/* SPDX-License-Identifier: Apache-2.0 */
/* Updates the executor's accounts when a tensor's state changes. The lock is held throughout. */
#include "swap_exec.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a link's queue ---- */

void lpi_swap_enqueue(struct lpi_link *link, struct lpi_tensor *t)
{
    t->next = NULL;
    t->queued = 1;
    if (link->last != NULL)
        link->last->next = t;
    else
        link->first = t;
    link->last = t;
    pthread_cond_signal(&link->more);
}

void lpi_swap_unqueue(struct lpi_link *link, struct lpi_tensor *t)
{
    struct lpi_tensor *before = NULL;
    for (struct lpi_tensor *at = link->first; at != t; at = at->next)
        before = at;
    if (before != NULL)
        before->next = t->next;
    else
        link->first = t->next;
    if (link->last == t)
        link->last = before;
    t->queued = 0;
}

void lpi_swap_to_front(struct lpi_link *link, struct lpi_tensor *t)
{
    lpi_swap_unqueue(link, t);
    t->queued = 1;
    t->next = link->first;
    link->first = t;
    if (link->last == NULL)
        link->last = t;
}

/* ---- books ---- */

static void raise_to(uint64_t *peak, uint64_t value)
{
    if (value > *peak)
        *peak = value;
}

void lpi_swap_hold(struct lp_swap *s, struct lpi_tensor *t)
{
    t->held = 1;
    s->stats.device += t->bytes;
    raise_to(&s->stats.device_peak, s->stats.device);
}

void lpi_swap_let_go(struct lp_swap *s, struct lpi_tensor *t)
{
    if (!t->held)
        return;
    t->held = 0;
    s->stats.device -= t->bytes;
    if (s->arena != NULL)
        lpi_space_give(&s->arena_space, t->arena_at, t->bytes);
    t->data = NULL;
}

int lpi_swap_stage(struct lp_swap *s, struct lpi_tensor *t, size_t bytes)
{
    t->staging = malloc(bytes > 0 ? bytes : 1);
    if (t->staging == NULL)
        return LP_ERR_SYSTEM;
    t->staging_bytes = bytes;
    s->staging += bytes;
    raise_to(&s->stats.staging_peak, s->staging);
    return LP_OK;
}

void lpi_swap_unstage(struct lp_swap *s, struct lpi_tensor *t)
{
    free(t->staging);
    s->staging -= t->staging_bytes;
    t->staging = NULL;
    t->staging_bytes = 0;
}

void lpi_swap_leave_host(struct lp_swap *s, struct lpi_tensor *t)
{
    if (!t->in_host)
        return;
    lpi_host_give(&s->host, t->host_at, t->stored);
    s->stats.host -= t->stored;
    t->in_host = 0;
}

void lpi_swap_settle(struct lp_swap *s, struct lpi_tensor *t, enum lp_swap_state state)
{
    t->state = state;
    pthread_cond_broadcast(&s->changed);
}

void lpi_swap_fail(struct lp_swap *s, struct lpi_tensor *t, int error, const char *format, ...)
{
    t->error = error;
    if (s->failed != LP_OK || t->doomed)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->trouble, sizeof s->trouble, format, arguments);
    va_end(arguments);
    s->failed = error;
}
