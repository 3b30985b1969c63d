/* SPDX-License-Identifier: Apache-2.0 */
/* Faults in batches to the policy, and what it wants done. All of it with the lock held. */
#define _GNU_SOURCE
#include "real_state.h"
#include "../../../base/clock.h"
#include <stdlib.h>
#include <string.h>

void real_show(struct huvm_real *r, struct huvm_real_event event)
{
    uint64_t now = lpi_now_ns();
    if (r->begun == 0)
        r->begun = now;
    event.at = now - r->begun;
    r->events += event.kind != HUVM_REAL_ACTION;
    if (r->config.see != NULL)
        r->config.see(r->config.context, &event);
}

/* Somebody waits for the chunk, and has to be told when it is there. */
void real_wait_for(struct huvm_real *r, uint32_t chunk)
{
    struct real_gpu *g = real_home(r, chunk);
    if (r->chunk[chunk].waiting || g->port.state != REAL_READY)
        return;
    r->chunk[chunk].waiting = true;
    g->waits[g->wait_count++] = chunk;
}

/* The next batch of a GPU: of those waited for, what is not there. Who waits for what is there goes
   on. false: there is none. */
static bool begin_batch(struct huvm_real *r, struct real_gpu *g)
{
    uint32_t kept = 0;
    g->batch_count = 0;
    for (uint32_t i = 0; i < g->wait_count; i++) {
        uint32_t chunk = g->waits[i];
        if (g->batch_count == HUVM_BATCH_MAX) {
            g->waits[kept++] = chunk;
            continue;
        }
        r->chunk[chunk].waiting = false;
        if (huvm_state(r->policy, chunk) == HUVM_RESIDENT) {
            real_port_wake(r, chunk);
            continue;
        }
        r->chunk[chunk].came = false;
        r->chunk[chunk].batched = true;
        g->batch[g->batch_count++] = chunk;
    }
    g->wait_count = kept;
    if (g->batch_count == 0)
        return false;
    g->serving = true;
    unsigned gpu = (unsigned)(g - r->gpu);
    real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_FAULTS, .gpu = gpu,
                                          .chunks = g->batch, .count = g->batch_count});
    if (!huvm_faults(r->policy, gpu, g->batch, g->batch_count))
        abort();
    return true;
}

/* What a batch left at a neighbour is still waited for. */
static void end_batch(struct huvm_real *r, struct real_gpu *g)
{
    g->serving = false;
    for (unsigned i = 0; i < g->batch_count; i++) {
        struct real_chunk *c = &r->chunk[g->batch[i]];
        c->batched = false;
        /* A program that sees its faults itself may have looked just after the chunk was opened. */
        if (!c->came)
            real_wait_for(r, g->batch[i]);
        else if (g->port.faults < 0)
            real_port_wake(r, g->batch[i]);
        if (g->port.state == REAL_LEAVING)
            real_forget(r, g->batch[i]);
    }
}

static void drop(struct huvm_real *r, const struct huvm_action *a)
{
    if (a->from == r->home[a->chunk])
        real_port_discard(r, a->chunk);
    else
        real_lent_give(r, &r->chunk[a->chunk]);
}

static void take_actions(struct huvm_real *r)
{
    struct huvm_action action;
    while (huvm_next(r->policy, &action)) {
        real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_ACTION, .action = action});
        if (action.kind == HUVM_COPY)
            real_copy_ask(r, &action);
        else if (action.kind == HUVM_DROP)
            drop(r, &action);
        else if (action.kind == HUVM_SERVED)
            end_batch(r, &r->gpu[action.gpu]);
        else
            r->gpu[action.gpu].owes = false;
    }
}

/* ---- chunks that nobody needs any longer ---- */

void real_forget(struct huvm_real *r, uint32_t chunk)
{
    if (r->chunk[chunk].forget)
        return;
    r->chunk[chunk].forget = true;
    r->forgets[r->forget_count++] = chunk;
    real_home(r, chunk)->forgetting++;
}

static bool is_moving(enum huvm_state state)
{
    return state == HUVM_COMING || state == HUVM_LEAVING || state == HUVM_PARKING ||
           state == HUVM_WRITING;
}

/* Only when what the policy wanted for that is done: the program may use the chunks again. */
static void tell_released(struct huvm_real *r)
{
    struct huvm_message message = {.kind = HUVM_RELEASED};
    for (unsigned i = 0; i < r->config.gpus; i++) {
        struct real_gpu *g = &r->gpu[i];
        if (g->forgetting > 0 || !g->releases)
            continue;
        g->releases = false;
        if (g->port.state == REAL_READY)
            real_send(r, g, &message);
    }
}

/* One chunk that can be forgotten; false: there is none. */
static bool forget_one(struct huvm_real *r)
{
    for (uint32_t i = 0; i < r->forget_count; i++) {
        uint32_t chunk = r->forgets[i];
        struct real_chunk *c = &r->chunk[chunk];
        if (c->batched || is_moving(huvm_state(r->policy, chunk)))
            continue;
        r->forgets[i] = r->forgets[--r->forget_count];
        c->forget = false;
        real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_FORGET, .chunks = &chunk,
                                              .count = 1});
        if (!huvm_forget(r->policy, chunk))
            abort();
        real_host_clear(r, chunk);
        real_home(r, chunk)->forgetting--;
        return true;
    }
    return false;
}

static bool begin_batches(struct huvm_real *r)
{
    bool any = false;
    for (unsigned i = 0; i < r->config.gpus && !any; i++)
        any = !r->gpu[i].serving && r->gpu[i].wait_count > 0 && begin_batch(r, &r->gpu[i]);
    return any;
}

/* A program that is gone is so for good when nothing of it is under way: the next one may come. */
static void bury(struct huvm_real *r)
{
    for (unsigned i = 0; i < r->config.gpus; i++) {
        struct real_gpu *g = &r->gpu[i];
        if (g->port.state == REAL_LEAVING && g->forgetting == 0 && g->copies == 0 && !g->serving)
            real_serve_call(r);
    }
}

void real_follow(struct huvm_real *r)
{
    do {
        take_actions(r);
        tell_released(r);
    } while (forget_one(r) || begin_batches(r));
    real_account(r);
    bury(r);
}
