/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axi_narrow with 64 bits: bursts that become one or two, strobes, responses, waits. */
#include "units/axi/axi_ports.h"
#include "bins.h"

#define PARTS 4u /* narrow beats of a wide one */
#define MOST 64u /* wide beats that become one burst */

enum { LENGTH, MADE, STROBES, B_RESP, R_RESP, BESIDE, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [LENGTH] = {.what = "5 x read + wide beats: 1, to 63, 64, to 127, 128", .count = 10},
    [MADE] = {.what = "3 x read + narrow beats of a burst: 4, to 252, 256", .count = 6},
    [STROBES] = {.what = "a part of w: with no strobes, some, all", .count = 3},
    [B_RESP] = {.what = "response to a write", .count = 4},
    [R_RESP] = {.what = "response of a beat read", .count = 4},
    [BESIDE] = {.what = "waits: address of a write, w, b, address of a read, r, by the far end, "
                        "then by the near end",
                .count = 10},
    [RESET] = {.what = "reset with beats at: nothing, w, r, both", .count = 4},
};

struct narrow {
    bool reset;
    unsigned standing;
};

static void address(bool read, uint32_t len)
{
    unsigned beats = len + 1;

    lp_bin(&groups[LENGTH], 5 * read + (beats == 1         ? 0
                                        : beats < MOST     ? 1
                                        : beats == MOST    ? 2
                                        : beats < 2 * MOST ? 3
                                                           : 4));
}

static void made(bool read, uint32_t len)
{
    lp_bin(&groups[MADE], 3 * read + (len + 1 == PARTS ? 0 : len < 255 ? 1 : 2));
}

static void waits(const struct lp_axi_narrow_in *in, const struct lp_axi_narrow_out *out)
{
    const bool flags[10] = {out->m_awvalid && !in->m_awready, out->m_wvalid && !in->m_wready,
                            in->m_bvalid && !out->m_bready,   out->m_arvalid && !in->m_arready,
                            in->m_rvalid && !out->m_rready,   in->s_awvalid && !out->s_awready,
                            in->s_wvalid && !out->s_wready,   out->s_bvalid && !in->s_bready,
                            in->s_arvalid && !out->s_arready, out->s_rvalid && !in->s_rready};

    lp_bin_each(&groups[BESIDE], flags, 10);
}

static void narrow_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct narrow *q = state;
    const struct lp_axi_narrow_in *in = in_ports;
    const struct lp_axi_narrow_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct narrow){.reset = true};
        return;
    }
    q->reset = false;
    if (in->s_awvalid && out->s_awready)
        address(false, in->s_awlen);
    if (in->s_arvalid && out->s_arready)
        address(true, in->s_arlen);
    if (out->m_awvalid && in->m_awready)
        made(false, out->m_awlen);
    if (out->m_arvalid && in->m_arready)
        made(true, out->m_arlen);
    if (out->m_wvalid && in->m_wready)
        lp_bin(&groups[STROBES], out->m_wstrb == 0 ? 0 : out->m_wstrb == 255 ? 2 : 1);
    if (out->s_bvalid && in->s_bready)
        lp_bin(&groups[B_RESP], out->s_bresp);
    if (out->s_rvalid && in->s_rready)
        lp_bin(&groups[R_RESP], out->s_rresp);
    waits(in, out);
    q->standing = out->m_wvalid + 2 * out->s_rvalid;
}

static const struct lp_listener narrow = {"lp_axi_narrow", sizeof(struct narrow), narrow_cycle,
                                          groups, GROUPS};
LP_LISTEN(lp_axi_narrow__DATA_W_64_ID_W_2_OPEN_3, narrow)
