/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order in which entries and streams leave: u_order in lp_codec_enc; turn_q, the oldest, and
 * u_order in lp_codec_dec.
 */
#ifndef LPI_CODEC_ORDER_H
#define LPI_CODEC_ORDER_H

#include <stdbool.h>

#include "../common/ring.h"
#include "codec_cycle.h"

#define LPI_CODEC_DEPTH 8u

struct lpi_codec_order {
    /* Codec numbers as requested, even if they name no codec. */
    unsigned turns[LPI_CODEC_DEPTH];
    struct lpi_ring ring;
};

/* The codec whose turn it is; LP_CODEC_PORTS: none. */
static inline unsigned lpi_codec_order_now(const struct lpi_codec_order *q)
{
    return lpi_ring_valid(&q->ring) ? lp_codec_of(q->turns[q->ring.rd]) : (unsigned)LP_CODEC_PORTS;
}

static inline void lpi_codec_order_tick(struct lpi_codec_order *q, bool push, unsigned codec,
                                        bool pop)
{
    if (push && lpi_ring_ready(&q->ring))
        q->turns[lpi_ring_wr(&q->ring)] = codec;
    lpi_ring_tick(&q->ring, push, pop);
}

#endif
