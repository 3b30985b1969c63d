/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_rr (rtl/common/lp_rr.sv) inside the models of units that hold one.  Not installed.
 *
 * RTL map of lp_rr:
 *   behind_q = next: ones from next on
 */
#ifndef LPI_RR_H
#define LPI_RR_H

#include <stdint.h>

/* Request with the highest priority; 0 after reset. */
struct lpi_rr {
    unsigned next;
};

/* The granted one of the requests, which must not be 0. */
static inline unsigned lpi_rr_pick(const struct lpi_rr *q, uint64_t requests)
{
    uint64_t late = q->next < 64 ? requests >> q->next << q->next : 0;

    return (unsigned)__builtin_ctzll(late ? late : requests);
}

/* A clock edge at which the granted request is taken. */
static inline void lpi_rr_take(struct lpi_rr *q, unsigned granted)
{
    q->next = granted + 1;
}

#endif
