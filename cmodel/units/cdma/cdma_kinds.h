/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_cdma_kinds (rtl/cdma/lp_cdma_kinds.sv) inside the model of lp_cdma_expand: records with kinds
 * out of flits. Not installed.
 *
 * RTL map of lp_cdma_kinds:
 *   {first,fresh}_q = at
 *   kind_q, head_q, announced_q = head
 *   bpc_q = b_bpc
 */
#ifndef LPI_CDMA_KINDS_H
#define LPI_CDMA_KINDS_H

#include "cdma_records.h"

#define LPI_KINDS_HEAD 28 /* bytes of a record that the model keeps, with its kind */

struct lpi_kinds_tag {
    bool end, bad, bpc;
    uint8_t byte;
};

struct lpi_kinds {
    bool h_full, h_last, drop;
    uint32_t h[LPI_FLIT_WORDS];
    unsigned h_end, o, left, byte;
    enum { LPI_KINDS_FIRST, LPI_KINDS_FRESH, LPI_KINDS_INSIDE } at;
    uint8_t head[LPI_KINDS_HEAD]; /* kind and first bytes of the record */

    bool b_valid, b_last, b_bpc;
    unsigned b_sectors, b_codec;
    uint32_t b_data[LPI_FLIT_WORDS];

    struct lpi_ring tags;
    struct lpi_kinds_tag tag[LPI_RECORDS_LINES];
};

void lpi_kinds_reset(struct lpi_kinds *q);

/*
 * A clock edge. plain: records of BPC without kinds; codecs: bit n: records of enum lp_mixed_port n
 * are allowed. flit: NULL if none is offered. Returns whether one is taken.
 */
bool lpi_kinds_tick(struct lpi_kinds *q, bool plain, unsigned codecs, const struct lpi_flit *flit,
                    bool b_ready, bool t_ready);

#endif
