/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports of the units of lp_cdma_core and the wires between them. Not installed.
 *
 * RTL map of lp_cdma_core:
 *   off_{groups,beats,stall_link,stall_credit,stall_rate,stall_memory,zeros}_q = off_{}
 *   pre_{groups,beats,stall_link,stall_memory,stall_rate}_q = pre_{}
 *   dev_{reads,writes}_q = dev_{}
 *   errors_q = errors
 */
#ifndef LPI_CDMA_CORE_WIRES_H
#define LPI_CDMA_CORE_WIRES_H

#include "../common/wires.h"
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

/* Events that lp_cdma_regs counts, a cycle late. */
#define LPI_CORE_COUNTS(IN, OUT, INV, OUTV)                                                        \
    OUT(off_groups, 1)                                                                             \
    OUT(off_beats, 1)                                                                              \
    OUT(off_stall_link, 1)                                                                         \
    OUT(off_stall_credit, 1)                                                                       \
    OUT(off_stall_rate, 1)                                                                         \
    OUT(off_stall_memory, 1)                                                                       \
    OUT(off_zeros, 8)                                                                              \
    OUT(pre_groups, 1)                                                                             \
    OUT(pre_beats, 1)                                                                              \
    OUT(pre_stall_link, 1)                                                                         \
    OUT(pre_stall_memory, 1)                                                                       \
    OUT(pre_stall_rate, 1)                                                                         \
    OUT(dev_reads, 4)                                                                              \
    OUT(dev_writes, 4)                                                                             \
    OUT(errors, 2)

struct lpi_core_counts {
    LPI_CORE_COUNTS(LP_PORT_NONE_, LP_PORT_FIELD_, LP_PORT_NONE_, LP_PORT_FIELDV_)
};

/* The wires' base. */
struct lpi_core_ports {
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
        struct lpi_core_counts counts;
    } out;
    struct {
        struct lp_cdma_regs_in regs;
        struct lp_cdma_ring_in off_ring, pre_ring;
        struct lp_cdma_bus_in bus;
        struct lp_cdma_index_in index;
        struct lp_cdma_off_in off;
        struct lp_cdma_buf_in buf;
        struct lp_cdma_pre_in pre;
        struct lp_cdma_xbar_in xbar;
        struct lp_cdma_chan_in chan[LP_CDMA_CHANNELS];
    } in;
    uint32_t zeros[LPI_WIRES_ZEROS];
};

/* Parameters of the units that follow from the core's. */
struct lpi_core_values {
    int regs[1], out_ring[2], in_ring[2], index[1], off[2], buf[3], pre[4], xbar[1], chan[3];
};

struct lpi_core_values lpi_core_values(const int *values);

/*
 * The steps: no output of the core depends on an input, so that the units' outputs follow from
 * their states. First the inputs on which outputs depend, in the order of evaluation, then the
 * others, which take part in the clock edge. Large copies have their own steps, for cycles in which
 * they matter: payloads (A, D, B, FLIT, P, R) and jobs (J) while they are valid, registers (W) after
 * a write.
 */
enum lpi_core_step {
    LPI_CORE_XBAR,
    LPI_CORE_XBAR_A,
    LPI_CORE_XBAR_D,
    LPI_CORE_ENGINES,
    LPI_CORE_EDGE,
    LPI_CORE_EDGE_W,
    LPI_CORE_EDGE_J_OFF,
    LPI_CORE_EDGE_J_PRE,
    LPI_CORE_EDGE_B,
    LPI_CORE_EDGE_FLIT,
    LPI_CORE_EDGE_P,
    LPI_CORE_EDGE_R
};

/* As lpi_wires_set_up, for lp_cdma_core_unit; the values must be valid for its parameters. */
int lpi_core_wires(struct lpi_wires *wires, const struct lp_unit *core, const int *values,
                   char *why, size_t size);

#endif
