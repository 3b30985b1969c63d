/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_card_mover, bursts of 4: runs, their ends, bursts, answers, stops, waits, resets. */
#include "bins.h"
#include "units/card/card_mover_ports.h"

#define BURST 4u
#define OPEN 16u /* bursts without an answer: none to 15 */

enum {
    PUT_RUN,
    GET_RUN,
    END,
    STOP,
    LENGTH,
    WAITING,
    PUT_RESP,
    GET_RESP,
    STREAM,
    WAITS,
    BUSY,
    RESET,
    GROUPS
};
#define RUNS "none", "1", "2 to 4", "5 to 16", "more"
#define BOTH "none", "put", "get", "both"
static struct lp_bins groups[GROUPS] = {
    [PUT_RUN] = {.what = "beats of a put that begins", .count = 5, .labels = {RUNS}},
    [GET_RUN] = {.what = "beats of a get that begins", .count = 5, .labels = {RUNS}},
    [END] = {.what = "run ends",
             .count = 4,
             .labels = {"put", "put with an error", "get", "get with an error"}},
    [STOP] = {.what = "stop of",
              .count = 4,
              .labels = {"a put at rest", "a put", "a get at rest", "a get"}},
    [LENGTH] = {.what = "4 x get + beats of a burst - 1", .count = 2 * BURST},
    [WAITING] = {.what = "bursts of put that wait for an answer", .count = OPEN},
    [PUT_RESP] = {.what = "answer to a put", .count = 4},
    [GET_RESP] = {.what = "answer to a get, by beat", .count = 4},
    [STREAM] = {.what = "stream",
                .count = 5,
                .labels = {"taken for a put", "dropped", "held while there is no put", "given",
                           "given, last of a run"}},
    /* b is always taken, and r is only requested when there is room for it. */
    [WAITS] = {.what = "waits",
               .count = 6,
               .labels = {"stream in", "stream out", "aw", "w", "ar", "nothing"}},
    [BUSY] = {.what = "runs in progress", .count = 4, .labels = {BOTH}},
    [RESET] = {.what = "reset with", .count = 4, .labels = {BOTH}},
};

struct mover {
    unsigned open, busy;
    bool reset;
};

static unsigned length(uint32_t beats)
{
    return beats == 0 ? 0 : beats == 1 ? 1 : beats <= BURST ? 2 : beats <= 4 * BURST ? 3 : 4;
}

static void runs(const struct lp_card_mover_in *in, const struct lp_card_mover_out *out)
{
    if (in->put_start && !out->put_busy)
        lp_bin(&groups[PUT_RUN], length(in->put_beats));
    if (in->get_start && !out->get_busy)
        lp_bin(&groups[GET_RUN], length(in->get_beats));
    if (out->put_done)
        lp_bin(&groups[END], out->put_error);
    if (out->get_done)
        lp_bin(&groups[END], 2 + out->get_error);
    if (in->put_stop)
        lp_bin(&groups[STOP], out->put_busy);
    if (in->get_stop)
        lp_bin(&groups[STOP], 2 + out->get_busy);
    lp_bin(&groups[BUSY], out->put_busy + 2u * out->get_busy);
}

static void bursts(struct mover *q, const struct lp_card_mover_in *in,
                   const struct lp_card_mover_out *out)
{
    if (out->awvalid && in->awready)
        lp_bin(&groups[LENGTH], out->awlen);
    if (out->arvalid && in->arready)
        lp_bin(&groups[LENGTH], BURST + out->arlen);
    if (in->bvalid && out->bready)
        lp_bin(&groups[PUT_RESP], in->bresp);
    if (in->rvalid && out->rready)
        lp_bin(&groups[GET_RESP], in->rresp);
    q->open += (out->awvalid && in->awready) - (in->bvalid && out->bready);
    lp_bin(&groups[WAITING], q->open);
}

static void streams(const struct lp_card_mover_in *in, const struct lp_card_mover_out *out)
{
    const bool waits[] = {in->s_valid && !out->s_ready, out->m_valid && !in->m_ready,
                          out->awvalid && !in->awready, out->wvalid && !in->wready,
                          out->arvalid && !in->arready};

    if (in->s_valid && out->s_ready)
        lp_bin(&groups[STREAM], !out->put_busy);
    if (in->s_valid && !out->s_ready && !out->put_busy)
        lp_bin(&groups[STREAM], 2);
    if (out->m_valid && in->m_ready)
        lp_bin(&groups[STREAM], 3 + out->m_last);
    lp_bin_each(&groups[WAITS], waits, sizeof waits / sizeof *waits);
}

static void mover_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct mover *q = state;
    const struct lp_card_mover_in *in = in_ports;
    const struct lp_card_mover_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], q->busy);
        *q = (struct mover){.reset = true};
        return;
    }
    q->reset = false;
    runs(in, out);
    bursts(q, in, out);
    streams(in, out);
    q->busy = out->put_busy + 2u * out->get_busy;
}

static const struct lp_listener mover = {"lp_card_mover", sizeof(struct mover), mover_cycle, groups,
                                         GROUPS};
LP_LISTEN(lp_card_mover__DATA_W_64_BURST_4, mover)
