/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_core (rtl/cdma/lp_cdma_core.sv): holds those of its units. */
#include "cdma_core_cycle.h"

#include <stdbool.h>
#include <string.h>

#include "cdma_core_wires.h"

typedef struct lp_cdma_core_in LP_IN_T;
typedef struct lp_cdma_core_out LP_OUT_T;

/* What the units show in a cycle is found once, as the cycle before it ends. */
struct core {
    struct lpi_core_config config;
    struct lpi_core_counts counts;
    struct lpi_core_outs outs;
    struct lpi_core_ins ins;
    struct lpi_core_units units;
};

_Static_assert(sizeof(struct core) <= LP_CDMA_CORE_STATE, "lp_cdma_core's state");

static void show(struct core *q)
{
    lpi_core_show(&q->config, &q->units, &q->ins, &q->outs);
}

static void eval(const void *state, const void *in, void *out)
{
    const struct core *q = state;

    (void)in;
    memset(out, 0, sizeof(LP_OUT_T));
    lpi_core_give(&q->config, &q->outs, out);
}

/* Sectors that device memory moves: where both are set, and the index's. */
static uint32_t moved(const struct core *q, uint32_t valid, uint32_t ready, uint32_t index)
{
    uint32_t channels = valid & ready & ((1u << q->config.channels) - 1);

    return (uint32_t)__builtin_popcount(channels) + index;
}

static struct lpi_core_counts count(const struct core *q, const LP_IN_T *in)
{
    const struct lpi_core_outs *o = &q->outs;
    uint32_t rready = 0, wvalid = 0, errors = o->off_ring.irq_error + o->pre_ring.irq_error;
    bool drained = o->buf.m_valid && o->off.s_ready;

    for (unsigned c = 0; c < q->config.channels; c++) {
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

static void tick(void *state, const void *in)
{
    struct core *q = state;
    struct lpi_core_counts counts = count(q, in);

    lpi_core_see(&q->config, in, &q->counts, &q->outs, &q->ins);
    q->counts = counts;
    lp_cdma_regs_unit.tick(q->units.regs, &q->ins.regs);
    lp_cdma_ring_unit.tick(q->units.off_ring, &q->ins.off_ring);
    lp_cdma_ring_unit.tick(q->units.pre_ring, &q->ins.pre_ring);
    lp_cdma_bus_unit.tick(q->units.bus, &q->ins.bus);
    lp_cdma_index_unit.tick(q->units.index, &q->ins.index);
    lp_cdma_off_unit.tick(q->units.off, &q->ins.off);
    lp_cdma_buf_unit.tick(q->units.buf, &q->ins.buf);
    lp_cdma_pre_unit.tick(q->units.pre, &q->ins.pre);
    lp_cdma_xbar_unit.tick(q->units.xbar, &q->ins.xbar);
    for (unsigned c = 0; c < q->config.channels; c++)
        lp_cdma_chan_unit.tick(q->units.chan[c], &q->ins.chan[c]);
    show(q);
}

/* Addresses at the ports have no reset: they take what the rings and the jobs still drive. */
static void reset(void *state)
{
    struct core *q = state;

    lpi_core_see(&q->config, &(LP_IN_T){0}, &q->counts, &q->outs, &q->ins);
    lp_cdma_regs_unit.reset(q->units.regs);
    lp_cdma_ring_unit.reset(q->units.off_ring);
    lp_cdma_ring_unit.reset(q->units.pre_ring);
    lp_cdma_bus_reset_with(q->units.bus, &q->ins.bus);
    lp_cdma_index_reset_with(q->units.index, &q->ins.index);
    lp_cdma_off_unit.reset(q->units.off);
    lp_cdma_buf_unit.reset(q->units.buf);
    lp_cdma_pre_unit.reset(q->units.pre);
    lp_cdma_xbar_unit.reset(q->units.xbar);
    for (unsigned c = 0; c < q->config.channels; c++)
        lp_cdma_chan_unit.reset(q->units.chan[c]);
    q->counts = (struct lpi_core_counts){0};
    show(q);
}

enum { CHANNELS, FLITS, CODECS, ELEM, PARAMS };
/* Parameters of units that lp_cdma_core leaves at their defaults. */
enum { PUT = 32, AHEAD = 16, COUNT_W = 32, GROUP_W = 31 };

static void init(void *state, const int *values)
{
    struct core *q = state;
    const int chan[] = {values[CODECS], values[ELEM], PUT};
    const int buf[] = {values[CHANNELS], values[FLITS], values[ELEM] == 8 ? 18 : 17};
    const int off[] = {values[CHANNELS], GROUP_W};
    const int pre[] = {values[CHANNELS], values[CODECS], values[ELEM], GROUP_W};
    const int regs[] = {COUNT_W}, ahead[] = {AHEAD};
    const int out[] = {values[CODECS], 0}, in[] = {values[CODECS], 1};

    memset(q, 0, offsetof(struct core, units));
    q->config = (struct lpi_core_config){(unsigned)values[CHANNELS], (unsigned)values[FLITS],
                                         (unsigned)values[CODECS], (unsigned)values[ELEM]};
    lp_cdma_regs_unit.set_up(q->units.regs, regs);
    lp_cdma_ring_unit.set_up(q->units.off_ring, out);
    lp_cdma_ring_unit.set_up(q->units.pre_ring, in);
    lp_cdma_bus_unit.set_up(q->units.bus, NULL);
    lp_cdma_index_unit.set_up(q->units.index, ahead);
    lp_cdma_off_unit.set_up(q->units.off, off);
    lp_cdma_buf_unit.set_up(q->units.buf, buf);
    lp_cdma_pre_unit.set_up(q->units.pre, pre);
    lp_cdma_xbar_unit.set_up(q->units.xbar, values);
    for (unsigned c = 0; c < q->config.channels; c++)
        lp_cdma_chan_unit.set_up(q->units.chan[c], chan);
    show(q);
}

/* Ports of the channels side by side are as wide as there are channels. */
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
            .reset = reset, .eval = eval, .tick = tick, .width = width);
