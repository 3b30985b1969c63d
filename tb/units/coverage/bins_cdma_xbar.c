/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_xbar with 6 channels: channels served, stalls, conflicts. */
#include "bins.h"
#include "units/cdma/cdma_xbar_ports.h"

#define CHANNELS 6u

enum {
    OFFER,
    SERVED,
    WAITED,
    WANTED,
    DONES,
    DONE,
    GROUP,
    GROUP_WAITS,
    PUT,
    PUT_WAITS,
    RESET,
    GROUPS
};
static struct lp_bins groups[GROUPS] = {
    [OFFER] = {.what = "channels that offer a flit at once", .count = CHANNELS + 1},
    [SERVED] = {.what = "4 x channel served + 2 x last of its group + void", .count = 4 * CHANNELS},
    [WAITED] = {.what = "flits of others before a channel's, nothing wanted", .count = CHANNELS},
    [WANTED] = {.what = "wanted: 1 and offered or not, then of 2 to 6 offered none, some, all",
                .count = 2 + 3 * (CHANNELS - 1)},
    [DONES] = {.what = "channels that offer a completion at once", .count = CHANNELS + 1},
    [DONE] = {.what = "4 x channel + errors of a completion", .count = 4 * CHANNELS},
    [GROUP] = {.what = "request for channel", .count = CHANNELS},
    [GROUP_WAITS] = {.what = "channel that a request waits for", .count = CHANNELS},
    [PUT] = {.what = "2 x channel + last flit of a group out", .count = 2 * CHANNELS},
    [PUT_WAITS] = {.what = "channel that a flit out waits for", .count = CHANNELS},
    [RESET] = {.what = "reset: 2 x request held + flit out held", .count = 4},
};

struct xbar {
    unsigned waits[CHANNELS];
    bool reset, g, p; /* held at the outputs */
};

static void flits(struct xbar *q, const struct lp_cdma_xbar_in *in,
                  const struct lp_cdma_xbar_out *out)
{
    uint32_t offered = in->a_valid & in->want;
    unsigned wanted = (unsigned)__builtin_popcount(in->want);

    lp_bin(&groups[OFFER], (unsigned)__builtin_popcount(in->a_valid));
    if (wanted == 1)
        lp_bin(&groups[WANTED], offered != 0);
    else if (wanted)
        lp_bin(&groups[WANTED], 3 * wanted - 4 + (offered == 0 ? 0 : offered != in->want ? 1 : 2));
    for (unsigned c = 0; c < CHANNELS; c++) {
        if (out->a_ready >> c & 1) {
            lp_bin(&groups[SERVED], 4 * c + 2 * (in->a_last >> c & 1) + (in->a_err >> c & 1));
            if (!offered)
                lp_bin(&groups[WAITED], q->waits[c]);
            q->waits[c] = 0;
        } else if (in->a_valid >> c & 1) {
            q->waits[c]++;
        }
    }
}

static void completions(const struct lp_cdma_xbar_in *in, const struct lp_cdma_xbar_out *out)
{
    lp_bin(&groups[DONES], (unsigned)__builtin_popcount(in->d_valid));
    for (unsigned c = 0; c < CHANNELS; c++)
        if (out->d_ready >> c & 1)
            lp_bin(&groups[DONE], 4 * c + (in->d_err >> 2 * c & 3));
}

static void requests(struct xbar *q, const struct lp_cdma_xbar_in *in,
                     const struct lp_cdma_xbar_out *out)
{
    q->g = out->cg_valid;
    q->p = out->cp_valid;
    if (in->g_valid && out->g_ready)
        lp_bin(&groups[GROUP], in->g_channel);
    if (q->g && !(out->cg_valid & in->cg_ready))
        lp_bin(&groups[GROUP_WAITS], (unsigned)__builtin_ctz(out->cg_valid));
    if (in->p_valid && out->p_ready)
        lp_bin(&groups[PUT], 2 * in->p_channel + in->p_last);
    if (q->p && !(out->cp_valid & in->cp_ready))
        lp_bin(&groups[PUT_WAITS], (unsigned)__builtin_ctz(out->cp_valid));
}

static void cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct xbar *q = state;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], 2u * q->g + q->p);
        *q = (struct xbar){.reset = true};
        return;
    }
    q->reset = false;
    flits(q, in, out);
    completions(in, out);
    requests(q, in, out);
}

static const struct lp_listener xbar = {"lp_cdma_xbar", sizeof(struct xbar), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_xbar__CHANNELS_6, xbar)
