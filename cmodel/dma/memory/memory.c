/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/wide.h"
#include "memory.h"
#include "../../lib/memory/store.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SECTOR 32u
#define DEPTH 256u     /* outstanding requests in each direction */
#define BOUNDARY 4096u /* no burst crosses one */

/*
 * An outstanding request: a read waits for its beats to be ready, a write for its data and its
 * turn.
 */
struct request {
    uint32_t id, beats, moved; /* beats offered (reads) or received (writes) so far */
    uint64_t addr;
    uint32_t resp;
    int early;               /* a read of the contents at the time of the request */
    uint64_t ready;          /* time of the next beat, or of the acknowledgement */
    uint64_t start;          /* time at which a read's beats begin to move, in 1/sectors cycles */
    uint8_t (*data)[SECTOR]; /* LPI_MEMORY_BURST of them, the request's own */
    uint32_t strobes[LPI_MEMORY_BURST];
};

struct queue {
    struct request *of[DEPTH]; /* in order of arrival */
    unsigned count;
};

struct lpi_memory {
    struct lpi_memory_config config;
    struct lpi_store store;
    struct lpi_memory_counts counts;
    uint64_t now, random;
    uint64_t busy[2]; /* time until which the reads' and writes' bandwidth is used, 1/sectors */
    struct queue reads, writes;
    unsigned filling;        /* the first write without all its data */
    struct request *current; /* the read whose beat was offered last */
    struct request *acked;   /* the write whose acknowledgement is offered */
    struct lpi_axi_answer r, b;
    int r_valid, b_valid, arready, awready, wready;
    struct request pool[2 * DEPTH], *unused[2 * DEPTH];
    unsigned unused_count;
    uint8_t data[2 * DEPTH][LPI_MEMORY_BURST][SECTOR];
};

/* G GB/s over 8 slices of 875 MHz are G / (8 * 0.875 * 32) = G / 224 sectors per cycle. */
struct lpi_memory_config lpi_memory_hbm2(unsigned latency)
{
    return (struct lpi_memory_config){.latency = latency, .sectors = 900, .cycles = 224};
}

struct lpi_memory_config lpi_memory_link(unsigned latency, unsigned gigabytes)
{
    return (struct lpi_memory_config){
        .latency = latency, .sectors = gigabytes, .cycles = 224, .duplex = 1};
}

static uint64_t next_random(struct lpi_memory *memory)
{
    memory->random ^= memory->random << 13;
    memory->random ^= memory->random >> 7;
    memory->random ^= memory->random << 17;
    return memory->random * 0x2545f4914f6cdd1du >> 11;
}

static bool chance(struct lpi_memory *memory, double probability)
{
    return probability > 0 && (double)next_random(memory) < probability * 0x1p53;
}

struct lpi_memory *lpi_memory_open(const struct lpi_memory_config *config)
{
    struct lpi_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->config = *config;
    memory->random = config->seed * 0x9e3779b97f4a7c15u + 0x1234567u;
    if (memory->random == 0)
        memory->random = 1;
    for (unsigned i = 0; i < 2 * DEPTH; i++) {
        memory->pool[i].data = memory->data[i];
        memory->unused[memory->unused_count++] = &memory->pool[i];
    }
    memory->arready = memory->awready = 1;
    return memory;
}

void lpi_memory_close(struct lpi_memory *memory)
{
    if (memory != NULL)
        lpi_store_close(&memory->store);
    free(memory);
}

struct lpi_memory_side lpi_memory_offers(const struct lpi_memory *memory)
{
    return (struct lpi_memory_side){.arready = memory->arready,
                                    .awready = memory->awready,
                                    .wready = memory->wready,
                                    .r = memory->r_valid ? &memory->r : NULL,
                                    .b = memory->b_valid ? &memory->b : NULL};
}

static bool is_shared(const struct lpi_memory *memory)
{
    return memory->config.contents || memory->config.place;
}

/* Shared contents are already allocated. */
static int reserve(struct lpi_memory *memory, uint64_t addr, uint64_t count)
{
    return is_shared(memory) || lpi_store_reserve(&memory->store, addr, (size_t)count);
}

/* Address of shared contents; NULL: none. */
static uint8_t *place(const struct lpi_memory *memory, uint64_t addr, uint64_t count)
{
    const struct lpi_memory_config *config = &memory->config;

    return config->place ? config->place(config->context, addr, count)
                         : config->contents + (addr - config->base);
}

/* Memory that was removed since the request reads as zeros. */
static void get(const struct lpi_memory *memory, uint64_t addr, void *bytes, uint64_t count)
{
    const uint8_t *at = is_shared(memory) ? place(memory, addr, count) : NULL;

    if (at)
        memcpy(bytes, at, (size_t)count);
    else if (is_shared(memory))
        memset(bytes, 0, (size_t)count);
    else
        lpi_store_read(&memory->store, addr, bytes, (size_t)count);
}

static void put(struct lpi_memory *memory, uint64_t addr, const void *bytes, uint64_t count)
{
    uint8_t *at = is_shared(memory) ? place(memory, addr, count) : NULL;

    if (at)
        memcpy(at, bytes, (size_t)count);
    else if (!is_shared(memory))
        lpi_store_write(&memory->store, addr, bytes, (size_t)count);
}

static const char *broken_rule(const struct lpi_axi_request *request)
{
    uint64_t first = request->addr / SECTOR * SECTOR;
    if (request->beats == 0 || request->beats > LPI_MEMORY_BURST)
        return "a burst of more beats than the memory takes";
    if (first / BOUNDARY != (first + request->beats * SECTOR - 1) / BOUNDARY)
        return "a burst crosses a 4 KiB boundary";
    return NULL;
}

static bool is_inside(const struct lpi_memory *memory, uint64_t addr, uint64_t bytes)
{
    uint64_t at = addr - memory->config.base; /* huge below the base */

    if (memory->config.place)
        return memory->config.place(memory->config.context, addr, bytes) != NULL;
    return at <= memory->config.bytes && memory->config.bytes - at >= bytes;
}

static int overlaps(const struct lpi_memory_config *config, uint64_t addr, uint64_t bytes)
{
    return addr < config->error_at + config->error_bytes && config->error_at < addr + bytes;
}

static unsigned is_upper(const struct lpi_memory *memory, const struct lpi_axi_request *request)
{
    return memory->config.upper != 0 && request->addr >= memory->config.upper;
}

static struct request *enter(struct lpi_memory *memory, struct queue *queue,
                             const struct lpi_axi_request *from)
{
    struct request *request = memory->unused[--memory->unused_count];
    uint8_t(*data)[SECTOR] = request->data;
    uint64_t bytes = (uint64_t)from->beats * SECTOR;
    *request = (struct request){.id = from->id, .beats = from->beats, .data = data};
    request->addr = from->addr / SECTOR * SECTOR;
    if (!is_inside(memory, request->addr, bytes))
        request->resp = LPI_AXI_DECERR;
    else if (overlaps(&memory->config, request->addr, bytes) ||
             chance(memory, memory->config.error))
        request->resp = LPI_AXI_SLVERR;
    queue->of[queue->count++] = request;
    return request;
}

static void leave(struct lpi_memory *memory, struct queue *queue, const struct request *request)
{
    unsigned at = 0;
    while (queue->of[at] != request)
        at++;
    memory->unused[memory->unused_count++] = queue->of[at];
    memmove(&queue->of[at], &queue->of[at + 1], (--queue->count - at) * sizeof queue->of[0]);
}

/* Bandwidth for `beats` sectors; returns when they begin to move, in 1/sectors of a cycle. */
static uint64_t spend(struct lpi_memory *memory, int write, uint32_t beats)
{
    const struct lpi_memory_config *config = &memory->config;
    uint64_t *busy = &memory->busy[write && config->duplex];
    uint64_t now = memory->now * config->sectors, start = *busy > now ? *busy : now;
    *busy = start + (uint64_t)beats * config->cycles;
    return start;
}

/* The cycle in which the last of `beats` sectors has moved that began at `start`. */
static uint64_t moved_by(const struct lpi_memory_config *config, uint64_t start, uint32_t beats)
{
    return (start + (uint64_t)beats * config->cycles - 1) / config->sectors + config->latency;
}

static void read_contents(const struct lpi_memory *memory, const struct request *request,
                          uint32_t beat, void *data)
{
    if (request->resp == LPI_AXI_OKAY)
        get(memory, request->addr + beat * SECTOR, data, SECTOR);
    else
        memset(data, 0, SECTOR);
}

const char *lpi_memory_take_ar(struct lpi_memory *memory, const struct lpi_axi_request *from)
{
    const char *broken = broken_rule(from);
    if (broken != NULL)
        return broken;
    struct request *request = enter(memory, &memory->reads, from);
    unsigned kind = is_upper(memory, from);
    request->start = spend(memory, 0, from->beats);
    request->ready = moved_by(&memory->config, request->start, 1);
    request->early = memory->config.shuffle && next_random(memory) % 2;
    for (uint32_t beat = 0; request->early && beat < request->beats; beat++)
        read_contents(memory, request, beat, request->data[beat]);
    memory->counts.reads[kind]++;
    memory->counts.read_sectors[kind] += from->beats;
    return NULL;
}

const char *lpi_memory_take_aw(struct lpi_memory *memory, const struct lpi_axi_request *from)
{
    const char *broken = broken_rule(from);
    unsigned kind = is_upper(memory, from);
    if (broken != NULL)
        return broken;
    enter(memory, &memory->writes, from);
    memory->counts.writes[kind]++;
    memory->counts.write_sectors[kind] += from->beats;
    return NULL;
}

const char *lpi_memory_take_w(struct lpi_memory *memory, const struct lpi_axi_data *from)
{
    struct request *request = memory->writes.of[memory->filling];
    uint32_t beat = request->moved++;
    lpi_bytes_of_words(request->data[beat], from->data, SECTOR);
    request->strobes[beat] = from->strb;
    uint64_t start = spend(memory, 1, 1);
    if ((from->last != 0) != (request->moved == request->beats))
        return from->last ? "wlast too early" : "no wlast with a burst's last beat";
    if (from->last) {
        request->ready = moved_by(&memory->config, start, 1);
        memory->filling++;
    }
    return NULL;
}

void lpi_memory_give_r(struct lpi_memory *memory)
{
    struct request *request = memory->current;
    memory->r_valid = 0;
    if (++request->moved < request->beats) {
        request->ready = moved_by(&memory->config, request->start, request->moved + 1);
        return;
    }
    leave(memory, &memory->reads, request);
    memory->current = NULL;
}

void lpi_memory_give_b(struct lpi_memory *memory)
{
    memory->b_valid = 0;
    leave(memory, &memory->writes, memory->acked);
    memory->filling--;
}

/* A ready request among the first `count`, the oldest of its id; random, or the oldest of all. */
static struct request *choose(struct lpi_memory *memory, const struct queue *queue, unsigned count)
{
    if (!memory->config.shuffle)
        return count > 0 && queue->of[0]->ready <= memory->now ? queue->of[0] : NULL;
    struct request *chosen = NULL;
    uint64_t seen[4] = {0};
    unsigned candidates = 0;
    for (unsigned i = 0; i < count; i++) {
        struct request *request = queue->of[i];
        uint64_t *word = &seen[request->id >> 6 & 3], bit = (uint64_t)1 << request->id % 64;
        int oldest = !(*word & bit);
        *word |= bit;
        if (!oldest || request->ready > memory->now)
            continue;
        if (next_random(memory) % ++candidates == 0)
            chosen = request;
    }
    return chosen;
}

static void offer_read(struct lpi_memory *memory)
{
    struct request *request = choose(memory, &memory->reads, memory->reads.count);
    if (request == NULL)
        return;
    memory->current = request;
    memory->r_valid = 1;
    memory->r = (struct lpi_axi_answer){
        .id = request->id, .resp = request->resp, .last = request->moved + 1 == request->beats};
    if (!request->early)
        read_contents(memory, request, request->moved, request->data[request->moved]);
    lpi_words_of_bytes(memory->r.data, request->data[request->moved], SECTOR);
}

static int apply_write(struct lpi_memory *memory, const struct request *request)
{
    int torn = request->resp != LPI_AXI_OKAY;

    if (torn && (!memory->config.torn || request->resp != LPI_AXI_SLVERR))
        return 1;
    if (!reserve(memory, request->addr, request->beats * SECTOR))
        return 0;
    for (uint32_t beat = 0; beat < request->beats; beat++) {
        uint8_t sector[SECTOR];
        if (torn && chance(memory, 0.5))
            continue;
        get(memory, request->addr + beat * SECTOR, sector, SECTOR);
        for (unsigned i = 0; i < SECTOR; i++)
            if (request->strobes[beat] >> i & 1)
                sector[i] = request->data[beat][i];
        put(memory, request->addr + beat * SECTOR, sector, SECTOR);
    }
    return 1;
}

const char lpi_memory_none[] = "no memory for the memory model";

static const char *offer_write(struct lpi_memory *memory)
{
    struct request *request = choose(memory, &memory->writes, memory->filling);
    if (request == NULL)
        return NULL;
    if (!apply_write(memory, request))
        return lpi_memory_none;
    memory->acked = request;
    memory->b_valid = 1;
    memory->b = (struct lpi_axi_answer){.id = request->id, .resp = request->resp};
    return NULL;
}

const char *lpi_memory_pass(struct lpi_memory *memory)
{
    const struct lpi_memory_config *config = &memory->config;
    const char *why = NULL;
    memory->now++;
    if (!memory->r_valid && !chance(memory, config->stall))
        offer_read(memory);
    if (!memory->b_valid && !chance(memory, config->stall))
        why = offer_write(memory);
    memory->arready = memory->reads.count < DEPTH && !chance(memory, config->stall);
    memory->awready = memory->writes.count < DEPTH && !chance(memory, config->stall);
    memory->wready = memory->filling < memory->writes.count && !chance(memory, config->stall);
    return why;
}

bool lpi_memory_idle(const struct lpi_memory *memory)
{
    return memory->reads.count == 0 && memory->writes.count == 0;
}

const struct lpi_memory_counts *lpi_memory_counts(const struct lpi_memory *memory)
{
    return &memory->counts;
}

void lpi_memory_peek(const struct lpi_memory *memory, uint64_t addr, void *bytes, uint64_t count)
{
    get(memory, addr, bytes, count);
}

int lpi_memory_poke(struct lpi_memory *memory, uint64_t addr, const void *bytes, uint64_t count)
{
    if (!reserve(memory, addr, count))
        return 0;
    put(memory, addr, bytes, count);
    return 1;
}
