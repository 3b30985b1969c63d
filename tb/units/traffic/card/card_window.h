/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bridge at a card's window: bursts of writes and reads, one at a time, in a part of card memory
 * reserved for it.
 */
#ifndef LP_CARD_WINDOW_H
#define LP_CARD_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "units/card/card_top_ports.h"
#include "base/rng.h"

#define LP_WINDOW_BEATS 16u /* most bytes of a burst */

struct lp_window {
    struct lp_rng *rng;
    uint8_t *bytes; /* present contents of the part */
    uint32_t size;
    uint64_t base;
    bool errors; /* the memory answers with errors now and then */
    /* The burst in progress. */
    bool busy, write, addr, data;
    uint32_t id, at, beats, moved;
    uint8_t was[LP_WINDOW_BEATS * 32]; /* data that a read must return; of a write: the expected
                                        * contents */
    uint32_t strb[LP_WINDOW_BEATS];
    uint32_t waited; /* cycles since the burst began */
    uint32_t rest;   /* cycles left in which no answer is taken */
    uint64_t bursts;
};

void lp_window_open(struct lp_window *window, struct lp_rng *rng, uint8_t *bytes, uint32_t size);
/* Before a cycle: may start a burst. */
void lp_window_drive(struct lp_window *window, bool begin, struct lp_card_in *in);
/* After a cycle. NULL, or what is wrong. */
const char *lp_window_take(struct lp_window *window, const struct lp_card_in *in,
                           const struct lp_card_out *out);

#endif
