/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_core_wires.h"

/* Parameters of units that lp_cdma_core leaves at their defaults. */
enum { PUT = 32, AHEAD = 16, COUNT_W = 32, GROUP_W = 31 };

struct lpi_core_values lpi_core_values(const int *values)
{
    const int channels = values[0], flits = values[1], codecs = values[2], elem = values[3];

    return (struct lpi_core_values){
        .regs = {COUNT_W},
        .out_ring = {codecs, 0},
        .in_ring = {codecs, 1},
        .index = {AHEAD},
        .off = {channels, GROUP_W},
        .buf = {channels, flits, elem == 8 ? 18 : 17},
        .pre = {channels, codecs, elem, GROUP_W},
        .xbar = {channels},
        .chan = {codecs, elem, PUT},
    };
}

/* ---- inputs on which outputs depend ---- */

static const struct lpi_wire xbar_sees[] = {
    {"xbar.a_valid", "chan.a_valid"},
    {"xbar.d_valid", "chan.d_valid"},
    {"xbar.want", "buf.want"},
};
static const struct lpi_wire xbar_sees_a[] = {{"xbar.a_*", "chan.a_*"}};
static const struct lpi_wire xbar_sees_d[] = {{"xbar.d_*", "chan.d_*"}};

/* Launches depend on credits, on the crossbar, and on ring and registers. */
static const struct lpi_wire engines_see[] = {
    {"off.credit", "buf.credit"},     {"off.g_ready", "xbar.g_ready"},
    {"off.kill", "off_ring.kill"},    {"off.rate", "regs.policy"},
    {"pre.kill", "pre_ring.kill"},    {"pre.rate", "regs.policy"},
    {"pre.rr_idle", "index.rr_idle"},
};

/* ---- the other inputs ---- */

static const struct lpi_wire edge[] = {
    {"regs.*", ".csr_*"},
    {"regs.*", "counts.*"},
    {"regs.config_*", LPI_BY_CODE},
    {"regs.cycles", LPI_BY_CODE},
    {"regs.status_off_*", "off_ring.*"},
    {"regs.status_pre_*", "pre_ring.*"},
    {"regs.irq_off_*", "off_ring.irq_*"},
    {"regs.irq_pre_*", "pre_ring.irq_*"},
    {"regs.off_head", "off_ring.head"},
    {"regs.pre_head", "pre_ring.head"},
    {"regs.off_high_flits", "buf.held"},

    {"off_ring.abort", "regs.ctrl_off_abort"},
    {"off_ring.*", "bus.o_*"},
    {"off_ring.j_ready", "off.j_ready"},
    {"off_ring.r_*", "off.r_*"},
    {"pre_ring.abort", "regs.ctrl_pre_abort"},
    {"pre_ring.*", "bus.i_*"},
    {"pre_ring.j_ready", "pre.j_ready"},
    {"pre_ring.r_*", "pre.r_*"},

    {"bus.o_*", "off_ring.*"},
    {"bus.i_*", "pre_ring.*"},
    {"bus.*", ".ring_*"},

    {"index.*", ".idx_*"},
    {"index.wj_*", "off.wj_*"},
    {"index.x_*", "off.x_*"},
    {"index.wr_ready", "off.wr_ready"},
    {"index.rj_*", "pre.rj_*"},
    {"index.n_ready", "pre.n_ready"},
    {"index.kill", "pre.rkill"},

    {"off.j_valid", "off_ring.j_valid"},
    {"off.r_ready", "off_ring.r_ready"},
    {"off.s_*", "buf.m_*"},
    {"off.o_ready", "buf.o_ready"},
    {"off.wj_ready", "index.wj_ready"},
    {"off.x_ready", "index.x_ready"},
    {"off.wr_*", "index.wr_*"},
    {"off.la_ready", ".out_aready"},
    {"off.m_ready", ".out_tready"},
    {"off.lr_valid", ".out_bvalid"},
    {"off.lr_err", ".out_berr"},

    {"buf.b_valid", "xbar.b_valid"},
    {"buf.t_*", "off.t_*"},
    {"buf.o_*", "off.o_*"},
    {"buf.m_ready", "off.s_ready"},

    {"pre.j_valid", "pre_ring.j_valid"},
    {"pre.r_ready", "pre_ring.r_ready"},
    {"pre.rj_ready", "index.rj_ready"},
    {"pre.n_*", "index.n_*"},
    {"pre.p_ready", "xbar.p_ready"},
    {"pre.k_*", "xbar.k_*"},
    {"pre.lc_ready", ".in_aready"},
    {"pre.s_valid", ".in_tvalid"},
    {"pre.s_data", ".in_tdata"},
    {"pre.s_err", ".in_tuser"},

    {"xbar.g_*", "off.g_*"},
    {"xbar.p_valid", "pre.p_valid"},
    {"xbar.cg_ready", "chan.g_ready"},
    {"xbar.cp_ready", "chan.p_ready"},

    {"chan.g_*", "xbar.cg_*"},
    {"chan.a_ready", "xbar.a_ready"},
    {"chan.p_valid", "xbar.cp_valid"},
    {"chan.d_ready", "xbar.d_ready"},
    {"chan.arready", ".dev_arready"},
    {"chan.rvalid", ".dev_rvalid"},
    {"chan.awready", ".dev_awready"},
    {"chan.wready", ".dev_wready"},
    {"chan.b*", ".dev_b*"},

    {".csr_*", "regs.*"},
    {".irq", "regs.irq"},
    {".ring_*", "bus.*"},
    {".idx_*", "index.*"},
    {".dev_*", "chan.*"},
    {".out_avalid", "off.la_valid"},
    {".out_aaddr", "off.la_addr"},
    {".out_tvalid", "off.m_valid"},
    {".out_tdata", "off.m_data"},
    {".out_tlast", "off.m_last"},
    {".out_tuser", "off.m_bad"},
    {".out_bready", "off.lr_ready"},
    {".in_avalid", "pre.lc_valid"},
    {".in_aaddr", "pre.lc_addr"},
    {".in_abeats", "pre.lc_beats"},
    {".in_tready", "pre.s_ready"},
    {".in_drop", "pre.drop"},
};

/* Registers of a ring, and of the other one, which it must not overlap. */
#define RING_REGISTERS(ring, own, other)                                                           \
    {ring ".base[0]", "regs." own "_base_lo"}, {ring ".base[32]", "regs." own "_base_hi"},         \
        {ring ".done[0]", "regs." own "_done_lo"}, {ring ".done[32]", "regs." own "_done_hi"},     \
        {ring ".log2", "regs." own "_size"}, {ring ".tail", "regs." own "_tail"},                  \
        {ring ".enable", "regs.ctrl_" own "_enable"},                                              \
        {ring ".other_base[0]", "regs." other "_base_lo"},                                         \
        {ring ".other_base[32]", "regs." other "_base_hi"},                                        \
        {ring ".other_done[0]", "regs." other "_done_lo"},                                         \
        {ring ".other_done[32]", "regs." other "_done_hi"},                                        \
        {ring ".other_log2", "regs." other "_size"}, {ring ".dev_base[0]", "regs.dev_lo"},         \
        {ring ".dev_base[32]", "regs.dev_hi"}, {ring ".dev_groups", "regs.dev_size"},              \
        {ring ".host_base[0]", "regs.host_lo"}, {ring ".host_base[32]", "regs.host_hi"},           \
    {                                                                                              \
        ring ".host_groups", "regs.host_size"                                                      \
    }

static const struct lpi_wire edge_w[] = {
    RING_REGISTERS("off_ring", "off", "pre"),
    RING_REGISTERS("pre_ring", "pre", "off"),
};
static const struct lpi_wire edge_j_off[] = {{"off.j_*", "off_ring.j_*"}};
static const struct lpi_wire edge_j_pre[] = {{"pre.j_*", "pre_ring.j_*"}};
static const struct lpi_wire edge_b[] = {{"buf.b_*", "xbar.b_*"}};
static const struct lpi_wire edge_flit[] = {{"xbar.p_*", "pre.p_*"}};
static const struct lpi_wire edge_p[] = {{"chan.p_*", "xbar.cp_*"}};
static const struct lpi_wire edge_r[] = {{"chan.r*", ".dev_r*"}};

static const struct lpi_wires_step steps[] = {
    [LPI_CORE_XBAR] = LPI_WIRES_STEP(xbar_sees),
    [LPI_CORE_XBAR_A] = LPI_WIRES_STEP(xbar_sees_a),
    [LPI_CORE_XBAR_D] = LPI_WIRES_STEP(xbar_sees_d),
    [LPI_CORE_ENGINES] = LPI_WIRES_STEP(engines_see),
    [LPI_CORE_EDGE] = LPI_WIRES_STEP(edge),
    [LPI_CORE_EDGE_W] = LPI_WIRES_STEP(edge_w),
    [LPI_CORE_EDGE_J_OFF] = LPI_WIRES_STEP(edge_j_off),
    [LPI_CORE_EDGE_J_PRE] = LPI_WIRES_STEP(edge_j_pre),
    [LPI_CORE_EDGE_B] = LPI_WIRES_STEP(edge_b),
    [LPI_CORE_EDGE_FLIT] = LPI_WIRES_STEP(edge_flit),
    [LPI_CORE_EDGE_P] = LPI_WIRES_STEP(edge_p),
    [LPI_CORE_EDGE_R] = LPI_WIRES_STEP(edge_r),
};

/* ---- the units ---- */

typedef struct lpi_core_counts LP_IN_T;
typedef struct lpi_core_counts LP_OUT_T;
static const struct lp_port counts_ports[] = LP_UNIT_TABLE(LPI_CORE_COUNTS);
static const struct lp_unit counts = {
    .name = "counts",
    .ports = counts_ports,
    .nports = sizeof counts_ports / sizeof *counts_ports,
    .out_size = sizeof(struct lpi_core_counts),
};

#define PART(name, unit, values)                                                                   \
    LPI_PART(#name, unit, values, offsetof(struct lpi_core_ports, in.name),                        \
             offsetof(struct lpi_core_ports, out.name))

int lpi_core_wires(struct lpi_wires *wires, const struct lp_unit *core, const int *values,
                   char *why, size_t size)
{
    const struct lpi_core_values own = lpi_core_values(values);
    struct lpi_part parts[] = {
        LPI_PART("", *core, values, 0, 0),
        PART(chan, lp_cdma_chan_unit, own.chan),
        PART(regs, lp_cdma_regs_unit, own.regs),
        PART(off_ring, lp_cdma_ring_unit, own.out_ring),
        PART(pre_ring, lp_cdma_ring_unit, own.in_ring),
        PART(bus, lp_cdma_bus_unit, NULL),
        PART(index, lp_cdma_index_unit, own.index),
        PART(off, lp_cdma_off_unit, own.off),
        PART(buf, lp_cdma_buf_unit, own.buf),
        PART(pre, lp_cdma_pre_unit, own.pre),
        PART(xbar, lp_cdma_xbar_unit, own.xbar),
        LPI_PART("counts", counts, NULL, 0, offsetof(struct lpi_core_ports, out.counts)),
    };
    const struct lpi_netlist netlist = {core->name,
                                        parts,
                                        sizeof parts / sizeof *parts,
                                        steps,
                                        sizeof steps / sizeof *steps,
                                        offsetof(struct lpi_core_ports, zeros)};

    parts[1].count = (unsigned)values[0];
    return lpi_wires_set_up(wires, &netlist, why, size);
}
