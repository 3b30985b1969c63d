/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_front.h"

#include <string.h>

#include "../../base/wide.h"

/* Returns whether the request in H must wait for one in flight. */
static bool meets(const struct lpi_front *q)
{
    for (unsigned e = 0; e < q->entries; e++) {
        const struct lpi_request *k = &q->kept[e];
        if (q->live >> e & 1 && (k->write || q->h.write) && k->frame == q->h.frame &&
            k->index == q->h.index)
            return true;
    }
    return false;
}

void lpi_front_wires(const struct lpi_front *q, struct lpi_front_wires *w)
{
    uint64_t all = q->entries == 64 ? ~(uint64_t)0 : ((uint64_t)1 << q->entries) - 1;
    uint64_t free = ~q->live & all;

    w->entry = free ? lpi_rr_pick(&q->free, free) : 0;
    w->xlat_in = (struct lp_gbbr_xlat_in){.s_valid = q->h_valid && free && !meets(q),
                                          .s_tag = w->entry,
                                          .s_compressed = q->h.compressed,
                                          .s_target = q->h.target,
                                          .s_slot = q->h.slot,
                                          .s_frame = q->h.frame,
                                          .s_index = q->h.index,
                                          .cfg_valid = w->cfg_valid,
                                          .cfg_reg = w->cfg_reg};
    lpi_put64(w->xlat_in.cfg_data, w->cfg_data);
    lp_gbbr_xlat_unit.eval(q->xlat, &w->xlat_in, &w->x);
    w->m = &q->kept[w->x.m_tag];
    w->xlat_in.m_ready = w->m->write ? w->w_ready : w->r_ready;
    lp_gbbr_xlat_unit.eval(q->xlat, &w->xlat_in, &w->x);
    w->r_valid = w->x.m_valid && !w->m->write;
    w->w_valid = w->x.m_valid && w->m->write;
    w->h_go = w->xlat_in.s_valid && w->x.s_ready;
    w->q_ready = !q->h_valid || w->h_go;
}

void lpi_front_tick(struct lpi_front *q, const struct lpi_front_wires *w, uint64_t ends)
{
    q->live &= ~ends;
    if (w->h_go) {
        q->live |= (uint64_t)1 << w->entry;
        q->kept[w->entry] = q->h;
        lpi_rr_take(&q->free, w->entry);
    }
    if (w->q_ready) {
        q->h_valid = w->q_valid;
        q->h = w->q;
    }
    lp_gbbr_xlat_unit.tick(q->xlat, &w->xlat_in);
}

void lpi_front_reset(struct lpi_front *q)
{
    q->h_valid = false;
    q->live = 0;
    q->free = (struct lpi_rr){0};
    lp_gbbr_xlat_unit.reset(q->xlat);
}

void lpi_front_init(struct lpi_front *q, unsigned entries, const int *page_frame_slot)
{
    int values[4] = {page_frame_slot[0], page_frame_slot[1], page_frame_slot[2],
                     LP_BUDDY_ENTRY_MAX};

    memset(q, 0, sizeof *q);
    q->entries = entries;
    lp_gbbr_xlat_unit.set_up(q->xlat, values);
}
