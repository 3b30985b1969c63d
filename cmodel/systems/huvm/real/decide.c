/* SPDX-License-Identifier: Apache-2.0 */
/* Passes faults to the policy in batches, and executes its actions. */
#define _GNU_SOURCE
#include "coordinator.h"
#include "../../../base/clock.h"
#include <stdlib.h>

void coord_show(struct huvm_real *r, struct huvm_real_event event)
{
    uint64_t now = lpi_now_ns();
    if (r->begun == 0)
        r->begun = now;
    event.at = now - r->begun;
    r->events += event.kind != HUVM_REAL_ACTION;
    if (r->run.config.see != NULL)
        r->run.config.see(r->run.config.context, &event);
}

/* The program waits for the chunk, and must be notified when it is resident. */
static void wait_for(struct huvm_real *r, uint32_t chunk)
{
    struct coord_gpu *g = coord_home(r, chunk);
    if (r->chunk[chunk].waiting || !real_port_is_ready(&r->ports, r->run.home[chunk]))
        return;
    r->chunk[chunk].waiting = true;
    g->waits[g->wait_count++] = chunk;
}

/*
 * Begins the next batch of a GPU: the chunks waited for that are not resident. Threads waiting for
 * resident chunks are woken. false: the batch would be empty.
 */
static bool begin_batch(struct huvm_real *r, struct coord_gpu *g)
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
            real_port_wake(&r->ports, chunk);
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
    coord_show(
        r, (struct huvm_real_event){
               .kind = HUVM_REAL_FAULTS, .gpu = gpu, .chunks = g->batch, .count = g->batch_count});
    if (!huvm_faults(r->policy, gpu, g->batch, g->batch_count))
        abort();
    return true;
}

/* The program no longer needs the chunk. */
static void forget(struct huvm_real *r, uint32_t chunk)
{
    if (r->chunk[chunk].forget)
        return;
    r->chunk[chunk].forget = true;
    r->forgets[r->forget_count++] = chunk;
    coord_home(r, chunk)->forgetting++;
}

/* Chunks that a batch left at a neighbour are still waited for. */
static void end_batch(struct huvm_real *r, unsigned gpu)
{
    struct coord_gpu *g = &r->gpu[gpu];
    g->serving = false;
    for (unsigned i = 0; i < g->batch_count; i++) {
        struct coord_chunk *c = &r->chunk[g->batch[i]];
        c->batched = false;
        /* A program with protection faults may have faulted just after the chunk was opened. */
        if (!c->came)
            wait_for(r, g->batch[i]);
        else if (real_port_sees_faults(&r->ports, gpu))
            real_port_wake(&r->ports, g->batch[i]);
        if (real_port_is_leaving(&r->ports, gpu))
            forget(r, g->batch[i]);
    }
}

static void drop(struct huvm_real *r, const struct huvm_action *a)
{
    if (a->from == r->run.home[a->chunk])
        real_port_discard(&r->ports, a->chunk);
    else
        real_links_give(&r->links, a->chunk);
}

static void begin_copy(struct huvm_real *r, const struct huvm_action *a)
{
    coord_home(r, a->chunk)->copies++;
    real_links_copy(&r->links, a);
}

static void take_actions(struct huvm_real *r)
{
    struct huvm_action action;
    while (huvm_next(r->policy, &action)) {
        coord_show(r, (struct huvm_real_event){.kind = HUVM_REAL_ACTION, .action = action});
        if (action.kind == HUVM_COPY)
            begin_copy(r, &action);
        else if (action.kind == HUVM_DROP)
            drop(r, &action);
        else if (action.kind == HUVM_SERVED)
            end_batch(r, action.gpu);
        else
            r->gpu[action.gpu].owes = false;
    }
}

/* ---- chunks that are no longer needed ---- */

static bool is_moving(enum huvm_state state)
{
    return state == HUVM_COMING || state == HUVM_LEAVING || state == HUVM_PARKING ||
           state == HUVM_WRITING;
}

/*
 * Answers only after the policy's resulting actions: the program may reuse the chunks immediately.
 */
static void tell_released(struct huvm_real *r)
{
    for (unsigned i = 0; i < r->run.config.gpus; i++)
        if (r->gpu[i].forgetting == 0)
            real_port_forgot(&r->ports, i);
}

/* Forgets one chunk that can be forgotten; false: none. */
static bool forget_one(struct huvm_real *r)
{
    for (uint32_t i = 0; i < r->forget_count; i++) {
        uint32_t chunk = r->forgets[i];
        struct coord_chunk *c = &r->chunk[chunk];
        if (c->batched || is_moving(huvm_state(r->policy, chunk)))
            continue;
        r->forgets[i] = r->forgets[--r->forget_count];
        c->forget = false;
        coord_show(
            r, (struct huvm_real_event){.kind = HUVM_REAL_FORGET, .chunks = &chunk, .count = 1});
        if (!huvm_forget(r->policy, chunk))
            abort();
        real_links_clear(&r->links, chunk);
        coord_home(r, chunk)->forgetting--;
        return true;
    }
    return false;
}

static bool begin_batches(struct huvm_real *r)
{
    bool any = false;
    for (unsigned i = 0; i < r->run.config.gpus && !any; i++)
        any = !r->gpu[i].serving && r->gpu[i].wait_count > 0 && begin_batch(r, &r->gpu[i]);
    return any;
}

static bool is_idle(void *context, unsigned gpu)
{
    const struct huvm_real *r = context;
    const struct coord_gpu *g = &r->gpu[gpu];
    return !(g->forgetting > 0 || g->copies > 0 || g->serving);
}

/*
 * A program that left is removed once none of its copies is in flight: then the next one may
 * connect.
 */
static void bury(struct huvm_real *r)
{
    for (unsigned i = 0; i < r->run.config.gpus; i++)
        if (real_port_is_leaving(&r->ports, i) && is_idle(r, i))
            real_ports_call(&r->ports);
}

void coord_follow(struct huvm_real *r)
{
    do {
        take_actions(r);
        tell_released(r);
    } while (forget_one(r) || begin_batches(r));
    coord_account(r);
    bury(r);
}

/* ---- events of programs ---- */

static void on_faulted(void *context, uint32_t chunk)
{
    wait_for(context, chunk);
}

static void on_released(void *context, uint32_t chunk)
{
    forget(context, chunk);
}

static bool is_resident(void *context, uint32_t chunk)
{
    const struct huvm_real *r = context;
    return !r->chunk[chunk].forget && huvm_state(r->policy, chunk) == HUVM_RESIDENT;
}

static void on_left(void *context, unsigned gpu)
{
    struct huvm_real *r = context;
    struct coord_gpu *g = &r->gpu[gpu];
    uint32_t first = r->run.first[gpu], end = first + r->run.config.gpu[gpu].chunks;
    for (uint32_t i = 0; i < g->wait_count; i++)
        r->chunk[g->waits[i]].waiting = false;
    g->wait_count = 0;
    /* The first one even if the host has no data for it, so that prefetches stop. */
    for (uint32_t i = first; i < end; i++)
        if (i == first || real_links_host_has(&r->links, i) ||
            huvm_state(r->policy, i) != HUVM_AT_HOST)
            forget(r, i);
}

static void on_follow(void *context)
{
    coord_follow(context);
}

const struct real_port_events coord_port_events = {.faulted = on_faulted,
                                                   .released = on_released,
                                                   .is_resident = is_resident,
                                                   .left = on_left,
                                                   .is_idle = is_idle,
                                                   .follow = on_follow};

/* ---- events of copies ---- */

static void on_shrunk(void *context, uint32_t chunk, unsigned granules)
{
    struct huvm_real *r = context;
    coord_show(r,
               (struct huvm_real_event){
                   .kind = HUVM_REAL_SHRUNK, .chunks = &chunk, .count = 1, .granules = granules});
    if (!huvm_shrunk(r->policy, chunk, granules))
        abort();
    coord_follow(r);
}

static void on_arrived(void *context, uint32_t chunk, uint64_t driver)
{
    struct huvm_real *r = context;
    unsigned gpu = r->run.home[chunk];
    if (real_links_action(&r->links, chunk)->to == gpu)
        r->chunk[chunk].came = true;
    r->gpu[gpu].copies--;
    coord_account_copy(r, chunk, driver);
    coord_show(r, (struct huvm_real_event){.kind = HUVM_REAL_DONE, .chunks = &chunk, .count = 1});
    if (!huvm_done(r->policy, chunk))
        abort();
    if (real_port_is_leaving(&r->ports, gpu))
        forget(r, chunk);
    coord_follow(r);
}

const struct real_link_events coord_link_events = {.shrunk = on_shrunk, .arrived = on_arrived};
