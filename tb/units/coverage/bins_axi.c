/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_axi_rd and lp_axi_wr: requests around 4 KiB boundaries, waits, errors, resets. */
#include "units/axi/axi_ports.h"
#include "bins.h"

#define PAGE_SECTORS 128u
#define IDS 32

/* Sectors of the request by sectors left to the boundary: 4 x (sectors - 1) + left - 1. */
static unsigned place(const uint32_t addr[2], uint32_t sectors)
{
    unsigned left = PAGE_SECTORS - addr[0] / 32 % PAGE_SECTORS;
    return 4 * (sectors - 1) + (left < 4 ? left : 4) - 1;
}

static bool crosses(const uint32_t addr[2], uint32_t sectors)
{
    return addr[0] / 32 % PAGE_SECTORS + sectors > PAGE_SECTORS;
}

#define PLACES                                                                                     \
    {                                                                                              \
        .what = "4 x (sectors - 1) + sectors before 4 KiB (4: or more) - 1", .count = 16           \
    }

/* ---- reads ---- */

enum { RD_PLACE, RD_WAITS, RD_RESP, RD_BACK, RD_RESET, RD_GROUPS };
static struct lp_bins rd_groups[RD_GROUPS] = {
    [RD_PLACE] = PLACES,
    [RD_WAITS] = {.what = "address waits: of a whole read, first of two, second of two",
                  .count = 3},
    [RD_RESP] = {.what = "rresp", .count = 4},
    [RD_BACK] = {.what = "read taken as the address before it is, bursts of that",
                 .first = 1,
                 .count = 2},
    [RD_RESET] = {.what = "reset with an address: none, whole, first, second", .count = 4},
};

struct rd {
    unsigned bursts, part; /* bursts of the read at ar; 0: none, 1: whole, 2: first, 3: second */
    bool reset;
};

static void rd_input(struct rd *q, const struct lp_axi_rd_in *in, const struct lp_axi_rd_out *out)
{
    bool fire = out->arvalid && in->arready;

    if (out->arvalid && !in->arready)
        lp_bin(&rd_groups[RD_WAITS], q->part - 1);
    if (in->s_valid && out->s_ready) {
        lp_bin(&rd_groups[RD_PLACE], place(in->s_addr, in->s_sectors));
        if (fire)
            lp_bin(&rd_groups[RD_BACK], q->bursts);
        q->bursts = crosses(in->s_addr, in->s_sectors) ? 2 : 1;
        q->part = q->bursts;
    } else if (fire) {
        q->part = q->part == 2 ? 3 : 0;
    }
}

static void rd_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct rd *q = state;
    const struct lp_axi_rd_in *in = in_ports;
    const struct lp_axi_rd_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&rd_groups[RD_RESET], q->part);
        *q = (struct rd){.reset = true};
        return;
    }
    q->reset = false;
    rd_input(q, in, out);
    if (in->rvalid && out->rready)
        lp_bin(&rd_groups[RD_RESP], in->rresp);
}

/* ---- writes ---- */

enum { WR_PLACE, WR_LANE, WR_FIRST, WR_RESP, WR_PAIR, WR_WAITS, WR_RESET, WR_GROUPS };
static struct lp_bins wr_groups[WR_GROUPS] = {
    [WR_PLACE] = PLACES,
    [WR_LANE] = {.what = "8 bytes in lane", .count = 4},
    [WR_FIRST] = {.what = "3 x (beats - 1) + address taken before, with, after the last beat",
                  .count = 12},
    [WR_RESP] = {.what = "response to a write that is one burst", .count = 4},
    [WR_PAIR] = {.what = "responses to two bursts: 4 x first + second", .count = 16},
    [WR_WAITS] = {.what = "response waits: of one burst, of two", .count = 2},
    [WR_RESET] = {.what = "reset with a burst at: nothing, address, beats, both", .count = 4},
};

struct wr {
    bool told, sent, split[IDS], half[IDS];
    uint32_t first[IDS];
    unsigned at; /* parts of a burst held at the outputs */
    bool reset;
};

static void burst(struct wr *q, const struct lp_axi_wr_in *in, const struct lp_axi_wr_out *out)
{
    bool aw = out->awvalid && in->awready, w = out->wvalid && in->wready && out->wlast;
    unsigned when = q->told ? 0 : q->sent ? 2 : 1;

    q->at = out->awvalid + 2u * out->wvalid;
    if ((q->told || aw) && (q->sent || w)) {
        lp_bin(&wr_groups[WR_FIRST], 3 * out->awlen + when);
        q->told = q->sent = false;
    } else {
        q->told = q->told || aw;
        q->sent = q->sent || w;
    }
}

static void response(struct wr *q, const struct lp_axi_wr_in *in, const struct lp_axi_wr_out *out)
{
    if (!in->bvalid)
        return;
    bool split = q->split[in->bid];
    if (!out->bready) {
        lp_bin(&wr_groups[WR_WAITS], split);
    } else if (!split) {
        lp_bin(&wr_groups[WR_RESP], in->bresp);
    } else if (q->half[in->bid]) {
        lp_bin(&wr_groups[WR_PAIR], 4 * q->first[in->bid] + in->bresp);
        q->half[in->bid] = q->split[in->bid] = false;
    } else {
        q->half[in->bid] = true;
        q->first[in->bid] = in->bresp;
    }
}

static void wr_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct wr *q = state;
    const struct lp_axi_wr_in *in = in_ports;
    const struct lp_axi_wr_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&wr_groups[WR_RESET], q->at);
        *q = (struct wr){.reset = true};
        return;
    }
    q->reset = false;
    burst(q, in, out);
    response(q, in, out);
    if (!in->s_valid || !out->s_ready)
        return;
    lp_bin(&wr_groups[WR_PLACE], place(in->s_addr, in->s_sectors));
    if (in->s_eight)
        lp_bin(&wr_groups[WR_LANE], in->s_addr[0] / 8 % 4);
    q->split[in->s_id] = crosses(in->s_addr, in->s_sectors);
}

static const struct lp_listener rd = {"lp_axi_rd", sizeof(struct rd), rd_cycle, rd_groups,
                                      RD_GROUPS};
static const struct lp_listener wr = {"lp_axi_wr", sizeof(struct wr), wr_cycle, wr_groups,
                                      WR_GROUPS};
LP_LISTEN(lp_axi_rd__ID_W_5, rd)
LP_LISTEN(lp_axi_wr__ID_W_5, wr)
