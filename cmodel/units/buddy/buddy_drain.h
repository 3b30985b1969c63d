/* SPDX-License-Identifier: Apache-2.0 */
/* Lines to be written to a memory: the model of lp_buddy_drain (rtl/buddy/lp_buddy_drain.sv). */
#ifndef LPI_BUDDY_DRAIN_H
#define LPI_BUDDY_DRAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../common/ring.h"

#define LPI_DRAIN_ORDERS 4u
#define LPI_DRAIN_ENTRIES 64u

struct lpi_drain {
    struct lpi_ring ring; /* u_orders */
    struct lpi_order {
        uint8_t entry, at, sectors;
    } order[LPI_DRAIN_ORDERS];
    bool valid;
    unsigned gone;
    uint32_t lines[4 * LPI_DRAIN_ENTRIES][8], data[8];
};

/* A sector arrives; called after lpi_drain_tick, which is the clock edge. */
static inline void lpi_drain_put(struct lpi_drain *q, unsigned entry, unsigned at,
                                 const uint32_t data[8])
{
    memcpy(q->lines[4 * entry + at], data, sizeof *q->lines);
}

/* The clock edge; order: NULL if there is none. */
static inline void lpi_drain_tick(struct lpi_drain *q, const struct lpi_order *order, bool m_ready)
{
    const struct lpi_order *first = &q->order[q->ring.rd];
    bool leave = lpi_ring_valid(&q->ring) && (!q->valid || m_ready);
    bool last = leave && q->gone + 1 == first->sectors;

    if (leave)
        memcpy(q->data, q->lines[4 * first->entry + ((first->at + q->gone) & 3)], sizeof q->data);
    q->valid = leave || (q->valid && !m_ready);
    if (leave)
        q->gone = last ? 0 : (q->gone + 1) & 3;
    if (order && lpi_ring_ready(&q->ring))
        q->order[lpi_ring_wr(&q->ring)] = *order;
    lpi_ring_tick(&q->ring, order != NULL, last);
}

static inline void lpi_drain_reset(struct lpi_drain *q)
{
    q->ring = (struct lpi_ring){.depth = LPI_DRAIN_ORDERS};
    q->valid = false;
    q->gone = 0;
}

#endif
