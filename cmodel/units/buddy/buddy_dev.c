/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_dev.h"

#include <string.h>

#include "../../base/wide.h"

void lpi_dev_sectors(const struct lpi_dev *q, struct lpi_dev_wires *w)
{
    lp_axi_rd_unit.eval(q->rd, &w->rd_in, &w->rd);
    w->loaded_valid = w->rd.m_valid && !(w->rd.m_id & q->meta_id);
    w->read_id = w->rd.m_id & ~q->meta_id;
    w->fill_valid = w->rd.m_valid && (w->rd.m_id & q->meta_id) && w->read_id < q->misses;
    lp_axi_wr_unit.eval(q->wr, &w->wr_in, &w->wr);
    w->stored_valid = w->wr.m_valid && !(w->wr.m_id & q->meta_id);
    w->evicted_valid = w->wr.m_valid && w->wr.m_id == q->meta_id;
    w->stored_entry = w->wr.m_id & ~q->meta_id;
}

static void read_wires(const struct lpi_dev *q, struct lpi_dev_wires *w)
{
    uint64_t want = (uint64_t)w->fetch_valid << 1 | w->load_valid;
    const struct lpi_dev_request *head = &q->read[q->read_ring.rd];

    w->read_grant = want && lpi_ring_ready(&q->read_ring) ? (int)lpi_rr_pick(&q->read_turn, want)
                                                          : -1;
    w->load_ready = w->read_grant == 0;
    w->load_idle = !lpi_ring_valid(&q->read_ring) && !w->rd.arvalid && !w->fetch_valid;
    w->fetch_ready = w->read_grant == 1;
    w->rd_in.s_valid = lpi_ring_valid(&q->read_ring);
    lpi_put64(w->rd_in.s_addr, head->addr);
    w->rd_in.s_sectors = head->sectors;
    w->rd_in.s_id = head->id;
    w->rd_in.m_ready = !w->fill_valid || w->fill_ready;
    lp_axi_rd_unit.eval(q->rd, &w->rd_in, &w->rd);
}

static void write_wires(const struct lpi_dev *q, struct lpi_dev_wires *w)
{
    uint64_t want = (uint64_t)(w->evict_valid && !q->evict_told) << 1 | w->store_valid;
    bool room = lpi_ring_ready(&q->write_ring) && lpi_ring_ready(&q->order_ring);
    const struct lpi_dev_request *head = &q->write[q->write_ring.rd];
    bool turn = lpi_ring_valid(&q->order_ring), meta = q->order[q->order_ring.rd].meta;

    w->write_grant = want && room ? (int)lpi_rr_pick(&q->write_turn, want) : -1;
    w->store_ready = w->write_grant == 0;
    w->wr_in.s_valid = lpi_ring_valid(&q->write_ring);
    lpi_put64(w->wr_in.s_addr, head->addr);
    w->wr_in.s_sectors = head->sectors;
    w->wr_in.s_id = head->id;
    w->wr_in.s_eight = head->eight;
    w->wr_in.d_valid = turn && (meta || w->line_valid);
    if (w->wr_in.d_valid)
        memcpy(w->wr_in.d_data, meta ? w->evict_data : w->line_data, 32);
    else
        memset(w->wr_in.d_data, 0, sizeof w->wr_in.d_data);
    w->wr_in.m_ready = (w->wr.m_valid && (w->wr.m_id & q->meta_id)) || w->stored_ready;
    lp_axi_wr_unit.eval(q->wr, &w->wr_in, &w->wr);
    w->line_ready = turn && !meta && w->wr.d_ready;
    w->evict_ready = turn && meta && w->wr.d_ready;
    w->sector_last = q->at + 1 == q->order[q->order_ring.rd].sectors;
}

void lpi_dev_wires(const struct lpi_dev *q, struct lpi_dev_wires *w)
{
    read_wires(q, w);
    write_wires(q, w);
}

static void tick_reads(struct lpi_dev *q, const struct lpi_dev_wires *w)
{
    if (w->read_grant >= 0) {
        q->read[lpi_ring_wr(&q->read_ring)] = w->read_grant ? w->fetch : w->load;
        lpi_rr_take(&q->read_turn, (unsigned)w->read_grant);
    }
    lpi_ring_tick(&q->read_ring, w->read_grant >= 0, w->rd.s_ready);
    lp_axi_rd_unit.tick(q->rd, &w->rd_in);
}

static void tick_writes(struct lpi_dev *q, const struct lpi_dev_wires *w)
{
    bool go = w->write_grant >= 0, moves = w->wr_in.d_valid && w->wr.d_ready;

    if (go) {
        const struct lpi_dev_request *next = w->write_grant ? &w->evict : &w->store;
        q->write[lpi_ring_wr(&q->write_ring)] = *next;
        q->order[lpi_ring_wr(&q->order_ring)].meta = w->write_grant == 1;
        q->order[lpi_ring_wr(&q->order_ring)].sectors = next->sectors;
        lpi_rr_take(&q->write_turn, (unsigned)w->write_grant);
    }
    q->evict_told = (q->evict_told || w->write_grant == 1) && !w->evict_ready;
    lpi_ring_tick(&q->order_ring, go, moves && w->sector_last);
    lpi_ring_tick(&q->write_ring, go, w->wr.s_ready);
    if (moves)
        q->at = w->sector_last ? 0 : (q->at + 1) & 3;
    lp_axi_wr_unit.tick(q->wr, &w->wr_in);
}

void lpi_dev_tick(struct lpi_dev *q, const struct lpi_dev_wires *w)
{
    bool no_fetch = w->rd.m_valid && !w->loaded_valid && !w->fill_valid;
    bool no_back = w->wr.m_valid && !w->stored_valid && !w->evicted_valid;

    q->stray = no_fetch | (unsigned)no_back << 1;
    tick_reads(q, w);
    tick_writes(q, w);
}

void lpi_dev_reset(struct lpi_dev *q)
{
    struct lpi_ring *rings[] = {&q->read_ring, &q->write_ring, &q->order_ring};

    q->read_turn = q->write_turn = (struct lpi_rr){0};
    for (unsigned i = 0; i < sizeof rings / sizeof *rings; i++)
        rings[i]->rd = rings[i]->count = 0;
    q->at = q->stray = 0;
    q->evict_told = false;
    lp_axi_rd_unit.reset(q->rd);
    lpi_axi_wr_clear(q->wr);
}

void lpi_dev_init(struct lpi_dev *q, unsigned entry_bits, unsigned misses)
{
    int id_w = (int)entry_bits + 1;

    memset(q, 0, sizeof *q);
    q->meta_id = 1u << entry_bits;
    q->misses = misses;
    q->read_ring.depth = q->write_ring.depth = LPI_DEV_NEXT;
    q->order_ring.depth = LPI_DEV_ORDER;
    lp_axi_rd_unit.set_up(q->rd, &id_w);
    lp_axi_wr_unit.set_up(q->wr, &id_w);
}
