/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The turn to issue requests: the model of lp_buddy_ask (rtl/buddy/lp_buddy_ask.sv).
 *
 * RTL map of lp_buddy_ask:
 *   sel_q = entry: one-hot
 */
#ifndef LPI_BUDDY_ASK_H
#define LPI_BUDDY_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "../common/rr.h"

struct lpi_ask {
    struct lpi_rr turn;
    bool valid;
    unsigned entry;
    uint64_t told; /* u_told's output: the caller reads it when an entry is chosen */
};

/* Requests of this cycle: the waiting entries or, if the memory is idle, speculative ones. */
static inline uint64_t lpi_ask_request(const struct lpi_ask *q, uint64_t want, uint64_t guess,
                                       bool idle)
{
    return want || !idle || q->valid ? want : guess;
}

/* If no entry has the turn, chooses one; returns its bit. */
static inline uint64_t lpi_ask_tick(struct lpi_ask *q, uint64_t request, bool ready)
{
    if (q->valid && !ready)
        return 0;
    q->valid = request != 0;
    q->entry = request ? lpi_rr_pick(&q->turn, request) : 0;
    if (!request)
        return 0;
    lpi_rr_take(&q->turn, q->entry);
    return (uint64_t)1 << q->entry;
}

static inline void lpi_ask_reset(struct lpi_ask *q)
{
    *q = (struct lpi_ask){.valid = false};
}

#endif
