/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axi_fence: state at a cut, beats that it supplies, why addresses wait, resets. */
#include "units/axi/axi_ports.h"
#include "base/log2.h"
#include "bins.h"

enum { FROM, FOUND, OWED, SHOWN, MADE, STOP, READ, WRITE, FULL, FIRST, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [FROM] = {.what = "a cut begins: while running, while stopped; 2 x it has a stop with it",
              .count = 4},
    [FOUND] = {.what = "a cut finds: 2 x r held for the inside, b held", .count = 4},
    [OWED] = {.what = "a cut finds beats owed: none, of a burst not begun, of one begun",
              .count = 3},
    [SHOWN] = {.what = "a cut finds: 4 x ar, 2 x aw, w shown and waiting", .count = 8},
    [MADE] = {.what = "log2 of the beats supplied after a cut", .count = 9},
    [STOP] = {.what = "a stop ends without a cut: not idle, idle", .count = 2},
    [READ] = {.what = "log2 of the beats of a read", .count = 9},
    [WRITE] = {.what = "log2 of the beats of a write", .count = 9},
    [FULL] = {.what = "an address waits, the outside being ready, of a read, of a write",
              .count = 2},
    [FIRST] = {.what = "of a write outside comes first: address, both, last beat", .count = 3},
    [RESET] = {.what = "reset: 4 x an address of a read, 2 x one of a write, a beat is held",
               .count = 8},
};

struct fence {
    bool reset, stop, cut, idle;
    bool r, b;      /* held for the inside */
    unsigned shown; /* and stalled outside */
    unsigned standing;
    uint8_t len[8]; /* writes whose beats have not all been given */
    unsigned in, out, place, made;
    unsigned told, sent; /* writes whose address, and whose last beat, has gone out */
};

/* A beat of w is given, or supplied by the fence. */
static void give(struct fence *q)
{
    if (q->place++ == q->len[q->out % 8]) {
        q->place = 0;
        q->out++;
    }
}

static void cut(struct fence *q, const struct lp_axi_fence_in *in,
                const struct lp_axi_fence_out *out)
{
    if (in->cut && !q->cut) {
        lp_bin(&groups[FROM], q->stop + 2 * in->stop);
        lp_bin(&groups[FOUND], 2 * q->r + q->b);
        lp_bin(&groups[OWED], q->in == q->out ? 0 : q->place ? 2 : 1);
        lp_bin(&groups[SHOWN], q->shown);
        q->made = 0;
    }
    if (in->cut)
        q->made += out->m_wvalid && in->m_wready && out->m_wstrb == 0;
    if (q->cut && !in->cut) {
        if (q->made)
            lp_bin(&groups[MADE], lpi_log2(q->made));
        q->in = q->out = q->place = 0;
    }
    if (q->stop && !q->cut && !in->stop && !in->cut)
        lp_bin(&groups[STOP], q->idle);
}

static void inside(struct fence *q, const struct lp_axi_fence_in *in,
                   const struct lp_axi_fence_out *out)
{
    bool run = !in->stop && !in->cut;

    if (in->s_wvalid && out->s_wready)
        give(q);
    if (in->s_arvalid && out->s_arready)
        lp_bin(&groups[READ], lpi_log2(in->s_arlen + 1));
    else if (in->s_arvalid && run && !out->m_arvalid)
        lp_bin(&groups[FULL], 0);
    if (in->s_awvalid && out->s_awready) {
        lp_bin(&groups[WRITE], lpi_log2(in->s_awlen + 1));
        q->len[q->in++ % 8] = (uint8_t)in->s_awlen;
    } else if (in->s_awvalid && run && !out->m_awvalid) {
        lp_bin(&groups[FULL], 1);
    }
}

static void outside(struct fence *q, const struct lp_axi_fence_in *in,
                    const struct lp_axi_fence_out *out)
{
    bool aw = out->m_awvalid && in->m_awready;
    bool w = out->m_wvalid && in->m_wready && out->m_wlast;

    if (aw && w && q->told == q->sent)
        lp_bin(&groups[FIRST], 1);
    else if (aw && q->told >= q->sent)
        lp_bin(&groups[FIRST], 0);
    else if (w && q->sent >= q->told)
        lp_bin(&groups[FIRST], 2);
    q->told += aw;
    q->sent += w;
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct fence *q = state;
    const struct lp_axi_fence_in *in = in_ports;
    const struct lp_axi_fence_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct fence){.reset = true};
        return;
    }
    cut(q, in, out);
    inside(q, in, out);
    outside(q, in, out);
    q->reset = false;
    q->stop = in->stop;
    q->cut = in->cut;
    q->idle = out->idle;
    q->r = out->s_rvalid && !in->s_rready;
    q->b = out->s_bvalid && !in->s_bready;
    q->shown = 4 * (out->m_arvalid && !in->m_arready) + 2 * (out->m_awvalid && !in->m_awready) +
               (out->m_wvalid && !in->m_wready);
    q->standing = 4 * out->m_arvalid + 2 * out->m_awvalid + out->m_wvalid;
}

static const struct lp_listener fence = {"lp_axi_fence", sizeof(struct fence), cycle, groups,
                                         GROUPS};
LP_LISTEN(lp_axi_fence__ID_W_2_COUNT_W_3, fence)
