/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_plan: jobs of all lengths, credits and rates that come and go, kills. The
 * expected behaviour in each cycle is computed from lp_dma_channel and the rule of the token
 * bucket, and the bytes launched are checked against the rate over every span of cycles.
 */
#include <stdlib.h>
#include <string.h>

#include <linepress/cdma.h>

#include "units/cdma/cdma_plan_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "base/rng.h"
#include "rate.h"

#define FULL (1024 * 256) /* limit of the bucket, in 1/256 bytes */
#define LAUNCH (512 * 256)

struct plan {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned channels, group_w;
    uint32_t groups_mask;

    /* the job in progress */
    bool busy, killed;
    uint64_t first, sectors, groups; /* groups it has in all */
    uint64_t launched, given, named; /* at t, g and o */
    uint32_t codec;
    unsigned known; /* cycles until its first channel is known */
    struct {        /* at g: a group may still wait there after its job */
        bool full;
        uint32_t channel, group, sectors, codec;
    } g;

    /* level of the bucket, rate of the cycle before, and bytes launched above the rate */
    int64_t level, rate, debt;
    bool stall_credit, stall_rate;

    unsigned left, credits, kills; /* a phase: its cycles, rates of 8 and of 512 */
    uint32_t now_rate;
};

static void draw_phase(struct plan *q)
{
    q->left = 1 + lp_below(&q->rng, 400);
    q->credits = lp_below(&q->rng, 3) ? 8 : lp_below(&q->rng, 8);
    q->kills = lp_below(&q->rng, 3) ? 0 : 1 + lp_below(&q->rng, 20);
    q->now_rate = lp_random_rate(&q->rng);
}

static bool plan_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct plan *q = (struct plan *)self;
    struct lp_cdma_plan_in *in = in_ports;
    uint64_t sectors = 1 + lp_below(&q->rng, 60);

    (void)stream;
    if (lp_below(&q->rng, 4) == 0)
        sectors = 16 * (1 + (uint64_t)lp_below(&q->rng, 20));
    else if (lp_below(&q->rng, 8) == 0)
        sectors = 1 + lp_below(&q->rng, 6000);
    else if (lp_below(&q->rng, 32) == 0)
        sectors = 0;
    else if (lp_below(&q->rng, 64) == 0) /* the number left counts down through many bits */
        sectors = UINT64_C(16) << lp_below(&q->rng, q->group_w < 10 ? q->group_w : 10);
    else if (lp_below(&q->rng, 64) == 0)
        sectors = q->groups_mask * UINT64_C(16) + 15 - lp_below(&q->rng, 100); /* often killed */
    if (sectors > q->groups_mask * UINT64_C(16) + 15)
        sectors = 1 + sectors % 16;
    lpi_put64(in->j_sectors, sectors);
    in->j_group = (uint32_t)lp_random(&q->rng);
    if (lp_below(&q->rng, 4) == 0)
        in->j_group = (in->j_group & ~(0xfffu & q->groups_mask / 4)) - 3; /* many bits change */
    in->j_group &= q->groups_mask;
    in->j_codec = lp_below(&q->rng, 16);
    return true;
}

static void plan_drive(struct lp_traffic *self, void *in_ports)
{
    struct plan *q = (struct plan *)self;
    struct lp_cdma_plan_in *in = in_ports;
    bool long_job = q->busy && q->groups > 2000;

    if (q->left-- == 0)
        draw_phase(q);
    in->rate = q->now_rate;
    in->credit = 0;
    for (unsigned c = 0; c < q->channels; c++)
        in->credit |= (uint32_t)(lp_below(&q->rng, 8) < q->credits) << c;
    in->kill = lp_below(&q->rng, 512) < q->kills || (long_job && lp_below(&q->rng, 300) == 0) ||
               (q->killed && lp_below(&q->rng, 2));
}

static uint32_t channel_of(const struct plan *q, uint64_t nth)
{
    uint64_t group = q->first + nth;

    /* The counters wrap at the end of the address space. */
    if ((q->channels & (q->channels - 1)) == 0)
        group &= q->groups_mask;
    return lp_dma_channel(group, q->channels);
}

static bool is_known(const struct plan *q)
{
    return q->known == 0;
}

static const char *launch(struct plan *q, const struct lp_cdma_plan_in *in,
                          const struct lp_cdma_plan_out *out)
{
    bool may = q->busy && !q->killed && is_known(q) && q->launched < q->groups && !in->kill &&
               (!q->g.full || in->g_ready);
    uint32_t channel = channel_of(q, q->launched);
    bool credit = in->credit >> channel & 1, rate = q->rate == 0 || q->level >= LAUNCH;

    if (out->stall_credit != q->stall_credit || out->stall_rate != q->stall_rate)
        return "a stall is not reported, or reported without need";
    q->stall_credit = may && !credit;
    q->stall_rate = may && credit && !rate;
    if (out->t_valid != (may && credit && rate))
        return out->t_valid ? "a launch that must not be" : "no launch though nothing prevents it";
    return out->t_valid && out->t_channel != channel ? "a launch takes another channel's credits"
                                                     : NULL;
}

static const char *bucket(struct plan *q, const struct lp_cdma_plan_in *in, bool taken)
{
    if (taken)
        q->debt += LAUNCH;
    if (q->rate == 0)
        q->debt = 0;
    if (q->debt > FULL)
        return "more bytes are launched than the rate allows";
    q->debt = q->debt > q->rate ? q->debt - q->rate : 0;
    q->level += q->rate - (q->rate && taken ? LAUNCH : 0);
    if (q->level > FULL)
        q->level = FULL;
    q->rate = in->rate;
    return NULL;
}

static const char *group_out(struct plan *q, const struct lp_cdma_plan_in *in,
                             const struct lp_cdma_plan_out *out)
{
    if (out->g_valid != q->g.full)
        return out->g_valid ? "a group that was not launched" : "a launched group is not given";
    if (out->g_valid && (out->g_channel != q->g.channel || out->g_group != q->g.group ||
                         out->g_sectors != q->g.sectors || out->g_codec != q->g.codec))
        return "a group is not the next one of its job";
    q->g.full = q->g.full && !in->g_ready;
    if (out->t_valid) {
        uint64_t left = q->sectors - 16 * q->launched;
        q->g.full = true;
        q->g.channel = out->t_channel;
        q->g.group = (uint32_t)(q->first + q->launched) & q->groups_mask;
        q->g.sectors = left < 16 ? (uint32_t)left : 16;
        q->g.codec = q->codec;
    }
    return NULL;
}

static const char *order_out(struct plan *q, const struct lp_cdma_plan_in *in,
                             const struct lp_cdma_plan_out *out)
{
    bool group = q->busy && q->named < q->launched;
    bool end = q->busy && !group && (q->killed || q->launched == q->groups);

    if (out->o_valid != (group || end) || out->o_none != end)
        return "the order names a group too early, too late or never";
    if (group && out->o_channel != channel_of(q, q->named))
        return "o_channel_o is not the channel of the next group in order";
    if (group && in->o_ready)
        q->named++;
    if (end && in->o_ready) {
        q->busy = false;
        q->base.lines++;
    }
    return NULL;
}

static void job(struct plan *q, const struct lp_cdma_plan_in *in)
{
    bool fold = (q->channels & (q->channels - 1)) == 0;

    q->busy = true;
    q->killed = false;
    q->first = in->j_group;
    q->sectors = lpi_get64(in->j_sectors);
    q->groups = (q->sectors + 15) / 16;
    q->launched = q->named = 0;
    q->codec = in->j_codec;
    q->known = fold ? 0 : q->group_w;
}

static const char *plan_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct plan *q = (struct plan *)self;
    const struct lp_cdma_plan_in *in = in_ports;
    const struct lp_cdma_plan_out *out = out_ports;
    bool idle = !q->busy;
    const char *wrong;

    (void)cycle;
    if (out->j_ready != idle)
        return "j_ready_o is not whether no job is in progress";
    wrong = launch(q, in, out);
    if (!wrong)
        wrong = group_out(q, in, out);
    if (!wrong)
        wrong = bucket(q, in, out->t_valid);
    if (!wrong)
        wrong = order_out(q, in, out);
    q->launched += out->t_valid;
    q->known -= q->known != 0;
    if (!idle && in->kill)
        q->killed = true;
    if (idle && in->j_valid)
        job(q, in);
    return wrong;
}

static void plan_reset(struct lp_traffic *self)
{
    struct plan *q = (struct plan *)self;

    q->busy = q->g.full = q->stall_credit = q->stall_rate = false;
    q->level = FULL;
    q->rate = q->debt = 0;
}

static struct lp_traffic *plan_random(const int *values, uint64_t seed)
{
    struct plan *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = plan_beat,
                                  .drive = plan_drive,
                                  .check = plan_check,
                                  .reset = plan_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->channels = (unsigned)values[0];
    q->group_w = (unsigned)values[1];
    q->groups_mask = (UINT32_C(1) << q->group_w) - 1;
    plan_reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_plan_hooks;
const struct lp_hooks lp_cdma_plan_hooks = {.random = plan_random, .calm = 4};
