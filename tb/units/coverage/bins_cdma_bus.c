/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_bus: both rings at once, sectors among each other, waits, errors, resets. */
#include "bins.h"
#include "units/cdma/cdma_bus_ports.h"

enum { FETCH, TURN, SECTOR, AMONG, HELD, WRITE, FIRST, ANSWER, OPEN, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [FETCH] = {.what = "2 x ring + the other requests too, of a fetch taken", .count = 4},
    [TURN] = {.what = "fetch of ring after one of: 2 x first + second", .count = 4},
    [SECTOR] = {.what = "4 x ring + response of a sector", .count = 8},
    [AMONG] = {.what = "sectors of the other ring between the two of a descriptor", .count = 4},
    [HELD] = {.what = "a sector waits for ring, and none, the next beat waits after it",
              .count = 4},
    [WRITE] = {.what = "2 x ring + the other requests too, of a completion taken", .count = 4},
    [FIRST] = {.what = "address and beat of a completion taken: address first, together, beat "
                       "first",
               .count = 3},
    [ANSWER] = {.what = "4 x ring + response of a completion", .count = 8},
    [OPEN] = {.what = "acknowledged while the other ring's is: not open, open", .count = 2},
    [RESET] = {.what = "reset: 4 x an address of a fetch, 2 x a sector, a completion is held",
               .count = 8},
};

struct bus {
    unsigned last_fetch; /* 1 + ring; 0: none */
    bool half[2];        /* the first sector of a descriptor came, not the second */
    unsigned between[2];
    bool open[2], told, sent;
    unsigned standing;
    bool reset;
};

static void fetches(struct bus *q, const struct lp_cdma_bus_in *in,
                    const struct lp_cdma_bus_out *out)
{
    bool asks[] = {in->o_f_valid, in->i_f_valid}, takes[] = {out->o_f_ready, out->i_f_ready};

    for (unsigned k = 0; k < 2; k++) {
        if (!asks[k] || !takes[k])
            continue;
        lp_bin(&groups[FETCH], 2 * k + asks[!k]);
        if (q->last_fetch)
            lp_bin(&groups[TURN], 2 * (q->last_fetch - 1) + k);
        q->last_fetch = 1 + k;
    }
}

static void sectors(struct bus *q, const struct lp_cdma_bus_in *in,
                    const struct lp_cdma_bus_out *out)
{
    bool waits[] = {out->o_v_valid && !in->o_v_ready, out->i_v_valid && !in->i_v_ready};

    for (unsigned k = 0; k < 2; k++)
        if (waits[k])
            lp_bin(&groups[HELD], 2 * k + in->rvalid);
    if (!in->rvalid || !out->rready)
        return;
    unsigned k = in->rid;
    lp_bin(&groups[SECTOR], 4 * k + in->rresp);
    if (q->half[k])
        lp_bin(&groups[AMONG], q->between[k]);
    q->half[k] = !q->half[k];
    q->between[k] = 0;
    q->between[!k] += q->half[!k];
}

static void completions(struct bus *q, const struct lp_cdma_bus_in *in,
                        const struct lp_cdma_bus_out *out)
{
    bool asks[] = {in->o_c_valid, in->i_c_valid}, takes[] = {out->o_c_ready, out->i_c_ready};
    bool taken[] = {out->o_q_valid && in->o_q_ready, out->i_q_valid && in->i_q_ready};
    bool aw = out->awvalid && in->awready, w = out->wvalid && in->wready;

    if (in->bvalid) {
        lp_bin(&groups[ANSWER], 4 * in->bid + in->bresp);
        lp_bin(&groups[OPEN], q->open[!in->bid]);
    }
    if ((q->told || aw) && (q->sent || w)) {
        lp_bin(&groups[FIRST], q->told ? 0 : q->sent ? 2 : 1);
        q->told = q->sent = false;
    } else {
        q->told = q->told || aw;
        q->sent = q->sent || w;
    }
    for (unsigned k = 0; k < 2; k++) {
        q->open[k] = q->open[k] && !taken[k];
        if (!asks[k] || !takes[k])
            continue;
        lp_bin(&groups[WRITE], 2 * k + asks[!k]);
        q->open[k] = true;
    }
}

static void cycle(void *state, bool rst_n, const void *in, const void *out_ports)
{
    struct bus *q = state;
    const struct lp_cdma_bus_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->standing);
        *q = (struct bus){.reset = true};
        return;
    }
    q->reset = false;
    q->standing = 4 * out->arvalid + 2 * (out->o_v_valid || out->i_v_valid) +
                  (out->awvalid || out->wvalid);
    fetches(q, in, out);
    sectors(q, in, out);
    completions(q, in, out);
}

static const struct lp_listener bus = {"lp_cdma_bus", sizeof(struct bus), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_bus, bus)
