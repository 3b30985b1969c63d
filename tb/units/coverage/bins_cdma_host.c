/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_host: lengths and ends of streams, drops, rings in between, errors, resets. */
#include "bins.h"
#include "units/cdma/cdma_host_ports.h"
#include "base/wide.h"

#define STREAM 2u
#define SECTOR 32u

enum {
    LENGTH,
    CLOSE,
    W_FIRST,
    B_RESP,
    ANSWER,
    ASK,
    R_RESP,
    MIXED,
    VOID,
    LATE,
    RING,
    RESET,
    GROUPS
};
static struct lp_bins groups[GROUPS] = {
    [LENGTH] = {.what = "2 x (0, 1, more beats of an out stream) + it failed",
                .first = 1,
                .count = 5},
    [CLOSE] = {.what = "beats of a write burst - 1", .count = 4},
    [W_FIRST] = {.what = "address and last beat of a write taken: address first, together, beat "
                         "first",
                 .count = 3},
    [B_RESP] = {.what = "3 x (ring 0, ring 1, stream) + OKAY, SLVERR, DECERR of a write",
                .count = 9},
    [ANSWER] = {.what = "an out stream is answered: good, with an error", .count = 2},
    [ASK] = {.what = "a read burst from place 0 of its block with 1..4 beats, from 1 with 1..3, "
                     "from 2 with 1, 2, from 3",
             .count = 10},
    [R_RESP] = {.what = "3 x (ring 0, ring 1, stream) + OKAY, SLVERR, DECERR of a beat",
                .count = 9},
    [MIXED] = {.what = "3 x id of the beat of r before + id", .count = 9},
    [VOID] = {.what = "a beat without the host: not the last of the stream, last", .count = 2},
    [LATE] = {.what = "an in stream is taken while the level of the one before is held: no, yes",
              .count = 2},
    [RING] = {.what = "a burst of the rings is asked for while a stream waits: read no, yes, write "
                      "no, yes",
              .count = 4},
    [RESET] = {.what = "reset: 2 x an out stream, an in stream is open", .count = 4},
};

struct host {
    unsigned beats; /* beats of the out stream with data */
    bool out_open, in_open, seen_low;
    uint64_t left;       /* beats of the in stream */
    unsigned told, sent; /* writes whose address, and whose last beat, is taken */
    unsigned last_r;     /* 1 + id; 0: none */
    uint64_t owed;       /* beats of r that the host owes the stream and those stored here */
    bool reset;
};

/* rings 0 and 1, the streams 2 */
static unsigned whose(uint32_t id)
{
    return id & STREAM ? 2 : id;
}

/* OKAY, SLVERR, DECERR; there is no EXOKAY here */
static unsigned said(uint32_t resp)
{
    return resp ? resp - 1 : 0;
}

static void out_stream(struct host *q, const struct lp_cdma_host_in *in,
                       const struct lp_cdma_host_out *out)
{
    if (out->out_bvalid && in->out_bready) {
        lp_bin(&groups[ANSWER], out->out_berr);
        q->out_open = false;
    }
    if (in->out_tvalid && out->out_tready) {
        q->beats += !in->out_tuser;
        if (in->out_tlast)
            lp_bin(&groups[LENGTH], 2 * (q->beats < 2 ? q->beats : 2) + in->out_tuser);
    }
    if (in->out_avalid && out->out_aready) {
        q->beats = 0;
        q->out_open = true;
    }
}

static void writes(struct host *q, const struct lp_cdma_host_in *in,
                   const struct lp_cdma_host_out *out)
{
    bool aw = out->awvalid && in->awready, w = out->wvalid && in->wready && out->wlast;

    if (aw && out->awid == STREAM)
        lp_bin(&groups[CLOSE], out->awlen);
    if (aw)
        lp_bin(&groups[W_FIRST], q->told == q->sent ? (w ? 1 : 0) : q->sent > q->told ? 2 : 0);
    q->told += aw;
    q->sent += w;
    if (in->bvalid && out->bready)
        lp_bin(&groups[B_RESP], 3 * whose(in->bid) + said(in->bresp));
    if (in->ring_awvalid && out->ring_awready)
        lp_bin(&groups[RING], 2 + q->out_open);
}

static void in_stream(struct host *q, const struct lp_cdma_host_in *in,
                      const struct lp_cdma_host_out *out)
{
    if (out->in_tvalid && in->in_tready) {
        if (q->owed == 0)
            lp_bin(&groups[VOID], q->left == 1);
        q->owed -= q->owed > 0;
        q->in_open = --q->left > 0;
    }
    if (in->in_avalid && out->in_aready) {
        lp_bin(&groups[LATE], in->in_drop);
        q->left = lpi_get64(in->in_abeats);
        q->in_open = true;
    }
}

static void reads(struct host *q, const struct lp_cdma_host_in *in,
                  const struct lp_cdma_host_out *out)
{
    static const unsigned first[] = {0, 4, 7, 9};

    if (out->arvalid && in->arready && out->arid == STREAM)
        lp_bin(&groups[ASK], first[out->araddr[0] / SECTOR % 4] + out->arlen);
    if (in->ring_arvalid && out->ring_arready)
        lp_bin(&groups[RING], q->in_open);
    if (!in->rvalid || !out->rready)
        return;
    unsigned id = whose(in->rid);
    lp_bin(&groups[R_RESP], 3 * id + said(in->rresp));
    if (q->last_r)
        lp_bin(&groups[MIXED], 3 * (q->last_r - 1) + id);
    q->last_r = 1 + id;
    q->owed += id == 2;
}

static void cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct host *q = state;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], 2 * q->out_open + q->in_open);
        *q = (struct host){.reset = true};
        return;
    }
    q->reset = false;
    in_stream(q, in, out);
    reads(q, in, out);
    out_stream(q, in, out);
    writes(q, in, out);
}

static const struct lp_listener host = {"lp_cdma_host", sizeof(struct host), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_host__BURST_4_READ_8, host)
