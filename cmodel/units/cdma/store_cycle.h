/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control of lp_cdma_store (rtl/cdma/lp_cdma_store.sv) inside the models of units that hold one;
 * the entries are a separate array of depth + 1, including the one in the memory's output register.
 *
 * RTL map of lp_cdma_store:
 *   wr_q = lpi_cdma_store_wr
 *   rd_q = rd: the RTL's is ahead by the entry in the output register
 *   count_q, some_q = count
 *   ready_q = lpi_cdma_store_ready
 *   valid_q = valid
 */
#ifndef LPI_CDMA_STORE_H
#define LPI_CDMA_STORE_H

#include <stdbool.h>

struct lpi_cdma_store {
    unsigned depth, rd, count; /* count: in the memory */
    bool valid;                /* the output register holds one, entry rd */
};

static inline bool lpi_cdma_store_ready(const struct lpi_cdma_store *q)
{
    return q->count != q->depth;
}

/* Index of the next entry. */
static inline unsigned lpi_cdma_store_wr(const struct lpi_cdma_store *q)
{
    return (q->rd + q->count + q->valid) % (q->depth + 1);
}

/* A clock edge; the caller has written the entry pushed. */
static inline void lpi_cdma_store_tick(struct lpi_cdma_store *q, bool push, bool m_ready)
{
    bool pop = q->count != 0 && (!q->valid || m_ready);

    push = push && lpi_cdma_store_ready(q);
    if (q->valid && m_ready)
        q->rd = q->rd == q->depth ? 0 : q->rd + 1;
    q->valid = pop || (q->valid && !m_ready);
    q->count = q->count + push - pop;
}

#endif
