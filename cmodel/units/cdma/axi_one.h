/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_axi_wr (rtl/axi/lp_axi_wr.sv) inside the models of units whose writes are single sectors: no
 * burst is split, and every beat is a burst's last. Not installed.
 */
#ifndef LPI_CDMA_AXI_ONE_H
#define LPI_CDMA_AXI_ONE_H

#include "../axi/axi_split.h"

struct lpi_axi_one {
    struct lpi_axi_split split;
    bool told, listed;
    uint8_t due; /* beats of u_due */
};

#define LPI_AXI_ONE_AHEAD 4

static inline bool lpi_axi_one_done(const struct lpi_axi_one *q, bool awready)
{
    return (q->told || awready) && (q->listed || q->due < LPI_AXI_ONE_AHEAD);
}

static inline bool lpi_axi_one_awvalid(const struct lpi_axi_one *q)
{
    return q->split.valid && !q->told;
}

static inline bool lpi_axi_one_s_ready(const struct lpi_axi_one *q, bool awready)
{
    return lpi_axi_split_ready(&q->split, lpi_axi_one_done(q, awready));
}

/* A clock edge; beat: a beat is offered and taken, if one is due. */
static inline void lpi_axi_one_tick(struct lpi_axi_one *q, bool awready, bool s_valid,
                                    uint64_t sector, uint32_t id, bool beat)
{
    bool done = lpi_axi_one_done(q, awready), room = q->due < LPI_AXI_ONE_AHEAD;
    bool list = q->split.valid && !q->listed && room, move = q->due > 0 && beat;

    q->due = (uint8_t)(q->due + list - move);
    if (q->split.valid) {
        q->told = (q->told || awready) && !done;
        q->listed = (q->listed || room) && !done;
    }
    lpi_axi_split_tick(&q->split, done, s_valid, sector, 1, id);
}

/* The flops that a reset clears. */
static inline void lpi_axi_one_clear(struct lpi_axi_one *q)
{
    q->split.valid = q->told = q->listed = false;
    q->due = 0;
}

#endif
