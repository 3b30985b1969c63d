/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control of lp_fifo (rtl/common/lp_fifo.sv) inside the models of units that hold one; the entries
 * are a separate array. Not installed.
 *
 * RTL map of lp_fifo:
 *   wr_q = lpi_ring_wr
 *   ready_q = lpi_ring_ready
 *   valid_q = lpi_ring_valid
 *
 * RTL map of lp_queue:
 *   head_q, mem_q, wr_q, rd_q = rd, count: the head is the entry at rd
 *   count_q, more_q = count: of a ring, with the head
 *   ready_q = lpi_ring_ready
 *   valid_q = lpi_ring_valid
 *
 * RTL map of lp_queue_ram:
 *   head_q, stored_q, wr_q, rd_q = rd, count: the head is the entry at rd
 *   count_q, more_q = count: of a ring, with the head
 *   ready_q = lpi_ring_ready
 *   valid_q = lpi_ring_valid
 */
#ifndef LPI_RING_H
#define LPI_RING_H

#include <stdbool.h>

struct lpi_ring {
    unsigned depth, rd, count;
};

static inline bool lpi_ring_ready(const struct lpi_ring *q)
{
    return q->count != q->depth;
}

static inline bool lpi_ring_valid(const struct lpi_ring *q)
{
    return q->count != 0;
}

/* Index of the next entry. */
static inline unsigned lpi_ring_wr(const struct lpi_ring *q)
{
    unsigned at = q->rd + q->count;

    return at >= q->depth ? at - q->depth : at;
}

/* A clock edge; the caller has written the entry pushed. */
static inline void lpi_ring_tick(struct lpi_ring *q, bool push, bool pop)
{
    if (pop && q->count != 0) {
        q->rd = q->rd + 1 == q->depth ? 0 : q->rd + 1;
        push = push && q->count != q->depth;
        q->count += push;
        q->count--;
    } else if (push && q->count != q->depth) {
        q->count++;
    }
}

#endif
