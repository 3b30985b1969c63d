/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_write (rtl/cdma/lp_cdma_write.sv). */
#include "cdma_chan_write.h"

#include <string.h>

#include "../../base/wide.h"

typedef struct lp_cdma_chan_in LP_IN_T;
typedef struct lp_cdma_chan_out LP_OUT_T;

enum { LONG = 20 }; /* more flits than any stored form has */

/* Signals of a cycle that follow from the state, and the ports of the units inside. */
struct wires {
    bool may, start, d_valid;
    struct lp_cdma_expand_in expand_in;
    struct lp_cdma_expand_out expand;
    struct lp_axi_wr_in axi_in;
    struct lp_axi_wr_out axi;
};

static void axi_ports(const struct lpi_cdma_write *q, const LP_IN_T *in, struct wires *w)
{
    struct lp_axi_wr_in *axi = &w->axi_in;
    bool last = q->line == q->w_size / 4;

    axi->s_valid = q->w_valid;
    lpi_put64(axi->s_addr, (uint64_t)q->w_group * 512 + q->line * 128);
    axi->s_sectors = last ? q->w_size % 4 + 1 : 4;
    axi->s_id = axi->s_eight = 0;
    axi->d_valid = w->expand.m_valid;
    memcpy(axi->d_data, w->expand.m_data, sizeof axi->d_data);
    axi->awready = in->awready & 1;
    axi->wready = in->wready & 1;
    axi->bvalid = in->bvalid & 1;
    axi->bid = 0;
    axi->bresp = in->bresp;
    axi->m_ready = 1;
    lp_axi_wr_unit.eval(q->axi, axi, &w->axi);
}

static void wires(const struct lpi_cdma_write *q, const LP_IN_T *in, struct wires *w)
{
    /* Its outputs follow from its state alone. */
    lp_cdma_expand_unit.eval(q->expand, &w->expand_in, &w->expand);
    axi_ports(q, in, w);
    w->may = lpi_ring_valid(&q->heads) && q->packets != 0 && q->owed != LPI_CDMA_WRITE_GROUPS &&
             !q->w_valid && lpi_ring_ready(&q->numbers);
    w->start = w->may && w->expand.i_ready;
    w->d_valid = q->dones.valid && lpi_ring_valid(&q->acks);
}

/* The adapter's flops without a reset load their inputs in the cycle of the reset. */
void lpi_cdma_write_reset(struct lpi_cdma_write *q)
{
    static const LP_IN_T none;
    struct wires w = {.expand_in.m_ready = 0};
    struct lpi_ring *rings[] = {&q->heads, &q->numbers, &q->zeros_ring, &q->bursts_ring, &q->acks};

    wires(q, &none, &w);
    lp_axi_wr_unit.tick(q->axi, &w.axi_in);
    lpi_axi_wr_clear(q->axi);
    for (unsigned i = 0; i < sizeof rings / sizeof *rings; i++)
        rings[i]->rd = rings[i]->count = 0;
    q->flits.rd = q->flits.count = q->dones.rd = q->dones.count = 0;
    q->flits.valid = q->dones.valid = false;
    q->length = q->packets = q->owed = q->line = q->ack = 0;
    q->w_valid = q->ack_err = false;
    lpi_cdma_zeros_reset(&q->count);
    lp_cdma_expand_unit.reset(q->expand);
}

void lpi_cdma_write_init(struct lpi_cdma_write *q, const int *values)
{
    static const int axi_values[] = {1};
    const int expand_values[] = {values[0], values[1], 5};

    q->flits.depth = (unsigned)values[2];
    q->heads.depth = LPI_CDMA_WRITE_HEADS;
    q->numbers.depth = LPI_CDMA_WRITE_INSIDE;
    q->zeros_ring.depth = 2;
    q->dones.depth = LPI_CDMA_WRITE_GROUPS;
    q->bursts_ring.depth = q->acks.depth = LPI_CDMA_WRITE_GROUPS;
    lp_axi_wr_unit.set_up(q->axi, axi_values);
    lp_cdma_expand_unit.set_up(q->expand, expand_values);
    lpi_cdma_write_reset(q);
}

static bool p_ready(const struct lpi_cdma_write *q)
{
    return lpi_cdma_store_ready(&q->flits) && (q->length != 0 || lpi_ring_ready(&q->heads));
}

void lpi_cdma_write_eval(const struct lpi_cdma_write *q, const LP_IN_T *in, LP_OUT_T *out)
{
    struct wires w = {.expand_in.m_ready = 0};

    wires(q, in, &w);
    out->p_ready = p_ready(q);
    out->d_valid = w.d_valid;
    out->d_group = w.d_valid ? q->done[q->dones.rd].group : 0;
    out->d_zeros = w.d_valid ? q->done[q->dones.rd].zeros : 0;
    out->d_err = w.d_valid ? q->acked_err[q->acks.rd] + 2u * q->done[q->dones.rd].corrupt : 0;
    out->awvalid = w.axi.awvalid;
    memcpy(out->awaddr, w.axi.awaddr, sizeof out->awaddr);
    out->awlen = w.axi.awlen;
    out->wvalid = w.axi.wvalid;
    memcpy(out->wdata, w.axi.wdata, sizeof out->wdata);
    out->wstrb = w.axi.wstrb;
    out->wlast = w.axi.wlast;
    out->bready = w.axi.bready;
}

/* A flit enters, and a packet begins. */
static void tick_packets(struct lpi_cdma_write *q, const LP_IN_T *in, const struct wires *w)
{
    bool push = (in->p_valid & 1) && p_ready(q), first = q->length == 0, last = in->p_last & 1;
    bool whole = push && (q->length == LONG - 1 || (last && q->length < LONG - 1));
    unsigned wr = lpi_cdma_store_wr(&q->flits);

    if (push) {
        memcpy(q->flit[wr].data, in->p_data, sizeof q->flit[wr].data);
        q->flit[wr].last = last;
        q->flit[wr].bytes = in->p_bytes & 63;
        q->length = last ? 0 : q->length + (q->length != LONG);
    }
    lpi_cdma_store_tick(&q->flits, push, w->expand.s_ready);
    wr = lpi_ring_wr(&q->heads);
    if (push && first) {
        q->head[wr].group = in->p_group & 0x7fffffff;
        q->head[wr].size = (uint8_t)((in->p_sectors - 1) & 15);
        q->head[wr].codec = in->p_codec & 15;
    }
    lpi_ring_tick(&q->heads, push && first, w->start);
    q->packets = (q->packets + whole - w->start) & 15;
}

static void tick_writes(struct lpi_cdma_write *q, const struct wires *w, uint32_t group,
                        unsigned size)
{
    bool last = q->line == q->w_size / 4;

    if (q->w_valid && w->axi.s_ready) {
        q->w_valid = !last;
        q->line = last ? 0 : (q->line + 1) % 4;
    }
    if (w->start) {
        q->w_valid = true;
        q->w_group = group;
        q->w_size = size;
    }
}

/* The results of lp_cdma_expand and of the zero count are stored until the group's response. */
static void tick_known(struct lpi_cdma_write *q, const struct wires *w, uint32_t group,
                       bool answered)
{
    bool known = w->expand.e_valid && lpi_ring_valid(&q->zeros_ring);
    bool counted = q->count.done;
    unsigned wr = lpi_cdma_store_wr(&q->dones);

    if (known && lpi_cdma_store_ready(&q->dones)) {
        q->done[wr].group = q->number[q->numbers.rd];
        q->done[wr].zeros = q->zeros[q->zeros_ring.rd];
        q->done[wr].corrupt = w->expand.e_err;
    }
    lpi_cdma_store_tick(&q->dones, known, answered);
    if (w->start)
        q->number[lpi_ring_wr(&q->numbers)] = group;
    lpi_ring_tick(&q->numbers, w->start, known);
    if (counted && lpi_ring_ready(&q->zeros_ring))
        q->zeros[lpi_ring_wr(&q->zeros_ring)] = q->count.sum;
    lpi_ring_tick(&q->zeros_ring, counted, known);
    lpi_cdma_zeros_tick(&q->count, w->expand.m_valid && w->axi.d_ready, w->expand.m_data, false,
                        w->expand.m_last);
}

static void tick_acks(struct lpi_cdma_write *q, const struct wires *w, unsigned size, bool answered)
{
    bool ack = w->axi.m_valid && lpi_ring_valid(&q->bursts_ring);
    bool last = ack && q->ack == q->bursts[q->bursts_ring.rd], err = q->ack_err || w->axi.m_err;

    if (last && lpi_ring_ready(&q->acks))
        q->acked_err[lpi_ring_wr(&q->acks)] = err;
    lpi_ring_tick(&q->acks, last, answered);
    if (w->start)
        q->bursts[lpi_ring_wr(&q->bursts_ring)] = (uint8_t)(size / 4);
    lpi_ring_tick(&q->bursts_ring, w->start, last);
    if (ack) {
        q->ack = last ? 0 : (q->ack + 1) % 4;
        q->ack_err = !last && err;
    }
}

void lpi_cdma_write_tick(struct lpi_cdma_write *q, const LP_IN_T *in)
{
    struct wires w = {.expand_in.m_ready = 0};
    const unsigned head = q->heads.rd, flit = q->flits.rd;

    wires(q, in, &w);
    const uint32_t group = q->head[head].group;
    const unsigned size = q->head[head].size;
    bool answered = w.d_valid && (in->d_ready & 1);

    w.expand_in.i_valid = w.may;
    w.expand_in.i_sectors[0] = size + 1;
    w.expand_in.i_codec = q->head[head].codec;
    w.expand_in.s_valid = q->flits.valid;
    memcpy(w.expand_in.s_data, q->flit[flit].data, sizeof w.expand_in.s_data);
    w.expand_in.s_last = q->flit[flit].last;
    w.expand_in.s_bytes = q->flit[flit].bytes;
    w.expand_in.m_ready = w.axi.d_ready;
    w.expand_in.e_ready = lpi_ring_valid(&q->zeros_ring);
    lp_cdma_expand_unit.tick(q->expand, &w.expand_in);
    lp_axi_wr_unit.tick(q->axi, &w.axi_in);

    q->owed = q->owed + w.start - answered;
    tick_packets(q, in, &w);
    tick_writes(q, &w, group, size);
    tick_known(q, &w, group, answered);
    tick_acks(q, &w, size, answered);
}
