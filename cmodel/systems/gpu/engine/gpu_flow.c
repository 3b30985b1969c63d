/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow engine: lp_buddy_slice as servers with a time from when on each is free. Its stages are
 * those of docs/reference/units.md; a request is an entry from the cycle in which it is taken to
 * the one in which its response ends.
 */
#include "gpu_asked.h"
#include "gpu_costs.h"
#include "gpu_engine.h"
#include "gpu_metadata.h"

#include <linepress/buddy.h>
#include <stdlib.h>

#define ENTRIES_MAX 64u
#define LANES_MAX 4u
#define KEYS 1024u
#define ANSWERS_MAX 4096u /* reads between their entry and their response */
/* Stages of an entry; in an event's argument, above the entry's number. */
enum stage {
    META,
    DATA,
    DECODE,
    LEFT,
    WRITE,
    ENCODED,
    ORDER,
    DONE,
    LOOK,
    GUESS,
    FETCH,
    EVICT /* the write-back of this number */
};
/* The requester; in a memory's tag, above its number. */
enum asker { OF_ENTRY, OF_FETCH, OF_EVICTION };
#define ABOVE 8u
#define TURN 16u /* of an event's entry, above its stage */

const struct lpi_gpu_costs lpi_gpu_costs = {
    .translate = 2,
    .direct = 4,
    .hit = 3,
    .reads_ask = 7,
    .fetch = 4,
    .fetched = 4,
    .fill = 2,
    .evict = 6,
    .ahead = 8,
    .guess = 5,
    .guessed = 3,
    .known = 3,
    .read_port = 1,
    .link_port = 1,
    .come = 1,
    .joined = 2,
    .decode = {9, 19},
    .lane = 4,
    .data = 1,
    .line = 4,
    .encode = {7, 10},
    .pass = 5,
    .order = 5,
    .direct_order = 1,
    .write_port = 2,
    .state = 3,
    .respond = 2,
};

struct entry {
    struct lpi_gpu_line line;
    uint64_t ready; /* the latest of what it waits for */
    uint64_t known; /* when its state is; 0: not known yet */
    unsigned left;  /* of what it waits for */
    uint8_t turn;   /* of those that had this entry */
    bool guessed;
};

/* A read that has left its entry. */
struct leaving {
    uint32_t tag;
    bool spills;
};

struct queued {
    uint8_t number;
    uint64_t time;
};

struct flow {
    struct lpi_gpu_slice slice;
    unsigned entries, lanes, sectors_a_cycle;
    bool parallel;
    uint64_t cycle; /* ticks */
    struct lpi_gpu_asked asked;
    struct leaving answers[ANSWERS_MAX]; /* a ring */
    uint32_t answer_next;
    uint8_t keys[KEYS]; /* entries with a key of this remainder */
    uint64_t live;      /* bit e: entry e is taken */
    struct entry entry[ENTRIES_MAX];
    /* Those that ask for their state: reads in order, a ring, and writes by entry, in turn. */
    uint8_t reads_ask[ENTRIES_MAX];
    unsigned reads_first, reads_count, reads_waiting, write_turn;
    uint64_t writes_ask;
    bool write_next;
    int head; /* the entry that is looked up; -1: none */
    bool held;
    uint64_t evicted[LPI_GPU_MISSES_MAX];    /* sectors */
    struct queued fetch[LPI_GPU_MISSES_MAX]; /* a ring of fetches without an address yet */
    unsigned fetch_first, fetch_count;
    uint64_t look_at; /* a lookup is posted for then; 0: none is */
    struct lpi_gpu_metadata metadata;
    /* From when on each server is free. */
    uint64_t request, ask, dev_ar, dev_r, dev_aw, bud_ar, bud_r, bud_aw;
    uint64_t buffer, response, lane[LANES_MAX], data, encoder;
    uint64_t reads, writes, spilled, wasted;
};

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* `time` and so many cycles. */
static uint64_t after(const struct flow *f, uint64_t time, uint64_t cycles)
{
    return time + cycles * f->cycle;
}

/* Cycles in which a port moves so many sectors. */
static unsigned beats(const struct flow *f, unsigned sectors)
{
    return (sectors + f->sectors_a_cycle - 1) / f->sectors_a_cycle;
}

/* Codecs of one pipeline have the same costs. */
static unsigned kind_of(const struct lpi_gpu_line *line)
{
    return line->codec == LP_PAGE_ZVC ? LPI_GPU_ZVC : LPI_GPU_BPC;
}

static void fire(void *object, uint64_t now, uint32_t argument);
static void accept(struct flow *f, uint64_t now);

static void post(struct flow *f, uint64_t time, enum stage stage, unsigned entry)
{
    lpi_gpu_post(f->slice.events, time, fire, f, (uint32_t)stage << ABOVE | entry);
}

/* ---- the memories' ports ---- */

static void dev_read(struct flow *f, uint64_t time, uint64_t address, unsigned mask, uint32_t tag)
{
    uint64_t at = later(time, f->dev_ar);
    f->dev_ar = after(f, at, 1);
    lpi_gpu_device_read(f->slice.device, at, address, mask, tag);
}

static void dev_write(struct flow *f, uint64_t time, uint64_t address, unsigned mask, uint32_t tag)
{
    uint64_t at = later(time, f->dev_aw);
    f->dev_aw = after(f, at, beats(f, (unsigned)__builtin_popcount(mask)));
    lpi_gpu_device_write(f->slice.device, f->dev_aw, address, mask, tag);
}

static void link_read(struct flow *f, uint64_t time, unsigned sectors, unsigned entry)
{
    uint64_t at = later(time, f->bud_ar);
    f->bud_ar = after(f, at, 1);
    lpi_gpu_link_ask(f->slice.link, f->slice.number, LPI_GPU_FROM, at, sectors, entry);
}

static void link_write(struct flow *f, uint64_t time, unsigned sectors, unsigned entry)
{
    uint64_t at = later(time, f->bud_aw);
    f->bud_aw = after(f, at, beats(f, sectors));
    lpi_gpu_link_ask(f->slice.link, f->slice.number, LPI_GPU_TO, at, sectors, entry);
}

/* ---- an entry waits for its parts ---- */

static void part_done(struct flow *f, unsigned number, uint64_t time)
{
    const struct lpi_gpu_costs *c = &lpi_gpu_costs;
    struct entry *e = &f->entry[number];
    e->ready = later(e->ready, time);
    if (--e->left > 0)
        return;
    if (e->line.write)
        post(f, after(f, e->ready, c->respond), DONE, number);
    else
        post(f, after(f, e->ready, c->joined), DECODE, number);
}

/* Its state is known at `time`. */
static void state_known(struct flow *f, unsigned number, uint64_t time)
{
    f->entry[number].known = time;
    if (f->entry[number].line.write)
        part_done(f, number, after(f, time, lpi_gpu_costs.state));
    else
        post(f, after(f, time, lpi_gpu_costs.known - 1), DATA, number);
}

/* A write was looked up: its sectors may leave, whether or not its state is there. */
static void looked_up(struct flow *f, unsigned number, uint64_t time)
{
    const struct lpi_gpu_line *line = &f->entry[number].line;
    if (line->write && (line->mask != 0 || line->spill > 0))
        post(f, after(f, time, lpi_gpu_costs.hit + lpi_gpu_costs.order), ORDER, number);
}

/* ---- metadata ---- */

/* The fetch's waiters so far; the first is the one that missed. */
static void tell_waiters(struct flow *f, struct lpi_gpu_fetch *fetch)
{
    for (; fetch->told < fetch->waiters; fetch->told++) {
        uint64_t time = after(f, fetch->came, lpi_gpu_costs.fetched + fetch->told);
        state_known(f, fetch->waiter[fetch->told], time);
    }
}

static void wait_for(struct flow *f, unsigned fetch, unsigned number)
{
    struct lpi_gpu_fetch *of = &f->metadata.fetches[fetch];
    of->waiter[of->waiters++ % LPI_GPU_WAITERS_MAX] = (uint8_t)number;
    if (of->came != LPI_GPU_NOT_YET)
        tell_waiters(f, of);
}

static void post_guess(struct flow *f, uint64_t time, unsigned number)
{
    uint32_t turn = f->entry[number].turn;
    lpi_gpu_post(f->slice.events, time, fire, f, turn << TURN | (uint32_t)GUESS << ABOVE | number);
}

/* A miss: the sector is fetched; a read may ask for its line meanwhile. */
static void start_fetch(struct flow *f, const struct lpi_gpu_look *look, uint64_t time,
                        unsigned number)
{
    const struct entry *e = &f->entry[number];
    if (f->parallel && !e->line.write && e->line.guess != 0)
        post_guess(f, after(f, time, lpi_gpu_costs.guess), number);
    struct queued *last = &f->fetch[(f->fetch_first + f->fetch_count++) % LPI_GPU_MISSES_MAX];
    *last = (struct queued){(uint8_t)look->number, after(f, time, lpi_gpu_costs.fetch - 1)};
    post(f, last->time, FETCH, 0);
}

/* A write-back takes turns with lines, of which a few are ahead of it. */
static void write_back(struct flow *f, uint64_t now, unsigned number)
{
    uint64_t ahead = after(f, now, lpi_gpu_costs.ahead), at = later(now, f->dev_aw);
    f->dev_aw = after(f, at, 1);
    lpi_gpu_device_write(f->slice.device, after(f, at < ahead ? at : ahead, 1),
                         f->evicted[number] * 32, 1, OF_EVICTION << ABOVE | number);
}

/* When memory has the write-back of a sector; 0: none is on its way. */
static uint64_t written_back(const struct flow *f, uint64_t sector)
{
    for (unsigned i = 0; i < f->metadata.misses; i++)
        if (f->evicted[i] == sector && f->metadata.written[i] != 0)
            return f->metadata.written[i];
    return 0;
}

/* Fetches leave in order; one whose sector is being written back waits for that. */
static void run_fetches(struct flow *f, uint64_t now)
{
    while (f->fetch_count > 0 && f->fetch[f->fetch_first].time <= now) {
        unsigned number = f->fetch[f->fetch_first].number;
        uint64_t sector = f->metadata.fetches[number].sector, back = written_back(f, sector);
        if (back == LPI_GPU_NOT_YET)
            return;
        if (back != 0 && after(f, back, lpi_gpu_costs.write_port) > now) {
            post(f, after(f, back, lpi_gpu_costs.write_port), FETCH, 0);
            return;
        }
        f->fetch_first = (f->fetch_first + 1) % LPI_GPU_MISSES_MAX;
        f->fetch_count--;
        dev_read(f, after(f, now, 1), sector * 32, 1, OF_FETCH << ABOVE | number);
    }
}

/* Device memory is read early only while nothing else is asked of it, and the state is not known. */
static void guess(struct flow *f, uint64_t now, unsigned number, unsigned turn)
{
    struct entry *e = &f->entry[number];
    if (e->turn != turn || (e->known != 0 && e->known <= now))
        return;
    if (f->dev_ar > now) {
        post_guess(f, f->dev_ar, number);
        return;
    }
    e->guessed = true;
    e->left += 2; /* and what follows once the state is known */
    dev_read(f, after(f, now, lpi_gpu_costs.guessed), e->line.device, e->line.guess, number);
}

/* The entry whose turn it is: reads and writes take turns. -1: none asks. */
static int next_lookup(struct flow *f)
{
    bool write = f->writes_ask != 0 && (f->write_next || f->reads_count == 0);
    if (!write && f->reads_count == 0)
        return -1;
    f->write_next = !write;
    if (!write) {
        int number = f->reads_ask[f->reads_first];
        f->reads_first = (f->reads_first + 1) % ENTRIES_MAX;
        f->reads_count--;
        return number;
    }
    uint64_t late = f->writes_ask & ~UINT64_C(0) << f->write_turn;
    int number = __builtin_ctzll(late != 0 ? late : f->writes_ask);
    f->write_turn = ((unsigned)number + 1) % ENTRIES_MAX;
    f->writes_ask &= ~(UINT64_C(1) << number);
    return number;
}

/* So many reads may wait for their states; the requests after them wait too. */
static void leaves_queue(struct flow *f, const struct entry *e, uint64_t now)
{
    if (!e->line.write && f->reads_waiting-- == lpi_gpu_costs.reads_ask)
        accept(f, now);
}

/* Looks the head up; false: it has to wait for a memory whose time is not known. */
static bool look_up(struct flow *f, uint64_t now)
{
    unsigned number = (unsigned)f->head;
    const struct entry *e = &f->entry[number];
    struct lpi_gpu_look look = lpi_gpu_metadata_look(&f->metadata, now, e->line.meta,
                                                     e->line.write);
    f->ask = after(f, now, 1);
    switch (look.what) {
    case LPI_GPU_HELD:
        if (look.again == LPI_GPU_NOT_YET)
            return false;
        f->ask = later(f->ask, look.again);
        return true;
    case LPI_GPU_EVICTED:
        f->evicted[look.number] = look.sector;
        post(f, after(f, now, lpi_gpu_costs.evict), EVICT, look.number);
        return true;
    default: break;
    }
    f->head = -1;
    leaves_queue(f, e, now);
    looked_up(f, number, now);
    if (look.what == LPI_GPU_HIT)
        state_known(f, number, after(f, now, lpi_gpu_costs.hit));
    else
        wait_for(f, look.number, number);
    if (look.what == LPI_GPU_MISSED)
        start_fetch(f, &look, now, number);
    return true;
}

static void run_metadata(struct flow *f, uint64_t now)
{
    f->held = false;
    while (!f->held && (f->head >= 0 || f->reads_count > 0 || f->writes_ask != 0)) {
        if (f->ask > now) {
            if (f->look_at == 0 || f->look_at > f->ask)
                post(f, f->look_at = f->ask, LOOK, 0);
            return;
        }
        if (f->head < 0)
            f->head = next_lookup(f);
        f->held = !look_up(f, now);
    }
}

static void ask_metadata(struct flow *f, uint64_t now, unsigned number)
{
    if (f->slice.free_metadata) {
        uint64_t time = later(now, f->ask);
        f->ask = after(f, time, 1);
        leaves_queue(f, &f->entry[number], now);
        looked_up(f, number, time);
        state_known(f, number, after(f, time, lpi_gpu_costs.hit));
        return;
    }
    if (f->entry[number].line.write)
        f->writes_ask |= UINT64_C(1) << number;
    else
        f->reads_ask[(f->reads_first + f->reads_count++) % ENTRIES_MAX] = (uint8_t)number;
    if (!f->held)
        run_metadata(f, now);
}

/* A memory's time is known, for which a lookup may wait. */
static void stop_holding(struct flow *f)
{
    if (f->held)
        run_metadata(f, lpi_gpu_now(f->slice.events));
}

/* ---- answers of the memories ---- */

/* A read's sectors come through the port one after the other. */
static uint64_t through_port(struct flow *f, uint64_t *port, uint64_t first, uint64_t last,
                             unsigned sectors, unsigned cost)
{
    unsigned count = beats(f, sectors);
    uint64_t begin = later(after(f, first, cost), *port);
    uint64_t end = later(after(f, begin, count), after(f, last, cost + 1));
    *port = end;
    return end;
}

/* A fetched sector is offered in one cycle and taken in the next. */
static void fetched(struct flow *f, unsigned number, uint64_t first)
{
    struct lpi_gpu_fetch *fetch = &f->metadata.fetches[number];
    uint64_t begin = later(after(f, first, lpi_gpu_costs.read_port), f->dev_r);
    f->dev_r = after(f, begin, lpi_gpu_costs.fill);
    fetch->came = begin - lpi_gpu_costs.read_port * f->cycle;
    tell_waiters(f, fetch);
    stop_holding(f);
}

static void evicted(struct flow *f, unsigned number, uint64_t time)
{
    f->metadata.written[number] = time;
    run_fetches(f, lpi_gpu_now(f->slice.events));
    stop_holding(f);
}

static void answer(void *object, uint32_t tag, uint64_t first, uint64_t last)
{
    const struct lpi_gpu_costs *c = &lpi_gpu_costs;
    struct flow *f = object;
    unsigned number = tag & ((1u << ABOVE) - 1);
    if (tag >> ABOVE == OF_EVICTION) {
        evicted(f, number, last);
        return;
    }
    if (tag >> ABOVE == OF_FETCH) {
        fetched(f, number, first);
        return;
    }
    const struct entry *e = &f->entry[number];
    unsigned mask = e->guessed ? e->line.guess : e->line.mask;
    if (e->line.write)
        part_done(f, number, after(f, last, c->write_port));
    else
        part_done(f, number,
                  after(f,
                        through_port(f, &f->dev_r, first, last, (unsigned)__builtin_popcount(mask),
                                     c->read_port),
                        1));
}

/* Buddy memory sends a line's sectors without a gap. */
static void link_answer(void *object, uint32_t tag, uint64_t first, uint64_t last)
{
    const struct lpi_gpu_costs *c = &lpi_gpu_costs;
    struct flow *f = object;
    (void)first;
    if (f->entry[tag].line.write) {
        part_done(f, tag, after(f, last, c->write_port));
        return;
    }
    f->bud_r = later(after(f, last, c->link_port), after(f, f->bud_r, 1));
    part_done(f, tag, after(f, f->bud_r, c->come));
}

/* ---- stages ---- */

static bool conflicts(const struct flow *f, const struct lpi_gpu_line *line)
{
    if (f->keys[line->key % KEYS] == 0)
        return false;
    for (uint64_t live = f->live; live != 0; live &= live - 1) {
        const struct lpi_gpu_line *other = &f->entry[__builtin_ctzll(live)].line;
        if (other->key == line->key && (other->write || line->write))
            return true;
    }
    return false;
}

static void accept(struct flow *f, uint64_t now)
{
    const struct lpi_gpu_costs *c = &lpi_gpu_costs;
    uint64_t all = f->entries == 64 ? UINT64_MAX : (UINT64_C(1) << f->entries) - 1;
    while (f->asked.count > 0 && f->live != all) {
        const struct lpi_gpu_line *line = lpi_gpu_asked_head(&f->asked);
        bool asks = line->compressed && !line->write;
        if (conflicts(f, line) || (asks && f->reads_waiting >= c->reads_ask))
            return;
        f->reads_waiting += asks;
        unsigned number = (unsigned)__builtin_ctzll(~f->live);
        /* A whole cycle, as f->request is. */
        uint64_t time = f->request >= now ? f->request : (now + f->cycle - 1) / f->cycle * f->cycle;
        f->request = after(f, time, 1);
        f->live |= UINT64_C(1) << number;
        f->keys[line->key % KEYS]++;
        f->entry[number] = (struct entry){.line = *line,
                                          .turn = (uint8_t)(f->entry[number].turn + 1)};
        lpi_gpu_asked_drop(&f->asked);
        if (line->write)
            post(f, after(f, time, c->data), WRITE, number);
        else if (line->compressed)
            post(f, after(f, time, c->translate), META, number);
        else
            post(f, after(f, time, c->direct - 1), DATA, number);
    }
}

/* The response to a read, whose entry has been free for some cycles. */
static void read_done(void *object, uint64_t now, uint32_t number)
{
    struct flow *f = object;
    f->reads++;
    f->spilled += f->answers[number].spills;
    f->slice.done(f->slice.owner, f->answers[number].tag, now);
}

static void read_data(struct flow *f, uint64_t now, unsigned number)
{
    struct entry *e = &f->entry[number];
    bool fetch = e->line.mask != 0 && !e->guessed;
    if (e->guessed) {
        unsigned wrong = e->line.guess & ~(unsigned)e->line.mask;
        f->wasted += (unsigned)__builtin_popcount(wrong);
    }
    e->left += !e->guessed + (unsigned)fetch + (e->line.spill > 0);
    if (fetch)
        dev_read(f, after(f, now, 1), e->line.device, e->line.mask, number);
    if (e->line.spill > 0)
        link_read(f, after(f, now, 1), e->line.spill, number);
    part_done(f, number, e->guessed ? after(f, now, 1) : now);
}

/* The entry is free once its sectors have left for a decoder. */
static void left(struct flow *f, uint64_t now, unsigned number)
{
    f->live &= ~(UINT64_C(1) << number);
    f->keys[f->entry[number].line.key % KEYS]--;
    accept(f, now);
}

static void decode(struct flow *f, uint64_t now, unsigned number)
{
    const struct lpi_gpu_costs *c = &lpi_gpu_costs;
    unsigned sectors = f->entry[number].line.sectors, least = 0;
    uint64_t time = later(now, f->buffer);
    for (unsigned l = 1; l < f->lanes; l++)
        least = f->lane[l] < f->lane[least] ? l : least;
    time = later(time, f->lane[least]);
    f->lane[least] = after(f, time, c->lane);
    if (sectors > 0)
        f->buffer = after(f, time, sectors);
    else
        f->buffer = later(f->buffer, f->lanes > 1 ? 0 : after(f, time, 1));
    unsigned beats_out = c->line / f->lanes;
    uint64_t first = after(f, time, c->decode[kind_of(&f->entry[number].line)] - beats_out);
    f->response = after(f, later(first, f->response), beats_out);
    post(f, after(f, time, sectors > 0 ? sectors : 1), LEFT, number);
    uint32_t answer_number = f->answer_next++ % ANSWERS_MAX;
    const struct lpi_gpu_line *line = &f->entry[number].line;
    f->answers[answer_number] = (struct leaving){line->tag, line->spill > 0};
    lpi_gpu_post(f->slice.events, f->response, read_done, f, answer_number);
}

static void write_data(struct flow *f, uint64_t now, unsigned number)
{
    const struct lpi_gpu_costs *c = &lpi_gpu_costs;
    uint64_t time = later(now, f->data);
    f->data = after(f, time, c->line);
    const struct lpi_gpu_line *line = &f->entry[number].line;
    unsigned cycles = line->compressed ? c->encode[kind_of(line)] : c->pass;
    uint64_t encoded = later(after(f, f->data, cycles), f->encoder);
    f->encoder = after(f, encoded, c->line);
    post(f, encoded, ENCODED, number);
}

/* A write's sectors leave for the memories. */
static void order(struct flow *f, uint64_t now, unsigned number)
{
    const struct lpi_gpu_line *line = &f->entry[number].line;
    if (line->mask != 0)
        dev_write(f, now, line->device, line->mask, number);
    if (line->spill > 0)
        link_write(f, now, line->spill, number);
}

static void encoded(struct flow *f, uint64_t now, unsigned number)
{
    struct entry *e = &f->entry[number];
    e->left = 1u + (e->line.mask != 0) + (e->line.spill > 0) + e->line.compressed;
    if (e->line.compressed)
        ask_metadata(f, now, number);
    else
        post(f, after(f, now, lpi_gpu_costs.direct_order), ORDER, number);
    part_done(f, number, now);
}

static void write_done(struct flow *f, uint64_t now, unsigned number)
{
    const struct lpi_gpu_line *line = &f->entry[number].line;
    uint32_t tag = line->tag;
    f->live &= ~(UINT64_C(1) << number);
    f->keys[line->key % KEYS]--;
    f->writes++;
    f->spilled += line->spill > 0;
    f->slice.done(f->slice.owner, tag, now);
    accept(f, now);
}

static void fire(void *object, uint64_t now, uint32_t argument)
{
    struct flow *f = object;
    unsigned number = argument & ((1u << ABOVE) - 1);
    switch ((enum stage)(argument >> ABOVE & ((1u << (TURN - ABOVE)) - 1))) {
    case META: ask_metadata(f, now, number); break;
    case DATA: read_data(f, now, number); break;
    case DECODE: decode(f, now, number); break;
    case WRITE: write_data(f, now, number); break;
    case ENCODED: encoded(f, now, number); break;
    case ORDER: order(f, now, number); break;
    case DONE: write_done(f, now, number); break;
    case LEFT: left(f, now, number); break;
    case LOOK:
        f->look_at = 0;
        if (!f->held)
            run_metadata(f, now);
        break;
    case GUESS: guess(f, now, number, argument >> TURN); break;
    case FETCH: run_fetches(f, now); break;
    case EVICT: write_back(f, now, number); break;
    }
}

/* ---- the interface ---- */

static void ask(void *self, const struct lpi_gpu_line *line)
{
    struct flow *f = self;
    /* Without memory the request is never answered: the run ends with an error. */
    if (lpi_gpu_asked_add(&f->asked, line) && f->asked.count == 1)
        accept(f, lpi_gpu_now(f->slice.events));
}

static void count(const void *self, struct lpi_gpu_engine_counts *counts)
{
    const struct flow *f = self;
    *counts = (struct lpi_gpu_engine_counts){.reads = f->reads,
                                             .writes = f->writes,
                                             .spilled = f->spilled,
                                             .accesses = f->metadata.accesses,
                                             .hits = f->metadata.hits,
                                             .fills = f->metadata.fills,
                                             .writebacks = f->metadata.writebacks,
                                             .wasted = f->wasted};
}

static void close_flow(void *self)
{
    struct flow *f = self;
    if (f == NULL)
        return;
    lpi_gpu_metadata_close(&f->metadata);
    free(f->asked.lines);
    free(f);
}

static void *open_flow(const struct lpi_gpu_slice *slice)
{
    struct flow *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    const struct lpi_gpu_config *c = slice->config;
    f->slice = *slice;
    f->entries = c->entries;
    f->lanes = c->lanes;
    f->sectors_a_cycle = c->port_bytes / 32;
    f->parallel = c->parallel != 0;
    f->head = -1;
    f->cycle = lpi_gpu_clock(c).memory;
    if (!lpi_gpu_metadata_open(&f->metadata, lpi_gpu_metadata_sets(c), lpi_gpu_metadata_ways(c),
                               c->misses, f->cycle)) {
        close_flow(f);
        return NULL;
    }
    lpi_gpu_link_answers(slice->link, slice->number, link_answer, f);
    return f;
}

const struct lpi_gpu_engine_kind lpi_gpu_flow = {.name = "flow",
                                                 .open = open_flow,
                                                 .close = close_flow,
                                                 .answer = answer,
                                                 .ask = ask,
                                                 .count = count};
