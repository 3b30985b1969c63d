/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axil_pages: answers on each page, abandoned accesses, both directions, resets. */
#include "units/axi/axi_ports.h"
#include "bins.h"

enum { PAGE_W, PAGE_R, RESP_W, RESP_R, LOST_W, LOST_R, ORDER, BOTH, BESIDE, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [PAGE_W] = {.what = "writes by page", .count = 8},
    [PAGE_R] = {.what = "reads by page", .count = 8},
    [RESP_W] = {.what = "4 x port + response of a write", .count = 12},
    [RESP_R] = {.what = "4 x port + response of a read", .count = 12},
    [LOST_W] = {.what = "4 x port + a write given up: its 2 x address, data had been taken",
                .count = 12},
    [LOST_R] = {.what = "2 x port + a read given up: its address had been taken", .count = 6},
    [ORDER] = {.what = "of a write is taken first: address, both, data; at a port 3 more",
               .count = 6},
    [BOTH] = {.what = "4 x port of a write + port of a read in progress, 3 none", .count = 16},
    [BESIDE] = {.what = "an access at port while another port is blocked", .count = 3},
    /* No answer is held while both are at a port. */
    [RESET] = {.what = "reset: 4 x a write, 2 x a read at a port, an answer is held", .count = 7},
};

struct pages {
    bool reset;
    unsigned standing;
    bool addr, data;     /* parts of the host's write taken */
    bool m_addr, m_data; /* by the port */
};

static unsigned port_of(uint32_t bits)
{
    return bits & 1 ? 0 : bits & 2 ? 1 : bits & 4 ? 2 : 3;
}

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

static void host(struct pages *q, const struct lp_axil_pages_in *in,
                 const struct lp_axil_pages_out *out)
{
    bool aw = in->s_awvalid && out->s_awready;

    if (aw)
        lp_bin(&groups[PAGE_W], in->s_awaddr >> 12);
    if (in->s_arvalid && out->s_arready)
        lp_bin(&groups[PAGE_R], in->s_araddr >> 12);
    order(&q->addr, &q->data, aw, in->s_wvalid && out->s_wready, 0);
}

static void ports(struct pages *q, const struct lp_axil_pages_in *in,
                  const struct lp_axil_pages_out *out)
{
    unsigned w = port_of(out->m_bready), r = port_of(out->m_rready);
    bool w_lost = out->m_bready & in->block, r_lost = out->m_rready & in->block;

    lp_bin(&groups[BOTH], 4 * w + r);
    if (w < 3 && (in->block & ~out->m_bready))
        lp_bin(&groups[BESIDE], w);
    if (w_lost) {
        lp_bin(&groups[LOST_W], 4 * w + 2 * !out->m_awvalid + !out->m_wvalid);
        q->m_addr = q->m_data = false;
    } else {
        order(&q->m_addr, &q->m_data, out->m_awvalid & in->m_awready, out->m_wvalid & in->m_wready,
              3);
        if (out->m_bready & in->m_bvalid)
            lp_bin(&groups[RESP_W], 4 * w + (in->m_bresp >> 2 * w & 3));
    }
    if (r_lost)
        lp_bin(&groups[LOST_R], 2 * r + !out->m_arvalid);
    else if (out->m_rready & in->m_rvalid)
        lp_bin(&groups[RESP_R], 4 * r + (in->m_rresp >> 2 * r & 3));
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct pages *q = state;
    const struct lp_axil_pages_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct pages){.reset = true};
        return;
    }
    q->reset = false;
    host(q, in_ports, out);
    ports(q, in_ports, out);
    q->standing = 4 * (out->m_bready != 0) + 2 * (out->m_rready != 0) +
                  (out->s_bvalid || out->s_rvalid);
}

static const struct lp_listener pages = {"lp_axil_pages", sizeof(struct pages), cycle, groups,
                                         GROUPS};
LP_LISTEN(lp_axil_pages__PAGES_1040, pages)
