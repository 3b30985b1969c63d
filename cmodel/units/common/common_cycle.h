/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the shared parts, twins of rtl/common/ (ports: common_ports.h). */
#ifndef LP_COMMON_CYCLE_H
#define LP_COMMON_CYCLE_H

#include "common_ports.h"

extern const struct lp_unit lp_skid_unit;     /* WIDTH */
extern const struct lp_unit lp_fifo_unit;     /* WIDTH, DEPTH */
extern const struct lp_unit lp_ram_unit;      /* WIDTH, DEPTH, GRAIN */
extern const struct lp_unit lp_add_unit;      /* WIDTH */
extern const struct lp_unit lp_popcount_unit; /* WIDTH */
extern const struct lp_unit lp_prefix_unit;   /* WIDTH */
extern const struct lp_unit lp_rr_unit;       /* N */
extern const struct lp_unit lp_count_unit;    /* WIDTH, ADD_W, LARGEST */

/* Bits that hold a count of 0..n. */
static inline unsigned lp_count_width(unsigned n)
{
    unsigned width = 0;
    while (n >> width)
        width++;
    return width;
}

#endif
