/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control of lp_skid (rtl/common/lp_skid.sv) inside the models of units that hold one; the two
 * entries are separate: the one shown, and the waiting one. Not installed.
 */
#ifndef LPI_SKID_H
#define LPI_SKID_H

#include <stdbool.h>

struct lpi_skid {
    bool ready, valid;
};

static inline void lpi_skid_clear(struct lpi_skid *q)
{
    *q = (struct lpi_skid){.ready = true};
}

/* The entry shown after the clock edge, seen before it. */
enum lpi_skid_shows {
    LPI_SKID_SAME,   /* the entry shown now */
    LPI_SKID_NEW,    /* the incoming beat */
    LPI_SKID_BEHIND, /* the waiting entry */
};

static inline enum lpi_skid_shows lpi_skid_next(const struct lpi_skid *q, bool s_valid,
                                                bool m_ready)
{
    if ((q->valid && !m_ready) || (q->ready && !s_valid))
        return LPI_SKID_SAME;
    return q->ready ? LPI_SKID_NEW : LPI_SKID_BEHIND;
}

/* The incoming beat will wait. */
static inline bool lpi_skid_keeps(const struct lpi_skid *q, bool s_valid, bool m_ready)
{
    return q->ready && s_valid && q->valid && !m_ready;
}

static inline void lpi_skid_tick(struct lpi_skid *q, bool s_valid, bool m_ready)
{
    bool leave = !q->valid || m_ready, offer = s_valid || !q->ready;

    q->ready = leave || (q->ready && !s_valid);
    q->valid = !leave || offer;
}

#endif
