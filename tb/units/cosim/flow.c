/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

#define BURST_MEAN 8

static bool burst(struct lp_flow *flow, struct lp_rng *rng)
{
    double stay = 1.0 - 1.0 / BURST_MEAN;

    if (!flow->stalled)
        stay = 1.0 - flow->p / (1.0 - flow->p) / BURST_MEAN;
    if (!lp_chance(rng, stay))
        flow->stalled = !flow->stalled;
    return flow->stalled;
}

static bool long_runs(struct lp_flow *flow, struct lp_rng *rng)
{
    if (flow->left == 0) {
        flow->stalled = !flow->stalled;
        flow->left = 30 + lp_below(rng, 121);
    }
    flow->left--;
    return flow->stalled;
}

bool lp_flow_stall(struct lp_flow *flow, struct lp_rng *rng)
{
    switch (flow->style) {
    case LP_STALL_RANDOM: return lp_chance(rng, flow->p);
    case LP_STALL_BURST: return burst(flow, rng);
    case LP_STALL_LONG: return long_runs(flow, rng);
    case LP_STALL_ALTERNATE: return flow->stalled = !flow->stalled;
    default: return false;
    }
}
