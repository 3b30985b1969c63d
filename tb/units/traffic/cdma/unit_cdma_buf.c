/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_buf: launches as greedy as credits allow, channels that answer early and late,
 * flits of several channels interleaved or in packets, groups of one flit, of the maximum, and
 * between. The bench tracks the credits and derives, from the arrival and departure times alone,
 * when there must be credit, when there must be none, and when a flit must be offered.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_buf_ports.h"
#include "units/cosim/registry.h"
#include "base/rng.h"

enum { CHANNELS = 8, MARKER = CHANNELS };
enum { LATENCY = 3 };   /* cycles from a flit or order in to the flit out */
enum { INSIDE = 3 };    /* flits between the array and m's side; held_o does not count one more */
enum { WAYS = 1024 };   /* flits of a channel whose times are kept; more than the buffer holds */
enum { ORDERS = 8192 }; /* groups; more than the buffer holds */

/* One channel: groups and flits that were launched, that came, and that left. */
struct lane {
    uint64_t launched, arrived, came, left, drained;
    unsigned arrived_of, drained_of; /* flits of the group that is coming, and of the one that is
                                      * leaving */
    uint64_t due[WAYS / 2];          /* cycle from which a launched group may come */
    uint64_t came_at[WAYS];
    int base, pending; /* credits except those of flits that left; credits returned by a group that
                        * has just come */
    bool seen;         /* there was credit in the last cycle, and no launch */
    unsigned late;     /* most cycles from launch to arrival */
};

struct buf {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed, now;
    unsigned channels, flits, worst;
    struct lane lane[CHANNELS];
    uint8_t order[ORDERS];
    uint64_t order_at[ORDERS]; /* cycle in which it was taken */
    uint64_t ordered, offered, taken, finished;
    unsigned greed, flow, stick, left_of_mood; /* cycles of 8 with a launch, and with a flit */
    unsigned sticky;                           /* the channel of the last flit */
    bool offering;                             /* a flit was offered in the last cycle */
};

struct flit {
    uint32_t data[8], last, bytes, zeros, err;
};

/* ---- flits ---- */

static uint64_t hash(const struct buf *q, unsigned c, uint64_t number)
{
    struct lp_rng rng = {q->seed + c * UINT64_C(0x9e3779b97f4a7c15) + number * 0x10001};
    return lp_random(&rng);
}

/* Flits of group g of a channel. */
static unsigned size_of(const struct buf *q, unsigned c, uint64_t g)
{
    uint64_t bits = hash(q, c + 16, g);

    switch (hash(q, c + 32, g / 64) % 4) {
    case 0: return 1;
    case 1: return q->worst;
    case 2: return bits & 256 ? 1 : q->worst;
    default: return 1 + (unsigned)(bits % q->worst);
    }
}

static struct flit flit_of(const struct buf *q, unsigned c, uint64_t number, bool last)
{
    struct lp_rng rng = {hash(q, c, number)};
    struct flit flit = {.last = last};

    for (unsigned i = 0; i < 8; i++)
        flit.data[i] = (uint32_t)lp_random(&rng);
    flit.bytes = lp_below(&rng, 64);
    flit.zeros = lp_below(&rng, 256);
    flit.err = lp_below(&rng, 2);
    return flit;
}

static void start(struct buf *q)
{
    memset(q->lane, 0, sizeof q->lane);
    for (unsigned c = 0; c < q->channels; c++)
        q->lane[c].base = (int)q->flits;
    q->ordered = q->offered = q->taken = q->finished = 0;
    q->offering = false;
    q->seed = lp_random(&q->rng);
    q->left_of_mood = 0;
}

/* ---- what goes in ---- */

static void new_mood(struct buf *q)
{
    static const unsigned of_8[] = {8, 8, 8, 7, 4, 1};

    q->left_of_mood = 50 + lp_below(&q->rng, 400);
    q->greed = of_8[lp_below(&q->rng, 6)];
    q->flow = of_8[lp_below(&q->rng, 6)];
    q->stick = lp_below(&q->rng, 9);
    for (unsigned c = 0; c < q->channels; c++)
        q->lane[c].late = lp_below(&q->rng, 3) ? lp_below(&q->rng, 4) : lp_below(&q->rng, 90);
}

/* Selects a channel from a set. */
static unsigned any_of(struct buf *q, uint32_t set)
{
    unsigned n = lp_below(&q->rng, (uint32_t)__builtin_popcount(set));

    while (n-- > 0)
        set &= set - 1;
    return (unsigned)__builtin_ctz(set);
}

/* Credits that the unit must have, including those of the offered flit. */
static int credits(const struct buf *q, unsigned c, bool offered)
{
    const struct lane *lane = &q->lane[c];
    bool its = offered && q->finished < q->ordered && q->order[q->finished % ORDERS] == c;

    return lane->base + (int)lane->left + its;
}

static void drive_launch(struct buf *q, struct lp_cdma_buf_in *in)
{
    uint32_t may = 0;

    for (unsigned c = 0; c < q->channels; c++)
        if (q->lane[c].seen || credits(q, c, q->offering) >= (int)q->worst)
            may |= 1u << c;
    in->t_valid = may != 0 && lp_below(&q->rng, 8) < q->greed;
    if (in->t_valid)
        in->t_channel = any_of(q, may);
}

static void drive_arrival(struct buf *q, struct lp_cdma_buf_in *in)
{
    uint32_t may = 0;

    for (unsigned c = 0; c < q->channels; c++) {
        const struct lane *lane = &q->lane[c];

        if (lane->arrived < lane->launched &&
            (lane->arrived_of != 0 || lane->due[lane->arrived % (WAYS / 2)] <= q->now))
            may |= 1u << c;
    }
    in->b_valid = may != 0 && lp_below(&q->rng, 8) < q->flow;
    if (!in->b_valid)
        return;
    if (!(may >> q->sticky & 1) || lp_below(&q->rng, 8) >= q->stick)
        q->sticky = any_of(q, may);
    const struct lane *lane = &q->lane[q->sticky];
    bool last = lane->arrived_of + 1 == size_of(q, q->sticky, lane->arrived);
    struct flit flit = flit_of(q, q->sticky, lane->came, last);
    in->b_channel = q->sticky;
    memcpy(in->b_data, flit.data, sizeof flit.data);
    in->b_last = flit.last;
    in->b_bytes = flit.bytes;
    in->b_zeros = flit.zeros;
    in->b_err = flit.err;
}

static void buf_drive(struct lp_traffic *self, void *ports)
{
    struct buf *q = (struct buf *)self;

    if (q->left_of_mood-- == 0)
        new_mood(q);
    drive_launch(q, ports);
    drive_arrival(q, ports);
}

static bool buf_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct buf *q = (struct buf *)self;
    struct lp_cdma_buf_in *in = ports;
    unsigned c;

    (void)stream;
    if (q->offered == q->ordered)
        return false;
    c = q->order[q->offered++ % ORDERS];
    in->o_none = c == MARKER;
    in->o_channel = c == MARKER ? lp_below(&q->rng, 8) : c;
    return true;
}

/* ---- what must come out ---- */

static bool is_zero(const struct lp_cdma_buf_out *out)
{
    uint32_t any = out->m_last | out->m_bytes | out->m_zeros | out->m_err;

    for (unsigned i = 0; i < 8; i++)
        any |= out->m_data[i];
    return any == 0;
}

/* The next flit has been in the buffer for as long as it takes. */
static bool must_offer(const struct buf *q)
{
    unsigned c = q->order[q->finished % ORDERS];
    const struct lane *lane = &q->lane[c % CHANNELS];

    if (q->finished == q->taken || q->now < q->order_at[q->finished % ORDERS] + LATENCY)
        return false;
    return c == MARKER ||
           (lane->left < lane->came && q->now >= lane->came_at[lane->left % WAYS] + LATENCY);
}

static const char *check_m(const struct buf *q, const struct lp_cdma_buf_out *out)
{
    unsigned c = q->order[q->finished % ORDERS];

    if (!out->m_valid)
        return !is_zero(out) || out->m_none ? "payload without m_valid_o"
               : must_offer(q)              ? "m_valid_o is late"
                                            : NULL;
    if (q->finished == q->taken)
        return "a flit without an order";
    if (out->m_none != (c == MARKER))
        return "m_none_o is not what is due";
    if (c == MARKER)
        return is_zero(out) ? NULL : "a marker with payload";
    const struct lane *lane = &q->lane[c];
    if (lane->left == lane->came)
        return "a flit that has not come";
    bool last = lane->drained_of + 1 == size_of(q, c, lane->drained);
    struct flit due = flit_of(q, c, lane->left, last);
    struct flit is = {
        .last = out->m_last, .bytes = out->m_bytes, .zeros = out->m_zeros, .err = out->m_err};
    memcpy(is.data, out->m_data, sizeof is.data);
    return memcmp(&due, &is, sizeof is) ? "the flit is not the one that is due" : NULL;
}

static const char *check_credit(const struct buf *q, const struct lp_cdma_buf_out *out)
{
    uint64_t inside = 0;

    for (unsigned c = 0; c < q->channels; c++) {
        int least = credits(q, c, out->m_valid && !out->m_none);
        const struct lane *lane = &q->lane[c];
        uint64_t held = lane->came - lane->left;
        int most = lane->base + (int)lane->left + (int)(held < INSIDE ? held : INSIDE);
        bool credit = out->credit >> c & 1;

        inside += held;
        if (credit ? most < (int)q->worst : least >= (int)q->worst)
            return "credit_o is not what is free";
    }
    if (out->want & (out->want - 1))
        return "want_o is more than one channel";
    if (out->want && q->lane[__builtin_ctz(out->want)].came >
                         q->lane[__builtin_ctz(out->want)].left + INSIDE + 1)
        return "want_o is a channel whose flits are here";
    if (out->held > inside || out->held + INSIDE + 1 < inside)
        return "held_o is not what is in the buffer";
    return NULL;
}

static void add_order(struct buf *q, unsigned c)
{
    q->order[q->ordered++ % ORDERS] = (uint8_t)c;
}

static void book_launch(struct buf *q, const struct lp_cdma_buf_in *in)
{
    struct lane *lane = &q->lane[in->t_channel];

    lane->due[lane->launched++ % (WAYS / 2)] = q->now + 1 + lp_below(&q->rng, lane->late + 1);
    lane->base -= (int)q->worst;
    lane->seen = false;
    add_order(q, in->t_channel);
    if (lp_below(&q->rng, 16) == 0 && q->ordered - q->finished < ORDERS - 512)
        add_order(q, MARKER);
}

static void book_arrival(struct buf *q, const struct lp_cdma_buf_in *in)
{
    struct lane *lane = &q->lane[in->b_channel];

    lane->came_at[lane->came++ % WAYS] = q->now;
    lane->arrived_of++;
    if (!in->b_last)
        return;
    /* The credits of the flits themselves return when the flits leave. */
    lane->pending = (int)q->worst - (int)lane->arrived_of;
    lane->arrived++;
    lane->arrived_of = 0;
}

static void book_m(struct buf *q, const struct lp_cdma_buf_out *out)
{
    struct lane *lane;

    if (out->m_none) {
        q->finished++;
        return;
    }
    lane = &q->lane[q->order[q->finished % ORDERS]];
    lane->left++;
    lane->drained_of++;
    if (!out->m_last)
        return;
    lane->drained++;
    lane->drained_of = 0;
    q->finished++;
    q->base.lines++;
}

static const char *buf_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct buf *q = (struct buf *)self;
    const struct lp_cdma_buf_in *in = in_ports;
    const struct lp_cdma_buf_out *out = out_ports;
    const char *wrong = check_m(q, out);

    (void)cycle;
    if (!wrong)
        wrong = check_credit(q, out);
    if (wrong)
        return wrong;
    q->offering = out->m_valid && !out->m_none && !in->m_ready;
    for (unsigned c = 0; c < q->channels; c++) {
        q->lane[c].base += q->lane[c].pending;
        q->lane[c].pending = 0;
        q->lane[c].seen = out->credit >> c & 1;
    }
    if (in->t_valid)
        book_launch(q, in);
    if (in->b_valid)
        book_arrival(q, in);
    if (in->o_valid && out->o_ready)
        q->order_at[q->taken++ % ORDERS] = q->now;
    if (out->m_valid && in->m_ready)
        book_m(q, out);
    q->now++;
    return NULL;
}

static void buf_reset(struct lp_traffic *self)
{
    start((struct buf *)self);
}

static struct lp_traffic *buf_random(const int *values, uint64_t seed)
{
    struct buf *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = buf_beat,
                                  .drive = buf_drive,
                                  .reactive = true,
                                  .check = buf_check,
                                  .reset = buf_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->channels = (unsigned)values[0];
    q->flits = (unsigned)values[1];
    q->worst = (unsigned)values[2];
    start(q);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_buf_hooks;
const struct lp_hooks lp_cdma_buf_hooks = {.random = buf_random, .calm = 4};
