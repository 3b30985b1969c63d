/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the units of lp_cdma_core show and see in a cycle, in the order of the RTL. Not installed.
 *
 * No output of the core depends on an input, so what the units show follows from their states:
 * lpi_core_show asks each for its outputs, in an order in which those that depend on another's come
 * behind it. lpi_core_see hands these and the core's inputs to the units' inputs.
 *
 * RTL map of lp_cdma_core:
 *   off_{groups,beats,stall_link,stall_credit,stall_rate,stall_memory,zeros}_q = off_{}
 *   pre_{groups,beats,stall_link,stall_memory,stall_rate}_q = pre_{}
 *   dev_{reads,writes}_q = dev_{}
 *   errors_q = errors
 */
#ifndef LPI_CDMA_CORE_WIRES_H
#define LPI_CDMA_CORE_WIRES_H

#include "cdma_buf_cycle.h"
#include "cdma_bus_cycle.h"
#include "cdma_chan_cycle.h"
#include "cdma_core_ports.h"
#include "cdma_index_cycle.h"
#include "cdma_off_cycle.h"
#include "cdma_pre_cycle.h"
#include "cdma_regs_cycle.h"
#include "cdma_ring_cycle.h"
#include "cdma_xbar_cycle.h"

/* What is counted, a cycle late. */
struct lpi_core_counts {
    uint32_t off_groups, off_beats, off_stall_link, off_stall_credit, off_stall_rate;
    uint32_t off_stall_memory, off_zeros, pre_groups, pre_beats, pre_stall_link, pre_stall_memory;
    uint32_t pre_stall_rate, dev_reads, dev_writes, errors;
};

struct lpi_core_config {
    unsigned channels, flits, codecs, elem;
};

#define LPI_CORE_STATE(name, size) _Alignas(8) unsigned char name[size]
struct lpi_core_units {
    LPI_CORE_STATE(regs, LP_CDMA_REGS_STATE);
    LPI_CORE_STATE(off_ring, LP_CDMA_RING_STATE);
    LPI_CORE_STATE(pre_ring, LP_CDMA_RING_STATE);
    LPI_CORE_STATE(bus, LP_CDMA_BUS_STATE);
    LPI_CORE_STATE(index, LP_CDMA_INDEX_STATE);
    LPI_CORE_STATE(off, LP_CDMA_OFF_STATE);
    LPI_CORE_STATE(buf, LP_CDMA_BUF_STATE);
    LPI_CORE_STATE(pre, LP_CDMA_PRE_STATE);
    LPI_CORE_STATE(xbar, LP_CDMA_XBAR_STATE);
    LPI_CORE_STATE(chan[LP_CDMA_CHANNELS], LP_CDMA_CHAN_STATE);
};

struct lpi_core_outs {
    struct lp_cdma_regs_out regs;
    struct lp_cdma_ring_out off_ring, pre_ring;
    struct lp_cdma_bus_out bus;
    struct lp_cdma_index_out index;
    struct lp_cdma_off_out off;
    struct lp_cdma_buf_out buf;
    struct lp_cdma_pre_out pre;
    struct lp_cdma_xbar_out xbar;
    struct lp_cdma_chan_out chan[LP_CDMA_CHANNELS];
};

struct lpi_core_ins {
    struct lp_cdma_regs_in regs;
    struct lp_cdma_ring_in off_ring, pre_ring;
    struct lp_cdma_bus_in bus;
    struct lp_cdma_index_in index;
    struct lp_cdma_off_in off;
    struct lp_cdma_buf_in buf;
    struct lp_cdma_pre_in pre;
    struct lp_cdma_xbar_in xbar;
    struct lp_cdma_chan_in chan[LP_CDMA_CHANNELS];
};

/* `ins` is filled as far as outputs depend on inputs; the rest is as it was. */
void lpi_core_show(const struct lpi_core_config *config, const struct lpi_core_units *units,
                   struct lpi_core_ins *ins, struct lpi_core_outs *outs);

/* Fills the rest; what is not written is 0 or what lpi_core_show has put there. */
void lpi_core_see(const struct lpi_core_config *config, const struct lp_cdma_core_in *in,
                  const struct lpi_core_counts *counts, const struct lpi_core_outs *outs,
                  struct lpi_core_ins *ins);

/* The core's outputs; all of `out` is zero before. */
void lpi_core_give(const struct lpi_core_config *config, const struct lpi_core_outs *outs,
                   struct lp_cdma_core_out *out);

#endif
