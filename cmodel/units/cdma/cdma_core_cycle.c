/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_core (rtl/cdma/lp_cdma_core.sv): contains the models of its units. */
#include "cdma_core_cycle.h"

#include <linepress/linepress.h>

#include <stdbool.h>
#include <string.h>

#include "cdma_core_wires.h"

typedef struct lp_cdma_core_in LP_IN_T;
typedef struct lp_cdma_core_out LP_OUT_T;

#define STATE(name, size) _Alignas(8) unsigned char name[size]
struct units {
    STATE(regs, LP_CDMA_REGS_STATE);
    STATE(off_ring, LP_CDMA_RING_STATE);
    STATE(pre_ring, LP_CDMA_RING_STATE);
    STATE(bus, LP_CDMA_BUS_STATE);
    STATE(index, LP_CDMA_INDEX_STATE);
    STATE(off, LP_CDMA_OFF_STATE);
    STATE(buf, LP_CDMA_BUF_STATE);
    STATE(pre, LP_CDMA_PRE_STATE);
    STATE(xbar, LP_CDMA_XBAR_STATE);
    STATE(chan[LP_CDMA_CHANNELS], LP_CDMA_CHAN_STATE);
};

/* The ports' values of a cycle are computed once, at the end of the previous one. */
struct core {
    unsigned channels;
    struct lpi_core_ports ports;
    struct lpi_wires wires;
    struct units units;
};

_Static_assert(sizeof(struct core) <= LP_CDMA_CORE_STATE, "lp_cdma_core's state");

static void run(struct core *q, enum lpi_core_step step)
{
    lpi_wires_run(&q->wires, step, &q->ports);
}

static void show(struct core *q)
{
    struct units *u = &q->units;

    lp_cdma_regs_unit.eval(u->regs, &q->ports.in.regs, &q->ports.out.regs);
    lp_cdma_ring_unit.eval(u->off_ring, &q->ports.in.off_ring, &q->ports.out.off_ring);
    lp_cdma_ring_unit.eval(u->pre_ring, &q->ports.in.pre_ring, &q->ports.out.pre_ring);
    lp_cdma_bus_unit.eval(u->bus, &q->ports.in.bus, &q->ports.out.bus);
    lp_cdma_index_unit.eval(u->index, &q->ports.in.index, &q->ports.out.index);
    lp_cdma_buf_unit.eval(u->buf, &q->ports.in.buf, &q->ports.out.buf);
    for (unsigned c = 0; c < q->channels; c++)
        lp_cdma_chan_unit.eval(u->chan[c], &q->ports.in.chan[c], &q->ports.out.chan[c]);
    run(q, LPI_CORE_XBAR);
    if (q->ports.in.xbar.a_valid)
        run(q, LPI_CORE_XBAR_A);
    if (q->ports.in.xbar.d_valid)
        run(q, LPI_CORE_XBAR_D);
    lp_cdma_xbar_unit.eval(u->xbar, &q->ports.in.xbar, &q->ports.out.xbar);
    run(q, LPI_CORE_ENGINES);
    lp_cdma_off_unit.eval(u->off, &q->ports.in.off, &q->ports.out.off);
    lp_cdma_pre_unit.eval(u->pre, &q->ports.in.pre, &q->ports.out.pre);
}

static void eval(const void *state, const void *in, void *out)
{
    const struct core *q = state;

    (void)in;
    lpi_wires_give(&q->wires, LPI_CORE_EDGE, &q->ports, out);
}

/* Sectors transferred by device memory: where both are set, and the index's. */
static uint32_t moved(const struct core *q, uint32_t valid, uint32_t ready, uint32_t index)
{
    uint32_t channels = valid & ready & ((1u << q->channels) - 1);

    return (uint32_t)__builtin_popcount(channels) + index;
}

static struct lpi_core_counts count(const struct core *q, const LP_IN_T *in)
{
    const struct lpi_core_outs *o = &q->ports.out;
    uint32_t rready = 0, wvalid = 0, errors = o->off_ring.irq_error + o->pre_ring.irq_error;
    bool drained = o->buf.m_valid && o->off.s_ready;

    for (unsigned c = 0; c < q->channels; c++) {
        rready |= o->chan[c].rready << c;
        wvalid |= o->chan[c].wvalid << c;
    }
    return (struct lpi_core_counts){
        .off_groups = drained && o->buf.m_last,
        .off_beats = o->off.m_valid && (in->out_tready & 1) && !o->off.m_bad,
        .off_stall_link = o->off.m_valid && !(in->out_tready & 1),
        .off_stall_credit = o->off.stall_credit,
        .off_stall_rate = o->off.stall_rate,
        .off_stall_memory = o->off_ring.busy && o->off.s_ready && !o->buf.m_valid,
        .off_zeros = o->off.s_ready ? o->buf.m_zeros : 0,
        .pre_groups = o->xbar.k_valid,
        .pre_beats = (in->in_tvalid & 1) && o->pre.s_ready,
        .pre_stall_link = o->pre_ring.busy && o->pre.s_ready && !(in->in_tvalid & 1),
        .pre_stall_memory = o->pre.p_valid && !o->xbar.p_ready,
        .pre_stall_rate = o->pre.stall_rate,
        .dev_reads = moved(q, in->dev_rvalid, rready, in->idx_rvalid & o->index.rready & 1),
        .dev_writes = moved(q, wvalid, in->dev_wready, o->index.wvalid & in->idx_wready & 1),
        .errors = errors,
    };
}

/* The inputs of the clock edge. */
static void see(struct core *q, const LP_IN_T *in)
{
    lpi_wires_take(&q->wires, LPI_CORE_EDGE, &q->ports, in);
    if (in->dev_rvalid)
        lpi_wires_take(&q->wires, LPI_CORE_EDGE_R, &q->ports, in);
    run(q, LPI_CORE_EDGE);
    if (q->ports.out.regs.bvalid)
        run(q, LPI_CORE_EDGE_W);
    if (q->ports.out.xbar.cp_valid)
        run(q, LPI_CORE_EDGE_P);
    if (q->ports.out.off_ring.j_valid)
        run(q, LPI_CORE_EDGE_J_OFF);
    if (q->ports.out.pre_ring.j_valid)
        run(q, LPI_CORE_EDGE_J_PRE);
    if (q->ports.out.xbar.b_valid)
        run(q, LPI_CORE_EDGE_B);
    if (q->ports.out.pre.p_valid)
        run(q, LPI_CORE_EDGE_FLIT);
}

static void tick(void *state, const void *in)
{
    struct core *q = state;
    struct lpi_core_counts counts = count(q, in);

    see(q, in);
    q->ports.out.counts = counts;
    lp_cdma_regs_unit.tick(q->units.regs, &q->ports.in.regs);
    lp_cdma_ring_unit.tick(q->units.off_ring, &q->ports.in.off_ring);
    lp_cdma_ring_unit.tick(q->units.pre_ring, &q->ports.in.pre_ring);
    lp_cdma_bus_unit.tick(q->units.bus, &q->ports.in.bus);
    lp_cdma_index_unit.tick(q->units.index, &q->ports.in.index);
    lp_cdma_off_unit.tick(q->units.off, &q->ports.in.off);
    lp_cdma_buf_unit.tick(q->units.buf, &q->ports.in.buf);
    lp_cdma_pre_unit.tick(q->units.pre, &q->ports.in.pre);
    lp_cdma_xbar_unit.tick(q->units.xbar, &q->ports.in.xbar);
    for (unsigned c = 0; c < q->channels; c++)
        lp_cdma_chan_unit.tick(q->units.chan[c], &q->ports.in.chan[c]);
    show(q);
}

/* Addresses at the ports have no reset: they load what the rings and the jobs still drive. */
static void reset(void *state)
{
    struct core *q = state;

    see(q, &(LP_IN_T){0});
    lp_cdma_regs_unit.reset(q->units.regs);
    lp_cdma_ring_unit.reset(q->units.off_ring);
    lp_cdma_ring_unit.reset(q->units.pre_ring);
    lp_cdma_bus_reset_with(q->units.bus, &q->ports.in.bus);
    lp_cdma_index_reset_with(q->units.index, &q->ports.in.index);
    lp_cdma_off_unit.reset(q->units.off);
    lp_cdma_buf_unit.reset(q->units.buf);
    lp_cdma_pre_unit.reset(q->units.pre);
    lp_cdma_xbar_unit.reset(q->units.xbar);
    for (unsigned c = 0; c < q->channels; c++)
        lp_cdma_chan_unit.reset(q->units.chan[c]);
    q->ports.out.counts = (struct lpi_core_counts){0};
    show(q);
    run(q, LPI_CORE_EDGE_W);
}

enum { CHANNELS, FLITS, CODECS, ELEM, PARAMS };

static void set_up_units(struct core *q, const int *values)
{
    const struct lpi_core_values own = lpi_core_values(values);

    lp_cdma_regs_unit.set_up(q->units.regs, own.regs);
    lp_cdma_ring_unit.set_up(q->units.off_ring, own.out_ring);
    lp_cdma_ring_unit.set_up(q->units.pre_ring, own.in_ring);
    lp_cdma_bus_unit.set_up(q->units.bus, NULL);
    lp_cdma_index_unit.set_up(q->units.index, own.index);
    lp_cdma_off_unit.set_up(q->units.off, own.off);
    lp_cdma_buf_unit.set_up(q->units.buf, own.buf);
    lp_cdma_pre_unit.set_up(q->units.pre, own.pre);
    lp_cdma_xbar_unit.set_up(q->units.xbar, own.xbar);
    for (unsigned c = 0; c < q->channels; c++)
        lp_cdma_chan_unit.set_up(q->units.chan[c], own.chan);
}

static void init(void *state, const int *values)
{
    struct core *q = state;
    struct lp_cdma_regs_in *regs = &q->ports.in.regs;

    memset(q, 0, offsetof(struct core, units));
    q->channels = (unsigned)values[CHANNELS];
    regs->config_channels = q->channels & 15;
    regs->config_flits = (uint32_t)values[FLITS] & 0xffff;
    regs->config_codecs = lpi_cdma_built(values[CODECS]);
    regs->config_elem = (uint32_t)values[ELEM] & 63;
    regs->cycles = 1;
    lpi_core_wires(&q->wires, &lp_cdma_core_unit, values, NULL, 0);
    set_up_units(q, values);
    show(q);
    run(q, LPI_CORE_EDGE_W);
}

static int fits(const int *values)
{
    struct lpi_wires wires;

    return lpi_core_wires(&wires, &lp_cdma_core_unit, values, NULL, 0) == LP_OK;
}

/* Ports of the channels side by side have one field for each channel. */
static unsigned width(const struct lp_port *port, const int *values)
{
    return strncmp(port->name, "dev_", 4) == 0
               ? port->width / LP_CDMA_CHANNELS * (unsigned)values[CHANNELS]
               : port->width;
}

static const struct lp_param params[PARAMS] = {
    LP_CDMA_CORE_PARAMS(CHANNELS, FLITS, CODECS, ELEM),
};

LP_UNIT_ROW(cdma_core, LP_CDMA_CORE_PORTS, struct core, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width, .fits = fits);
