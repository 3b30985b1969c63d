/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_split: jobs of each kind, how they end, beats owed by the link, kills, stalls. */
#include "bins.h"
#include "units/cdma/cdma_split_ports.h"
#include "base/wide.h"

#include <linepress/cdma.h>

enum { ZVC_INDEX, RAW_INDEX, ZVC_STREAM, RAW_STREAM, KINDS };
enum {
    STATUS, /* by kind */
    JOBS = STATUS + KINDS,
    LAST,
    ENDS,
    PLACE,
    PACKET,
    BAD,
    BEHIND,
    DUE,
    LINK,
    KILL,
    WAITS,
    RESET,
    GROUPS
};

#define WITH_INDEX "good", "no index", "bad beat", "contradiction", "killed"

static struct lp_bins groups[GROUPS] = {
    [STATUS + ZVC_INDEX] = {.what = "ZVC with an index ends", .count = 5, .labels = {WITH_INDEX}},
    [STATUS + RAW_INDEX] = {.what = "raw with an index ends", .count = 5, .labels = {WITH_INDEX}},
    [STATUS + ZVC_STREAM] = {.what = "ZVC without an index ends",
                             .count = 4,
                             .labels = {"good", "bad beat", "corrupt", "killed"}},
    [STATUS + RAW_STREAM] = {.what = "raw without an index ends",
                             .count = 4,
                             .labels = {"good", "bad beat", "contradiction", "killed"}},
    [JOBS] = {.what = "groups of a job (11: or more)", .first = 1, .count = 11},
    [LAST] = {.what = "sectors of a job's last group", .first = 1, .count = 16},
    [ENDS] = {.what = "bytes of a job, modulo 32", .count = 32},
    [PLACE] = {.what = "byte of its beat that a group begins in", .count = 32},
    [PACKET] = {.what = "flits of a packet", .first = 1, .count = 17},
    [BAD] = {.what = "group that is bad (10: or later)", .count = 11},
    [BEHIND] = {.what = "packets sent for groups after a failure (3: or more)", .count = 4},
    [DUE] = {.what = "at a job's start the link is ahead, even, owes beats", .count = 3},
    [LINK] = {.what = "beats owed at a job's start (3: or more)", .first = 1, .count = 3},
    [KILL] = {.what = "a job is killed",
              .count = 5,
              .labels = {"before a group came", "before a flit left", "in mid-packet",
                         "between packets", "when it has failed"}},
    [WAITS] = {.what = "waits",
               .count = 7,
               .labels = {"job", "group", "entry", "beat", "flit", "result", "nothing"}},
    [RESET] = {.what = "reset: idle, in a job, in one that failed, before a result", .count = 4},
};

struct split {
    bool runs, stopped, killed, reset;
    unsigned kind, count; /* groups of the job */
    uint64_t at;          /* byte of the stream where the next group begins */
    unsigned taken, packets, flits, behind;
    uint64_t owed; /* beats of the jobs taken that have not come; those that came ahead: early */
    uint64_t early;
};

/* ---- jobs ---- */

static void job_in(struct split *q, const struct lp_cdma_split_in *in)
{
    uint64_t bytes = lpi_get64(in->j_bytes), sectors = lpi_get64(in->j_sectors);
    uint64_t beats = (bytes + 31) / 32;

    lp_bin(&groups[DUE], q->early ? 0 : q->owed ? 2 : 1);
    lp_bin(&groups[LINK], q->owed < 3 ? (unsigned)q->owed : 3);
    *q = (struct split){.runs = true,
                        .kind = 2u * !in->j_index + (in->j_codec != LP_DMA_ZVC),
                        .count = (unsigned)((sectors + 15) / 16),
                        .owed = q->owed + beats - (q->early < beats ? q->early : beats),
                        .early = q->early < beats ? 0 : q->early - beats};
    lp_bin(&groups[JOBS], q->count < 11 ? q->count : 11);
    lp_bin(&groups[LAST], (unsigned)((sectors - 1) % 16 + 1));
    lp_bin(&groups[ENDS], bytes % 32);
}

static unsigned place_of(unsigned kind, unsigned status)
{
    static const unsigned with_index[] = {LP_DMA_GOOD, LP_DMA_DEVICE_ERROR, LP_DMA_HOST_ERROR,
                                          LP_DMA_CONTRADICTION, LP_DMA_ABORTED};
    static const unsigned zvc[] = {LP_DMA_GOOD, LP_DMA_HOST_ERROR, LP_DMA_CORRUPT, LP_DMA_ABORTED};
    static const unsigned raw[] = {LP_DMA_GOOD, LP_DMA_HOST_ERROR, LP_DMA_CONTRADICTION,
                                   LP_DMA_ABORTED};
    const unsigned *of = kind == ZVC_STREAM ? zvc : kind == RAW_STREAM ? raw : with_index;
    unsigned i = 0, count = groups[STATUS + kind].count;

    while (i < count && of[i] != status)
        i++;
    return i;
}

static void result(struct split *q, const struct lp_cdma_split_out *out)
{
    lp_bin(&groups[STATUS + q->kind], place_of(q->kind, out->r_status));
    if (out->r_status == LP_DMA_CORRUPT || out->r_status == LP_DMA_CONTRADICTION)
        lp_bin(&groups[BAD], out->r_bad < 10 ? out->r_bad : 10);
    if (out->r_status != LP_DMA_GOOD && out->r_status != LP_DMA_CORRUPT)
        lp_bin(&groups[BEHIND], q->behind < 3 ? q->behind : 3);
    q->runs = false;
}

/* ---- transfers in a job ---- */

static void kill(struct split *q, const struct lp_cdma_split_in *in)
{
    unsigned when = q->stopped ? 4 : !q->taken ? 0 : q->flits ? 2 : !q->packets ? 1 : 3;

    if (in->kill && q->runs && !q->killed) {
        lp_bin(&groups[KILL], when);
        q->killed = true;
    }
}

static void flit_out(struct split *q, const struct lp_cdma_split_out *out)
{
    q->flits++;
    if (!out->p_last)
        return;
    /* A group after a failure gets an empty packet. */
    q->behind += out->stop && q->flits == 1 && out->p_bytes == 1 && out->p_codec == LP_DMA_RAW;
    lp_bin(&groups[PACKET], q->flits);
    q->packets++;
    q->flits = 0;
}

static void streams(struct split *q, const struct lp_cdma_split_in *in,
                    const struct lp_cdma_split_out *out)
{
    kill(q, in);
    if (in->n_valid && out->n_ready && q->runs && !q->stopped) {
        lp_bin(&groups[PLACE], q->at % 32);
        q->at += in->n_bytes;
    }
    q->taken += in->g_valid && out->g_ready;
    if (in->s_valid && out->s_ready) {
        q->early += q->owed == 0;
        q->owed -= q->owed != 0;
    }
    if (out->p_valid && in->p_ready)
        flit_out(q, out);
    q->stopped = out->stop;
}

static void waits(const struct lp_cdma_split_in *in, const struct lp_cdma_split_out *out)
{
    bool w[] = {in->j_valid && !out->j_ready, in->g_valid && !out->g_ready,
                in->n_valid && !out->n_ready, in->s_valid && !out->s_ready,
                out->p_valid && !in->p_ready, out->r_valid && !in->r_ready};

    lp_bin_each(&groups[WAITS], w, sizeof w / sizeof *w);
}

static void split_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct split *q = state;
    const struct lp_cdma_split_in *in = in_ports;
    const struct lp_cdma_split_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], !q->runs ? 0 : q->stopped ? 2 : q->packets == q->count ? 3 : 1);
        *q = (struct split){.reset = true};
        return;
    }
    q->reset = false;
    waits(in, out);
    streams(q, in, out);
    if (out->r_valid && in->r_ready)
        result(q, out);
    if (in->j_valid && out->j_ready)
        job_in(q, in);
}

static const struct lp_listener split = {"lp_cdma_split", sizeof(struct split), split_cycle, groups,
                                         GROUPS};
LP_LISTEN(lp_cdma_split__CODECS_1_ELEM_32_GROUP_W_7, split)
