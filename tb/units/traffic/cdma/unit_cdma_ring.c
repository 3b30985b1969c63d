/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_ring: software that writes tails, good ones and others, turns the ring off and
 * on, aborts at any time and leaves the ring stopped; memories that answer early, late or with an
 * error; an engine that takes jobs and ends them with any status. lp_dma_check gives the expected
 * result of a descriptor; the jobs, completions, head and interrupts must follow from it, in order.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_ring_ports.h"
#include "base/wide.h"
#include "lib/cdma/built.h"
#include "units/cosim/registry.h"
#include "ring_setup.h"

enum { F, V, C, Q, J, R }; /* streams in the order of the ports */

#define SPAN (UINT64_C(1) << 40)
#define SETTLE 4  /* cycles after which a change of the registers has its effect */
#define RECENT 4u /* descriptors fetched or in flight */
#define PATIENCE 600

/* Progress of a descriptor; its number is its ring index, modulo 65536. */
struct entry {
    struct lp_dma_descriptor d;
    enum lp_dma_status status;
    bool fetched, failed; /* both sectors came; with an error */
    bool fresh;           /* fetched, and not dropped since */
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed, cycle, epoch;
    enum lp_dma_direction direction;
    unsigned codecs;
    /* software */
    struct lp_dma_setup setup;
    uint16_t tail;
    bool enable, abort;
    uint32_t wait, abort_mean, off_mean, wrong_mean;
    /* expected state of the ring */
    uint16_t head, next; /* next: the first number without a job offered or a completion */
    struct entry entry[RECENT];
    bool fetching, stale; /* an address is offered or taken, and some of its sectors have not
                           * come */
    uint16_t at_hand;     /* number of the last one fetched */
    uint32_t sectors;
    bool f_waits;
    /* the job in progress */
    bool offered, running, drop, kill;
    uint16_t job;
    uint64_t taken_at, r_due;
    /* the completion */
    bool result, writing, unacked, fatal;
    struct lp_dma_completion completion;
    bool irq, c_irq, c_err;
    uint64_t q_due, v_due;
    uint32_t latency, errors, r_latency;
    /* expected outputs of the next cycle */
    bool irq_done, irq_error, irq_ring;
    bool stopped, busy; /* values of the cycle before */
    uint32_t over_for, good_for, off_for;
    bool changed;
};

/* ---- drawing ---- */

static void draw_phase(struct bench *q)
{
    static const uint32_t latencies[] = {0, 0, 20, 200};

    q->latency = latencies[lp_below(&q->rng, 4)];
    q->r_latency = latencies[lp_below(&q->rng, 4)];
    q->errors = lp_below(&q->rng, 2) ? 0 : lp_below(&q->rng, 40);
    q->abort_mean = lp_below(&q->rng, 2) ? 100000 : 20 + lp_below(&q->rng, 300);
    q->off_mean = lp_below(&q->rng, 2) ? 20000 : 50 + lp_below(&q->rng, 2000);
    q->wrong_mean = lp_below(&q->rng, 2) ? 1000 : 2 + lp_below(&q->rng, 20);
}

static uint32_t ring_size(const struct bench *q)
{
    unsigned log2 = q->setup.rings[q->direction].log2;
    return 1u << (log2 < LP_DMA_RING_LOG2_MAX ? log2 : LP_DMA_RING_LOG2_MAX);
}

static uint32_t pending(const struct bench *q)
{
    return (uint16_t)(q->tail - q->head);
}

/* How far the tail may be ahead: software may have seen a completion before its acknowledge. */
static uint32_t reach(const struct bench *q)
{
    return ring_size(q) + q->unacked;
}

static struct entry *entry_of(struct bench *q, uint16_t n)
{
    return &q->entry[n % RECENT];
}

/* Random bits derived from a beat, which can be recomputed for it. */
static bool error_now(struct bench *q)
{
    return lp_below(&q->rng, 256) < q->errors;
}

static bool new_sector(struct bench *q, struct lp_cdma_ring_in *in)
{
    struct entry *e = entry_of(q, q->at_hand);
    uint8_t bytes[LP_DMA_DESCRIPTOR_BYTES];

    if (!q->fetching || q->f_waits || q->sectors == 2 || q->cycle < q->v_due)
        return false;
    lp_dma_encode_descriptor(&e->d, bytes);
    lpi_words_of_bytes(in->v_data, bytes + 32 * q->sectors, 32);
    in->v_err = error_now(q);
    return true;
}

static bool new_result(struct bench *q, struct lp_cdma_ring_in *in)
{
    if (!q->running || q->cycle < q->r_due)
        return false;
    lpi_put64(in->r_bytes, lp_random(&q->rng) >> 23);
    lpi_put64(in->r_zeros, lp_random(&q->rng) >> 26);
    in->r_bad = (uint32_t)lp_random(&q->rng);
    in->r_status = lp_below(&q->rng, 2) ? 0 : lp_below(&q->rng, 16);
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_cdma_ring_in *in = in_ports;

    if (stream == V)
        return new_sector(q, in);
    if (stream == R)
        return new_result(q, in);
    if (!q->unacked || q->cycle < q->q_due)
        return false;
    in->q_err = lp_below(&q->rng, q->offered || q->running ? 128 : 1024) < q->errors;
    if (in->q_err && lp_below(&q->rng, 2)) /* a result in the cycle in which its job is dropped */
        q->r_due = q->cycle;
    return true;
}

/* ---- software ---- */

static void new_setup(struct bench *q)
{
    lp_ring_setup(&q->rng, q->codecs, &q->setup);
    q->epoch = lp_random(&q->rng);
    draw_phase(q);
}

/* A tail that is bad, or good by chance: just ahead, far in either direction, anywhere. */
static uint16_t wrong_tail(struct bench *q)
{
    uint32_t far = UINT32_C(1) << lp_below(&q->rng, 16);

    switch (lp_below(&q->rng, 4)) {
    case 0: return (uint16_t)lp_random(&q->rng);
    case 1: return (uint16_t)(q->head + far + lp_below(&q->rng, 2));
    case 2: return (uint16_t)(q->head - far + lp_below(&q->rng, 2));
    default: return (uint16_t)(q->head + ring_size(q) + 1 + lp_below(&q->rng, 2));
    }
}

/* As many more descriptors as the ring takes, or fewer; or a bad tail. */
static void write_tail(struct bench *q)
{
    uint32_t room = reach(q) - pending(q);

    if (lp_below(&q->rng, q->wrong_mean) == 0) {
        q->tail = wrong_tail(q);
        return;
    }
    if (lp_below(&q->rng, 64) == 0) { /* some are taken back */
        q->tail = (uint16_t)(q->head + lp_below(&q->rng, pending(q) + 1));
        return;
    }
    q->tail = (uint16_t)(q->tail + (lp_below(&q->rng, 2) ? room : lp_below(&q->rng, room + 1)));
}

/* The next step of software, after its wait. */
static void act(struct bench *q, bool busy)
{
    q->wait = lp_below(&q->rng, 3) ? lp_below(&q->rng, 4) : lp_below(&q->rng, 100);
    if (!q->enable) {
        if (!busy && lp_below(&q->rng, 2))
            new_setup(q);
        if (pending(q) > ring_size(q) || lp_below(&q->rng, 4) == 0)
            q->tail = (uint16_t)(q->head + lp_below(&q->rng, ring_size(q) + 1));
        q->enable = busy ? lp_below(&q->rng, 8) == 0 : lp_below(&q->rng, 2);
    } else if (q->fatal || lp_below(&q->rng, q->off_mean) == 0) {
        q->enable = false;
    } else if (pending(q) > reach(q)) {
        if (lp_below(&q->rng, 3))
            q->tail = (uint16_t)(q->head + lp_below(&q->rng, ring_size(q) + 1));
        else if (lp_below(&q->rng, 2))
            q->enable = false;
        else
            q->tail = (uint16_t)lp_random(&q->rng);
    } else if (q->stopped && !q->fatal) { /* the head has moved since: another tail is due */
        q->tail = (uint16_t)(q->head + (pending(q) + 1) % (ring_size(q) + 1));
    } else {
        write_tail(q);
    }
}

static void drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_cdma_ring_in *in = in_ports;
    const struct lp_dma_ring *own = &q->setup.rings[q->direction];
    const struct lp_dma_ring *other = &q->setup.rings[!q->direction];
    uint16_t before = q->tail;

    if (q->wait > 0)
        q->wait--;
    else
        act(q, q->busy || q->off_for < SETTLE);
    if (q->offered && lp_below(&q->rng, 200) == 0)
        q->enable = false;
    q->changed = q->tail != before;
    q->abort = lp_below(&q->rng, q->abort_mean) == 0;
    lpi_put64(in->base, own->base);
    lpi_put64(in->done, own->done);
    in->log2 = own->log2;
    lpi_put64(in->other_base, other->base);
    lpi_put64(in->other_done, other->done);
    in->other_log2 = other->log2;
    lpi_put64(in->dev_base, q->setup.device_base);
    in->dev_groups = q->setup.device_groups;
    lpi_put64(in->host_base, q->setup.host_base);
    in->host_groups = q->setup.host_groups;
    in->tail = q->tail;
    in->enable = q->enable;
    in->abort = q->abort;
}

/* ---- fetches ---- */

static uint64_t entry_addr(const struct bench *q, bool done, uint16_t n)
{
    const struct lp_dma_ring *ring = &q->setup.rings[q->direction];
    uint64_t i = n % ring_size(q);

    return (done ? (ring->done & ~UINT64_C(31)) + i * 32 : (ring->base & ~UINT64_C(63)) + i * 64) %
           SPAN;
}

/* The current entry is refused; the ring need not know that when it fetches the next one. */
static bool is_refused(struct bench *q, uint16_t n)
{
    struct entry *e = entry_of(q, n);
    return e->fetched && (e->failed || e->status != LP_DMA_GOOD);
}

static const char *fetch_begins(struct bench *q, const struct lp_cdma_ring_out *out)
{
    uint64_t addr = lpi_get64(out->f_addr);
    uint16_t n = q->next;

    if (q->fetching)
        return "a second descriptor is fetched";
    if (is_refused(q, n) && addr == entry_addr(q, false, (uint16_t)(n + 1)) && ring_size(q) > 1)
        n++;
    if (addr != entry_addr(q, false, n))
        return "f_addr_o is not the address of the next descriptor";
    if (q->off_for > SETTLE || q->over_for > SETTLE || q->fatal)
        return "a descriptor is fetched though the ring is stopped";
    if ((uint16_t)(n - q->head) >= pending(q) && q->good_for > SETTLE && !q->changed)
        return "a descriptor is fetched that was not written";
    struct entry *e = entry_of(q, n);
    *e = (struct entry){.fetched = false};
    lp_ring_descriptor(q->seed ^ q->epoch, &q->setup, q->direction, n, &e->d);
    e->status = lp_dma_check(&q->setup, q->direction, &e->d);
    q->at_hand = n;
    q->fetching = true;
    q->stale = false;
    q->sectors = 0;
    return NULL;
}

static const char *check_fetch(struct bench *q, const struct lp_cdma_ring_in *in,
                               const struct lp_cdma_ring_out *out)
{
    struct entry *e = entry_of(q, q->at_hand);
    const char *wrong = NULL;

    if (out->v_ready && (!q->fetching || q->f_waits))
        return "v_ready_o without a descriptor that is due";
    if (out->f_valid && !q->f_waits)
        wrong = fetch_begins(q, out);
    if (out->f_valid)
        q->f_waits = !in->f_ready;
    if (out->f_valid && in->f_ready)
        q->v_due = q->cycle + lp_below(&q->rng, 1 + q->latency);
    if (in->v_valid && out->v_ready) {
        q->sectors++;
        e->failed = e->failed || in->v_err;
        e->fetched = q->sectors == 2;
        e->fresh = e->fetched && !q->stale;
        q->fetching = !e->fetched;
    }
    return wrong;
}

/* ---- jobs ---- */

static const char *job_begins(struct bench *q, const struct lp_cdma_ring_out *out)
{
    const struct entry *e = entry_of(q, q->next);
    const struct lp_dma_descriptor *d = &e->d;
    bool has_index = d->flags & LP_DMA_FLAG_INDEX;

    if (q->offered || q->running || q->result || q->writing)
        return "a job before the one before it is complete";
    if (!e->fresh || q->at_hand != q->next)
        return "a job that was not fetched, or has been dropped";
    if (e->failed || e->status != LP_DMA_GOOD)
        return "a job of a descriptor that must be refused";
    if (lpi_get64(out->j_dev) != d->device || lpi_get64(out->j_host) != d->host ||
        lpi_get64(out->j_sectors) != d->raw_bytes / 32 || lpi_get64(out->j_size) != d->size ||
        out->j_codec != (d->flags >> LP_DMA_FLAG_CODEC_SHIFT & 15) ||
        out->j_has_index != has_index || lpi_get64(out->j_index) != (has_index ? d->index : 0))
        return "the job does not match its descriptor";
    q->offered = true;
    q->job = q->next++;
    q->completion = (struct lp_dma_completion){.id = d->id};
    q->irq = d->flags & LP_DMA_FLAG_IRQ;
    entry_of(q, q->job)->fetched = false;
    return NULL;
}

static const char *check_job(struct bench *q, const struct lp_cdma_ring_in *in,
                             const struct lp_cdma_ring_out *out)
{
    const char *wrong = NULL;

    if (out->kill != q->kill)
        return "kill_o is not what aborts ask for";
    if (out->r_ready != q->running)
        return "r_ready_o without a job, or none with one";
    if (out->j_valid && !q->offered)
        wrong = job_begins(q, out);
    if (!out->j_valid && q->offered)
        return "a job is withdrawn";
    if (q->offered && in->j_ready) {
        q->offered = false;
        q->running = true;
        q->taken_at = q->cycle;
        q->r_due = q->cycle + lp_below(&q->rng, lp_below(&q->rng, 100) ? 1 + q->r_latency : 1500);
    } else if (q->running && in->r_valid) {
        q->running = q->kill = false;
        q->result = !q->drop;
        q->drop = false;
        q->completion.status = (uint8_t)in->r_status;
        q->completion.bytes = lpi_get64(in->r_bytes);
        q->completion.zeros = lpi_get64(in->r_zeros);
        q->completion.bad = in->r_bad;
        q->completion.cycles = (uint32_t)(q->cycle - q->taken_at);
    }
    if (q->offered || q->running)
        q->kill = q->kill || in->abort;
    return wrong;
}

/* ---- completions ---- */

/* Without a result: the next descriptor has been refused. */
static const char *refusal(struct bench *q)
{
    struct entry *e = entry_of(q, q->next);

    if (q->offered || q->running || !is_refused(q, q->next))
        return "a completion without a descriptor";
    q->completion = (struct lp_dma_completion){.id = e->d.id, .status = (uint8_t)e->status};
    q->irq = e->d.flags & LP_DMA_FLAG_IRQ;
    if (e->failed) {
        q->completion.id = 0;
        q->completion.status = LP_DMA_HOST_ERROR;
        q->irq = false;
    }
    e->fetched = false;
    q->job = q->next++;
    return NULL;
}

static const char *completion_begins(struct bench *q, const struct lp_cdma_ring_out *out)
{
    uint8_t bytes[LP_DMA_COMPLETION_BYTES];
    uint32_t words[8];
    const char *wrong = q->result ? NULL : refusal(q);

    if (wrong)
        return wrong;
    if (q->unacked || q->job != q->head)
        return "a completion before the one before it is acknowledged";
    q->completion.phase = !(q->head / ring_size(q) & 1);
    lp_dma_encode_completion(&q->completion, bytes);
    lpi_words_of_bytes(words, bytes, sizeof bytes);
    if (lpi_get64(out->c_addr) != entry_addr(q, true, q->head))
        return "c_addr_o is not the address of the completion";
    if (memcmp(words, out->c_data, sizeof words) != 0)
        return "c_data_o is not the completion that is due";
    q->result = false;
    q->writing = true;
    return NULL;
}

/* The memory refused a completion: the next fetch starts with its entry. */
static void fail(struct bench *q)
{
    q->fatal = q->irq_ring = true;
    q->drop = q->offered || q->running;
    q->result = false;
    q->next = q->head;
    for (unsigned i = 0; i < RECENT; i++)
        q->entry[i].fetched = q->entry[i].fresh = false;
    q->stale = true;
}

static const char *check_completion(struct bench *q, const struct lp_cdma_ring_in *in,
                                    const struct lp_cdma_ring_out *out)
{
    const char *wrong = NULL;

    if (out->q_ready != q->unacked)
        return "q_ready_o without a completion, or none with one";
    if (out->c_valid && !q->writing)
        wrong = completion_begins(q, out);
    if (q->unacked && in->q_valid) {
        q->unacked = false;
        q->irq_done = !in->q_err && q->c_irq;
        q->irq_error = !in->q_err && q->c_err;
        q->head = (uint16_t)(q->head + !in->q_err);
        q->base.lines += !in->q_err;
        if (in->q_err)
            fail(q);
    }
    if (q->writing && in->c_ready) {
        q->writing = false;
        q->unacked = true;
        q->c_irq = q->irq;
        q->c_err = q->completion.status != 0;
        q->q_due = q->cycle + lp_below(&q->rng, 1 + q->latency);
    }
    return wrong;
}

/* ---- the ring itself ---- */

static const char *check_ring(struct bench *q, const struct lp_cdma_ring_out *out)
{
    bool rises = out->stopped && !q->stopped;

    if (out->head != q->head)
        return "head_o is not the completions acknowledged";
    if (out->irq_done != q->irq_done || out->irq_error != q->irq_error)
        return "irq_done_o or irq_error_o is not what the completion requests";
    if (q->irq_ring && !(out->irq_ring && (out->stopped || q->off_for > 0)))
        return "a completion failed, and the ring continues";
    if (rises && !out->irq_ring)
        return "the ring stops without an interrupt";
    if (out->irq_ring && !rises && !q->irq_ring && !q->fatal)
        return "irq_ring_o comes twice";
    if (q->over_for > SETTLE && !out->stopped)
        return "a tail ahead of the ring does not stop it";
    if ((q->off_for > SETTLE || (q->good_for > SETTLE && !q->fatal)) && out->stopped)
        return "the ring is stopped without a reason";
    if (!out->busy &&
        (q->fetching || q->offered || q->running || q->result || q->writing || q->unacked))
        return "busy_o is 0 while work is in progress";
    if (q->off_for > PATIENCE && out->busy && !q->fetching && !q->offered && !q->running &&
        !q->result && !q->writing && !q->unacked)
        return "busy_o is 1 while no work is in progress";
    q->stopped = out->stopped;
    q->busy = out->busy;
    q->irq_done = q->irq_error = q->irq_ring = false;
    return NULL;
}

/* Effects of this cycle's registers on pending descriptors, and for how long they have applied. */
static void look_at_registers(struct bench *q)
{
    bool over = pending(q) > reach(q);

    if (!q->enable || q->abort) {
        q->stale = true;
        for (unsigned i = 0; i < RECENT; i++)
            q->entry[i].fresh = false;
    }
    if (!q->enable)
        q->fatal = false;
    q->off_for = q->enable ? 0 : q->off_for + 1;
    q->over_for = q->enable && over ? q->over_for + 1 : 0;
    if (q->changed || over || !q->enable)
        q->good_for = q->enable && q->changed && !over;
    else if (q->good_for > 0)
        q->good_for++;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in, const void *out)
{
    struct bench *q = (struct bench *)self;
    const char *wrong = check_ring(q, out);

    q->cycle = cycle;
    if (!wrong)
        wrong = check_fetch(q, in, out);
    if (!wrong)
        wrong = check_job(q, in, out);
    if (!wrong)
        wrong = check_completion(q, in, out);
    look_at_registers(q);
    return wrong;
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;
    struct bench old = *q;

    memset(q, 0, sizeof *q);
    q->base = old.base;
    q->rng = old.rng;
    q->seed = old.seed;
    q->direction = old.direction;
    q->codecs = old.codecs;
    q->off_for = 2 * SETTLE;
    new_setup(q);
}

static struct lp_traffic *random_traffic(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->codecs = lpi_cdma_built(values[0]);
    q->direction = values[1] ? LP_DMA_IN : LP_DMA_OUT;
    reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_ring_hooks;
const struct lp_hooks lp_cdma_ring_hooks = {.random = random_traffic, .calm = 8};
