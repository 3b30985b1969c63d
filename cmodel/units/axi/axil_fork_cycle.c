/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_axil_fork (rtl/axi/lp_axil_fork.sv).
 *
 * RTL map of lp_axil_fork:
 *   aw_{addr,prot}_q = wr.{}
 *   w_{data,strb,busy,to}_q = wr.{}
 *   b_resp_q = wr.resp
 *   ar_{addr,prot,to}_q = rd.{}
 *   r_{data,resp,busy}_q = rd.{}
 */
#include <stdbool.h>
#include <string.h>

#include "../common/cut.h"
#include "axi_cycle.h"

typedef struct lp_axil_fork_in LP_IN_T;
typedef struct lp_axil_fork_out LP_OUT_T;

LPI_CUT(axil_fork, LP_AXIL_FORK_PORTS)

struct fork {
    uint8_t page;
    struct {
        bool aw, w, busy, to, send_aw, send_w, b;
        uint8_t prot, strb, resp;
        uint16_t addr;
        uint32_t data;
    } wr;
    struct {
        bool ar, busy, to, send_ar, r;
        uint8_t prot, resp;
        uint16_t addr;
        uint32_t data;
    } rd;
};

static void clear(struct fork *q)
{
    q->wr.aw = q->wr.w = q->wr.busy = q->wr.send_aw = q->wr.send_w = q->wr.b = false;
    q->rd.ar = q->rd.busy = q->rd.send_ar = q->rd.r = false;
}

static void init(void *state, const int *values)
{
    struct fork *q = state;

    memset(q, 0, sizeof *q);
    q->page = (uint8_t)values[0];
    clear(q);
}

static void eval_writes(const struct fork *q, LP_OUT_T *out)
{
    out->s_awready = !q->wr.aw;
    out->s_wready = !q->wr.w;
    out->s_bvalid = q->wr.b;
    out->s_bresp = q->wr.resp;
    out->m_awaddr = out->p_awaddr = q->wr.addr;
    out->m_awprot = out->p_awprot = q->wr.prot;
    out->m_wdata = out->p_wdata = q->wr.data;
    out->m_wstrb = out->p_wstrb = q->wr.strb;
    out->m_awvalid = q->wr.send_aw && !q->wr.to;
    out->p_awvalid = q->wr.send_aw && q->wr.to;
    out->m_wvalid = q->wr.send_w && !q->wr.to;
    out->p_wvalid = q->wr.send_w && q->wr.to;
    out->m_bready = q->wr.busy && !q->wr.to && !q->wr.b;
    out->p_bready = q->wr.busy && q->wr.to && !q->wr.b;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct fork *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    eval_writes(q, out);
    out->s_arready = !q->rd.ar;
    out->s_rvalid = q->rd.r;
    out->s_rdata = q->rd.data;
    out->s_rresp = q->rd.resp;
    out->m_araddr = out->p_araddr = q->rd.addr;
    out->m_arprot = out->p_arprot = q->rd.prot;
    out->m_arvalid = q->rd.send_ar && !q->rd.to;
    out->p_arvalid = q->rd.send_ar && q->rd.to;
    out->m_rready = q->rd.busy && !q->rd.to && !q->rd.r;
    out->p_rready = q->rd.busy && q->rd.to && !q->rd.r;
}

static void tick_writes(struct fork *q, const LP_IN_T *in)
{
    bool go = q->wr.aw && q->wr.w && !q->wr.busy, end = q->wr.b && in->s_bready;
    bool to = q->wr.to, answer = (to ? in->p_bvalid : in->m_bvalid) && q->wr.busy && !q->wr.b;

    if (answer)
        q->wr.resp = (uint8_t)(to ? in->p_bresp : in->m_bresp);
    if (go)
        q->wr.to = q->wr.addr >> 12 == q->page;
    if (!q->wr.aw) {
        q->wr.addr = (uint16_t)in->s_awaddr;
        q->wr.prot = (uint8_t)in->s_awprot;
    }
    if (!q->wr.w) {
        q->wr.data = in->s_wdata;
        q->wr.strb = (uint8_t)in->s_wstrb;
    }
    q->wr.aw = (q->wr.aw || in->s_awvalid) && !end;
    q->wr.w = (q->wr.w || in->s_wvalid) && !end;
    q->wr.busy = (q->wr.busy || go) && !end;
    q->wr.send_aw = go || (q->wr.send_aw && !(to ? in->p_awready : in->m_awready));
    q->wr.send_w = go || (q->wr.send_w && !(to ? in->p_wready : in->m_wready));
    q->wr.b = answer || (q->wr.b && !in->s_bready);
}

static void tick_reads(struct fork *q, const LP_IN_T *in)
{
    bool go = q->rd.ar && !q->rd.busy, end = q->rd.r && in->s_rready;
    bool to = q->rd.to, answer = (to ? in->p_rvalid : in->m_rvalid) && q->rd.busy && !q->rd.r;

    if (answer) {
        q->rd.data = to ? in->p_rdata : in->m_rdata;
        q->rd.resp = (uint8_t)(to ? in->p_rresp : in->m_rresp);
    }
    if (go)
        q->rd.to = q->rd.addr >> 12 == q->page;
    if (!q->rd.ar) {
        q->rd.addr = (uint16_t)in->s_araddr;
        q->rd.prot = (uint8_t)in->s_arprot;
    }
    q->rd.ar = (q->rd.ar || in->s_arvalid) && !end;
    q->rd.busy = (q->rd.busy || go) && !end;
    q->rd.send_ar = go || (q->rd.send_ar && !(to ? in->p_arready : in->m_arready));
    q->rd.r = answer || (q->rd.r && !in->s_rready);
}

static void tick(void *state, const void *in_ports)
{
    LP_IN_T in = lpi_axil_fork_cut(in_ports);

    tick_writes(state, &in);
    tick_reads(state, &in);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    tick(state, &(LP_IN_T){0});
    clear(state);
}

static const struct lp_param params[] = {LP_PARAM_RANGE("PAGE", 0, 7, 5, 2)};

LP_UNIT_ROW(axil_fork, LP_AXIL_FORK_PORTS, struct fork, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
