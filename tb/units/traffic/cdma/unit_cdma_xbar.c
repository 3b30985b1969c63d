/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_xbar. The channels' signals are vectors, which the bench does not treat as
 * streams: this file drives the channels, and keeps channels busy for long. The outputs must be the
 * inputs of the cycle before, or the contents of an lp_skid of requests.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_xbar_ports.h"
#include "base/bits.h"
#include "units/cosim/registry.h"
#include "base/rng.h"

enum { CHANNELS = LP_CDMA_XBAR_CHANNELS };
enum stream { G, P };

struct flit {
    uint32_t data[8], last, bytes, zeros, err;
};

struct done {
    uint32_t group, zeros, err;
};

struct request {
    uint32_t channel, group, sectors, codec;
};

struct put {
    struct request request;
    uint32_t data[8], last, bytes;
};

/* Beats that all channels offer, and for how many beats of other channels each has waited. */
struct side {
    uint32_t valid;
    unsigned waits[CHANNELS], rate; /* rate: cycles of 8 with a new beat */
};

struct xbar {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned channels, left_of_mood;
    struct side a, d;
    struct flit flit[CHANNELS];
    struct done done[CHANNELS];
    int flit_of, done_of; /* the channel served in the last cycle, or -1 */
    struct flit flit_due;
    struct done done_due;
    uint32_t busy; /* channels that take no request at present */
    unsigned gs, ps;
    struct request g[2];
    struct put p[2];
};

static void start(struct xbar *q)
{
    q->a.valid = q->d.valid = 0;
    memset(q->a.waits, 0, sizeof q->a.waits);
    memset(q->d.waits, 0, sizeof q->d.waits);
    q->flit_of = q->done_of = -1;
    q->gs = q->ps = 0;
}

/* ---- what goes in ---- */

static void new_mood(struct xbar *q)
{
    static const unsigned of_8[] = {8, 8, 4, 1, 1, 0};

    q->left_of_mood = 20 + lp_below(&q->rng, 200);
    q->a.rate = of_8[lp_below(&q->rng, 6)];
    q->d.rate = of_8[lp_below(&q->rng, 6)];
    q->busy = (uint32_t)(lp_random(&q->rng) & lp_random(&q->rng));
    if (lp_below(&q->rng, 2))
        q->busy = 0;
}

static void fill(struct lp_rng *rng, uint32_t *words, unsigned count)
{
    while (count-- > 0)
        *words++ = (uint32_t)lp_random(rng);
}

static void drive_flits(struct xbar *q, struct lp_cdma_xbar_in *in)
{
    for (unsigned c = 0; c < q->channels; c++) {
        struct flit *f = &q->flit[c];

        if (!(q->a.valid >> c & 1) && lp_below(&q->rng, 8) < q->a.rate) {
            fill(&q->rng, f->data, 8);
            f->last = lp_below(&q->rng, 2);
            f->bytes = lp_below(&q->rng, 64);
            f->zeros = lp_below(&q->rng, 256);
            f->err = lp_below(&q->rng, 2);
            q->a.valid |= 1u << c;
        }
        if (!(q->a.valid >> c & 1))
            continue;
        memcpy(in->a_data + 8 * c, f->data, sizeof f->data);
        lpi_bits_put_word(&in->a_last, c, 1, f->last);
        lpi_bits_put_word(in->a_bytes, 6 * c, 6, f->bytes);
        lpi_bits_put_word(in->a_zeros, 8 * c, 8, f->zeros);
        lpi_bits_put_word(&in->a_err, c, 1, f->err);
    }
    in->a_valid = q->a.valid;
}

static void drive_done(struct xbar *q, struct lp_cdma_xbar_in *in)
{
    for (unsigned c = 0; c < q->channels; c++) {
        struct done *d = &q->done[c];

        if (!(q->d.valid >> c & 1) && lp_below(&q->rng, 8) < q->d.rate) {
            d->group = (uint32_t)lp_random(&q->rng) & 0x7fffffff;
            d->zeros = lp_below(&q->rng, 256);
            d->err = lp_below(&q->rng, 4);
            q->d.valid |= 1u << c;
        }
        if (!(q->d.valid >> c & 1))
            continue;
        lpi_bits_put_word(in->d_group, 31 * c, 31, d->group);
        lpi_bits_put_word(in->d_zeros, 8 * c, 8, d->zeros);
        lpi_bits_put_word(&in->d_err, 2 * c, 2, d->err);
    }
    in->d_valid = q->d.valid;
}

static void xbar_drive(struct lp_traffic *self, void *ports)
{
    struct xbar *q = (struct xbar *)self;
    struct lp_cdma_xbar_in *in = ports;

    if (q->left_of_mood-- == 0)
        new_mood(q);
    drive_flits(q, in);
    drive_done(q, in);
    in->cg_ready &= ~q->busy;
    in->cp_ready &= ~q->busy;
}

static bool xbar_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct xbar *q = (struct xbar *)self;
    struct lp_cdma_xbar_in *in = ports;
    uint64_t bits = lp_random(&q->rng);
    uint32_t channel = lp_below(&q->rng, q->channels), group = (uint32_t)bits & 0x7fffffff;

    if (stream == G) {
        in->g_channel = channel;
        in->g_group = group;
        in->g_sectors = bits >> 32 & 31;
        in->g_codec = bits >> 40 & 15;
    } else {
        in->p_channel = channel;
        in->p_group = group;
        in->p_sectors = bits >> 32 & 31;
        in->p_codec = bits >> 40 & 15;
        in->p_last = bits >> 44 & 1;
        in->p_bytes = bits >> 48 & 63;
        fill(&q->rng, in->p_data, 8);
    }
    return true;
}

/* ---- what must come out ---- */

static bool flit_is(const struct lp_cdma_xbar_out *out, const struct flit *due, int channel)
{
    static const struct flit none;
    struct flit is = {
        .last = out->b_last, .bytes = out->b_bytes, .zeros = out->b_zeros, .err = out->b_err};

    memcpy(is.data, out->b_data, sizeof is.data);
    if (channel < 0)
        return !out->b_valid && out->b_channel == 0 && memcmp(&is, &none, sizeof is) == 0;
    return out->b_valid && out->b_channel == (uint32_t)channel && memcmp(&is, due, sizeof is) == 0;
}

static bool done_is(const struct lp_cdma_xbar_out *out, const struct done *due, int channel)
{
    struct done is = {out->k_group, out->k_zeros, out->k_err};
    static const struct done none;

    return out->k_valid == (channel >= 0) && memcmp(&is, channel < 0 ? &none : due, sizeof is) == 0;
}

static bool g_is(const struct xbar *q, const struct lp_cdma_xbar_out *out)
{
    struct request due = {0};

    if (q->gs != 0)
        due = q->g[0];
    return out->cg_valid == (uint32_t)(q->gs != 0) << due.channel && out->cg_group == due.group &&
           out->cg_sectors == due.sectors && out->cg_codec == due.codec &&
           out->g_ready == (q->gs != 2);
}

static bool p_is(const struct xbar *q, const struct lp_cdma_xbar_out *out)
{
    struct put due = {0};

    if (q->ps != 0)
        due = q->p[0];
    const struct request *r = &due.request;
    return out->cp_valid == (uint32_t)(q->ps != 0) << r->channel && out->cp_group == r->group &&
           out->cp_sectors == r->sectors && out->cp_codec == r->codec && out->cp_last == due.last &&
           out->cp_bytes == due.bytes && memcmp(out->cp_data, due.data, sizeof due.data) == 0 &&
           out->p_ready == (q->ps != 2);
}

/* The channel served, or -1; NULL, or what is wrong with the choice. */
static const char *serve(const struct xbar *q, struct side *side, uint32_t want, uint32_t ready,
                         int *served)
{
    *served = -1;
    if (side->valid == 0)
        return ready ? "ready without valid" : NULL;
    if ((ready & side->valid) == 0 || (ready & (ready - 1)) != 0)
        return "not one of those that offer is ready";
    want &= side->valid;
    if (want && !(ready & want))
        return "a wanted flit does not go first";
    *served = __builtin_ctz(ready);
    for (unsigned c = 0; c < q->channels; c++) {
        bool others = side->valid >> c & 1 && c != (unsigned)*served;

        side->waits[c] = others ? side->waits[c] + !want : 0;
        if (side->waits[c] >= q->channels)
            return "a channel waits for more than one beat of each other";
    }
    side->valid &= ~ready;
    return NULL;
}

static void book_requests(struct xbar *q, const struct lp_cdma_xbar_in *in,
                          const struct lp_cdma_xbar_out *out)
{
    if (out->cg_valid & in->cg_ready) {
        q->g[0] = q->g[1];
        q->gs--;
    }
    if (in->g_valid && out->g_ready)
        q->g[q->gs++] = (struct request){in->g_channel, in->g_group, in->g_sectors, in->g_codec};
    if (out->cp_valid & in->cp_ready) {
        q->p[0] = q->p[1];
        q->ps--;
        q->base.lines += out->cp_last;
    }
    if (in->p_valid && out->p_ready) {
        struct put *p = &q->p[q->ps++];

        p->request = (struct request){in->p_channel, in->p_group, in->p_sectors, in->p_codec};
        p->last = in->p_last;
        p->bytes = in->p_bytes;
        memcpy(p->data, in->p_data, sizeof p->data);
    }
}

static const char *xbar_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct xbar *q = (struct xbar *)self;
    const struct lp_cdma_xbar_in *in = in_ports;
    const struct lp_cdma_xbar_out *out = out_ports;
    const char *wrong;

    (void)cycle;
    if (!flit_is(out, &q->flit_due, q->flit_of))
        return "b is not the flit that was taken";
    if (!done_is(out, &q->done_due, q->done_of))
        return "k is not what was taken";
    if (!g_is(q, out))
        return "cg is not the request that is due";
    if (!p_is(q, out))
        return "cp is not the flit that is due";
    wrong = serve(q, &q->a, in->want, out->a_ready, &q->flit_of);
    if (!wrong)
        wrong = serve(q, &q->d, 0, out->d_ready, &q->done_of);
    if (wrong)
        return wrong;
    if (q->flit_of >= 0)
        q->flit_due = q->flit[q->flit_of];
    if (q->done_of >= 0)
        q->done_due = q->done[q->done_of];
    book_requests(q, in, out);
    return NULL;
}

static void xbar_reset(struct lp_traffic *self)
{
    start((struct xbar *)self);
}

static struct lp_traffic *xbar_random(const int *values, uint64_t seed)
{
    struct xbar *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = xbar_beat,
                                  .drive = xbar_drive,
                                  .check = xbar_check,
                                  .reset = xbar_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->channels = (unsigned)values[0];
    start(q);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_xbar_hooks;
const struct lp_hooks lp_cdma_xbar_hooks = {.random = xbar_random};
