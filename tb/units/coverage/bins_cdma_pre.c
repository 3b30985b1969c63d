/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_pre: results, kills, groups away, the index reader, which part comes last,
 * resets. */
#include "bins.h"
#include "units/cdma/cdma_pre_ports.h"

enum { RESULT, KILL, AWAY, ORDER, FAILED, READER, LAST, OWED, RESET, GROUPS };
enum { STATUSES = 6 };
static const unsigned statuses[STATUSES] = {0, 7, 8, 9, 10, 11};
static struct lp_bins groups[GROUPS] = {
    [RESULT] = {.what = "2 x status 0, 7, 8, 9, 10, 11 + there is an index", .count = 2 * STATUSES},
    [KILL] = {.what = "kill rises: before a packet, between packets, while groups are away after "
                      "the last packet so far, while the result waits",
              .count = 4},
    [AWAY] = {.what = "most groups that were away in a job: up to 1, 7, 31, more", .count = 4},
    [ORDER] = {.what = "a group is back: the one after the last, a later one, an earlier one",
               .count = 3},
    [FAILED] = {.what = "3 x the first group that is back with a device error: none, the first, "
                        "lowered later + the same of corrupt ones",
                .count = 9},
    [READER] = {.what = "no more entries are wanted: before the reader begins, while it reads, "
                        "when it is idle",
                .count = 3},
    [LAST] = {.what = "the result waited for: the last packet, a group, the index reader",
              .count = 3},
    [OWED] = {.what = "a job is taken: immediately, after beats of the job before", .count = 2},
    [RESET] = {.what = "reset in a job: before a packet, after one", .count = 2},
};

struct pre {
    bool busy, has, killed, told, idle, stopped, result, late, reset;
    unsigned packets, back, most, last;
    uint32_t next;      /* group after the last returned one */
    uint32_t lowest[2]; /* first group with the error, and how often it was lowered */
    unsigned falls[2];
};

static void work(struct pre *q, const struct lp_cdma_pre_in *in, const struct lp_cdma_pre_out *out)
{
    unsigned away = q->packets - q->back;

    if (q->busy && in->kill && !q->killed) {
        lp_bin(&groups[KILL], out->r_valid ? 3 : q->packets == 0 ? 0 : away > 0 ? 2 : 1);
        q->killed = true;
    }
    if (out->rkill && !q->stopped && q->has) {
        lp_bin(&groups[READER], !q->told ? 0 : in->rr_idle ? 2 : 1);
        q->stopped = true;
    }
    q->told |= out->rj_valid && in->rj_ready;
    if (in->rr_idle && !q->idle)
        q->last = 2;
    q->idle = in->rr_idle;
    if (out->p_valid && in->p_ready && out->p_last) {
        q->packets++;
        q->last = 0;
    }
    q->most = q->packets - q->back > q->most ? q->packets - q->back : q->most;
}

static void group_back(struct pre *q, const struct lp_cdma_pre_in *in)
{
    if (!in->k_valid)
        return;
    if (q->back > 0)
        lp_bin(&groups[ORDER], in->k_group == q->next ? 0 : in->k_group > q->next ? 1 : 2);
    q->next = in->k_group + 1;
    q->back++;
    q->last = 1;
    for (unsigned e = 0; e < 2; e++)
        if ((in->k_err >> e & 1) && (q->falls[e] == 0 || in->k_group < q->lowest[e])) {
            q->lowest[e] = in->k_group;
            q->falls[e]++;
        }
}

static void result(struct pre *q, const struct lp_cdma_pre_in *in,
                   const struct lp_cdma_pre_out *out)
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
    lp_bin(&groups[AWAY], q->most < 2 ? 0 : q->most < 8 ? 1 : q->most < 32 ? 2 : 3);
    lp_bin(&groups[FAILED],
           3 * (q->falls[0] < 2 ? q->falls[0] : 2) + (q->falls[1] < 2 ? q->falls[1] : 2));
    q->busy = false;
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct pre *q = state;
    const struct lp_cdma_pre_in *in = in_ports;
    const struct lp_cdma_pre_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset && q->busy)
            lp_bin(&groups[RESET], q->packets > 0);
        *q = (struct pre){.reset = true};
        return;
    }
    q->reset = false;
    result(q, in, out);
    work(q, in, out);
    group_back(q, in);
    q->late |= !q->busy && in->j_valid && !out->j_ready;
    if (in->j_valid && out->j_ready) {
        lp_bin(&groups[OWED], q->late);
        *q = (struct pre){.busy = true, .has = in->j_has_index, .idle = in->rr_idle};
    }
}

static const struct lp_listener pre = {"lp_cdma_pre", sizeof(struct pre), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_pre__CHANNELS_3_CODECS_1_ELEM_32_GROUP_W_7, pre)
