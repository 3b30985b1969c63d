/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which entries and streams leave: u_order in lp_codec_enc and lp_codec_dec. */
#ifndef LPI_CODEC_ORDER_H
#define LPI_CODEC_ORDER_H

#include <stdbool.h>

#include "codec_cycle.h"

#define LPI_CODEC_DEPTH 8u

struct lpi_codec_turn {
    enum lp_codec_port codec;
    bool stream;
};

struct lpi_codec_order {
    struct lpi_codec_turn turns[LPI_CODEC_DEPTH];
    unsigned rd, count;
};

static inline void lpi_codec_order_tick(struct lpi_codec_order *q, bool push,
                                        struct lpi_codec_turn turn, bool pop)
{
    push = push && q->count < LPI_CODEC_DEPTH;
    pop = pop && q->count > 0;
    if (push)
        q->turns[(q->rd + q->count) % LPI_CODEC_DEPTH] = turn;
    q->rd = (q->rd + pop) % LPI_CODEC_DEPTH;
    q->count += push;
    q->count -= pop;
}

#endif
