/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_plan, 6 channels, 1024 groups: lengths of jobs, launches, waits, kills. */
#include "bins.h"
#include "units/cdma/cdma_plan_ports.h"
#include "base/wide.h"

#define CHANNELS 6u
#define LAUNCH (512u * 256) /* 1/256 bytes */

enum { LENGTH, REST, FIRST, LAUNCHED, APART, HELD, RATE, KILL, AHEAD, ORDER, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [LENGTH] = {.what = "groups of a job; 12: 12 to 999, 13: more", .count = 14},
    [REST] = {.what = "sectors of a job's last group", .first = 1, .count = 16},
    [FIRST] = {.what = "channel of a job's first group", .count = CHANNELS},
    [LAUNCHED] = {.what = "launch for channel", .count = CHANNELS},
    [APART] = {.what = "cycles from launch to launch of a job; 8: or more", .first = 1, .count = 8},
    [HELD] = {.what = "cycle that waits for: room, the rate, the crossbar", .count = 3},
    [RATE] = {.what = "rate at a launch: none, less than 1 byte, less than a launch in 2 cycles, "
                      "in 1, more",
              .count = 5},
    [KILL] = {.what = "kill: no job, before the first launch, between, after the last, again",
              .count = 5},
    [AHEAD] = {.what = "launches ahead of the order; 12: or more", .count = 13},
    [ORDER] = {.what = "2 x the end + it waits, of what the order names", .count = 4},
    [RESET] = {.what = "reset: no job, before the first launch, between, after the last",
               .count = 4},
};

struct plan {
    bool busy, killed, reset;
    uint64_t groups, launched, named;
    unsigned apart;
    uint32_t rate;
};

/* 0: no job; 1 before its first launch, 2 between, 3 after the last. */
static unsigned stage(const struct plan *q)
{
    if (!q->busy)
        return 0;
    return q->launched == 0 ? 1 : q->launched < q->groups ? 2 : 3;
}

static unsigned rate_class(uint32_t rate)
{
    if (rate == 0)
        return 0;
    return rate < 256 ? 1 : rate < LAUNCH / 2 ? 2 : rate < LAUNCH ? 3 : 4;
}

static void job(struct plan *q, const struct lp_cdma_plan_in *in)
{
    uint64_t sectors = lpi_get64(in->j_sectors);

    *q = (struct plan){.busy = true, .groups = (sectors + 15) / 16, .rate = q->rate};
    lp_bin(&groups[LENGTH], q->groups < 12 ? (unsigned)q->groups : q->groups < 1000 ? 12 : 13);
    if (sectors)
        lp_bin(&groups[REST], 1 + (unsigned)((sectors + 15) % 16));
}

static void launches(struct plan *q, const struct lp_cdma_plan_in *in,
                     const struct lp_cdma_plan_out *out)
{
    q->apart++;
    if (out->g_valid && !in->g_ready)
        lp_bin(&groups[HELD], 2);
    if (out->stall_credit)
        lp_bin(&groups[HELD], 0);
    if (out->stall_rate)
        lp_bin(&groups[HELD], 1);
    if (!out->t_valid)
        return;
    lp_bin(&groups[LAUNCHED], out->t_channel);
    lp_bin(&groups[RATE], rate_class(q->rate));
    if (q->launched == 0)
        lp_bin(&groups[FIRST], out->t_channel);
    else
        lp_bin(&groups[APART], q->apart < 8 ? q->apart : 8);
    q->launched++;
    q->apart = 0;
}

static void order(struct plan *q, const struct lp_cdma_plan_in *in,
                  const struct lp_cdma_plan_out *out)
{
    uint64_t ahead = q->launched - q->named;

    if (!q->busy)
        return;
    lp_bin(&groups[AHEAD], ahead < 12 ? (unsigned)ahead : 12);
    if (!out->o_valid)
        return;
    lp_bin(&groups[ORDER], 2 * out->o_none + !in->o_ready);
    q->named += in->o_ready && !out->o_none;
    q->busy = !(in->o_ready && out->o_none);
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct plan *q = state;
    const struct lp_cdma_plan_in *in = in_ports;
    const struct lp_cdma_plan_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], stage(q));
        *q = (struct plan){.reset = true};
        return;
    }
    q->reset = false;
    if (in->kill)
        lp_bin(&groups[KILL], q->killed ? 4 : stage(q));
    q->killed = q->killed || (q->busy && in->kill);
    launches(q, in, out);
    order(q, in, out);
    q->rate = in->rate;
    if (in->j_valid && out->j_ready)
        job(q, in);
}

static const struct lp_listener plan = {"lp_cdma_plan", sizeof(struct plan), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_plan__CHANNELS_6_GROUP_W_10, plan)
