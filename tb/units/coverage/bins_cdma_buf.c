/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_buf with 3 channels of 40 flits: sizes, fill levels, stalls. */
#include "bins.h"
#include "units/cdma/cdma_buf_ports.h"

#define CHANNELS 3u
#define FLITS 40u
#define WORST 17u
#define ORDERS 512u /* groups; more than it has in flight */

enum { SIZE, CHANGE, ROOM, HELD, FULL, WAITS, MARKER, WANT, BOTH, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [SIZE] = {.what = "flits of a group that comes", .first = 1, .count = WORST},
    [CHANGE] = {.what = "flit of another channel after one: of the same, new group, within one",
                .count = 3},
    [ROOM] = {.what = "channels with room", .count = CHANNELS + 1},
    [HELD] = {.what = "flits held, in eights", .count = CHANNELS * FLITS / 8},
    [FULL] = {.what = "channel with 40 flits come and not left", .count = CHANNELS},
    [WAITS] = {.what = "2 x an order waits at o + a flit at m", .count = 4},
    [MARKER] = {.what = "marker taken at m: with flits held, without", .count = 2},
    [WANT] = {.what = "wanted: none, channel + 1", .count = CHANNELS + 1},
    [BOTH] = {.what = "4 x a flit comes + 2 x a launch + one leaves, in a cycle", .count = 8},
    [RESET] = {.what = "reset: nothing held or promised, promised, held", .count = 3},
};

struct buf {
    unsigned held[CHANNELS], flits[CHANNELS]; /* flits of the group that is coming */
    unsigned order[ORDERS], in, out;          /* channels of groups and markers */
    unsigned last, groups;                    /* 1 + channel of the last flit; groups in flight */
    bool last_end, reset;
};

static void comes(struct buf *q, const struct lp_cdma_buf_in *in)
{
    unsigned c = in->b_channel;

    if (q->last)
        lp_bin(&groups[CHANGE], q->last == 1 + c ? 0 : q->last_end ? 1 : 2);
    q->last = 1 + c;
    q->last_end = in->b_last;
    q->held[c]++;
    q->flits[c]++;
    if (q->held[c] == FLITS)
        lp_bin(&groups[FULL], c);
    if (in->b_last) {
        lp_bin(&groups[SIZE], q->flits[c]);
        q->flits[c] = 0;
    }
}

static void leaves(struct buf *q, const struct lp_cdma_buf_out *out)
{
    unsigned c = q->order[q->out % ORDERS];

    if (out->m_none) {
        lp_bin(&groups[MARKER], q->held[0] + q->held[1] + q->held[2] == 0);
        q->out++;
        return;
    }
    q->held[c]--;
    if (out->m_last) {
        q->out++;
        q->groups--;
    }
}

static unsigned state_at_reset(const struct buf *q)
{
    return q->held[0] + q->held[1] + q->held[2] ? 2 : q->groups ? 1 : 0;
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct buf *q = state;
    const struct lp_cdma_buf_in *in = in_ports;
    const struct lp_cdma_buf_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], state_at_reset(q));
        *q = (struct buf){.reset = true};
        return;
    }
    q->reset = false;
    bool left = out->m_valid && in->m_ready;
    lp_bin(&groups[ROOM], (unsigned)__builtin_popcount(out->credit));
    lp_bin(&groups[HELD], out->held / 8);
    lp_bin(&groups[WANT], out->want ? 1 + (unsigned)__builtin_ctz(out->want) : 0);
    lp_bin(&groups[WAITS], 2u * (in->o_valid && !out->o_ready) + (out->m_valid && !in->m_ready));
    lp_bin(&groups[BOTH], 4 * in->b_valid + 2 * in->t_valid + left);
    if (in->o_valid && out->o_ready)
        q->order[q->in++ % ORDERS] = in->o_channel;
    q->groups += in->t_valid;
    if (in->b_valid)
        comes(q, in);
    if (left)
        leaves(q, out);
}

static const struct lp_listener buf = {"lp_cdma_buf", sizeof(struct buf), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_buf__CHANNELS_3_FLITS_40, buf)
