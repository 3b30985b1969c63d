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
    bool evict_told;
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
 * Signals of a cycle. In: the requests of r, f, w and b, wd, the readies of fd and wb, and the AXI
 * inputs of rd_in and wr_in. Out: the rest. lpi_dev_sectors comes first: it needs only the AXI
 * inputs, and gives the sectors and acknowledgements that have arrived.
 */
struct lpi_dev_wires {
    bool load_valid, load_ready, fetch_valid, fetch_ready, store_valid, store_ready, evict_valid;
    bool evict_ready;
    struct lpi_dev_request load, fetch, store, evict;
    const uint32_t *evict_data, *line_data;
    bool loaded_valid, fill_valid, fill_ready, load_idle, line_valid, line_ready, stored_valid;
    bool stored_ready, evicted_valid;
    unsigned read_id, stored_entry;
    int read_grant, write_grant; /* 0 data, 1 metadata, -1: neither is granted */
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
