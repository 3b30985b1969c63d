/* SPDX-License-Identifier: Apache-2.0 */
#include "dma_software.h"

#include "lib/cdma/built.h"

#include <linepress/cdma_regs.h>
#include <stddef.h>

#define REG(name) ((unsigned)offsetof(lp_cdma_regs_t, name))
#define ENABLED (LP_CDMA_REGS__CTRL__OFF_ENABLE_bm | LP_CDMA_REGS__CTRL__PRE_ENABLE_bm)
#define BUSY (LP_CDMA_REGS__STATUS__OFF_BUSY_bm | LP_CDMA_REGS__STATUS__PRE_BUSY_bm)
#define STOPPED (LP_CDMA_REGS__STATUS__OFF_STOPPED_bm | LP_CDMA_REGS__STATUS__PRE_STOPPED_bm)
#define IRQS 0x3fu
#define PATIENCE 40000u /* cycles within which a descriptor without stalls completes */

static void append(struct lp_software *s, struct lp_step step)
{
    if (s->count < LP_SOFTWARE_SCRIPT)
        s->script[s->count++] = step;
    else
        s->wrong = "the bench's script is too short";
}

static void tell(struct lp_software *s, unsigned addr, uint32_t value)
{
    append(s, (struct lp_step){true, addr, value});
}

static void ask(struct lp_software *s, unsigned addr)
{
    append(s, (struct lp_step){false, addr, 0});
}

static void tell_ring(struct lp_software *s, unsigned at, const struct lp_dma_ring *ring)
{
    tell(s, at + (unsigned)offsetof(lp_cdma_ring_t, base_lo), (uint32_t)ring->base);
    tell(s, at + (unsigned)offsetof(lp_cdma_ring_t, base_hi), (uint32_t)(ring->base >> 32));
    tell(s, at + (unsigned)offsetof(lp_cdma_ring_t, done_lo), (uint32_t)ring->done);
    tell(s, at + (unsigned)offsetof(lp_cdma_ring_t, done_hi), (uint32_t)(ring->done >> 32));
    tell(s, at + (unsigned)offsetof(lp_cdma_ring_t, size), ring->log2);
    tell(s, at + (unsigned)offsetof(lp_cdma_ring_t, tail), 0);
}

static void set_up(struct lp_software *s)
{
    const struct lp_dma_setup *setup = &s->jobs.setup;

    s->at = s->count = 0;
    s->read = 0;
    s->stopped = false;
    s->wrong = NULL;
    tell_ring(s, REG(off), &setup->rings[LP_DMA_OUT]);
    tell_ring(s, REG(pre), &setup->rings[LP_DMA_IN]);
    tell(s, REG(dev_lo), (uint32_t)setup->device_base);
    tell(s, REG(dev_hi), (uint32_t)(setup->device_base >> 32));
    tell(s, REG(dev_size), setup->device_groups);
    tell(s, REG(host_lo), (uint32_t)setup->host_base);
    tell(s, REG(host_hi), (uint32_t)(setup->host_base >> 32));
    tell(s, REG(host_size), setup->host_groups);
    tell(s, REG(irq_enable), IRQS);
    tell(s, REG(ctrl), ENABLED);
}

/* A link and memories of every speed. */
static void configure(struct lp_software *s)
{
    struct lp_rng *rng = &s->jobs.rng;
    bool errors = lp_below(rng, 3) == 0;

    s->jobs.errors = errors;
    s->config.latency = 1 + (lp_below(rng, 2) ? lp_below(rng, 300) : lp_below(rng, 8));
    s->config.host_latency = 1 + lp_below(rng, 40);
    s->config.link_beats = 1 + lp_below(rng, 2);
    s->config.link_cycles = 1 + lp_below(rng, 3);
    s->config.stall = lp_below(rng, 2) ? 0.3 : 0;
    s->config.shared = lp_below(rng, 2);
    /* Few errors, or so many that rings and indices, which have few beats, also get some. */
    s->config.device_error = errors ? (lp_below(rng, 2) ? 0.002 : 0.02) : 0;
    s->config.host_error = errors ? (lp_below(rng, 2) ? 0.002 : 0.02) : 0;
    s->aborts = lp_below(rng, 2);
    s->holds = lp_below(rng, 2);
}

bool lp_software_restart(struct lp_software *s)
{
    lp_jobs_start(&s->jobs);
    configure(s);
    s->config.device_base = s->jobs.setup.device_base;
    s->config.host_base = s->jobs.setup.host_base;
    s->config.seed = lp_random(&s->jobs.rng);
    s->held = 0;
    lpi_rig_close(s->rig);
    s->rig = NULL;
    s->progress = 0;
    set_up(s);
    return lpi_rig_open(NULL, &s->config, &s->rig) == LP_OK;
}

bool lp_software_open(struct lp_software *s, const int *values, uint64_t seed)
{
    lp_jobs_home(&s->jobs);
    s->jobs.rng.state = seed;
    s->jobs.setup.codecs = lpi_cdma_built(values[2]);
    s->jobs.setup.elem = (unsigned)values[3];
    s->config = (struct lpi_rig_config){.channels = values[0],
                                        .flits = values[1],
                                        .codecs = values[2],
                                        .elem = values[3],
                                        .device = s->jobs.device,
                                        .host = s->jobs.host,
                                        .device_bytes = LP_JOBS_DEVICE,
                                        .host_bytes = LP_JOBS_HOST};
    s->rig = NULL;
    return lp_software_restart(s);
}

void lp_software_close(struct lp_software *s)
{
    lpi_rig_close(s->rig);
}

/* ---- actions ---- */

static void post(struct lp_software *s, enum lp_dma_direction direction)
{
    unsigned at = direction == LP_DMA_OUT ? REG(off.tail) : REG(pre.tail);
    unsigned jobs = 1 + lp_below(&s->jobs.rng, 3);

    if (!lp_jobs_room(&s->jobs, direction))
        return;
    while (jobs-- > 0 && lp_jobs_room(&s->jobs, direction))
        lp_jobs_post(&s->jobs, direction);
    tell(s, at, s->jobs.ring[direction].tail);
}

static void abort_one(struct lp_software *s)
{
    enum lp_dma_direction direction = lp_below(&s->jobs.rng, 2);

    lp_jobs_abort(&s->jobs, direction);
    tell(s, REG(ctrl),
         ENABLED | (direction == LP_DMA_OUT ? LP_CDMA_REGS__CTRL__OFF_ABORT_bm
                                            : LP_CDMA_REGS__CTRL__PRE_ABORT_bm));
}

static void set_rate(struct lp_software *s)
{
    struct lp_rng *rng = &s->jobs.rng;

    tell(s, REG(policy), lp_below(rng, 2) ? 0 : 256 * (4 + lp_below(rng, 60)));
}

static void read_counters(struct lp_software *s)
{
    tell(s, REG(snapshot), 1);
    for (unsigned at = REG(cycles); at <= REG(errors); at += 4)
        ask(s, at);
}

static void choose(struct lp_software *s)
{
    struct lp_rng *rng = &s->jobs.rng;

    switch (lp_below(rng, 400)) {
    case 0:
        if (s->aborts)
            abort_one(s);
        return;
    case 1: set_rate(s); return;
    case 2: read_counters(s); return;
    case 3:
        if (s->holds)
            s->held = lp_below(rng, 900);
        return;
    case 4: tell(s, REG(irq), IRQS); return;
    case 5:
    case 6: ask(s, REG(status)); return;
    default:
        if (lp_below(rng, 40) == 0)
            post(s, lp_below(rng, 2));
    }
}

/* Takes the available completions of both directions. */
static const char *poll(struct lp_software *s)
{
    const char *wrong = lp_jobs_poll(&s->jobs, LP_DMA_OUT);

    return wrong ? wrong : lp_jobs_poll(&s->jobs, LP_DMA_IN);
}

/*
 * A stopped ring continues after it has been disabled. A memory that refuses a completion may still
 * have written it, so the engine may have completed fewer descriptors than were seen here; it would
 * execute those again.
 */
static void go_on(struct lp_software *s, enum lp_dma_direction direction, uint32_t head)
{
    struct lp_jobs_ring *ring = &s->jobs.ring[direction];

    /* Completions written by now count as seen. */
    for (unsigned place = 0; place < LP_JOBS_SLOTS && !s->wrong; place++)
        s->wrong = poll(s);
    if (s->wrong || ((ring->head - head) & 0xffff) - 1 >= LP_JOBS_SLOTS)
        return;
    lp_jobs_rewind(&s->jobs, direction, head);
    tell(s, direction == LP_DMA_OUT ? REG(off.tail) : REG(pre.tail), head);
}

static void read_back(struct lp_software *s)
{
    uint32_t value = lpi_rig_value(s->rig);

    if (s->read == REG(status) && !s->stopped && (value & STOPPED)) {
        s->stopped = true;
        tell(s, REG(ctrl), 0);
        ask(s, REG(status));
    } else if (s->read == REG(status) && s->stopped) {
        if (value & BUSY) {
            ask(s, REG(status));
        } else {
            ask(s, REG(off.head));
            ask(s, REG(pre.head));
        }
    } else if (s->read == REG(off.head)) {
        go_on(s, LP_DMA_OUT, value);
    } else if (s->read == REG(pre.head)) {
        go_on(s, LP_DMA_IN, value);
        tell(s, REG(ctrl), ENABLED);
        s->stopped = false;
    }
    s->read = 0;
}

void lp_software_act(struct lp_software *s)
{
    const struct lp_step *step;

    if (lpi_rig_busy(s->rig))
        return;
    /* Before what was read adds to the script: software that polls must not fill it. */
    if (s->at == s->count)
        s->at = s->count = 0;
    if (s->read)
        read_back(s);
    if (s->count == 0)
        choose(s);
    if (s->at == s->count)
        return;
    step = &s->script[s->at++];
    s->read = step->write ? 0 : step->addr;
    lpi_rig_ask(s->rig, step->write, step->addr, step->value);
}

/* ---- observations ---- */

static bool waiting(const struct lp_software *s)
{
    return s->jobs.ring[0].head != s->jobs.ring[0].tail ||
           s->jobs.ring[1].head != s->jobs.ring[1].tail;
}

const char *lp_software_look(struct lp_software *s)
{
    uint64_t done = s->jobs.done, now = lpi_rig_cycles(s->rig);
    const char *wrong;

    s->held -= s->held > 0;
    lpi_rig_hold(s->rig, s->held > 0);
    if (now % 16)
        return NULL;
    wrong = s->wrong ? s->wrong : poll(s);
    if (s->jobs.done != done || !waiting(s))
        s->progress = now;
    if (!wrong && now - s->progress > PATIENCE)
        return "a descriptor does not end";
    if (!wrong && s->jobs.done != done && !waiting(s))
        wrong = lp_jobs_compare(&s->jobs);
    return wrong;
}
