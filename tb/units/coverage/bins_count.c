/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_count, 6 bits to which 4 are added: copies by contents and by distance. */
#include "bins.h"
#include "units/common/common_ports.h"

#define FULL 63u

enum { COPY, ADDED, APART, WITH, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [COPY] = {.what = "copies: nothing, 1, 2 to 62, full", .count = 4},
    [ADDED] = {.what = "added", .count = 16},
    [APART] = {.what = "cycles between copies", .count = 32},
    [WITH] = {.what = "a copy with: nothing to add before and now, before, now, both", .count = 4},
    [RESET] = {.what = "reset after: nothing, something was added", .count = 2},
};

struct count {
    bool reset, some, before; /* a value was added: since the last copy, in the cycle before */
    bool taken;
    unsigned apart;
};

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct count *q = state;
    const struct lp_count_in *in = in_ports;
    const struct lp_count_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->some);
        *q = (struct count){.reset = true};
        return;
    }
    if (q->taken)
        lp_bin(&groups[COPY], out->count < 2 ? out->count : out->count < FULL ? 2 : 3);
    lp_bin(&groups[ADDED], in->add);
    q->taken = in->take;
    if (in->take) {
        lp_bin(&groups[APART], q->apart);
        lp_bin(&groups[WITH], q->before + 2u * (in->add != 0));
    }
    q->apart = in->take ? 0 : q->apart + 1;
    q->before = in->add != 0;
    q->some = (q->some && !in->take) || q->before;
    q->reset = false;
}

static const struct lp_listener count = {"lp_count", sizeof(struct count), cycle, groups, GROUPS};
LP_LISTEN(lp_count__WIDTH_6_ADD_W_4_LARGEST_0, count)
