/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axi_join: turns, the list of writes, beats before and after their address, answers
 * that interleave, wait and are dropped, resets. */
#include "units/axi/axi_join_ports.h"
#include "bins.h"

enum { PORTS = 3, ID_W = 2, LISTED = 4 };

enum {
    AR_TURN,
    AW_TURN,
    AW_HELD,
    W_WAITS,
    W_AHEAD,
    W_LEFT,
    R_NEXT,
    B_NEXT,
    R_FULL,
    B_FULL,
    R_RESP,
    B_RESP,
    R_BEATS,
    W_BEATS,
    RESET,
    GROUPS
};
#define BEATS .count = 5, .labels = {"1", "2 to 4", "5 to 17", "18 to 255", "256"}
static struct lp_bins groups[GROUPS] = {
    [AR_TURN] = {.what = "address of a read taken while others wait", .count = PORTS},
    [AW_TURN] = {.what = "address of a write taken while others wait", .count = PORTS},
    [AW_HELD] = {.what = "address of a write held back",
                 .count = 3,
                 .labels = {"two are at the memory side", "four bursts are listed", "both"}},
    [W_WAITS] = {.what = "beat waits",
                 .count = 3,
                 .labels = {"no burst is listed", "another port's is due", "for room"}},
    [W_AHEAD] = {.what = "first beat shows to the memory while addresses wait there", .count = 3},
    [W_LEFT] = {.what = "bursts still listed when one is done", .count = LISTED},
    [R_NEXT] = {.what = "beat of r after another",
                .count = 4,
                .labels = {"same id", "same port", "other port", "no port"}},
    [B_NEXT] = {.what = "b after another",
                .count = 4,
                .labels = {"same id", "same port", "other port", "no port"}},
    [R_FULL] = {.what = "r is not taken while this port waits", .count = PORTS},
    [B_FULL] = {.what = "b is not taken while this port waits", .count = PORTS},
    [R_RESP] = {.what = "rresp", .count = 4},
    [B_RESP] = {.what = "bresp", .count = 4},
    [R_BEATS] = {.what = "beats of a read", BEATS},
    [W_BEATS] = {.what = "beats of a write", BEATS},
    [RESET] = {.what = "reset with",
               .count = 4,
               .labels = {"nothing", "writes listed", "a beat or answer inside", "both"}},
};

struct join {
    unsigned listed, beats;  /* writes; beats of the one that goes to the memory */
    unsigned aw, w, r, b;    /* inside */
    unsigned last_r, last_b; /* ids */
    bool reset;
};

static unsigned bucket(unsigned beats)
{
    return beats == 1 ? 0 : beats <= 4 ? 1 : beats <= 17 ? 2 : beats < 256 ? 3 : 4;
}

static void turn(struct lp_bins *group, uint32_t valid, uint32_t ready)
{
    if (valid & ready)
        lp_bin(group, (unsigned)__builtin_popcount(valid & ~ready));
}

static void write_in(struct join *q, const struct lp_axi_join_in *in,
                     const struct lp_axi_join_out *out)
{
    if (in->s_awvalid && !out->s_awready)
        lp_bin(&groups[AW_HELD], (q->aw == 2) + 2u * (q->listed == LISTED) - 1);
    if (in->s_wvalid & ~out->s_wready)
        lp_bin(&groups[W_WAITS], q->listed == 0 ? 0 : q->w == 2 ? 2 : 1);
    if (in->s_wvalid & out->s_wready & in->s_wlast)
        lp_bin(&groups[W_LEFT], --q->listed);
    q->listed += out->s_awready != 0;
}

static void write_out(struct join *q, const struct lp_axi_join_in *in,
                      const struct lp_axi_join_out *out)
{
    if (!out->m_wvalid)
        return;
    if (q->beats == 0)
        lp_bin(&groups[W_AHEAD], q->aw);
    q->beats += in->m_wready;
    if (in->m_wready && out->m_wlast) {
        lp_bin(&groups[W_BEATS], bucket(q->beats));
        q->beats = 0;
    }
}

static void answer(struct lp_bins *group, unsigned id, unsigned *last)
{
    lp_bin(group, id >> ID_W >= PORTS ? 3 : id == *last ? 0 : id >> ID_W == *last >> ID_W ? 1 : 2);
    *last = id;
}

static void answers(struct join *q, const struct lp_axi_join_in *in,
                    const struct lp_axi_join_out *out)
{
    if (in->m_rvalid && out->m_rready) {
        answer(&groups[R_NEXT], in->m_rid, &q->last_r);
        lp_bin(&groups[R_RESP], in->m_rresp);
    }
    if (in->m_bvalid && out->m_bready) {
        answer(&groups[B_NEXT], in->m_bid, &q->last_b);
        lp_bin(&groups[B_RESP], in->m_bresp);
    }
    if (in->m_rvalid && !out->m_rready && out->s_rvalid)
        lp_bin(&groups[R_FULL], (unsigned)__builtin_ctz(out->s_rvalid));
    if (in->m_bvalid && !out->m_bready && out->s_bvalid)
        lp_bin(&groups[B_FULL], (unsigned)__builtin_ctz(out->s_bvalid));
}

/* A channel's entries in use. */
static void inside(unsigned *count, bool in, bool out)
{
    *count = *count + in - out;
}

static void join_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct join *q = state;
    const struct lp_axi_join_in *in = in_ports;
    const struct lp_axi_join_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], (q->listed > 0) + 2u * (q->w + q->r + q->b > 0));
        *q = (struct join){.reset = true};
        return;
    }
    q->reset = false;
    turn(&groups[AR_TURN], in->s_arvalid, out->s_arready);
    turn(&groups[AW_TURN], in->s_awvalid, out->s_awready);
    write_out(q, in, out);
    write_in(q, in, out);
    answers(q, in, out);
    if (out->m_arvalid && in->m_arready)
        lp_bin(&groups[R_BEATS], bucket(out->m_arlen + 1));
    inside(&q->aw, out->s_awready, out->m_awvalid && in->m_awready);
    inside(&q->w, in->s_wvalid & out->s_wready, out->m_wvalid && in->m_wready);
    inside(&q->r, in->m_rvalid && out->m_rready, q->r > 0 && !(out->s_rvalid & ~in->s_rready));
    inside(&q->b, in->m_bvalid && out->m_bready, q->b > 0 && !(out->s_bvalid & ~in->s_bready));
}

static const struct lp_listener join = {"lp_axi_join", sizeof(struct join), join_cycle, groups,
                                        GROUPS};
LP_LISTEN(lp_axi_join__PORTS_3_ID_W_2, join)
