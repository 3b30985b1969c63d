/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_cdma_read (rtl/cdma/lp_cdma_read.sv), for the model of lp_cdma_chan.
 *
 * RTL map of lp_cdma_read:
 *   line_q = line
 */
#ifndef LPI_CHAN_READ_H
#define LPI_CHAN_READ_H

#include <stdbool.h>

#include "../axi/axi_cycle.h"
#include "../common/ring.h"
#include "cdma_chan_ports.h"
#include "cdma_shrink_cycle.h"

#define LPI_CDMA_READ_GROUPS 32

struct lpi_cdma_read {
    struct lpi_ring groups; /* u_group */
    struct {
        uint32_t group;
        uint8_t size, codec; /* sectors less 1 */
    } group[2];
    unsigned line;
    struct lpi_ring asked_ring; /* u_asked */
    struct {
        uint8_t size, codec;
    } asked[LPI_CDMA_READ_GROUPS];
    _Alignas(8) unsigned char axi[LP_AXI_RD_STATE];
    _Alignas(8) unsigned char shrink[LP_CDMA_SHRINK_STATE];
};

/* values: CODECS, ELEM. The state must be zeroed before. */
void lpi_cdma_read_init(struct lpi_cdma_read *q, const int *values);
void lpi_cdma_read_reset(struct lpi_cdma_read *q);
void lpi_cdma_read_eval(const struct lpi_cdma_read *q, const struct lp_cdma_chan_in *in,
                        struct lp_cdma_chan_out *out);
void lpi_cdma_read_tick(struct lpi_cdma_read *q, const struct lp_cdma_chan_in *in);

#endif
