/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_core_wires.h"

#include <string.h>

#include "../../base/bits.h"
#include "../../base/wide.h"
#include "axi_fields.h"

/* Fields of the same name on both sides: numbers, and arrays of words. */
#define N_(name) to->name = from->name;
#define V_(name) memcpy(to->name, from->name, sizeof to->name);
/* Fields of the core's port with that prefix. */
#define PN_(prefix, name) to->name = from->prefix##name;
#define PV_(prefix, name) memcpy(to->name, from->prefix##name, sizeof to->name);
#define GN_(prefix, name) to->prefix##name = from->name;
#define GV_(prefix, name) memcpy(to->prefix##name, from->name, sizeof from->name);

#define AXIL_SEEN(N, P)                                                                            \
    N(P, awvalid) N(P, awaddr) N(P, awprot) N(P, wvalid) N(P, wdata) N(P, wstrb) N(P, bready)      \
    N(P, arvalid) N(P, araddr) N(P, arprot) N(P, rready)
#define AXIL_SHOWN(N, P)                                                                           \
    N(P, awready) N(P, wready) N(P, bvalid) N(P, bresp) N(P, arready) N(P, rvalid) N(P, rdata)     \
    N(P, rresp)

/* ---- what the units show ---- */

static uint32_t one(uint32_t bit, unsigned c)
{
    return (bit & 1) << c;
}

static void put(uint32_t *words, unsigned c, unsigned width, uint32_t value)
{
    lpi_bits_put_word(words, c * width, width, value);
}

static void answers_to_xbar(unsigned c, const struct lp_cdma_chan_out *from,
                            struct lp_cdma_xbar_in *to)
{
    to->a_valid |= one(from->a_valid, c);
    to->d_valid |= one(from->d_valid, c);
    if (from->a_valid) {
        memcpy(&to->a_data[8 * c], from->a_data, sizeof from->a_data);
        to->a_last |= one(from->a_last, c);
        to->a_err |= one(from->a_err, c);
        put(to->a_bytes, c, 6, from->a_bytes);
        put(to->a_zeros, c, 8, from->a_zeros);
    }
    if (from->d_valid) {
        put(to->d_group, c, 31, from->d_group);
        put(to->d_zeros, c, 8, from->d_zeros);
        put(&to->d_err, c, 2, from->d_err);
    }
}

static void show_xbar(const struct lpi_core_config *config, const struct lpi_core_units *units,
                      struct lpi_core_ins *ins, struct lpi_core_outs *outs)
{
    struct lp_cdma_xbar_in *to = &ins->xbar;

    to->a_valid = to->d_valid = to->a_last = to->a_err = 0;
    for (unsigned c = 0; c < config->channels; c++) {
        lp_cdma_chan_unit.eval(units->chan[c], &ins->chan[c], &outs->chan[c]);
        answers_to_xbar(c, &outs->chan[c], to);
    }
    to->want = outs->buf.want;
    lp_cdma_xbar_unit.eval(units->xbar, to, &outs->xbar);
}

/* Launches depend on room, on the crossbar and on what the ring and the registers say. */
static void show_off(const struct lpi_core_units *units, struct lpi_core_ins *ins,
                     struct lpi_core_outs *outs)
{
    ins->off.credit = outs->buf.credit;
    ins->off.g_ready = outs->xbar.g_ready;
    ins->off.kill = outs->off_ring.kill;
    ins->off.rate = outs->regs.policy;
    lp_cdma_off_unit.eval(units->off, &ins->off, &outs->off);
}

static void show_pre(const struct lpi_core_units *units, struct lpi_core_ins *ins,
                     struct lpi_core_outs *outs)
{
    ins->pre.kill = outs->pre_ring.kill;
    ins->pre.rate = outs->regs.policy;
    ins->pre.rr_idle = outs->index.rr_idle;
    lp_cdma_pre_unit.eval(units->pre, &ins->pre, &outs->pre);
}

void lpi_core_show(const struct lpi_core_config *config, const struct lpi_core_units *units,
                   struct lpi_core_ins *ins, struct lpi_core_outs *outs)
{
    lp_cdma_regs_unit.eval(units->regs, &ins->regs, &outs->regs);
    lp_cdma_ring_unit.eval(units->off_ring, &ins->off_ring, &outs->off_ring);
    lp_cdma_ring_unit.eval(units->pre_ring, &ins->pre_ring, &outs->pre_ring);
    lp_cdma_bus_unit.eval(units->bus, &ins->bus, &outs->bus);
    lp_cdma_index_unit.eval(units->index, &ins->index, &outs->index);
    lp_cdma_buf_unit.eval(units->buf, &ins->buf, &outs->buf);
    show_xbar(config, units, ins, outs);
    show_off(units, ins, outs);
    show_pre(units, ins, outs);
}

/* ---- what the units see ---- */

static void see_regs(const struct lpi_core_config *config, const struct lp_cdma_core_in *from,
                     const struct lpi_core_counts *n, const struct lpi_core_outs *outs,
                     struct lp_cdma_regs_in *to)
{
    const struct lp_cdma_ring_out *off = &outs->off_ring, *pre = &outs->pre_ring;

    AXIL_SEEN(PN_, csr_)
    to->config_channels = config->channels & 15;
    to->config_codecs = config->codecs & 15;
    to->config_elem = config->elem & 63;
    to->config_flits = config->flits & 0xffff;
    to->status_off_busy = off->busy;
    to->status_pre_busy = pre->busy;
    to->status_off_stopped = off->stopped;
    to->status_pre_stopped = pre->stopped;
    to->irq_off_done = off->irq_done;
    to->irq_pre_done = pre->irq_done;
    to->irq_off_error = off->irq_error;
    to->irq_pre_error = pre->irq_error;
    to->irq_off_ring = off->irq_ring;
    to->irq_pre_ring = pre->irq_ring;
    to->off_head = off->head;
    to->pre_head = pre->head;
    to->cycles = 1;
    to->off_groups = n->off_groups;
    to->off_beats = n->off_beats;
    to->off_stall_link = n->off_stall_link;
    to->off_stall_credit = n->off_stall_credit;
    to->off_stall_rate = n->off_stall_rate;
    to->off_stall_memory = n->off_stall_memory;
    to->off_high_flits = outs->buf.held;
    to->off_zeros = n->off_zeros;
    to->pre_groups = n->pre_groups;
    to->pre_beats = n->pre_beats;
    to->pre_stall_link = n->pre_stall_link;
    to->pre_stall_memory = n->pre_stall_memory;
    to->pre_stall_rate = n->pre_stall_rate;
    to->dev_reads = n->dev_reads;
    to->dev_writes = n->dev_writes;
    to->errors = n->errors;
}

#define PAIR(to_field, lo, hi) ((to_field)[0] = (lo), (to_field)[1] = (hi))

static void see_windows(const struct lp_cdma_regs_out *from, struct lp_cdma_ring_in *to)
{
    PAIR(to->dev_base, from->dev_lo, from->dev_hi);
    PAIR(to->host_base, from->host_lo, from->host_hi);
    to->dev_groups = from->dev_size;
    to->host_groups = from->host_size;
}

#define OWN_RING(mine, other)                                                                      \
    do {                                                                                           \
        PAIR(to->base, from->mine##_base_lo, from->mine##_base_hi);                                \
        PAIR(to->done, from->mine##_done_lo, from->mine##_done_hi);                                \
        to->log2 = from->mine##_size;                                                              \
        to->tail = from->mine##_tail;                                                              \
        to->enable = from->ctrl_##mine##_enable;                                                   \
        to->abort = from->ctrl_##mine##_abort;                                                     \
        PAIR(to->other_base, from->other##_base_lo, from->other##_base_hi);                        \
        PAIR(to->other_done, from->other##_done_lo, from->other##_done_hi);                        \
        to->other_log2 = from->other##_size;                                                       \
        see_windows(from, to);                                                                     \
    } while (0)

static void see_off_registers(const struct lp_cdma_regs_out *from, struct lp_cdma_ring_in *to)
{
    OWN_RING(off, pre);
}

static void see_pre_registers(const struct lp_cdma_regs_out *from, struct lp_cdma_ring_in *to)
{
    OWN_RING(pre, off);
}

#define BUS_SEEN(N, V, P)                                                                          \
    N(P, f_ready) N(P, v_valid) V(P, v_data) N(P, v_err) N(P, c_ready) N(P, q_valid) N(P, q_err)
#define BUS_SHOWN(N, V, P)                                                                         \
    N(P, f_valid) V(P, f_addr) N(P, v_ready) N(P, c_valid) V(P, c_addr) V(P, c_data) N(P, q_ready)
#define RESULT(N, V) N(r_valid) V(r_bytes) V(r_zeros) N(r_bad) N(r_status)
#define JOB(N, V)                                                                                  \
    N(j_valid) V(j_dev) V(j_host) V(j_sectors) V(j_size) N(j_codec) N(j_has_index) V(j_index)

static void see_off_ring(const struct lpi_core_outs *outs, struct lp_cdma_ring_in *to)
{
    see_off_registers(&outs->regs, to);
    {
        const struct lp_cdma_bus_out *from = &outs->bus;
        BUS_SEEN(PN_, PV_, o_)
    }
    {
        const struct lp_cdma_off_out *from = &outs->off;
        N_(j_ready)
        RESULT(N_, V_)
    }
}

static void see_pre_ring(const struct lpi_core_outs *outs, struct lp_cdma_ring_in *to)
{
    see_pre_registers(&outs->regs, to);
    {
        const struct lp_cdma_bus_out *from = &outs->bus;
        BUS_SEEN(PN_, PV_, i_)
    }
    {
        const struct lp_cdma_pre_out *from = &outs->pre;
        N_(j_ready)
        RESULT(N_, V_)
    }
}

static void see_bus(const struct lp_cdma_core_in *in, const struct lpi_core_outs *outs,
                    struct lp_cdma_bus_in *to)
{
    {
        const struct lp_cdma_ring_out *from = &outs->off_ring;
        BUS_SHOWN(GN_, GV_, o_)
    }
    {
        const struct lp_cdma_ring_out *from = &outs->pre_ring;
        BUS_SHOWN(GN_, GV_, i_)
    }
    {
        const struct lp_cdma_core_in *from = in;
        LPI_AXI_SEEN(PN_, PV_, ring_)
        LPI_AXI_IDS_SEEN(PN_, ring_)
    }
}

static void see_index(const struct lp_cdma_core_in *in, const struct lpi_core_outs *outs,
                      struct lp_cdma_index_in *to)
{
    {
        const struct lp_cdma_core_in *from = in;
        LPI_AXI_SEEN(PN_, PV_, idx_)
    }
    {
        const struct lp_cdma_off_out *from = &outs->off;
        N_(wj_valid) V_(wj_addr) N_(x_valid) N_(x_bytes) N_(x_end) N_(wr_ready)
    }
    {
        const struct lp_cdma_pre_out *from = &outs->pre;
        N_(rj_valid) V_(rj_addr) N_(rj_groups) N_(n_ready)
        to->kill = from->rkill;
    }
}

static void see_off(const struct lp_cdma_core_in *in, const struct lpi_core_outs *outs,
                    struct lp_cdma_off_in *to)
{
    {
        const struct lp_cdma_ring_out *from = &outs->off_ring;
        JOB(N_, V_)
        N_(r_ready)
    }
    {
        const struct lp_cdma_buf_out *from = &outs->buf;
        N_(o_ready)
        to->s_valid = from->m_valid;
        to->s_last = from->m_last;
        to->s_bytes = from->m_bytes;
        to->s_zeros = from->m_zeros;
        to->s_err = from->m_err;
        to->s_none = from->m_none;
        memcpy(to->s_data, from->m_data, sizeof to->s_data);
    }
    {
        const struct lp_cdma_index_out *from = &outs->index;
        N_(wj_ready) N_(x_ready) N_(wr_valid) N_(wr_err)
    }
    to->la_ready = in->out_aready;
    to->m_ready = in->out_tready;
    to->lr_valid = in->out_bvalid;
    to->lr_err = in->out_berr;
}

static void see_buf(const struct lpi_core_outs *outs, struct lp_cdma_buf_in *to)
{
    {
        const struct lp_cdma_xbar_out *from = &outs->xbar;
        N_(b_valid) N_(b_channel) V_(b_data) N_(b_last) N_(b_bytes) N_(b_zeros) N_(b_err)
    }
    {
        const struct lp_cdma_off_out *from = &outs->off;
        N_(t_valid) N_(t_channel) N_(o_valid) N_(o_channel) N_(o_none)
        to->m_ready = from->s_ready;
    }
}

static void see_pre(const struct lp_cdma_core_in *in, const struct lpi_core_outs *outs,
                    struct lp_cdma_pre_in *to)
{
    {
        const struct lp_cdma_ring_out *from = &outs->pre_ring;
        JOB(N_, V_)
        N_(r_ready)
    }
    {
        const struct lp_cdma_index_out *from = &outs->index;
        N_(rj_ready) N_(rr_idle) N_(n_valid) N_(n_bytes) N_(n_err)
    }
    {
        const struct lp_cdma_xbar_out *from = &outs->xbar;
        N_(p_ready) N_(k_valid) N_(k_group) N_(k_zeros) N_(k_err)
    }
    to->lc_ready = in->in_aready;
    to->s_valid = in->in_tvalid;
    to->s_err = in->in_tuser;
    memcpy(to->s_data, in->in_tdata, sizeof to->s_data);
}

static void see_xbar(const struct lpi_core_config *config, const struct lpi_core_outs *outs,
                     struct lp_cdma_xbar_in *to)
{
    {
        const struct lp_cdma_off_out *from = &outs->off;
        N_(g_valid) N_(g_channel) N_(g_group) N_(g_sectors) N_(g_codec)
    }
    {
        const struct lp_cdma_pre_out *from = &outs->pre;
        N_(p_valid) N_(p_channel) V_(p_data) N_(p_last) N_(p_bytes) N_(p_group) N_(p_sectors)
        N_(p_codec)
    }
    to->cg_ready = to->cp_ready = 0;
    for (unsigned c = 0; c < config->channels; c++) {
        to->cg_ready |= one(outs->chan[c].g_ready, c);
        to->cp_ready |= one(outs->chan[c].p_ready, c);
    }
}

static void see_device(unsigned c, const struct lp_cdma_core_in *in, struct lp_cdma_chan_in *to)
{
    to->arready = in->dev_arready >> c & 1;
    to->rvalid = in->dev_rvalid >> c & 1;
    to->rresp = in->dev_rresp[0] >> 2 * c & 3;
    to->rlast = in->dev_rlast >> c & 1;
    to->awready = in->dev_awready >> c & 1;
    to->wready = in->dev_wready >> c & 1;
    to->bvalid = in->dev_bvalid >> c & 1;
    to->bresp = in->dev_bresp[0] >> 2 * c & 3;
    if (to->rvalid)
        memcpy(to->rdata, &in->dev_rdata[8 * c], sizeof to->rdata);
}

static void see_chan(unsigned c, const struct lp_cdma_core_in *in,
                     const struct lp_cdma_xbar_out *from, struct lp_cdma_chan_in *to)
{
    to->g_valid = from->cg_valid >> c & 1;
    to->g_group = from->cg_group;
    to->g_sectors = from->cg_sectors;
    to->g_codec = from->cg_codec;
    to->a_ready = from->a_ready >> c & 1;
    to->d_ready = from->d_ready >> c & 1;
    to->p_valid = from->cp_valid >> c & 1;
    if (to->p_valid) {
        memcpy(to->p_data, from->cp_data, sizeof to->p_data);
        to->p_last = from->cp_last;
        to->p_bytes = from->cp_bytes;
        to->p_group = from->cp_group;
        to->p_sectors = from->cp_sectors;
        to->p_codec = from->cp_codec;
    }
    see_device(c, in, to);
}

void lpi_core_see(const struct lpi_core_config *config, const struct lp_cdma_core_in *in,
                  const struct lpi_core_counts *counts, const struct lpi_core_outs *outs,
                  struct lpi_core_ins *ins)
{
    see_regs(config, in, counts, outs, &ins->regs);
    see_off_ring(outs, &ins->off_ring);
    see_pre_ring(outs, &ins->pre_ring);
    see_bus(in, outs, &ins->bus);
    see_index(in, outs, &ins->index);
    see_off(in, outs, &ins->off);
    see_buf(outs, &ins->buf);
    see_pre(in, outs, &ins->pre);
    see_xbar(config, outs, &ins->xbar);
    for (unsigned c = 0; c < config->channels; c++)
        see_chan(c, in, &outs->xbar, &ins->chan[c]);
}

/* ---- what the core shows ---- */

static void give_chan(unsigned c, const struct lp_cdma_chan_out *from, struct lp_cdma_core_out *out)
{
    out->dev_arvalid |= one(from->arvalid, c);
    out->dev_rready |= one(from->rready, c);
    out->dev_awvalid |= one(from->awvalid, c);
    out->dev_wvalid |= one(from->wvalid, c);
    out->dev_wlast |= one(from->wlast, c);
    out->dev_bready |= one(from->bready, c);
    lpi_bits_put(out->dev_araddr, 40 * c, 40, from->araddr);
    lpi_bits_put(out->dev_awaddr, 40 * c, 40, from->awaddr);
    put(out->dev_arlen, c, 8, from->arlen);
    put(out->dev_awlen, c, 8, from->awlen);
    out->dev_wstrb[c] = from->wstrb;
    memcpy(&out->dev_wdata[8 * c], from->wdata, sizeof from->wdata);
}

static void give_links(const struct lpi_core_outs *outs, struct lp_cdma_core_out *out)
{
    out->out_avalid = outs->off.la_valid;
    memcpy(out->out_aaddr, outs->off.la_addr, sizeof out->out_aaddr);
    out->out_tvalid = outs->off.m_valid;
    memcpy(out->out_tdata, outs->off.m_data, sizeof out->out_tdata);
    out->out_tlast = outs->off.m_last;
    out->out_tuser = outs->off.m_bad;
    out->out_bready = outs->off.lr_ready;
    out->in_avalid = outs->pre.lc_valid;
    memcpy(out->in_aaddr, outs->pre.lc_addr, sizeof out->in_aaddr);
    memcpy(out->in_abeats, outs->pre.lc_beats, sizeof out->in_abeats);
    out->in_tready = outs->pre.s_ready;
    out->in_drop = outs->pre.drop;
}

void lpi_core_give(const struct lpi_core_config *config, const struct lpi_core_outs *outs,
                   struct lp_cdma_core_out *to)
{
    for (unsigned c = 0; c < config->channels; c++)
        give_chan(c, &outs->chan[c], to);
    give_links(outs, to);
    {
        const struct lp_cdma_regs_out *from = &outs->regs;
        AXIL_SHOWN(GN_, csr_)
        to->irq = from->irq;
    }
    {
        const struct lp_cdma_index_out *from = &outs->index;
        LPI_AXI_SHOWN(GN_, GV_, idx_)
    }
    {
        const struct lp_cdma_bus_out *from = &outs->bus;
        LPI_AXI_SHOWN(GN_, GV_, ring_)
        LPI_AXI_IDS_SHOWN(GN_, ring_)
    }
}
