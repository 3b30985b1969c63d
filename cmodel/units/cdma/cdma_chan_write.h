/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_cdma_write (rtl/cdma/lp_cdma_write.sv), for the model of lp_cdma_chan.
 *
 * RTL map of lp_cdma_write:
 *   {length,packets,owed,w_valid,w_group,w_size,line,ack,ack_err}_q = {}
 *   owed_room_q = owed
 */
#ifndef LPI_CHAN_WRITE_H
#define LPI_CHAN_WRITE_H

#include <stdbool.h>

#include "../axi/axi_cycle.h"
#include "../common/ring.h"
#include "cdma_chan_ports.h"
#include "cdma_expand_cycle.h"
#include "store_cycle.h"
#include "zeros_cycle.h"

#define LPI_CDMA_WRITE_GROUPS 32
#define LPI_CDMA_WRITE_HEADS 8
#define LPI_CDMA_WRITE_INSIDE 4
#define LPI_CDMA_WRITE_PUT 64 /* largest number of flits */

struct lpi_cdma_write {
    unsigned length, packets;
    struct lpi_cdma_store flits; /* u_flits */
    struct {
        uint32_t data[8];
        bool last;
        uint8_t bytes;
    } flit[LPI_CDMA_WRITE_PUT + 1];
    struct lpi_ring heads; /* u_heads */
    struct {
        uint32_t group;
        uint8_t size, codec; /* sectors less 1 */
    } head[LPI_CDMA_WRITE_HEADS];

    unsigned owed;
    bool w_valid;
    uint32_t w_group;
    unsigned w_size, line;

    struct lpi_ring numbers, zeros_ring; /* u_numbers, u_zeros */
    uint32_t number[LPI_CDMA_WRITE_INSIDE];
    uint8_t zeros[2];
    struct lpi_cdma_zeros count;
    struct lpi_cdma_store dones; /* u_done */
    struct {
        uint32_t group;
        uint8_t zeros;
        bool corrupt;
    } done[LPI_CDMA_WRITE_GROUPS + 1];

    unsigned ack;
    bool ack_err;
    struct lpi_ring bursts_ring, acks; /* u_bursts, u_acks */
    uint8_t bursts[LPI_CDMA_WRITE_GROUPS];
    bool acked_err[LPI_CDMA_WRITE_GROUPS];

    _Alignas(8) unsigned char axi[LP_AXI_WR_STATE];
    _Alignas(8) unsigned char expand[LP_CDMA_EXPAND_STATE];
};

/* values: CODECS, ELEM, PUT. The state must be zeroed before. */
void lpi_cdma_write_init(struct lpi_cdma_write *q, const int *values);
void lpi_cdma_write_reset(struct lpi_cdma_write *q);
void lpi_cdma_write_eval(const struct lpi_cdma_write *q, const struct lp_cdma_chan_in *in,
                         struct lp_cdma_chan_out *out);
void lpi_cdma_write_tick(struct lpi_cdma_write *q, const struct lp_cdma_chan_in *in);

#endif
