/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pseudo-channels of a slice. In each memory cycle a channel issues at most one column command and
 * one row command, as HBM has a bus for each. A request is split into its sectors, which are queued
 * in their channels; those that find a full queue wait in order.
 */
#include "gpu_dram.h"

#include <stdlib.h>
#include <string.h>

#define FINE LPI_GPU_FINE
#define MOST_QUEUE 128u
#define MOST_BANKS 64u
#define MOST_GROUPS 8u
#define CLOSED UINT64_MAX
#define NONE UINT32_MAX
#define NEVER UINT64_MAX
#define ACTIVATES 4u      /* in t_faw */
#define READS_BETWEEN 16u /* two drains, at least, while reads wait */

/* A request until its last sector is there. */
struct job {
    uint64_t address, first, last;
    uint32_t mask, left, tag, next;
    bool write;
};

/* A sector that waits. */
struct entry {
    uint64_t row;
    uint32_t job;
    uint8_t bank, group;
    bool opened; /* its row was opened for it */
};

struct bank {
    uint64_t row;                     /* CLOSED: none */
    uint64_t activate, column, close; /* from when on the command may be issued */
    unsigned group;
};

/* Entries in order of arrival; those from `count` on wait in the list. */
struct queue {
    struct entry of[MOST_QUEUE];
    unsigned count;
    /* Entries of each bank, and those of its open row; bits: banks that have any. */
    uint8_t in_bank[MOST_BANKS], in_row[MOST_BANKS];
    uint64_t banks, rows;
    struct entry *wait; /* a ring */
    uint32_t wait_first, wait_count, wait_room;
};

struct channel {
    struct lpi_gpu_dram *dram;
    struct bank banks[MOST_BANKS];
    uint64_t group_column[MOST_GROUPS]; /* from when on a group takes a column command */
    uint64_t activates[ACTIVATES];      /* times of the last ones */
    unsigned oldest_activate;
    uint64_t next_activate; /* t_rrd */
    uint64_t bus;           /* up to when the data bus is taken, in 2^-FINE ticks */
    uint64_t read_from;     /* t_wtr after writes */
    uint64_t refresh;       /* when the next one is due */
    uint64_t wake;          /* of the step that is posted; NEVER: none */
    uint32_t to_drain;      /* writes before reads have their turn again */
    uint32_t reads_issued;  /* since the last drain */
    bool draining, failed;
    struct queue reads, writes;
};

struct lpi_gpu_dram {
    enum lpi_gpu_map map;
    struct lpi_gpu_config config;
    struct lpi_gpu_events *events;
    lpi_gpu_answer *answer;
    void *owner;
    struct lpi_gpu_traffic *traffic;
    uint64_t cycle, burst; /* burst in 2^-FINE ticks */
    uint64_t outside;      /* ticks of an answer outside the channel */
    struct job *jobs;
    uint32_t job_room, unused;
    struct channel *channels;
    const struct lpi_gpu_tap *tap; /* or NULL */
    uint32_t slice;
};

/* ---- jobs ---- */

static uint32_t new_job(struct lpi_gpu_dram *d)
{
    if (d->unused == NONE) {
        uint32_t room = d->job_room == 0 ? 256 : 2 * d->job_room;
        struct job *jobs = realloc(d->jobs, room * sizeof *jobs);
        if (jobs == NULL)
            return NONE;
        for (uint32_t i = room; i-- > d->job_room;) {
            jobs[i].next = d->unused;
            d->unused = i;
        }
        d->jobs = jobs;
        d->job_room = room;
    }
    uint32_t job = d->unused;
    d->unused = d->jobs[job].next;
    return job;
}

/* A sector of the job is there, or in the queue of writes. */
static void sector_done(struct lpi_gpu_dram *d, uint32_t number, uint64_t time)
{
    struct job *job = &d->jobs[number];
    job->first = time < job->first ? time : job->first;
    job->last = time > job->last ? time : job->last;
    if (--job->left > 0)
        return;
    struct job done = *job;
    job->next = d->unused;
    d->unused = number;
    d->answer(d->owner, done.tag, done.first, done.last);
}

/* ---- where a sector is ---- */

/*
 * Row: consecutive lines of a channel are in its bank groups in turn, each in one row.
 * Sector: consecutive sectors are in the channels and then in the bank groups.
 */
static unsigned place(const struct lpi_gpu_dram *d, uint64_t address, struct entry *entry)
{
    const struct lpi_gpu_config *c = &d->config;
    uint64_t unit = d->map == LPI_GPU_MAP_ROW ? 128 : 32, at = address / unit;
    unsigned channel = (unsigned)(at % c->channels);
    at /= c->channels;
    entry->group = (uint8_t)(at % c->bank_groups);
    at /= c->bank_groups;
    at /= c->row_bytes / unit;
    unsigned in_group = c->banks / c->bank_groups;
    entry->row = at / in_group;
    /* Rows that follow each other use other banks than their neighbours at a power of two. */
    unsigned bank = (unsigned)((at ^ entry->row ^ entry->row / in_group) % in_group);
    entry->bank = (uint8_t)(entry->group * in_group + bank);
    return channel;
}

/* ---- queues ---- */

static bool wait_for_room(struct queue *q, const struct entry *entry)
{
    if (q->wait_count == q->wait_room) {
        uint32_t room = q->wait_room == 0 ? 64 : 2 * q->wait_room;
        struct entry *wait = malloc(room * sizeof *wait);
        if (wait == NULL)
            return false;
        for (uint32_t i = 0; i < q->wait_count; i++)
            wait[i] = q->wait[(q->wait_first + i) % q->wait_room];
        free(q->wait);
        q->wait = wait;
        q->wait_first = 0;
        q->wait_room = room;
    }
    q->wait[(q->wait_first + q->wait_count++) % q->wait_room] = *entry;
    return true;
}

static void add_one(uint8_t *count, uint64_t *bits, unsigned bank)
{
    count[bank]++;
    *bits |= UINT64_C(1) << bank;
}

static void take_one(uint8_t *count, uint64_t *bits, unsigned bank)
{
    if (--count[bank] == 0)
        *bits &= ~(UINT64_C(1) << bank);
}

static bool is_in_row(const struct channel *ch, const struct entry *entry)
{
    return ch->banks[entry->bank].row == entry->row;
}

/* Opens a row of a bank, or with CLOSED closes it. */
static void set_row(struct channel *ch, unsigned bank, uint64_t row)
{
    struct queue *queues[] = {&ch->reads, &ch->writes};
    ch->banks[bank].row = row;
    for (unsigned n = 0; n < 2; n++) {
        struct queue *q = queues[n];
        q->in_row[bank] = 0;
        q->rows &= ~(UINT64_C(1) << bank);
        for (unsigned i = 0; row != CLOSED && q->in_bank[bank] > 0 && i < q->count; i++)
            if (q->of[i].bank == bank && q->of[i].row == row)
                add_one(q->in_row, &q->rows, bank);
    }
}

/* A write is acknowledged once it is in the queue. */
static void enter(struct channel *ch, struct queue *q, const struct entry *entry, uint64_t time)
{
    struct lpi_gpu_dram *d = ch->dram;
    q->of[q->count++] = *entry;
    add_one(q->in_bank, &q->banks, entry->bank);
    if (is_in_row(ch, entry))
        add_one(q->in_row, &q->rows, entry->bank);
    if (q == &ch->writes)
        sector_done(d, entry->job, time + d->config.device_latency * d->cycle);
}

static void leave(struct channel *ch, struct queue *q, unsigned at, uint64_t time)
{
    const struct entry *gone = &q->of[at];
    take_one(q->in_bank, &q->banks, gone->bank);
    if (is_in_row(ch, gone))
        take_one(q->in_row, &q->rows, gone->bank);
    memmove(&q->of[at], &q->of[at + 1], (--q->count - at) * sizeof q->of[0]);
    if (q->wait_count == 0)
        return;
    struct entry entry = q->wait[q->wait_first];
    q->wait_first = (q->wait_first + 1) % q->wait_room;
    q->wait_count--;
    enter(ch, q, &entry, time);
}

/* ---- commands ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* From when on the data bus takes the data of a column command of any bank. */
static uint64_t bus_time(const struct channel *ch, bool write)
{
    const struct lpi_gpu_dram *d = ch->dram;
    uint64_t delay = (write ? d->config.t_cwl : d->config.t_cl) * d->cycle;
    uint64_t bus = ch->bus >> FINE; /* data that begin within the cycle after are not late */
    uint64_t at = bus > delay + d->cycle ? bus - delay - d->cycle + 1 : 0;
    return write ? at : later(at, ch->read_from);
}

static void column(struct channel *ch, struct queue *q, unsigned at, uint64_t now)
{
    struct lpi_gpu_dram *d = ch->dram;
    const struct lpi_gpu_config *c = &d->config;
    struct entry e = q->of[at];
    struct bank *bank = &ch->banks[e.bank];
    bool write = q == &ch->writes;
    uint64_t data = (now + (write ? c->t_cwl : c->t_cl) * d->cycle) << FINE;
    ch->bus = later(data, ch->bus) + d->burst;
    uint64_t end = (ch->bus + (1u << FINE) - 1) >> FINE;
    ch->group_column[e.group] = now + c->t_ccd_l * d->cycle;
    if (write) {
        bank->close = later(bank->close, end + c->t_wr * d->cycle);
        ch->read_from = later(ch->read_from, end + c->t_wtr * d->cycle);
    } else {
        bank->close = later(bank->close, now + c->t_rtp * d->cycle);
    }
    d->traffic->busy += d->burst >> FINE;
    d->traffic->row_hits += !e.opened;
    ch->to_drain -= write && ch->to_drain > 0;
    ch->reads_issued = write ? 0 : ch->reads_issued + 1;
    leave(ch, q, at, now);
    if (!write)
        sector_done(d, e.job, end + d->outside);
}

/* From when on the channel takes another activate command. */
static uint64_t activate_time(const struct channel *ch)
{
    const struct lpi_gpu_dram *d = ch->dram;
    uint64_t oldest = ch->activates[ch->oldest_activate];
    uint64_t window = oldest == 0 ? 0 : oldest + d->config.t_faw * d->cycle;
    return later(ch->next_activate, window);
}

static void activate(struct channel *ch, struct entry *e, uint64_t now)
{
    struct lpi_gpu_dram *d = ch->dram;
    const struct lpi_gpu_config *c = &d->config;
    struct bank *bank = &ch->banks[e->bank];
    set_row(ch, e->bank, e->row);
    bank->column = now + c->t_rcd * d->cycle;
    bank->close = now + c->t_ras * d->cycle;
    ch->next_activate = now + c->t_rrd * d->cycle;
    ch->activates[ch->oldest_activate] = now;
    ch->oldest_activate = (ch->oldest_activate + 1) % ACTIVATES;
    e->opened = true;
    d->traffic->activations++;
}

/* The columns that the entries of a queue wait for. */
struct wants {
    unsigned ready; /* the first whose column command may be issued now; NONE: there is none */
    uint64_t soon;  /* if there is none: from when on there is one; NEVER: a row has to be opened */
};

static struct wants wants_of(const struct channel *ch, const struct queue *q, uint64_t now)
{
    struct wants w = {.ready = NONE, .soon = NEVER};
    uint64_t bus = bus_time(ch, q == &ch->writes), may = 0;
    for (uint64_t left = q->rows; left != 0; left &= left - 1) {
        const struct bank *bank = &ch->banks[__builtin_ctzll(left)];
        uint64_t at = later(later(bank->column, ch->group_column[bank->group]), bus);
        w.soon = at < w.soon ? at : w.soon;
        may |= at <= now ? left & -left : 0;
    }
    for (unsigned i = 0; may != 0 && w.ready == NONE; i++)
        if ((may >> q->of[i].bank & 1) != 0 && is_in_row(ch, &q->of[i]))
            w.ready = i;
    return w;
}

/*
 * Opens a row, or closes one that no entry waits for, for the oldest that needs it. Returns from when
 * on the next may be.
 */
static uint64_t try_row(struct channel *ch, struct queue *q, uint64_t now, bool *issued)
{
    const struct lpi_gpu_dram *d = ch->dram;
    uint64_t any = activate_time(ch), may = 0, soon = NEVER;
    for (uint64_t left = q->banks & ~q->rows; left != 0; left &= left - 1) {
        const struct bank *bank = &ch->banks[__builtin_ctzll(left)];
        uint64_t at = bank->row == CLOSED ? later(bank->activate, any) : bank->close;
        soon = at < soon ? at : soon;
        may |= at <= now ? left & -left : 0;
    }
    if (may == 0)
        return soon;
    struct entry *e = q->of;
    while ((may >> e->bank & 1) == 0)
        e++;
    if (ch->banks[e->bank].row == CLOSED) {
        activate(ch, e, now);
    } else {
        set_row(ch, e->bank, CLOSED);
        ch->banks[e->bank].activate = now + d->config.t_rp * d->cycle;
    }
    *issued = true;
    return now + d->cycle;
}

/* Closes all rows once they may be. After a time without requests, only the last refresh counts. */
static void refresh(struct channel *ch, uint64_t now)
{
    const struct lpi_gpu_dram *d = ch->dram;
    uint64_t every = d->config.t_refi * d->cycle;
    if (now < ch->refresh)
        return;
    uint64_t missed = (now - ch->refresh) / every, start = ch->refresh + missed * every;
    for (unsigned b = 0; b < d->config.banks; b++)
        if (ch->banks[b].row != CLOSED)
            start = later(start, later(ch->banks[b].close, ch->banks[b].activate));
    for (unsigned b = 0; b < d->config.banks; b++) {
        set_row(ch, b, CLOSED);
        ch->banks[b].activate = start + (d->config.t_rp + d->config.t_rfc) * d->cycle;
    }
    ch->refresh += (missed + 1) * every;
}

static struct queue *chosen(struct channel *ch)
{
    const struct lpi_gpu_config *c = &ch->dram->config;
    if (!ch->draining && ch->writes.count >= c->write_high &&
        (ch->reads_issued >= READS_BETWEEN || ch->reads.count == 0)) {
        ch->draining = true;
        ch->to_drain = c->write_high - c->write_low;
    }
    if (ch->writes.count == 0 || (ch->to_drain == 0 && ch->reads.count > 0))
        ch->draining = false;
    return ch->draining || ch->reads.count == 0 ? &ch->writes : &ch->reads;
}

static void step(void *object, uint64_t now, uint32_t unused);

static void wake_at(struct channel *ch, uint64_t time)
{
    uint64_t cycle = ch->dram->cycle;
    if (time >= ch->wake)
        return;
    time = (time + cycle - 1) / cycle * cycle;
    if (time >= ch->wake)
        return;
    ch->wake = time;
    lpi_gpu_post(ch->dram->events, time, step, ch, 0);
}

static void step(void *object, uint64_t now, uint32_t unused)
{
    struct channel *ch = object;
    bool issued = false;
    (void)unused;
    if (now != ch->wake)
        return; /* an earlier step took its place */
    ch->wake = NEVER;
    refresh(ch, now);
    struct queue *q = chosen(ch);
    struct wants w = wants_of(ch, q, now);
    uint64_t row = try_row(ch, q, now, &issued);
    /* First ready, then oldest. */
    if (w.ready != NONE)
        column(ch, q, w.ready, now);
    issued |= w.ready != NONE;
    uint64_t next = issued ? now + ch->dram->cycle : row < w.soon ? row : w.soon;
    if (ch->reads.count + ch->writes.count > 0 && next != NEVER)
        wake_at(ch, later(next, now + ch->dram->cycle));
}

/* ---- requests ---- */

static void tell(const struct lpi_gpu_dram *d, const struct job *job, uint64_t address,
                 unsigned channel, const struct entry *entry, uint64_t now)
{
    const struct lpi_gpu_config *c = &d->config;
    uint64_t unit = d->map == LPI_GPU_MAP_ROW ? 128 : 32, in_group = c->banks / c->bank_groups;
    uint64_t at = address / unit / c->channels / c->bank_groups % (c->row_bytes / unit);
    d->tap->take(d->tap->context,
                 &(struct lpi_gpu_sector){.cycle = now / d->cycle,
                                          .row = entry->row,
                                          .slice = d->slice,
                                          .channel = channel,
                                          .group = entry->group,
                                          .bank = (uint32_t)(entry->bank % in_group),
                                          .column = (uint32_t)((at * unit + address % unit) / 32),
                                          .write = job->write});
}

void lpi_gpu_dram_tap(struct lpi_gpu_dram *d, const struct lpi_gpu_tap *tap, uint32_t slice)
{
    d->tap = tap;
    d->slice = slice;
}

static void arrive(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_dram *d = object;
    struct job job = d->jobs[number];
    struct entry entry = {.job = number};
    uint64_t unit = NEVER; /* of the sector before: its place is that of its neighbours */
    unsigned number_of = 0;
    for (uint32_t mask = job.mask; mask != 0; mask &= mask - 1) {
        uint64_t address = job.address + 32 * (uint64_t)__builtin_ctz(mask);
        if (address / 128 != unit || d->map != LPI_GPU_MAP_ROW)
            number_of = place(d, address, &entry);
        unit = address / 128;
        struct channel *ch = &d->channels[number_of];
        if (d->tap != NULL)
            tell(d, &job, address, number_of, &entry, now);
        struct queue *q = job.write ? &ch->writes : &ch->reads;
        if (q->count < d->config.dram_queue && q->wait_count == 0)
            enter(ch, q, &entry, now);
        else if (!wait_for_room(q, &entry))
            ch->failed = true;
        wake_at(ch, now);
    }
}

void lpi_gpu_dram_ask(struct lpi_gpu_dram *d, uint64_t time, uint64_t address, uint32_t mask,
                      bool write, uint32_t tag)
{
    uint32_t number = new_job(d);
    if (number == NONE)
        return;
    d->jobs[number] = (struct job){.address = address,
                                   .first = NEVER,
                                   .mask = mask,
                                   .left = (uint32_t)__builtin_popcount(mask),
                                   .tag = tag,
                                   .write = write};
    lpi_gpu_post(d->events, time, arrive, d, number);
}

uint64_t lpi_gpu_dram_moved(const struct lpi_gpu_dram *d, uint64_t now)
{
    uint64_t moved = d->traffic->busy, ahead = 0;
    for (unsigned i = 0; i < d->config.channels; i++) {
        uint64_t ends = d->channels[i].bus >> FINE;
        ahead += ends > now ? ends - now : 0;
    }
    return moved > ahead ? (moved - ahead) / d->config.channels : 0;
}

/* ---- opening ---- */

static void open_channel(struct lpi_gpu_dram *d, unsigned number)
{
    struct channel *ch = &d->channels[number];
    ch->dram = d;
    ch->wake = NEVER;
    ch->refresh = d->config.t_refi * d->cycle;
    for (unsigned b = 0; b < MOST_BANKS; b++)
        ch->banks[b].row = CLOSED;
    for (unsigned b = 0; b < d->config.banks; b++)
        ch->banks[b].group = b / (d->config.banks / d->config.bank_groups);
}

struct lpi_gpu_dram *lpi_gpu_dram_open(enum lpi_gpu_map map, const struct lpi_gpu_config *config,
                                       struct lpi_gpu_events *events, lpi_gpu_answer *answer,
                                       void *owner, struct lpi_gpu_traffic *traffic)
{
    struct lpi_gpu_clock clock = lpi_gpu_clock(config);
    struct lpi_gpu_dram *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->channels = calloc(config->channels, sizeof *d->channels);
    if (d->channels == NULL) {
        free(d);
        return NULL;
    }
    d->map = map;
    d->config = *config;
    d->events = events;
    d->answer = answer;
    d->owner = owner;
    d->traffic = traffic;
    d->cycle = clock.memory;
    d->burst = lpi_gpu_sector_time(config->device_gbs / config->slices / config->channels, &clock);
    d->unused = NONE;
    /* A sector of a closed row takes the configured latency if nothing is in its way. */
    uint64_t own = (config->t_rcd + config->t_cl) * d->cycle + (d->burst >> FINE);
    uint64_t all = config->device_latency * d->cycle;
    d->outside = all > own ? all - own : 0;
    for (unsigned i = 0; i < config->channels; i++)
        open_channel(d, i);
    return d;
}

void lpi_gpu_dram_close(struct lpi_gpu_dram *d)
{
    if (d == NULL)
        return;
    for (unsigned i = 0; i < d->config.channels; i++) {
        free(d->channels[i].reads.wait);
        free(d->channels[i].writes.wait);
    }
    free(d->channels);
    free(d->jobs);
    free(d);
}
