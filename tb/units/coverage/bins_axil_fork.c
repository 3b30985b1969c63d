/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axil_fork: answers on each page, orders of address and data, resets. */
#include "units/axi/axi_ports.h"
#include "bins.h"

enum { PAGE_W, PAGE_R, RESP_W, RESP_R, ORDER, BOTH, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [PAGE_W] = {.what = "writes by page", .count = 8},
    [PAGE_R] = {.what = "reads by page", .count = 8},
    [RESP_W] = {.what = "4 x page's near end + response of a write", .count = 8},
    [RESP_R] = {.what = "4 x page's near end + response of a read", .count = 8},
    [ORDER] = {.what = "of a write is taken first: address, both, data; at a near end 3 more",
               .count = 6},
    [BOTH] = {.what = "3 x a write + a read in progress at: m, p, none", .count = 9},
    [RESET] = {.what = "reset: 2 x a write, a read at a near end", .count = 4},
};

struct fork {
    bool reset;
    unsigned standing;
    bool addr, data, near_addr, near_data;
};

/* In which order two things are taken; when both are, the next pair starts. */
static void order(bool *first, bool *second, bool now_first, bool now_second, unsigned base)
{
    unsigned when = *first ? 0 : *second ? 2 : 1;

    *first = *first || now_first;
    *second = *second || now_second;
    if (*first && *second) {
        lp_bin(&groups[ORDER], base + when);
        *first = *second = false;
    }
}

static void host(struct fork *q, const struct lp_axil_fork_in *in,
                 const struct lp_axil_fork_out *out)
{
    bool aw = in->s_awvalid && out->s_awready;

    if (aw)
        lp_bin(&groups[PAGE_W], in->s_awaddr >> 12);
    if (in->s_arvalid && out->s_arready)
        lp_bin(&groups[PAGE_R], in->s_araddr >> 12);
    order(&q->addr, &q->data, aw, in->s_wvalid && out->s_wready, 0);
}

static void near_ends(struct fork *q, const struct lp_axil_fork_in *in,
                      const struct lp_axil_fork_out *out)
{
    bool aw = (out->m_awvalid && in->m_awready) || (out->p_awvalid && in->p_awready);
    bool w = (out->m_wvalid && in->m_wready) || (out->p_wvalid && in->p_wready);

    order(&q->near_addr, &q->near_data, aw, w, 3);
    if (in->m_bvalid && out->m_bready)
        lp_bin(&groups[RESP_W], in->m_bresp);
    if (in->p_bvalid && out->p_bready)
        lp_bin(&groups[RESP_W], 4 + in->p_bresp);
    if (in->m_rvalid && out->m_rready)
        lp_bin(&groups[RESP_R], in->m_rresp);
    if (in->p_rvalid && out->p_rready)
        lp_bin(&groups[RESP_R], 4 + in->p_rresp);
    lp_bin(&groups[BOTH], 3 * (out->m_bready   ? 0
                               : out->p_bready ? 1
                                               : 2) +
                              (out->m_rready   ? 0
                               : out->p_rready ? 1
                                               : 2));
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct fork *q = state;
    const struct lp_axil_fork_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct fork){.reset = true};
        return;
    }
    q->reset = false;
    host(q, in_ports, out);
    near_ends(q, in_ports, out);
    q->standing = 2 * (out->m_bready || out->p_bready) + (out->m_rready || out->p_rready);
}

static const struct lp_listener fork_bins = {"lp_axil_fork", sizeof(struct fork), cycle, groups,
                                             GROUPS};
LP_LISTEN(lp_axil_fork, fork_bins)
