/* SPDX-License-Identifier: Apache-2.0 */
/* Stall patterns: when a source has nothing to offer and a sink is not ready. */
#ifndef LP_FLOW_H
#define LP_FLOW_H

#include "base/rng.h"

enum lp_stall {
    LP_STALL_NONE,
    LP_STALL_RANDOM,    /* each cycle with probability p */
    LP_STALL_BURST,     /* stalls of 8 cycles on average, a share p of all cycles */
    LP_STALL_LONG,      /* 30..150 stalled cycles, then as many without a stall */
    LP_STALL_ALTERNATE, /* every second cycle */
    LP_STALL_STYLES
};

struct lp_flow {
    enum lp_stall style;
    double p; /* 0 <= p < 1; RANDOM and BURST only */
    /* State of the runner: whether the current run of cycles is a stall, and how many cycles of it
     * are left. */
    bool stalled;
    uint32_t left;
};

/* Returns whether this cycle is a stall; call once per cycle. */
bool lp_flow_stall(struct lp_flow *flow, struct lp_rng *rng);

#endif
