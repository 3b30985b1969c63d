/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_l2.h"

#include "gpu_pool.h"
#include <string.h>

#define ALL 15u /* sectors of a line */
#define NO_MSHR UINT16_MAX
/* The kind of a request to the slice, above its number. */
enum kind { FETCH, WRITE_BACK, FILL };
#define ABOVE 28u

struct line {
    uint64_t tag; /* address + 1; 0: empty */
    uint64_t used;
    uint8_t valid, dirty, pending;
    bool whole; /* it moves whole */
    uint16_t mshr;
};

/* Packets that wait for sectors of a line. */
struct mshr {
    uint32_t line, fetches;
    struct lpi_gpu_fifo waiters;
};

struct fetch {
    uint16_t mshr;
    uint8_t mask;
};

/* A line that leaves. */
struct victim {
    uint64_t address;
    uint8_t mask;
};

struct lpi_gpu_l2 {
    struct lpi_gpu_bank bank;
    struct lpi_gpu_device *device;
    void *engine;
    uint64_t core, latency, crossbar; /* ticks */
    uint64_t in_free, out_free, clock, blocked_since;
    uint32_t sets, ways, mshr_count, mshrs_used, victims_out;
    struct line *lines;
    struct mshr *mshrs;
    struct lpi_gpu_pool packets, fetches, victims;
    struct lpi_gpu_fifo queue;
    bool failed;
    struct lpi_gpu_l2_counts counts;
};

/* ---- answers ---- */

static void arrive_at_sm(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_l2 *l2 = object;
    struct lpi_gpu_packet packet = lpi_gpu_posted_packet(&l2->packets, number);
    l2->bank.answered(l2->bank.owner, &packet, now);
}

/* Through the bank's port and the crossbar; an acknowledgement takes no cycle of the port. */
static void leave(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_l2 *l2 = object;
    const struct lpi_gpu_packet *packet = lpi_gpu_pool_at(&l2->packets, number);
    uint64_t time = now;
    if (packet->access != LPI_GPU_STORE) {
        uint64_t cycles = lpi_gpu_answer_flits(packet, l2->bank.config->crossbar_bank);
        time = time > l2->out_free ? time : l2->out_free;
        time += cycles * l2->core;
        l2->out_free = time;
        l2->counts.flits[1] += cycles;
    }
    lpi_gpu_post(l2->bank.events, time + l2->crossbar, arrive_at_sm, l2, number);
}

/* ---- requests to the slice ---- */

static void ask_slice(struct lpi_gpu_l2 *l2, uint64_t address, uint32_t mask, bool write,
                      enum kind kind, uint32_t number)
{
    uint32_t moves = l2->bank.engine->whole_lines ? ALL : mask;
    struct lpi_gpu_line line = lpi_gpu_image_line(l2->bank.image, address, moves, write);
    line.tag = (uint32_t)kind << ABOVE | number;
    l2->counts.line_requests++;
    l2->bank.engine->ask(l2->engine, &line);
}

static void start_fetch(struct lpi_gpu_l2 *l2, uint16_t mshr, uint32_t missing)
{
    struct line *line = &l2->lines[l2->mshrs[mshr].line];
    uint32_t number = lpi_gpu_pool_take(&l2->fetches), mask = missing;
    if (number == LPI_GPU_NONE)
        return;
    if (line->whole)
        mask = ALL & ~(uint32_t)(line->valid | line->pending);
    l2->counts.overfetch_sectors += (uint32_t)__builtin_popcount(mask & ~missing);
    *(struct fetch *)lpi_gpu_pool_at(&l2->fetches, number) = (struct fetch){mshr, (uint8_t)mask};
    line->pending |= (uint8_t)mask;
    l2->mshrs[mshr].fetches++;
    ask_slice(l2, line->tag - 1, mask, false, FETCH, number);
}

/* A dirty line goes to memory; one that moves whole is filled first. */
static void evict(struct lpi_gpu_l2 *l2, const struct line *line)
{
    if (line->tag == 0 || line->dirty == 0)
        return;
    uint32_t number = lpi_gpu_pool_take(&l2->victims);
    if (number == LPI_GPU_NONE)
        return;
    struct victim *victim = lpi_gpu_pool_at(&l2->victims, number);
    *victim = (struct victim){line->tag - 1, line->whole ? ALL : line->dirty};
    l2->victims_out++;
    if (line->whole && line->valid != ALL) {
        l2->counts.fills_before_evict++;
        ask_slice(l2, victim->address, ALL, false, FILL, number);
    } else {
        ask_slice(l2, victim->address, victim->mask, true, WRITE_BACK, number);
    }
}

/* ---- lookup ---- */

static uint32_t set_of(const struct lpi_gpu_l2 *l2, uint64_t local)
{
    return (uint32_t)((local ^ local / l2->sets ^ local / l2->sets / l2->sets) % l2->sets);
}

static struct line *find(const struct lpi_gpu_l2 *l2, const struct lpi_gpu_packet *packet)
{
    struct line *set = &l2->lines[packet->set * l2->ways];
    for (uint32_t w = 0; w < l2->ways; w++)
        if (set[w].tag == packet->address + 1)
            return &set[w];
    return NULL;
}

/* The line gets the least recently used way that nothing is fetched for. NULL: there is none. */
static struct line *allocate(struct lpi_gpu_l2 *l2, const struct lpi_gpu_packet *packet)
{
    struct line *set = &l2->lines[packet->set * l2->ways], *oldest = NULL;
    for (uint32_t w = 0; w < l2->ways; w++)
        if (set[w].mshr == NO_MSHR && (oldest == NULL || set[w].used < oldest->used))
            oldest = &set[w];
    if (oldest == NULL || l2->victims_out >= l2->mshr_count)
        return NULL;
    evict(l2, oldest);
    *oldest = (struct line){.tag = packet->address + 1,
                            .whole = l2->bank.engine->whole_lines || packet->compressed,
                            .mshr = NO_MSHR};
    return oldest;
}

static uint16_t take_mshr(struct lpi_gpu_l2 *l2, struct line *line)
{
    uint16_t m = 0;
    while (m < l2->mshr_count && l2->mshrs[m].line != LPI_GPU_NONE)
        m++;
    l2->mshrs[m].line = (uint32_t)(line - l2->lines);
    l2->mshrs_used++;
    line->mshr = m;
    return m;
}

/* Sectors that have to be fetched before the packet is done. */
static uint32_t missing_of(const struct line *line, const struct lpi_gpu_packet *packet)
{
    uint32_t need = packet->mask & ~(uint32_t)line->valid;
    return packet->access == LPI_GPU_STORE ? need & ~(uint32_t)packet->whole : need;
}

/* Bits of a packet whose sectors are there. */
static void finish(struct line *line, const struct lpi_gpu_packet *packet)
{
    if (packet->access == LPI_GPU_LOAD)
        return;
    line->dirty |= packet->mask;
    if (packet->access == LPI_GPU_STORE)
        line->valid |= packet->whole;
}

/* False: it has to wait for an MSHR, a way, or an eviction. */
static bool try(struct lpi_gpu_l2 *l2, uint64_t time, uint32_t number)
{
    struct lpi_gpu_packet *packet = lpi_gpu_pool_at(&l2->packets, number);
    struct line *line = find(l2, packet);
    struct line empty = {.mshr = NO_MSHR};
    uint32_t missing = missing_of(line != NULL ? line : &empty, packet);
    bool new_mshr = missing != 0 && (line == NULL || line->mshr == NO_MSHR);
    if (new_mshr && l2->mshrs_used == l2->mshr_count)
        return false;
    if (line == NULL)
        line = allocate(l2, packet);
    if (line == NULL)
        return false;
    line->used = ++l2->clock;
    l2->counts.accesses++;
    l2->counts.sector_requests += (uint32_t)__builtin_popcount(packet->mask);
    l2->counts.hits += missing == 0;
    l2->counts.sector_misses += (uint32_t)__builtin_popcount(missing);
    if (missing == 0 || packet->access == LPI_GPU_STORE) {
        finish(line, packet);
        lpi_gpu_post(l2->bank.events, time + l2->latency, leave, l2, number);
    }
    if (missing == 0)
        return true;
    uint16_t m = new_mshr ? take_mshr(l2, line) : line->mshr;
    if (packet->access != LPI_GPU_STORE && !lpi_gpu_fifo_add(&l2->mshrs[m].waiters, number))
        l2->failed = true;
    missing &= ~(uint32_t)line->pending;
    if (missing != 0)
        start_fetch(l2, m, missing);
    return true;
}

static void retry(struct lpi_gpu_l2 *l2)
{
    uint64_t now = lpi_gpu_now(l2->bank.events);
    if (l2->queue.count == 0)
        return;
    l2->counts.blocked += now - l2->blocked_since;
    l2->blocked_since = now;
    while (l2->queue.count > 0 && try(l2, now, lpi_gpu_fifo_head(&l2->queue)))
        lpi_gpu_fifo_drop(&l2->queue);
}

static void take_in(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_l2 *l2 = object;
    if (l2->queue.count == 0 && try(l2, now, number))
        return;
    if (l2->queue.count == 0)
        l2->blocked_since = now;
    if (!lpi_gpu_fifo_add(&l2->queue, number))
        l2->failed = true;
}

void lpi_gpu_l2_ask(struct lpi_gpu_l2 *l2, struct lpi_gpu_packet *packet,
                    const struct lpi_gpu_home *home)
{
    uint64_t now = lpi_gpu_now(l2->bank.events);
    uint64_t cycles = lpi_gpu_request_flits(packet, l2->bank.config->crossbar_bank);
    packet->set = set_of(l2, home->local);
    packet->compressed = home->compressed;
    l2->in_free = (now > l2->in_free ? now : l2->in_free) + cycles * l2->core;
    l2->counts.flits[0] += cycles;
    lpi_gpu_post_packet(l2->bank.events, &l2->packets, l2->in_free, take_in, l2, packet);
}

/* ---- answers of the slice ---- */

/* Answers the packets whose sectors are all there; the others stay in order. */
static void answer_waiters(struct lpi_gpu_l2 *l2, struct mshr *mshr, struct line *line,
                           uint64_t now)
{
    for (uint32_t left = mshr->waiters.count; left > 0; left--) {
        uint32_t number = lpi_gpu_fifo_head(&mshr->waiters);
        const struct lpi_gpu_packet *packet = lpi_gpu_pool_at(&l2->packets, number);
        lpi_gpu_fifo_drop(&mshr->waiters);
        if (missing_of(line, packet) != 0) {
            lpi_gpu_fifo_add(&mshr->waiters, number);
            continue;
        }
        finish(line, packet);
        lpi_gpu_post(l2->bank.events, now + l2->latency, leave, l2, number);
    }
}

static void fetched(struct lpi_gpu_l2 *l2, uint32_t number, uint64_t now)
{
    struct fetch fetch = *(struct fetch *)lpi_gpu_pool_at(&l2->fetches, number);
    struct mshr *mshr = &l2->mshrs[fetch.mshr];
    struct line *line = &l2->lines[mshr->line];
    lpi_gpu_pool_put(&l2->fetches, number);
    line->valid |= fetch.mask;
    line->pending &= (uint8_t)~fetch.mask;
    answer_waiters(l2, mshr, line, now);
    if (--mshr->fetches > 0)
        return;
    mshr->line = LPI_GPU_NONE;
    line->mshr = NO_MSHR;
    l2->mshrs_used--;
}

static void slice_done(void *owner, uint32_t tag, uint64_t now)
{
    struct lpi_gpu_l2 *l2 = owner;
    uint32_t number = tag & ((1u << ABOVE) - 1);
    switch ((enum kind)(tag >> ABOVE)) {
    case FETCH: fetched(l2, number, now); break;
    case FILL: {
        const struct victim *victim = lpi_gpu_pool_at(&l2->victims, number);
        ask_slice(l2, victim->address, victim->mask, true, WRITE_BACK, number);
        return;
    }
    case WRITE_BACK: lpi_gpu_pool_put(&l2->victims, number); l2->victims_out--;
    }
    retry(l2);
}

static void device_answer(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    struct lpi_gpu_l2 *l2 = owner;
    l2->bank.engine->answer(l2->engine, tag, first, last);
}

/* ---- between launches ---- */

void lpi_gpu_l2_drop(struct lpi_gpu_l2 *l2, uint64_t address, uint64_t bytes)
{
    for (uint32_t i = 0; i < l2->sets * l2->ways; i++)
        if (l2->lines[i].tag != 0 && l2->lines[i].tag - 1 + 128 > address &&
            l2->lines[i].tag - 1 < address + bytes)
            l2->lines[i] = (struct line){.mshr = NO_MSHR};
}

void lpi_gpu_l2_host(struct lpi_gpu_l2 *l2)
{
    if (l2->bank.engine->host != NULL)
        l2->bank.engine->host(l2->engine);
}

const char *lpi_gpu_l2_why(const struct lpi_gpu_l2 *l2)
{
    return l2->bank.engine->why != NULL ? l2->bank.engine->why(l2->engine) : NULL;
}

bool lpi_gpu_l2_idle(const struct lpi_gpu_l2 *l2)
{
    return l2->queue.count == 0 && l2->mshrs_used == 0 && l2->victims_out == 0;
}

bool lpi_gpu_l2_failed(const struct lpi_gpu_l2 *l2)
{
    return l2->failed || l2->packets.failed || l2->fetches.failed || l2->victims.failed;
}

const struct lpi_gpu_l2_counts *lpi_gpu_l2_counts(const struct lpi_gpu_l2 *l2)
{
    return &l2->counts;
}

void lpi_gpu_l2_slice(const struct lpi_gpu_l2 *l2, struct lpi_gpu_engine_counts *counts,
                      struct lpi_gpu_traffic *traffic)
{
    l2->bank.engine->count(l2->engine, counts);
    *traffic = *lpi_gpu_device_traffic(l2->device);
}

uint64_t lpi_gpu_l2_moved(const struct lpi_gpu_l2 *l2, uint64_t now)
{
    return lpi_gpu_device_moved(l2->device, now);
}

/* ---- opening ---- */

void lpi_gpu_l2_close(struct lpi_gpu_l2 *l2)
{
    if (l2 == NULL)
        return;
    if (l2->engine != NULL)
        l2->bank.engine->close(l2->engine);
    lpi_gpu_device_close(l2->device);
    for (uint32_t m = 0; l2->mshrs != NULL && m < l2->mshr_count; m++)
        free(l2->mshrs[m].waiters.of);
    free(l2->mshrs);
    free(l2->lines);
    free(l2->queue.of);
    lpi_gpu_pool_free(&l2->packets);
    lpi_gpu_pool_free(&l2->fetches);
    lpi_gpu_pool_free(&l2->victims);
    free(l2);
}

static bool open_parts(struct lpi_gpu_l2 *l2)
{
    const struct lpi_gpu_bank *bank = &l2->bank;
    l2->lines = calloc((size_t)l2->sets * l2->ways, sizeof *l2->lines);
    l2->mshrs = calloc(l2->mshr_count, sizeof *l2->mshrs);
    l2->device = lpi_gpu_device_open(bank->tier, bank->map, bank->config, bank->events,
                                     device_answer, l2);
    if (l2->lines == NULL || l2->mshrs == NULL || l2->device == NULL)
        return false;
    lpi_gpu_device_tap(l2->device, bank->tap, bank->number);
    for (uint32_t i = 0; i < l2->sets * l2->ways; i++)
        l2->lines[i].mshr = NO_MSHR;
    for (uint32_t m = 0; m < l2->mshr_count; m++)
        l2->mshrs[m].line = LPI_GPU_NONE;
    l2->engine = bank->engine->open(&(struct lpi_gpu_slice){.config = bank->config,
                                                            .events = bank->events,
                                                            .device = l2->device,
                                                            .link = bank->link,
                                                            .number = bank->number,
                                                            .free_metadata = bank->free_metadata,
                                                            .rtl = bank->rtl,
                                                            .done = slice_done,
                                                            .owner = l2,
                                                            .state = lpi_gpu_image_state,
                                                            .memory = bank->image});
    return l2->engine != NULL;
}

struct lpi_gpu_l2 *lpi_gpu_l2_open(const struct lpi_gpu_bank *bank)
{
    const struct lpi_gpu_config *c = bank->config;
    struct lpi_gpu_clock clock = lpi_gpu_clock(c);
    struct lpi_gpu_l2 *l2 = calloc(1, sizeof *l2);
    if (l2 == NULL)
        return NULL;
    l2->bank = *bank;
    l2->core = clock.core;
    l2->latency = c->l2_latency * clock.core;
    l2->crossbar = c->crossbar_latency * clock.core;
    l2->ways = c->l2_ways;
    l2->sets = c->l2_bytes / c->slices / 128 / c->l2_ways;
    l2->mshr_count = c->l2_mshrs;
    l2->packets.bytes = sizeof(struct lpi_gpu_packet);
    l2->fetches.bytes = sizeof(struct fetch);
    l2->victims.bytes = sizeof(struct victim);
    if (!open_parts(l2)) {
        lpi_gpu_l2_close(l2);
        return NULL;
    }
    return l2;
}
