/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_cdma_zeros (rtl/cdma/lp_cdma_zeros.sv) inside the models of units that hold it.
 *
 * RTL map of lp_cdma_zeros:
 *   {valid,last,first,done,sum}_q = {}
 *   flags_q = count: number of set flags
 */
#ifndef LPI_CDMA_ZEROS_H
#define LPI_CDMA_ZEROS_H

#include <stdbool.h>
#include <stdint.h>

/* count: zero words of the sector, for which the RTL has flags. */
struct lpi_cdma_zeros {
    bool valid, last, first, done;
    uint8_t count, sum;
};

static inline void lpi_cdma_zeros_reset(struct lpi_cdma_zeros *q)
{
    *q = (struct lpi_cdma_zeros){.first = true};
}

/* A clock edge; take: this sector passes, pad: it is not counted. */
static inline void lpi_cdma_zeros_tick(struct lpi_cdma_zeros *q, bool take,
                                       const uint32_t sector[8], bool pad, bool last)
{
    q->done = q->valid && q->last;
    if (q->valid) {
        q->sum = (uint8_t)((q->first ? 0 : q->sum) + q->count);
        q->first = q->last;
    }
    q->valid = take;
    q->last = last;
    q->count = 0;
    if (take && !pad)
        for (unsigned i = 0; i < 8; i++)
            q->count = (uint8_t)(q->count + (sector[i] == 0));
}

#endif
