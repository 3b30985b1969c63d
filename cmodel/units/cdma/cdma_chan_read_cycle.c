/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_read (rtl/cdma/lp_cdma_read.sv). */
#include "cdma_chan_read.h"

#include <string.h>

#include "../../base/wide.h"

typedef struct lp_cdma_chan_in LP_IN_T;
typedef struct lp_cdma_chan_out LP_OUT_T;

/* Ports of the AXI adapter in this cycle. */
static void axi_ports(const struct lpi_cdma_read *q, const LP_IN_T *in, bool s_ready,
                      struct lp_axi_rd_in *axi_in, struct lp_axi_rd_out *axi)
{
    unsigned rd = q->groups.rd, size = q->group[rd].size;
    bool last = q->line == size / 4;

    axi_in->s_valid = lpi_ring_valid(&q->groups) &&
                      (q->line != 0 || lpi_ring_ready(&q->asked_ring));
    lpi_put64(axi_in->s_addr, (uint64_t)q->group[rd].group * 512 + q->line * 128);
    axi_in->s_sectors = last ? size % 4 + 1 : 4;
    axi_in->s_id = 0;
    axi_in->arready = in->arready;
    axi_in->rvalid = in->rvalid;
    axi_in->rid = 0;
    memcpy(axi_in->rdata, in->rdata, sizeof axi_in->rdata);
    axi_in->rresp = in->rresp;
    axi_in->rlast = in->rlast;
    axi_in->m_ready = s_ready;
    lp_axi_rd_unit.eval(q->axi, axi_in, axi);
}

/* The adapter's flops without a reset load their inputs in the cycle of the reset. */
void lpi_cdma_read_reset(struct lpi_cdma_read *q)
{
    static const LP_IN_T none;
    struct lp_axi_rd_in axi_in;
    struct lp_axi_rd_out axi;

    axi_ports(q, &none, false, &axi_in, &axi);
    lp_axi_rd_unit.tick(q->axi, &axi_in);
    lp_axi_rd_unit.reset(q->axi);
    q->groups.rd = q->groups.count = 0;
    q->asked_ring.rd = q->asked_ring.count = 0;
    q->line = 0;
    lp_cdma_shrink_unit.reset(q->shrink);
}

void lpi_cdma_read_init(struct lpi_cdma_read *q, const int *values)
{
    static const int axi_values[] = {1};

    q->groups.depth = 2;
    q->asked_ring.depth = LPI_CDMA_READ_GROUPS;
    lp_axi_rd_unit.set_up(q->axi, axi_values);
    lp_cdma_shrink_unit.set_up(q->shrink, values);
    lpi_cdma_read_reset(q);
}

void lpi_cdma_read_eval(const struct lpi_cdma_read *q, const LP_IN_T *in, LP_OUT_T *out)
{
    static const struct lp_cdma_shrink_in none;
    struct lp_cdma_shrink_out shrink;
    struct lp_axi_rd_in axi_in;
    struct lp_axi_rd_out axi;

    /* Its outputs follow from its state alone. */
    lp_cdma_shrink_unit.eval(q->shrink, &none, &shrink);
    axi_ports(q, in, shrink.s_ready, &axi_in, &axi);
    out->g_ready = lpi_ring_ready(&q->groups);
    out->a_valid = shrink.m_valid;
    memcpy(out->a_data, shrink.m_data, sizeof out->a_data);
    out->a_last = shrink.m_last;
    out->a_bytes = shrink.m_bytes;
    out->a_zeros = shrink.m_zeros;
    out->a_err = shrink.m_err;
    out->arvalid = axi.arvalid;
    memcpy(out->araddr, axi.araddr, sizeof out->araddr);
    out->arlen = axi.arlen;
    out->rready = axi.rready;
}

static void take_group(struct lpi_cdma_read *q, const LP_IN_T *in, bool leave)
{
    unsigned wr = lpi_ring_wr(&q->groups);

    if ((in->g_valid & 1) && lpi_ring_ready(&q->groups)) {
        q->group[wr].group = in->g_group & 0x7fffffff;
        q->group[wr].size = (uint8_t)((in->g_sectors - 1) & 15);
        q->group[wr].codec = in->g_codec & 15;
    }
    lpi_ring_tick(&q->groups, in->g_valid & 1, leave);
}

void lpi_cdma_read_tick(struct lpi_cdma_read *q, const LP_IN_T *in)
{
    unsigned rd = q->groups.rd, oldest = q->asked_ring.rd, wr = lpi_ring_wr(&q->asked_ring);
    struct lp_cdma_shrink_in shrink_in;
    struct lp_cdma_shrink_out shrink;
    struct lp_axi_rd_in axi_in;
    struct lp_axi_rd_out axi;

    shrink_in.m_ready = in->a_ready;
    lp_cdma_shrink_unit.eval(q->shrink, &shrink_in, &shrink);
    axi_ports(q, in, shrink.s_ready, &axi_in, &axi);

    shrink_in.i_valid = lpi_ring_valid(&q->asked_ring);
    shrink_in.i_sectors = q->asked[oldest].size + 1u;
    shrink_in.i_codec = q->asked[oldest].codec;
    shrink_in.s_valid = axi.m_valid;
    memcpy(shrink_in.s_data, axi.m_data, sizeof shrink_in.s_data);
    shrink_in.s_err = axi.m_err;
    lp_cdma_shrink_unit.tick(q->shrink, &shrink_in);
    lp_axi_rd_unit.tick(q->axi, &axi_in);

    bool read = axi_in.s_valid && axi.s_ready, last = q->line == q->group[rd].size / 4u;
    bool first = lpi_ring_valid(&q->groups) && axi.s_ready && q->line == 0;
    if (first && lpi_ring_ready(&q->asked_ring)) {
        q->asked[wr].size = q->group[rd].size;
        q->asked[wr].codec = q->group[rd].codec;
    }
    lpi_ring_tick(&q->asked_ring, first, shrink.i_ready);
    take_group(q, in, read && last);
    if (read)
        q->line = last ? 0 : (q->line + 1) % 4;
}
