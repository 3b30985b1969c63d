/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_card_mover: runs of all lengths around the ends of bursts, stops in their midst,
 * streams that pause and a memory that answers in order, sometimes late, with errors. The data of
 * the n-th input beat follows from n, the contents of memory from the address.
 */
#include <stdlib.h>
#include <string.h>

#include "units/traffic/axi/axi_bench.h"
#include "units/card/card_mover_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum { STREAM_IN, STREAM_OUT, AW, W, B, AR, R }; /* streams in the order of the ports */
#define SOON 4    /* cycles within which a run must end when no work is left */
#define BURSTS 64 /* more bursts than can be in flight */
#define OPEN 15   /* bursts of put that may await their answer */
#define OUT_HELD                                                                                   \
    2 /* parts that the unit offers or is about to offer, whatever happens to the
                    * run */

/* Bursts in flight: the beats of each, in a ring. */
struct bursts {
    uint32_t beats[BURSTS], first, count;
};

struct side {
    bool busy, stopped, bad, ended;   /* ended: done is due */
    uint64_t sector;                  /* of the run */
    uint32_t beats, announced, moved; /* beats of the run: all, in bursts, through the memory's
                                       * port */
    uint32_t idle;                    /* cycles without work left */
    bool waits;                       /* an address was offered before */
    struct bursts bursts;
};

struct mover {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    uint32_t words, parts, burst;
    struct side put, get;
    uint64_t in_made, in_taken, in_first; /* input stream: parts; the first part of the run */
    bool drop;                            /* state of the last cycle */
    uint32_t written;                     /* bursts whose beats are written, without an answer */
    bool late;                            /* the memory answers them together */
    uint32_t w_at, r_at;                  /* beats of the burst at w and of that at r */
    uint32_t r_made, out_taken;           /* beats of the run read; parts given */
    bool left_over;                       /* parts of a stopped run may still come */
    uint32_t left_parts;
};

static uint32_t oldest(const struct bursts *b, uint32_t which)
{
    return b->beats[(b->first + which) % BURSTS];
}

static void enter(struct bursts *b, uint32_t beats)
{
    b->beats[(b->first + b->count++) % BURSTS] = beats;
}

static void leave(struct bursts *b)
{
    b->first++;
    b->count--;
}

/* ---- what goes in ---- */

static void stream_part(const struct mover *q, uint64_t part, uint32_t *words)
{
    uint32_t all[LP_AXI_WORDS];

    lp_axi_content(q->seed, part, all);
    memcpy(words, all, q->words * 4);
}

/* Whether a burst is answered now. A slow memory starts to answer when many bursts wait, or at
 * random. */
static bool answers(struct mover *q)
{
    if (q->written == 0)
        q->late = lp_below(&q->rng, 4) == 0;
    else if (q->late && lp_below(&q->rng, 512) == 0)
        q->late = false;
    return q->written != 0 && !q->late;
}

static bool mover_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct mover *q = (struct mover *)self;
    struct lp_card_mover_in *in = in_ports;
    uint64_t sector = q->get.sector + q->r_made;

    if (stream == STREAM_IN) {
        stream_part(q, q->in_made++, in->s_data);
        return true;
    }
    if (stream == B) {
        in->bresp = lp_axi_response(q->seed, lp_random(&q->rng));
        if (!answers(q))
            return false;
        q->written--;
        return true;
    }
    if (q->get.bursts.count == 0)
        return false;
    lp_axi_content(q->seed, sector * LP_AXI_SECTOR, in->rdata);
    in->rresp = lp_axi_response(q->seed, sector);
    q->r_made++;
    if (++q->r_at == oldest(&q->get.bursts, 0)) {
        q->r_at = 0;
        leave(&q->get.bursts);
    }
    return true;
}

static uint32_t draw_beats(const struct mover *q, struct lp_rng *rng)
{
    switch (lp_below(rng, 8)) {
    case 0: return 0;
    case 1: return lp_below(rng, 8 * q->burst);
    case 2: return q->burst * (1 + lp_below(rng, 3));
    case 3: /* until it is stopped; a lost bit of the count would end it early */
        return lp_below(rng, q->burst) + (UINT32_C(1) << (5 + lp_below(rng, 19)));
    default: return lp_below(rng, 2 * q->burst);
    }
}

static void draw_run(struct mover *q, uint32_t addr[2], uint32_t *beats)
{
    uint64_t address = lp_random(&q->rng) >> 24;

    if (lp_below(&q->rng, 4) == 0)
        address |= UINT64_C(0xffff000); /* its carry crosses many bits */
    lpi_put64(addr, address);
    *beats = draw_beats(q, &q->rng);
}

static void mover_drive(struct lp_traffic *self, void *in_ports)
{
    struct mover *q = (struct mover *)self;
    struct lp_card_mover_in *in = in_ports;

    draw_run(q, in->put_addr, &in->put_beats);
    draw_run(q, in->get_addr, &in->get_beats);
    in->put_start = lp_below(&q->rng, 8) == 0;
    in->put_stop = lp_below(&q->rng, 256) == 0;
    if (lp_below(&q->rng, 32) != 0)
        in->put_drop = q->drop;
    in->get_start = lp_below(&q->rng, 8) == 0 && !q->left_over;
    in->get_stop = lp_below(&q->rng, 256) == 0;
}

/* ---- what must come out ---- */

/* The run's part of a cycle. over: no work is left, and no burst is in flight. */
static const char *check_run(struct mover *q, struct side *s, uint32_t busy, uint32_t done,
                             uint32_t error, bool over, bool must_not)
{
    bool ends = s->busy && !busy;

    if (!s->busy && busy)
        return "busy without a start";
    if (ends && must_not)
        return "a run ends with something to do";
    s->idle = s->busy && over ? s->idle + 1 : 0;
    if (busy && s->idle > SOON)
        return "a run does not end";
    if (done != ends)
        return "done is not at a run's end";
    if (error != s->bad)
        return "error is not what the memory said";
    q->base.lines += ends;
    s->busy = busy;
    return NULL;
}

/* Checks an offered burst: it must be at the address of the run's next beat, and as long as
 * allowed. */
static const char *check_burst(const struct mover *q, struct side *s, const uint32_t addr[2],
                               uint32_t len)
{
    uint64_t sector = (s->sector + s->announced) & ((UINT64_C(1) << 35) - 1);
    uint32_t due = q->burst - (uint32_t)(sector % q->burst);

    if (due > s->beats - s->announced)
        due = s->beats - s->announced;
    if (!s->busy || due == 0)
        return "a burst without a run";
    if (lpi_get64(addr) != sector * LP_AXI_SECTOR || len + 1 != due)
        return "not the burst that is due";
    return NULL;
}

static const char *check_w(struct mover *q, const struct lp_card_mover_in *in,
                           const struct lp_card_mover_out *out)
{
    struct side *s = &q->put;
    uint32_t words[LP_AXI_WORDS];

    if (!out->wvalid)
        return NULL;
    if (s->bursts.count == 0)
        return "a beat without a burst";
    for (uint32_t i = 0; i < q->parts; i++)
        stream_part(q, q->in_first + s->moved * q->parts + i, words + i * q->words);
    if (memcmp(out->wdata, words, sizeof words) != 0)
        return "wdata_o is not what the stream gave";
    if (out->wlast != (q->w_at + 1 == oldest(&s->bursts, 0)))
        return "wlast_o is not at the end of the burst";
    s->moved += in->wready;
    q->w_at += in->wready;
    if (in->wready & out->wlast) {
        q->w_at = 0;
        q->written++;
        leave(&s->bursts);
    }
    return NULL;
}

static void start(struct side *s, const uint32_t addr[2], uint32_t beats)
{
    struct bursts none = {.count = 0};

    *s = (struct side){.busy = true, .beats = beats, .bursts = none};
    s->sector = lpi_get64(addr) / LP_AXI_SECTOR;
}

/* open: bursts written whose answer was not taken before this cycle. */
static const char *check_put(struct mover *q, const struct lp_card_mover_in *in,
                             const struct lp_card_mover_out *out)
{
    struct side *s = &q->put;
    uint32_t taken = (uint32_t)(q->in_taken - q->in_first);
    bool was_busy = s->busy, open = s->bursts.count || q->written || in->bvalid || out->awvalid;
    bool over = !open && (s->stopped || s->announced == s->beats);
    const char *wrong = check_run(q, s, out->put_busy, out->put_done, out->put_error, over,
                                  open || (!s->stopped && s->announced != s->beats));

    if (!wrong && out->awvalid) {
        wrong = check_burst(q, s, out->awaddr, out->awlen);
        if (!wrong && taken < (s->announced + out->awlen + 1) * q->parts)
            wrong = "a burst whose beats have not come";
        if (!wrong && s->bursts.count + q->written + in->bvalid >= OPEN)
            wrong = "more bursts are open than may be";
    }
    if (wrong)
        return wrong;
    wrong = check_w(q, in, out);
    if (out->awvalid & in->awready) {
        enter(&s->bursts, out->awlen + 1);
        s->announced += out->awlen + 1;
    }
    if (!wrong && out->s_ready && was_busy && s->busy && !s->stopped &&
        taken == s->beats * q->parts)
        wrong = "more of the stream is taken than the run has";
    if (!wrong && out->s_ready && !s->busy && !q->drop)
        wrong = "the stream is taken without a run";
    q->in_taken += in->s_valid & out->s_ready;
    s->bad |= in->bvalid & (in->bresp >> 1);
    s->stopped |= in->put_stop && s->busy;
    if (!s->busy)
        s->stopped = false;
    if (in->put_start && !out->put_busy) {
        start(s, in->put_addr, in->put_beats);
        q->in_first = q->in_taken;
    }
    q->drop = in->put_drop;
    return wrong;
}

static const char *check_out(struct mover *q, const struct lp_card_mover_in *in,
                             const struct lp_card_mover_out *out)
{
    struct side *s = &q->get;
    uint32_t words[LP_AXI_WORDS], part = q->out_taken % q->parts;
    uint64_t sector = s->sector + q->out_taken / q->parts;

    if (!out->m_valid) {
        q->left_over = q->left_over && s->busy;
        return NULL;
    }
    if (q->out_taken >= s->beats * q->parts)
        return "a part that does not belong to the run";
    lp_axi_content(q->seed, sector * LP_AXI_SECTOR, words);
    if (memcmp(out->m_data, words + part * q->words, q->words * 4) != 0)
        return "m_data_o is not the contents of memory";
    if (out->m_last != (q->out_taken + 1 == s->beats * q->parts))
        return "m_last_o is not at the end of the run";
    if (!s->busy && in->m_ready && q->left_parts++ == OUT_HELD)
        return "too many beats come after the end of a run";
    q->out_taken += in->m_ready;
    return NULL;
}

static const char *check_get(struct mover *q, const struct lp_card_mover_in *in,
                             const struct lp_card_mover_out *out)
{
    struct side *s = &q->get;
    bool open = s->bursts.count || out->arvalid || in->rvalid || q->r_at;
    bool given = q->out_taken + OUT_HELD >= s->beats * q->parts;
    bool all = q->out_taken == s->beats * q->parts;
    const char *wrong = check_run(q, s, out->get_busy, out->get_done, out->get_error,
                                  !open && (s->stopped || all), open || !(s->stopped || given));

    q->left_over |= s->busy;
    if (s->busy)
        q->left_parts = 0;
    if (!wrong && out->arvalid && !s->waits) {
        wrong = check_burst(q, s, out->araddr, out->arlen);
        s->announced += out->arlen + 1;
        if (!wrong && s->announced - (q->out_taken + OUT_HELD) / q->parts > 2 * q->burst)
            wrong = "more is requested than there is room for";
    }
    s->waits = out->arvalid && !in->arready;
    if (!wrong)
        wrong = check_out(q, in, out);
    if (out->arvalid & in->arready)
        enter(&s->bursts, out->arlen + 1);
    s->bad |= in->rvalid & (in->rresp >> 1);
    s->stopped |= in->get_stop && s->busy;
    if (!s->busy)
        s->stopped = false;
    if (in->get_start && !out->get_busy) {
        start(s, in->get_addr, in->get_beats);
        q->r_made = q->out_taken = q->left_parts = 0;
    }
    return wrong;
}

static const char *mover_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    struct mover *q = (struct mover *)self;
    const struct lp_card_mover_out *out = out_ports;
    const char *wrong = check_put(q, in_ports, out_ports);

    (void)cycle;
    if (!wrong)
        wrong = check_get(q, in_ports, out_ports);
    if (!wrong && !(out->bready & out->rready))
        wrong = "an answer is not taken immediately";
    return wrong;
}

static void mover_reset(struct lp_traffic *self)
{
    struct mover *q = (struct mover *)self;

    memset(&q->put, 0, sizeof q->put);
    memset(&q->get, 0, sizeof q->get);
    q->in_taken = q->in_first = q->in_made;
    q->written = q->w_at = q->r_at = q->r_made = q->out_taken = q->left_parts = 0;
    q->drop = q->left_over = q->late = false;
}

static struct lp_traffic *mover_random(const int *values, uint64_t seed)
{
    struct mover *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = mover_beat,
                                  .drive = mover_drive,
                                  .reactive = true,
                                  .check = mover_check,
                                  .reset = mover_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->words = (uint32_t)values[0] / 32;
    q->parts = LP_AXI_WORDS / q->words;
    q->burst = (uint32_t)values[1];
    return &q->base;
}

extern const struct lp_hooks lp_card_mover_hooks;
const struct lp_hooks lp_card_mover_hooks = {.random = mover_random, .calm = 8};
