/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting times of GPUs, by the state of the head of their batch. The driver's part of a wait for a
 * copy is the time not spent on the link: until the link's thread began, and the system calls that
 * protect, fill and drop pages.
 */
#define _POSIX_C_SOURCE 200809L
#include "coordinator.h"
#include "../../../base/clock.h"

static uint64_t *wait_of(struct huvm_waits *w, enum huvm_head head)
{
    switch (head) {
    case HUVM_HEAD_FETCH:
    case HUVM_HEAD_LAST: return &w->fetch;
    case HUVM_HEAD_EVICT: return &w->evict;
    case HUVM_HEAD_LENT: return &w->write_back;
    default: return NULL;
    }
}

static void pass_time(struct coord_gpu *g, uint64_t now)
{
    uint64_t *wait = wait_of(&g->wait, g->head);
    if (wait != NULL)
        *wait += now - g->since;
    g->since = now;
}

static void set_head(struct huvm_real *r, unsigned i, uint64_t now)
{
    struct coord_gpu *g = &r->gpu[i];
    enum huvm_head head = huvm_head(r->policy, i);
    uint32_t chunk = head == HUVM_HEAD_FETCH ? huvm_head_chunk(r->policy, i) : 0;
    if (head != g->head || chunk != g->head_chunk)
        g->head_since = now;
    g->head = head;
    g->head_chunk = chunk;
}

void coord_account(struct huvm_real *r)
{
    uint64_t now = lpi_now_ns();
    for (unsigned i = 0; i < r->run.config.gpus; i++) {
        struct coord_gpu *g = &r->gpu[i];
        pass_time(g, now);
        set_head(r, i, now);
        uint32_t guests = huvm_guests(r->policy, i);
        if (guests > g->peak_guests) {
            g->peak_guests = guests;
            g->peak_lent = huvm_lent(r->policy, i);
        }
    }
}

void coord_account_copy(struct huvm_real *r, uint32_t chunk, uint64_t driver)
{
    const struct huvm_action *a = real_links_action(&r->links, chunk);
    struct coord_gpu *g = coord_home(r, chunk);
    bool leaves = a->from == r->run.home[chunk];
    bool waits = g->head == HUVM_HEAD_FETCH ? !leaves && g->head_chunk == chunk
                                            : g->head == HUVM_HEAD_EVICT && leaves;
    if (!waits)
        return;
    uint64_t now = lpi_now_ns();
    pass_time(g, now);
    if (driver > now - g->head_since)
        driver = now - g->head_since;
    *wait_of(&g->wait, g->head) -= driver;
    g->wait.driver += driver;
    g->head_since = now;
}
