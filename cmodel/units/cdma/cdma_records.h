/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_cdma_records (rtl/cdma/lp_cdma_records.sv) inside the model of lp_cdma_expand: BPC records out
 * of flits. Not installed.
 *
 * RTL map of lp_cdma_records:
 *   first_q = inside: not first
 */
#ifndef LPI_CDMA_RECORDS_H
#define LPI_CDMA_RECORDS_H

#include <stdint.h>

#include "../common/ring.h"

#define LPI_FLIT_WORDS 8

struct lpi_flit {
    uint32_t data[LPI_FLIT_WORDS];
    bool last;
    unsigned bytes; /* of the last flit, modulo 32 */
};

/* Tag of a line: the group ends with it, it is bad, the byte in which its stream ends. */
struct lpi_tag {
    bool end, bad;
    uint8_t byte;
};

#define LPI_RECORDS_LINES 8
struct lpi_records {
    bool h_full, h_last;
    uint32_t h[LPI_FLIT_WORDS];
    unsigned h_end, o, left, byte;
    bool inside, drop; /* inside = not first */

    bool b_valid, b_last;
    unsigned b_sectors;
    uint32_t b_data[LPI_FLIT_WORDS];

    struct lpi_ring tags;
    struct lpi_tag tag[LPI_RECORDS_LINES];
};

void lpi_records_reset(struct lpi_records *q);

/* A clock edge; flit: NULL if none is offered. Returns whether one is taken. */
bool lpi_records_tick(struct lpi_records *q, const struct lpi_flit *flit, bool b_ready,
                      bool t_ready);

/* Bytes of a flit. */
static inline unsigned lpi_flit_end(const struct lpi_flit *flit)
{
    return !flit->last || flit->bytes == 0 ? 32 : flit->bytes;
}

#endif
