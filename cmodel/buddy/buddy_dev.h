/* SPDX-License-Identifier: Apache-2.0 */
/* The model of lp_buddy_dev (rtl/buddy/lp_buddy_dev.sv), a part of lp_buddy_slice's. */
#ifndef LPI_BUDDY_DEV_H
#define LPI_BUDDY_DEV_H

#include <stdbool.h>

#include "../axi/axi_cycle.h"
#include "../common/ring.h"
#include "../common/rr.h"

#define LPI_DEV_NEXT 2u
#define LPI_DEV_ORDER 4u

struct lpi_dev_request {
    uint64_t addr;
    unsigned sectors, id;
    bool eight;
};

struct lpi_dev {
    unsigned meta_id; /* the bit of an id that marks metadata */
    unsigned misses;  /* fetches have ids below it */
    struct lpi_rr read_turn, write_turn;
    struct lpi_ring read_ring, write_ring, order_ring;
    bool b_told;
    unsigned stray;
    struct lpi_dev_request read[LPI_DEV_NEXT], write[LPI_DEV_NEXT];
    struct {
        bool meta;
        unsigned sectors;
    } order[LPI_DEV_ORDER];
    unsigned at;
    _Alignas(8) unsigned char rd[LP_AXI_RD_STATE];
    _Alignas(8) unsigned char wr[LP_AXI_WR_STATE];
};

/*
 * What shows in a cycle.  In: what r, f, w and b offer, wd, the readies of fd and wb, and the AXI
 * inputs of rd_in and wr_in.  Out: the rest.  lpi_dev_sectors comes first: it needs only the AXI
 * inputs, and tells which sectors and acknowledgements have come.
 */
struct lpi_dev_wires {
    bool r_valid, r_ready, f_valid, f_ready, w_valid, w_ready, b_valid, b_ready;
    struct lpi_dev_request r, f, w, b;
    const uint32_t *b_data, *wd_data;
    bool rd_valid, fd_valid, fd_ready, r_idle, wd_valid, wd_ready, wb_valid, wb_ready, bb_valid;
    unsigned d_id, wb_entry;
    int read_grant, write_grant; /* 0 data, 1 metadata, -1: neither goes on */
    bool sector_last;
    struct lp_axi_rd_in rd_in;
    struct lp_axi_rd_out rd;
    struct lp_axi_wr_in wr_in;
    struct lp_axi_wr_out wr;
};

void lpi_dev_init(struct lpi_dev *q, unsigned entry_bits, unsigned misses);
void lpi_dev_reset(struct lpi_dev *q);
void lpi_dev_sectors(const struct lpi_dev *q, struct lpi_dev_wires *w);
void lpi_dev_wires(const struct lpi_dev *q, struct lpi_dev_wires *w);
void lpi_dev_tick(struct lpi_dev *q, const struct lpi_dev_wires *w);

#endif
