/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model of lp_buddy_front (rtl/buddy/lp_buddy_front.sv), a part of lp_buddy_slice's.
 *
 * RTL map of lp_buddy_front:
 *   h_{kept,slot,key}_q = h
 *   key_q = kept.frame, kept.index
 *   write_q = kept.write
 *   kept_q = kept
 */
#ifndef LPI_BUDDY_FRONT_H
#define LPI_BUDDY_FRONT_H

#include <stdbool.h>

#include "../common/rr.h"
#include "../gbbr/gbbr_cycle.h"
#include "buddy_ports.h"

struct lpi_request {
    bool write, compressed;
    uint32_t id, target, codec, slot, frame, index;
};

struct lpi_front {
    unsigned entries;
    bool h_valid;
    struct lpi_request h;
    uint64_t live;
    struct lpi_request kept[1u << LP_BUDDY_ENTRY_MAX];
    struct lpi_rr free;
    _Alignas(8) unsigned char xlat[LP_GBBR_XLAT_STATE];
};

/* Signals of a cycle; cfg, q and the readies are inputs, the others outputs. */
struct lpi_front_wires {
    bool cfg_valid; /* of registers 0..3 */
    unsigned cfg_reg;
    uint64_t cfg_data;
    bool q_valid, q_ready, h_go;
    struct lpi_request q;
    unsigned entry; /* for H */
    bool r_ready, w_ready;
    struct lp_gbbr_xlat_in xlat_in;
    struct lp_gbbr_xlat_out x;
    const struct lpi_request *m; /* the translated request */
    bool r_valid, w_valid;
};

void lpi_front_init(struct lpi_front *q, unsigned entries, const int *page_frame_slot);
void lpi_front_reset(struct lpi_front *q);
void lpi_front_wires(const struct lpi_front *q, struct lpi_front_wires *w);
/* ends: bit e: entry e is done. */
void lpi_front_tick(struct lpi_front *q, const struct lpi_front_wires *w, uint64_t ends);

#endif
