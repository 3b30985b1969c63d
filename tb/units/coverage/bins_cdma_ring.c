/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_ring, out: statuses, rings, tails, errors, aborts and stops at every stage. */
#include "bins.h"
#include "units/cdma/cdma_ring_ports.h"

/* State of the ring, as seen at the ports; a fetch may run concurrently with the others. */
enum stage { NOTHING, FETCH, OFFERED, RUNNING, WRITING, UNACKED, STAGES };
#define STAGE_LABELS                                                                               \
    {                                                                                              \
        "nothing", "a fetch alone", "a job offered", "a job", "a completion", "an acknowledgement" \
    }

enum {
    REFUSED,
    ENDED,
    CODEC,
    SIZE,
    TAIL,
    SECTOR,
    ACK,
    ABORT,
    OFF,
    STOP,
    IRQ,
    PHASE,
    AHEAD,
    RESET,
    GROUPS
};
static struct lp_bins groups[GROUPS] = {
    [REFUSED] = {.what = "status of a refused descriptor: 1, 2, 3, 4, 5, 8, 12", .count = 7},
    [ENDED] = {.what = "status of a job that was taken", .count = 16},
    [CODEC] = {.what = "2 x (ZVC, BPC, raw) + index, of a job", .count = 6},
    [SIZE] = {.what = "log2 of the ring, at a completion", .count = 16},
    [TAIL] = {.what = "tail written: more, fewer, more than the ring has", .count = 3},
    [SECTOR] = {.what = "2 x error of the first sector + of the second", .count = 4},
    [ACK] = {.what = "acknowledged: good, error; with a job in progress: good, error", .count = 4},
    [ABORT] = {.what = "abort with", .count = STAGES, .labels = STAGE_LABELS},
    [OFF] = {.what = "turned off with", .count = STAGES, .labels = STAGE_LABELS},
    [STOP] = {.what = "stops with", .count = STAGES, .labels = STAGE_LABELS},
    [IRQ] = {.what = "interrupts: 2 x error + done, the ring's alone, with one",
             .first = 1,
             .count = 5},
    [PHASE] = {.what = "phase of a completion", .count = 2},
    [AHEAD] = {.what = "sectors come: alone, with a job, a completion, an acknowledgement",
               .count = 4},
    [RESET] = {.what = "reset with", .count = STAGES, .labels = STAGE_LABELS},
};

struct ring {
    bool fetching, offered, running, writing, unacked, ran; /* ran: the completion belongs to a
                                                             * job */
    bool first_err, second, enable, stopped, reset;
    uint32_t tail;
};

static enum stage stage(const struct ring *q)
{
    return q->unacked    ? UNACKED
           : q->writing  ? WRITING
           : q->running  ? RUNNING
           : q->offered  ? OFFERED
           : q->fetching ? FETCH
                         : NOTHING;
}

static uint32_t entries(const struct lp_cdma_ring_in *in)
{
    return UINT32_C(1) << (in->log2 < 12 ? in->log2 : 12);
}

static void registers(struct ring *q, const struct lp_cdma_ring_in *in,
                      const struct lp_cdma_ring_out *out)
{
    uint32_t pending = (in->tail - out->head) & 0xffff, before = (q->tail - out->head) & 0xffff;

    if (in->tail != q->tail)
        lp_bin(&groups[TAIL], pending > entries(in) ? 2 : pending < before);
    if (in->abort)
        lp_bin(&groups[ABORT], stage(q));
    if (q->enable && !in->enable)
        lp_bin(&groups[OFF], stage(q));
    if (out->stopped && !q->stopped)
        lp_bin(&groups[STOP], stage(q));
    lp_bin(&groups[IRQ], out->irq_ring ? 4 + (out->irq_error || out->irq_done)
                                       : 2 * out->irq_error + out->irq_done);
    q->tail = in->tail;
    q->enable = in->enable;
    q->stopped = out->stopped;
}

static void fetches(struct ring *q, const struct lp_cdma_ring_in *in,
                    const struct lp_cdma_ring_out *out)
{
    q->fetching = q->fetching || out->f_valid;
    if (!in->v_valid || !out->v_ready)
        return;
    lp_bin(&groups[AHEAD], stage(q) < RUNNING ? 0 : stage(q) - OFFERED);
    if (q->second) {
        lp_bin(&groups[SECTOR], 2u * q->first_err + in->v_err);
        q->fetching = false;
    }
    q->first_err = in->v_err;
    q->second = !q->second;
}

static void jobs(struct ring *q, const struct lp_cdma_ring_in *in,
                 const struct lp_cdma_ring_out *out)
{
    if (out->j_valid && !q->offered)
        lp_bin(&groups[CODEC], 2 * (out->j_codec < 2 ? out->j_codec : 2) + out->j_has_index);
    q->offered = out->j_valid && !in->j_ready;
    q->running = (q->running && !(in->r_valid && out->r_ready)) || (out->j_valid && in->j_ready);
    q->ran = q->ran || (in->r_valid && out->r_ready);
}

static void completion(struct ring *q, const struct lp_cdma_ring_in *in,
                       const struct lp_cdma_ring_out *out)
{
    static const uint8_t refused[16] = {[2] = 1, [3] = 2, [4] = 3, [5] = 4, [8] = 5, [12] = 6};
    unsigned status = out->c_data[1] & 15;

    if (q->ran)
        lp_bin(&groups[ENDED], status);
    else
        lp_bin(&groups[REFUSED], refused[status]);
    lp_bin(&groups[SIZE], in->log2);
    lp_bin(&groups[PHASE], out->c_data[1] >> 31);
    q->ran = false;
}

static void completions(struct ring *q, const struct lp_cdma_ring_in *in,
                        const struct lp_cdma_ring_out *out)
{
    if (in->q_valid && out->q_ready) {
        lp_bin(&groups[ACK], in->q_err + 2u * (q->running || q->offered));
        q->unacked = false;
        /* The job of the next completion is lost with this one. */
        q->ran = q->ran && !in->q_err;
    }
    if (out->c_valid && !q->writing)
        completion(q, in, out);
    q->writing = out->c_valid && !in->c_ready;
    q->unacked = q->unacked || (out->c_valid && in->c_ready);
}

static void cycle(void *state, bool rst_n, const void *in, const void *out)
{
    struct ring *q = state;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], stage(q));
        *q = (struct ring){.reset = true};
        return;
    }
    q->reset = false;
    registers(q, in, out);
    fetches(q, in, out);
    jobs(q, in, out);
    completions(q, in, out);
}

static const struct lp_listener ring = {"lp_cdma_ring", sizeof(struct ring), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_ring__IN_0, ring)
