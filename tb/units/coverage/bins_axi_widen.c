/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axi_widen: where bursts begin and end, strobes, responses, waits, resets. */
#include "units/axi/axi_ports.h"
#include "bins.h"

#define PARTS 4u /* of 64 bits */

enum { W_PLACE, R_PLACE, LENGTH, STROBES, B_RESP, R_RESP, BESIDE, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [W_PLACE] = {.what = "writes: 4 x first part + last part", .count = 16},
    [R_PLACE] = {.what = "reads: 4 x first part + last part", .count = 16},
    [LENGTH] = {.what = "3 x read + burst of one beat, of more, of 256", .count = 6},
    [STROBES] = {.what = "a part of w: with no strobes, some, all", .count = 3},
    [B_RESP] = {.what = "response to a write", .count = 4},
    [R_RESP] = {.what = "response of a beat read", .count = 4},
    [BESIDE] = {.what = "waits: address of a write, w, b, address of a read, r, by the near end, "
                        "then by the far end",
                .count = 10},
    [RESET] = {.what = "reset with beats at: nothing, w, r, both", .count = 4},
};

struct widen {
    bool reset;
    unsigned standing;
};

static void address(struct lp_bins *place, bool read, uint32_t low, uint32_t len)
{
    unsigned first = low / 8 % PARTS, last = (first + len) % PARTS;

    lp_bin(place, 4 * first + last);
    lp_bin(&groups[LENGTH], 3 * read + (len == 0 ? 0 : len < 255 ? 1 : 2));
}

static void waits(const struct lp_axi_widen_in *in, const struct lp_axi_widen_out *out)
{
    const bool flags[10] = {out->m_awvalid && !in->m_awready, out->m_wvalid && !in->m_wready,
                            in->m_bvalid && !out->m_bready,   out->m_arvalid && !in->m_arready,
                            in->m_rvalid && !out->m_rready,   in->s_awvalid && !out->s_awready,
                            in->s_wvalid && !out->s_wready,   out->s_bvalid && !in->s_bready,
                            in->s_arvalid && !out->s_arready, out->s_rvalid && !in->s_rready};

    lp_bin_each(&groups[BESIDE], flags, 10);
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct widen *q = state;
    const struct lp_axi_widen_in *in = in_ports;
    const struct lp_axi_widen_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct widen){.reset = true};
        return;
    }
    q->reset = false;
    if (in->s_awvalid && out->s_awready)
        address(&groups[W_PLACE], false, in->s_awaddr[0], in->s_awlen);
    if (in->s_arvalid && out->s_arready)
        address(&groups[R_PLACE], true, in->s_araddr[0], in->s_arlen);
    if (in->s_wvalid && out->s_wready)
        lp_bin(&groups[STROBES], in->s_wstrb == 0 ? 0 : in->s_wstrb == 255 ? 2 : 1);
    if (out->s_bvalid && in->s_bready)
        lp_bin(&groups[B_RESP], out->s_bresp);
    if (out->s_rvalid && in->s_rready)
        lp_bin(&groups[R_RESP], out->s_rresp);
    waits(in, out);
    q->standing = out->m_wvalid + 2 * out->s_rvalid;
}

static const struct lp_listener widen = {"lp_axi_widen", sizeof(struct widen), cycle, groups,
                                         GROUPS};
LP_LISTEN(lp_axi_widen__DATA_W_64_ID_W_2_OPEN_3, widen)
