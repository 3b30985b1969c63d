/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the cycle models of lp_xzvc_enc and lp_xzvc_dec: the filter (rtl/zvc/lp_zvc_filter.sv,
 * lp_zvc_restore.sv), and the filter flags of lines. Not installed.
 *
 * RTL map of lp_zvc_filter:
 *   last_q = lpi_xzvc_keep: in_last or out_last of the unit
 *
 * RTL map of lp_zvc_restore:
 *   last_q = lpi_xzvc_keep: in_last or out_last of the unit
 */
#ifndef LPI_XZVC_CYCLE_H
#define LPI_XZVC_CYCLE_H

#include <stdbool.h>
#include <string.h>

#include "../common/ring.h"
#include "zvc_cycle.h"

#define LPI_XZVC_DEPTH 4u
#define LPI_XZVC_SECTOR 8u /* words */

/* u_filters. */
struct lpi_xzvc_lines {
    struct lpi_ring ring;
    bool filter[LPI_XZVC_DEPTH];
};

static inline void lpi_xzvc_lines_tick(struct lpi_xzvc_lines *q, bool push, bool filter, bool pop)
{
    if (push)
        q->filter[lpi_ring_wr(&q->ring)] = filter;
    lpi_ring_tick(&q->ring, push, pop);
}

/* last: the 64-bit word before the sector; NULL at the beginning of a line. */
static inline void lpi_xzvc_filter_sector(const uint32_t *last, const uint32_t *in, uint32_t *out)
{
    for (unsigned i = 0; i < LPI_XZVC_SECTOR; i++)
        out[i] = in[i] ^ (i >= 2 ? in[i - 2] : last ? last[i] : 0);
}

static inline void lpi_xzvc_restore_sector(const uint32_t *last, uint32_t *data)
{
    uint64_t before = 0, word;

    if (last)
        memcpy(&before, last, sizeof before);
    for (unsigned i = 0; i < LPI_XZVC_SECTOR; i += 2) {
        memcpy(&word, data + i, sizeof word);
        before ^= word;
        memcpy(data + i, &before, sizeof before);
    }
}

/* Keeps the last 64-bit word for the next sector. */
static inline void lpi_xzvc_keep(uint32_t last[2], const uint32_t *data)
{
    memcpy(last, data + LPI_XZVC_SECTOR - 2, 2 * sizeof *last);
}

#endif
