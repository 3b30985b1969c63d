/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_sm.h"

#include "gpu_l1.h"
#include "gpu_lanes.h"
#include "gpu_pool.h"
#include <string.h>

#define WARPS_MAX 256u
#define GROUPS_MAX 64u
#define SCHEDULERS_MAX 8u
#define LOADS_MAX 64u
#define PORT_QUEUE 16u    /* cycles of requests that the crossbar's port may hold */
#define STORES_MOST 4096u /* lines on their way to the L2, so that memory use has a bound */
#define NO_WARP UINT32_MAX
#define PLACES (2 * WARPS_MAX) /* of a scheduler's warps, in order of age */

/* WAITS_LSU: at an access that the load-store unit had no room for. */
enum state { EMPTY, READY, WAITS_VALUE, WAITS_LSU, WAITS_BARRIER, WAITS_END, FAILED, STATES };

struct pending {
    uint32_t load;
    uint64_t use; /* number of the instruction that needs it; UINT64_MAX: none */
};

struct warp {
    uint32_t group, index, loads;
    uint64_t next; /* number of its next instruction */
    uint64_t gap;  /* instructions before the record */
    struct lp_warp_record record;
    struct pending pending[LOADS_MAX];
};

struct group {
    struct lp_warp_group *of; /* NULL: none */
    uint32_t warps, live, at_barrier;
    uint64_t registers, scratchpad;
};

/* A load, or an atomic that waits for its answer. */
struct load {
    uint64_t since;
    uint32_t warp, parts;
};

/* A load's part that waits for sectors of a line. */
struct waiter {
    uint32_t load, next;
    uint8_t mask;
};

/* An instruction in the load-store unit. */
struct access {
    uint32_t load, count, at;
    uint8_t kind; /* enum lpi_gpu_access */
    struct lpi_gpu_part parts[LPI_GPU_PARTS_MAX];
};

struct scheduler {
    uint32_t greedy; /* the warp that issued last */
    bool posted;
    bool sleeps;
    uint64_t slept; /* since when */
    enum lpi_gpu_stall why;
    uint32_t in[STATES]; /* its warps in each state */
    /* Its warps by age, with gaps; bit p: the warp of place p is in that state. */
    uint32_t places;
    uint8_t warp_at[PLACES];
    uint64_t ready[PLACES / 64], lsu[PLACES / 64];
};

struct lpi_gpu_sm {
    struct lpi_gpu_floor floor;
    uint32_t number, used_warps, used_groups, stores;
    uint64_t core, used_registers, used_scratchpad;
    struct warp warps[WARPS_MAX];
    /* Of each warp. */
    uint8_t states[WARPS_MAX];
    uint16_t place[WARPS_MAX];    /* in its scheduler's order */
    uint64_t lsu[WARPS_MAX / 64]; /* bit w: warp w is WAITS_LSU */
    struct group groups[GROUPS_MAX];
    struct scheduler schedulers[SCHEDULERS_MAX];
    struct lpi_gpu_l1 l1;
    struct lpi_gpu_pool loads, waiters, packets;
    struct access *queue; /* of the load-store unit: a ring */
    uint32_t queue_first, queue_count;
    bool lsu_posted, lsu_blocked, port_blocked, stores_blocked;
    uint64_t out_free, in_free;
    struct lpi_gpu_sm_counts counts;
};

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The core cycle that begins at or after the time. */
static uint64_t aligned(const struct lpi_gpu_sm *sm, uint64_t time)
{
    return (time + sm->core - 1) / sm->core * sm->core;
}

static const struct lpi_gpu_config *config_of(const struct lpi_gpu_sm *sm)
{
    return sm->floor.config;
}

static uint32_t scheduler_of(const struct lpi_gpu_sm *sm, uint32_t warp)
{
    return warp % config_of(sm)->schedulers;
}

/* ---- schedulers ---- */

static void schedule(void *object, uint64_t now, uint32_t number);

static void post_scheduler(struct lpi_gpu_sm *sm, uint32_t number, uint64_t time)
{
    struct scheduler *s = &sm->schedulers[number];
    if (s->posted)
        return;
    s->posted = true;
    lpi_gpu_post(sm->floor.events, aligned(sm, time), schedule, sm, number);
}

static void put_bit(uint64_t *bits, uint32_t at, bool value)
{
    bits[at / 64] = (bits[at / 64] & ~(UINT64_C(1) << at % 64)) | (uint64_t)value << at % 64;
}

static void set_state(struct lpi_gpu_sm *sm, uint32_t warp, enum state state)
{
    struct scheduler *s = &sm->schedulers[scheduler_of(sm, warp)];
    s->in[sm->states[warp]]--;
    s->in[state]++;
    sm->states[warp] = (uint8_t)state;
    put_bit(s->ready, sm->place[warp], state == READY);
    put_bit(s->lsu, sm->place[warp], state == WAITS_LSU);
    put_bit(sm->lsu, warp, state == WAITS_LSU);
}

/* Moves a scheduler's warps to its first places, in the same order. */
static void close_gaps(struct lpi_gpu_sm *sm, struct scheduler *s)
{
    uint32_t count = s->places;
    memset(s->ready, 0, sizeof s->ready);
    memset(s->lsu, 0, sizeof s->lsu);
    s->places = 0;
    for (uint32_t p = 0; p < count; p++) {
        uint32_t warp = s->warp_at[p];
        if (sm->states[warp] == EMPTY || sm->place[warp] != p)
            continue;
        sm->place[warp] = (uint16_t)s->places;
        put_bit(s->ready, s->places, sm->states[warp] == READY);
        put_bit(s->lsu, s->places, sm->states[warp] == WAITS_LSU);
        s->warp_at[s->places++] = (uint8_t)warp;
    }
}

/* The youngest of its scheduler gets the last place. */
static void put_last(struct lpi_gpu_sm *sm, uint32_t warp)
{
    struct scheduler *s = &sm->schedulers[scheduler_of(sm, warp)];
    if (s->places == PLACES)
        close_gaps(sm, s);
    s->warp_at[s->places] = (uint8_t)warp;
    sm->place[warp] = (uint16_t)s->places++;
}

static void make_ready(struct lpi_gpu_sm *sm, uint32_t warp, uint64_t time)
{
    struct scheduler *s = &sm->schedulers[scheduler_of(sm, warp)];
    set_state(sm, warp, READY);
    if (s->sleeps)
        post_scheduler(sm, scheduler_of(sm, warp), time);
}

/* The greedy warp, or else the oldest that may issue: one that is ready, or waits for room that the
 * load-store unit has. */
static uint32_t pick(const struct lpi_gpu_sm *sm, uint32_t number)
{
    const struct scheduler *s = &sm->schedulers[number];
    uint64_t room = sm->queue_count < config_of(sm)->lsu_queue ? UINT64_MAX : 0;
    if (s->greedy != NO_WARP &&
        (sm->states[s->greedy] == READY || (room != 0 && sm->states[s->greedy] == WAITS_LSU)))
        return s->greedy;
    for (uint32_t word = 0; word * 64 < s->places; word++) {
        uint64_t may = s->ready[word] | (s->lsu[word] & room);
        if (may != 0)
            return s->warp_at[word * 64 + (uint32_t)__builtin_ctzll(may)];
    }
    return NO_WARP;
}

/* Why no warp of the scheduler is ready. */
static enum lpi_gpu_stall reason(const struct lpi_gpu_sm *sm, uint32_t number)
{
    const uint32_t *in = sm->schedulers[number].in;
    if (in[WAITS_LSU] > 0)
        return sm->port_blocked ? LPI_GPU_STALL_CROSSBAR : LPI_GPU_STALL_L1;
    if (in[WAITS_VALUE] > 0 || in[WAITS_END] > 0)
        return LPI_GPU_STALL_DEPENDENCY;
    return in[WAITS_BARRIER] > 0 ? LPI_GPU_STALL_BARRIER : LPI_GPU_STALL_EMPTY;
}

static void sleep_now(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct scheduler *s = &sm->schedulers[number];
    s->sleeps = true;
    s->slept = now;
    s->why = reason(sm, number);
}

static void wake(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct scheduler *s = &sm->schedulers[number];
    if (s->sleeps)
        sm->counts.stall[s->why] += (now - s->slept) / sm->core;
    s->sleeps = false;
}

/* ---- warps ---- */

/* Makes room for what a warp's values allow: instructions that it may issue before it waits. */
static uint64_t allowed(const struct warp *warp)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < warp->loads; i++)
        first = warp->pending[i].use < first ? warp->pending[i].use : first;
    return first == UINT64_MAX ? UINT64_MAX : first - warp->next;
}

/* The run ends with the event; until then the scheduler must not pick the warp again. */
static void fail_warp(struct lpi_gpu_sm *sm, uint32_t number, const char *why)
{
    set_state(sm, number, FAILED);
    sm->floor.wrong(sm->floor.owner, why);
}

static void read_record(struct lpi_gpu_sm *sm, uint32_t number)
{
    struct warp *warp = &sm->warps[number];
    if (lp_warp_group_next(sm->groups[warp->group].of, warp->index, &warp->record) != LP_OK)
        fail_warp(sm, number, "the trace cannot be read");
    warp->gap = warp->record.gap;
}

static void release_barrier(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct group *group = &sm->groups[number];
    if (group->live == 0 || group->at_barrier < group->live)
        return;
    group->at_barrier = 0;
    for (uint32_t w = 0; w < config_of(sm)->warps; w++)
        if (sm->states[w] == WAITS_BARRIER && sm->warps[w].group == number)
            make_ready(sm, w, now);
}

static void end_group(struct lpi_gpu_sm *sm, uint32_t number)
{
    struct group *group = &sm->groups[number];
    lp_warp_group_free(group->of);
    group->of = NULL;
    sm->used_groups--;
    sm->used_warps -= group->warps;
    sm->used_registers -= group->registers;
    sm->used_scratchpad -= group->scratchpad;
    sm->floor.group_done(sm->floor.owner, sm->number);
}

static void end_warp(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct warp *warp = &sm->warps[number];
    struct group *group = &sm->groups[warp->group];
    if (warp->loads > 0) {
        set_state(sm, number, WAITS_END);
        return;
    }
    set_state(sm, number, EMPTY);
    sm->counts.longest = later(sm->counts.longest, warp->next);
    if (--group->live == 0)
        end_group(sm, warp->group);
    else
        release_barrier(sm, warp->group, now);
}

static void reach_barrier(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct warp *warp = &sm->warps[number];
    warp->next++;
    sm->counts.instructions++;
    set_state(sm, number, WAITS_BARRIER);
    sm->groups[warp->group].at_barrier++;
    read_record(sm, number);
    release_barrier(sm, warp->group, now + sm->core);
}

/* ---- memory instructions ---- */

static void run_lsu(void *object, uint64_t now, uint32_t unused);

static void post_lsu(struct lpi_gpu_sm *sm, uint64_t time)
{
    if (sm->lsu_posted || sm->queue_count == 0)
        return;
    sm->lsu_posted = true;
    lpi_gpu_post(sm->floor.events, aligned(sm, time), run_lsu, sm, 0);
}

static uint32_t new_load(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now, uint32_t parts)
{
    struct warp *warp = &sm->warps[number];
    uint32_t load = lpi_gpu_pool_take(&sm->loads);
    if (load == LPI_GPU_NONE)
        return load;
    *(struct load *)lpi_gpu_pool_at(&sm->loads, load) = (struct load){now, number, parts};
    uint64_t use = warp->record.use == 0 ? UINT64_MAX : warp->next + warp->record.use;
    warp->pending[warp->loads++] = (struct pending){load, use};
    return load;
}

/* Addresses of all lanes are in one buffer. */
static bool in_one_buffer(const struct lpi_gpu_sm *sm, const struct lp_warp_record *record)
{
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t mask = record->mask; mask != 0; mask &= mask - 1) {
        uint64_t address = record->address[__builtin_ctz(mask)];
        first = address < first ? address : first;
        last = address > last ? address : last;
    }
    return lpi_gpu_image_has(sm->floor.image, first, last);
}

/* Stores change memory in the order in which they are issued. */
static bool apply(struct lpi_gpu_sm *sm, const struct lp_warp_record *record)
{
    const uint8_t *bytes = record->bytes;
    if (record->kind == LP_WARP_LOAD && in_one_buffer(sm, record))
        return true;
    for (uint32_t mask = record->mask; mask != 0; mask &= mask - 1) {
        uint64_t address = record->address[__builtin_ctz(mask)];
        bool there = record->kind == LP_WARP_LOAD
                         ? lpi_gpu_image_has(sm->floor.image, address, address)
                         : lpi_gpu_image_store(sm->floor.image, address, bytes, record->width);
        if (!there)
            return false;
        bytes += bytes != NULL ? record->width : 0;
    }
    return true;
}

static enum lpi_gpu_access access_of(enum lp_warp_kind kind)
{
    return kind == LP_WARP_LOAD    ? LPI_GPU_LOAD
           : kind == LP_WARP_STORE ? LPI_GPU_STORE
                                   : LPI_GPU_ATOMIC;
}

/* False: the load-store unit is full, the warp has as many loads as it may, or it has failed. */
static bool issue_access(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    const struct lpi_gpu_config *c = config_of(sm);
    struct warp *warp = &sm->warps[number];
    enum lpi_gpu_access kind = access_of(warp->record.kind);
    if (sm->queue_count == c->lsu_queue) {
        set_state(sm, number, WAITS_LSU);
        return false;
    }
    if (kind != LPI_GPU_STORE && warp->loads == c->loads) {
        set_state(sm, number, WAITS_VALUE);
        return false;
    }
    if (kind != LPI_GPU_LOAD && warp->record.bytes == NULL && sm->floor.needs_bytes) {
        fail_warp(sm, number,
                  "a store has no bytes in the trace; --stores keep and worst go without");
        return false;
    }
    if (!apply(sm, &warp->record)) {
        fail_warp(sm, number, "an access is in no buffer");
        return false;
    }
    struct access *access = &sm->queue[(sm->queue_first + sm->queue_count++) % c->lsu_queue];
    access->kind = (uint8_t)kind;
    access->at = 0;
    access->count = lpi_gpu_lanes_join(&warp->record, access->parts);
    access->load = LPI_GPU_NONE;
    if (kind != LPI_GPU_STORE)
        access->load = new_load(sm, number, now, access->count);
    warp->next++;
    sm->counts.instructions++;
    sm->counts.memory_instructions++;
    read_record(sm, number);
    post_lsu(sm, now + sm->core);
    return true;
}

/* ---- issue ---- */

/* Lets the warp issue, as far as it goes without another decision; returns cycles, 0: none. */
static uint64_t issue(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct warp *warp = &sm->warps[number];
    uint64_t may = allowed(warp), run = warp->gap < may ? warp->gap : may;
    if (run > 0) {
        warp->next += run;
        warp->gap -= run;
        sm->counts.instructions += run;
        return run;
    }
    if (warp->record.kind == LP_WARP_END && warp->gap == 0) {
        end_warp(sm, number, now);
        return 0;
    }
    if (may == 0) {
        set_state(sm, number, WAITS_VALUE);
        return 0;
    }
    if (warp->record.kind == LP_WARP_BARRIER)
        reach_barrier(sm, number, now);
    else if (!issue_access(sm, number, now))
        return 0;
    return 1;
}

static void schedule(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_sm *sm = object;
    struct scheduler *s = &sm->schedulers[number];
    s->posted = false;
    wake(sm, number, now);
    for (uint32_t warp; (warp = pick(sm, number)) != NO_WARP;) {
        if (sm->states[warp] == WAITS_LSU)
            set_state(sm, warp, READY);
        uint64_t cycles = issue(sm, warp, now);
        if (cycles == 0)
            continue;
        s->greedy = warp;
        post_scheduler(sm, number, now + cycles * sm->core);
        return;
    }
    sleep_now(sm, number, now);
}

/* ---- values come back ---- */

static void load_part_done(struct lpi_gpu_sm *sm, uint32_t number, uint64_t now)
{
    struct load *load = lpi_gpu_pool_at(&sm->loads, number);
    if (--load->parts > 0)
        return;
    uint32_t owner = load->warp, at = 0;
    struct warp *warp = &sm->warps[owner];
    sm->floor.loaded(sm->floor.owner, now - load->since);
    lpi_gpu_pool_put(&sm->loads, number);
    while (warp->pending[at].load != number)
        at++;
    warp->pending[at] = warp->pending[--warp->loads];
    if (sm->states[owner] == WAITS_VALUE)
        make_ready(sm, owner, now);
    else if (sm->states[owner] == WAITS_END)
        end_warp(sm, owner, now);
}

static void hit_done(void *object, uint64_t now, uint32_t load)
{
    load_part_done(object, load, now);
}

/* ---- the load-store unit ---- */

/* A packet reaches the port after the L1 has missed, and leaves when the port is free. */
static void leave(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_sm *sm = object;
    struct lpi_gpu_packet packet = lpi_gpu_posted_packet(&sm->packets, number);
    uint64_t cycles = lpi_gpu_request_flits(&packet, config_of(sm)->crossbar_sm);
    sm->out_free = later(now, sm->out_free) + cycles * sm->core;
    sm->counts.flits[0] += cycles;
    sm->floor.send(sm->floor.owner, sm->out_free + config_of(sm)->crossbar_latency * sm->core,
                   &packet);
}

static void send(struct lpi_gpu_sm *sm, uint64_t time, const struct lpi_gpu_packet *packet)
{
    lpi_gpu_post_packet(sm->floor.events, &sm->packets, time, leave, sm, packet);
}

static void wait_on(struct lpi_gpu_sm *sm, struct lpi_gpu_miss *miss, uint32_t load, uint8_t mask)
{
    uint32_t number = lpi_gpu_pool_take(&sm->waiters);
    if (number == LPI_GPU_NONE)
        return;
    struct waiter *waiter = lpi_gpu_pool_at(&sm->waiters, number);
    *waiter = (struct waiter){.load = load, .next = LPI_GPU_NONE, .mask = mask};
    uint32_t *at = &miss->waiters;
    while (*at != LPI_GPU_NONE)
        at = &((struct waiter *)lpi_gpu_pool_at(&sm->waiters, *at))->next;
    *at = number;
}

/* False: no register is free. */
static bool load_line(struct lpi_gpu_sm *sm, const struct lpi_gpu_part *part, uint32_t load,
                      uint64_t now)
{
    uint64_t there = now + config_of(sm)->l1_latency * sm->core;
    uint8_t missing = part->mask & (uint8_t)~lpi_gpu_l1_look(&sm->l1, part->address);
    if (missing == 0) {
        sm->l1.accesses++;
        sm->l1.hits++;
        lpi_gpu_post(sm->floor.events, there, hit_done, sm, load);
        return true;
    }
    struct lpi_gpu_miss *miss = lpi_gpu_l1_miss(&sm->l1, part->address);
    if (miss == NULL)
        return false;
    sm->l1.accesses++;
    if (miss->asked == 0)
        *miss = (struct lpi_gpu_miss){.address = part->address, .waiters = LPI_GPU_NONE};
    wait_on(sm, miss, load, missing);
    uint8_t ask = missing & (uint8_t)~miss->asked;
    miss->asked |= ask;
    struct lpi_gpu_packet packet = {.address = part->address,
                                    .access = LPI_GPU_LOAD,
                                    .mask = ask,
                                    .sm = sm->number,
                                    .tag = (uint32_t)(miss - sm->l1.miss)};
    if (ask != 0)
        send(sm, there, &packet);
    return true;
}

/* Stores and atomics go through to the L2; the L1 keeps no sector that another may change. */
static void write_line(struct lpi_gpu_sm *sm, const struct lpi_gpu_part *part,
                       const struct access *access, uint64_t now)
{
    struct lpi_gpu_packet packet = {.address = part->address,
                                    .access = access->kind,
                                    .mask = part->mask,
                                    .whole = part->whole,
                                    .sm = sm->number,
                                    .tag = access->load};
    if (access->kind == LPI_GPU_ATOMIC)
        lpi_gpu_l1_drop(&sm->l1, part->address, part->mask);
    else
        sm->stores++;
    send(sm, now, &packet);
}

/* Wakes the schedulers whose warps wait for room, in the order of the first of these warps. */
static void free_queue_place(struct lpi_gpu_sm *sm, uint64_t now)
{
    sm->queue_first = (sm->queue_first + 1) % config_of(sm)->lsu_queue;
    sm->queue_count--;
    for (uint32_t word = 0; word < WARPS_MAX / 64; word++)
        for (uint64_t left = sm->lsu[word]; left != 0; left &= left - 1) {
            uint32_t number = scheduler_of(sm, word * 64 + (uint32_t)__builtin_ctzll(left));
            if (sm->schedulers[number].sleeps)
                post_scheduler(sm, number, now);
        }
}

static void run_lsu(void *object, uint64_t now, uint32_t unused)
{
    struct lpi_gpu_sm *sm = object;
    struct access *access = &sm->queue[sm->queue_first];
    const struct lpi_gpu_part *part = &access->parts[access->at];
    (void)unused;
    sm->lsu_posted = false;
    sm->port_blocked = sm->out_free > now + PORT_QUEUE * sm->core;
    if (sm->port_blocked) {
        post_lsu(sm, sm->out_free - PORT_QUEUE * sm->core);
        return;
    }
    sm->stores_blocked = access->kind == LPI_GPU_STORE && sm->stores == STORES_MOST;
    if (sm->stores_blocked) {
        sm->port_blocked = true; /* as a stall it is one of the crossbar */
        return;
    }
    if (access->kind != LPI_GPU_LOAD)
        write_line(sm, part, access, now);
    else if (!load_line(sm, part, access->load, now)) {
        sm->lsu_blocked = true;
        return;
    }
    if (++access->at == access->count)
        free_queue_place(sm, now + sm->core);
    post_lsu(sm, now + sm->core);
}

/* ---- answers ---- */

static void fill(struct lpi_gpu_sm *sm, const struct lpi_gpu_packet *packet, uint64_t now)
{
    struct lpi_gpu_miss *miss = &sm->l1.miss[packet->tag];
    lpi_gpu_l1_fill(&sm->l1, packet->address, packet->mask);
    /* The L1 may evict them before the line's other sectors are there. */
    miss->asked &= (uint8_t)~packet->mask;
    for (uint32_t *at = &miss->waiters; *at != LPI_GPU_NONE;) {
        struct waiter *waiter = lpi_gpu_pool_at(&sm->waiters, *at);
        uint32_t number = *at, load = waiter->load;
        waiter->mask &= (uint8_t)~packet->mask;
        if (waiter->mask != 0) {
            at = &waiter->next;
            continue;
        }
        *at = waiter->next;
        lpi_gpu_pool_put(&sm->waiters, number);
        load_part_done(sm, load, now);
    }
    if (miss->asked == 0 && sm->lsu_blocked) {
        sm->lsu_blocked = false;
        post_lsu(sm, now);
    }
}

static void taken_in(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_sm *sm = object;
    struct lpi_gpu_packet packet = lpi_gpu_posted_packet(&sm->packets, number);
    if (packet.access == LPI_GPU_LOAD)
        fill(sm, &packet, now);
    else
        load_part_done(sm, packet.tag, now);
}

void lpi_gpu_sm_answer(struct lpi_gpu_sm *sm, const struct lpi_gpu_packet *packet, uint64_t now)
{
    if (packet->access == LPI_GPU_STORE) {
        sm->stores--;
        if (sm->stores_blocked) {
            sm->stores_blocked = false;
            post_lsu(sm, now);
        }
        return;
    }
    uint64_t cycles = lpi_gpu_answer_flits(packet, config_of(sm)->crossbar_sm);
    sm->in_free = later(now, sm->in_free) + cycles * sm->core;
    sm->counts.flits[1] += cycles;
    lpi_gpu_post_packet(sm->floor.events, &sm->packets, sm->in_free, taken_in, sm, packet);
}

/* ---- groups ---- */

static uint64_t registers_of(uint32_t warps, const struct lp_warp_launch *launch)
{
    return (uint64_t)launch->registers * warps * LP_WARP_LANES;
}

bool lpi_gpu_sm_fits(const struct lpi_gpu_sm *sm, uint32_t warps,
                     const struct lp_warp_launch *launch)
{
    const struct lpi_gpu_config *c = config_of(sm);
    return warps <= c->warps && registers_of(warps, launch) <= c->registers &&
           launch->local_bytes <= c->scratchpad;
}

static void begin_warp(struct lpi_gpu_sm *sm, uint32_t number, uint32_t group, uint32_t index)
{
    struct warp *warp = &sm->warps[number];
    warp->group = group;
    warp->index = index;
    warp->loads = 0;
    warp->next = warp->gap = 0;
    put_last(sm, number);
    make_ready(sm, number, lpi_gpu_now(sm->floor.events));
    read_record(sm, number);
}

bool lpi_gpu_sm_take(struct lpi_gpu_sm *sm, struct lp_warp_group *of, uint32_t warps,
                     const struct lp_warp_launch *launch)
{
    const struct lpi_gpu_config *c = config_of(sm);
    uint64_t registers = registers_of(warps, launch);
    uint32_t number = 0, next = 0;
    if (sm->used_warps + warps > c->warps || sm->used_groups == c->groups ||
        sm->used_registers + registers > c->registers ||
        sm->used_scratchpad + launch->local_bytes > c->scratchpad)
        return false;
    while (sm->groups[number].of != NULL)
        number++;
    sm->groups[number] = (struct group){of, warps, warps, 0, registers, launch->local_bytes};
    sm->used_groups++;
    sm->used_warps += warps;
    sm->used_registers += registers;
    sm->used_scratchpad += launch->local_bytes;
    for (uint32_t index = 0; index < warps; index++) {
        while (sm->states[next] != EMPTY)
            next++;
        begin_warp(sm, next, number, index);
    }
    return true;
}

/* ---- opening ---- */

bool lpi_gpu_sm_idle(const struct lpi_gpu_sm *sm)
{
    return sm->used_groups == 0 && sm->stores == 0 && sm->queue_count == 0;
}

void lpi_gpu_sm_end(struct lpi_gpu_sm *sm)
{
    uint64_t now = lpi_gpu_now(sm->floor.events);
    for (uint32_t s = 0; s < config_of(sm)->schedulers; s++)
        if (sm->schedulers[s].sleeps) {
            wake(sm, s, now);
            sleep_now(sm, s, now);
        }
    lpi_gpu_l1_empty(&sm->l1);
    sm->counts.longest = 0;
}

void lpi_gpu_sm_count(const struct lpi_gpu_sm *sm, uint64_t time, struct lpi_gpu_sm_counts *counts)
{
    *counts = sm->counts;
    for (uint32_t s = 0; s < config_of(sm)->schedulers; s++) {
        const struct scheduler *one = &sm->schedulers[s];
        if (one->sleeps && time > one->slept)
            counts->stall[one->why] += (time - one->slept) / sm->core;
    }
    counts->l1_accesses = sm->l1.accesses;
    counts->l1_hits = sm->l1.hits;
}

bool lpi_gpu_sm_failed(const struct lpi_gpu_sm *sm)
{
    return sm->loads.failed || sm->waiters.failed || sm->packets.failed;
}

void lpi_gpu_sm_close(struct lpi_gpu_sm *sm)
{
    if (sm == NULL)
        return;
    for (uint32_t g = 0; g < GROUPS_MAX; g++)
        lp_warp_group_free(sm->groups[g].of);
    lpi_gpu_l1_close(&sm->l1);
    lpi_gpu_pool_free(&sm->loads);
    lpi_gpu_pool_free(&sm->waiters);
    lpi_gpu_pool_free(&sm->packets);
    free(sm->queue);
    free(sm);
}

struct lpi_gpu_sm *lpi_gpu_sm_open(const struct lpi_gpu_floor *floor, uint32_t number)
{
    struct lpi_gpu_sm *sm = calloc(1, sizeof *sm);
    if (sm == NULL)
        return NULL;
    sm->floor = *floor;
    sm->number = number;
    sm->core = lpi_gpu_clock(floor->config).core;
    sm->loads.bytes = sizeof(struct load);
    sm->waiters.bytes = sizeof(struct waiter);
    sm->packets.bytes = sizeof(struct lpi_gpu_packet);
    sm->queue = calloc(floor->config->lsu_queue, sizeof *sm->queue);
    for (uint32_t s = 0; s < SCHEDULERS_MAX; s++)
        sm->schedulers[s] = (struct scheduler){.greedy = NO_WARP, .sleeps = true};
    for (uint32_t w = 0; w < floor->config->warps; w++)
        sm->schedulers[scheduler_of(sm, w)].in[EMPTY]++;
    if (sm->queue == NULL || !lpi_gpu_l1_open(&sm->l1, floor->config)) {
        lpi_gpu_sm_close(sm);
        return NULL;
    }
    for (uint32_t s = 0; s < SCHEDULERS_MAX; s++)
        sm->schedulers[s].why = LPI_GPU_STALL_EMPTY;
    return sm;
}
