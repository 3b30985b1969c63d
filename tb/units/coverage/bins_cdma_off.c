/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_off: results, kills, which part answers last, late closing beats, resets. */
#include "bins.h"
#include "units/cdma/cdma_off_ports.h"

enum { RESULT, LENGTH, KILL, LAST, CLOSING, ERRORS, STALL, RESET, GROUPS };
enum { STATUSES = 5 };
static const unsigned statuses[STATUSES] = {0, 6, 7, 8, 11};
static struct lp_bins groups[GROUPS] = {
    [RESULT] = {.what = "2 x status 0, 6, 7, 8, 11 + there is an index", .count = 2 * STATUSES},
    [LENGTH] = {.what = "groups that a good job drained: 1, up to 15, up to 63, more", .count = 4},
    [KILL] = {.what = "kill rises: before a launch, between launches, after the last, after the "
                      "last flit, while the result waits",
              .count = 5},
    [LAST] = {.what = "the result waited for: the last flit, the last beat, the link, the index",
              .count = 4},
    [CLOSING] = {.what = "a closing beat: before the result, after it, while a job waits",
                 .count = 3},
    [ERRORS] = {.what = "2 x the link failed + the index failed, without a kill", .count = 4},
    [STALL] = {.what = "a group waits for room, for the rate", .count = 2},
    [RESET] = {.what = "reset in a job, before a closing beat of the job before", .count = 2},
};

struct off {
    bool busy, has, killed, named, none, open, result, reset;
    unsigned launched, drained, last;
    bool link_err, index_err;
};

static unsigned kill_at(const struct off *q, bool result)
{
    return result ? 4 : q->none ? 3 : q->named ? 2 : q->launched > 0 ? 1 : 0;
}

static void work(struct off *q, const struct lp_cdma_off_in *in, const struct lp_cdma_off_out *out)
{
    if (q->busy && in->kill && !q->killed) {
        lp_bin(&groups[KILL], kill_at(q, out->r_valid));
        q->killed = true;
    }
    q->launched += out->t_valid;
    q->named |= out->o_valid && in->o_ready && out->o_none;
    if (in->s_valid && out->s_ready) {
        q->drained += !in->s_none && in->s_last;
        q->none |= in->s_none;
        q->last = q->result ? q->last : 0;
    }
    if (out->stall_credit)
        lp_bin(&groups[STALL], 0);
    if (out->stall_rate)
        lp_bin(&groups[STALL], 1);
}

static void answers(struct off *q, const struct lp_cdma_off_in *in,
                    const struct lp_cdma_off_out *out)
{
    if (out->m_valid && in->m_ready && out->m_last) {
        if (out->m_bad)
            lp_bin(&groups[CLOSING], q->busy ? 0 : in->j_valid ? 2 : 1);
        q->open = false;
        q->last = 1;
    }
    if (in->lr_valid && out->lr_ready) {
        q->link_err = in->lr_err;
        q->last = 2;
    }
    if (in->wr_valid && out->wr_ready) {
        q->index_err = in->wr_err;
        q->last = 3;
    }
}

static void result(struct off *q, const struct lp_cdma_off_in *in,
                   const struct lp_cdma_off_out *out)
{
    if (!out->r_valid)
        return;
    if (!q->result)
        lp_bin(&groups[LAST], q->last);
    q->result = true;
    if (!in->r_ready)
        return;
    for (unsigned i = 0; i < STATUSES; i++)
        if (out->r_status == statuses[i])
            lp_bin(&groups[RESULT], 2 * i + q->has);
    if (out->r_status == 0)
        lp_bin(&groups[LENGTH], q->drained == 1   ? 0
                                : q->drained < 16 ? 1
                                : q->drained < 64 ? 2
                                                  : 3);
    if (!q->killed)
        lp_bin(&groups[ERRORS], 2 * q->link_err + q->index_err);
    q->busy = false;
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct off *q = state;
    const struct lp_cdma_off_in *in = in_ports;
    const struct lp_cdma_off_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset && (q->busy || q->open))
            lp_bin(&groups[RESET], !q->busy);
        *q = (struct off){.reset = true};
        return;
    }
    q->reset = false;
    result(q, in, out);
    work(q, in, out);
    answers(q, in, out);
    if (in->j_valid && out->j_ready)
        *q = (struct off){.busy = true, .open = true, .has = in->j_has_index};
}

static const struct lp_listener off = {"lp_cdma_off", sizeof(struct off), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_off__CHANNELS_3_GROUP_W_7, off)
