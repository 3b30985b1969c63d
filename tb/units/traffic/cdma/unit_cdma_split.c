/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_split: a link, a planner that ends its job some time after stop, an index and
 * jobs that are good, bad, and killed at any time, some with a link that then stalls until the
 * result comes. Beats given up by drop are random. Packets and results must match the library's
 * result for the same bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_split_ports.h"
#include "base/wide.h"
#include "lib/cdma/built.h"
#include "units/cosim/registry.h"
#include "split_jobs.h"

enum { JOBS, GROUPS, ENTRIES, BEATS };
#define RING 16
#define PATIENCE 60000 /* cycles of a job */

struct split {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned codecs, elem, group_w;

    struct lp_split_job job[RING];
    uint64_t made, offered, begun, ended; /* jobs */
    uint64_t link;                        /* the job whose beats are coming */
    uint64_t beat;

    /* State of the job in progress. */
    bool running, killed, stopped, over;
    bool kill, still; /* still: the link has stalled since the kill */
    bool dropped;     /* drop was high in the cycle before */

    bool endless;   /* this run has jobs that must be killed */
    bool stuck;     /* the link may now owe more beats than ever come */
    uint64_t hoard; /* every job up to this one is killed, and the link stalls and owes their
                     * beats */
    unsigned cycles, kill_at;
    unsigned groups, taken, entries; /* given */
    struct lp_split_place place;
    unsigned channel[LP_SPLIT_GROUPS], group[LP_SPLIT_GROUPS];
};

static struct lp_split_job *job_at(struct split *q, uint64_t number)
{
    for (; q->made <= number; q->made++) {
        lp_split_job_random(&q->rng, q->codecs, q->elem, &q->job[q->made % RING]);
        if (q->endless && (q->made < q->hoard || lp_below(&q->rng, 4) == 0))
            lp_split_job_endless(&q->rng, q->group_w, &q->job[q->made % RING]);
    }
    return &q->job[number % RING];
}

static struct lp_split_job *now(struct split *q)
{
    return &q->job[q->ended % RING];
}

static bool give_job(struct split *q, struct lp_cdma_split_in *in)
{
    /* Beats owed by the link belong to finished jobs. */
    if (q->offered >= q->ended + 2 || q->offered >= q->link + RING - 2)
        return false;
    const struct lp_split_job *job = job_at(q, q->offered++);
    lpi_put64(in->j_bytes, job->bytes_said);
    lpi_put64(in->j_sectors, job->sectors_said);
    in->j_codec = job->number;
    in->j_index = job->index;
    return true;
}

/* The planner may launch some more after stop. */
static bool give_group(struct split *q, struct lp_cdma_split_in *in)
{
    const struct lp_split_job *job = now(q);

    if (q->stopped && lp_below(&q->rng, 3) == 0)
        q->over = true;
    if (!q->running || q->over || q->groups == job->groups)
        return false;
    in->g_channel = q->channel[q->groups] = lp_below(&q->rng, 8);
    in->g_group = q->group[q->groups] = lp_below(&q->rng, 1u << q->group_w);
    in->g_sectors = lp_split_sectors(job, q->groups);
    in->g_codec = job->number;
    q->groups++;
    return true;
}

static bool give_entry(struct split *q, struct lp_cdma_split_in *in)
{
    const struct lp_split_job *job = now(q);

    if (!q->running || q->stopped || !job->index || q->entries == job->groups)
        return false;
    in->n_bytes = (uint32_t)job->size[q->entries];
    in->n_err = q->entries >= job->no_entry;
    q->entries++;
    return true;
}

/* Whether the job whose beats are coming needs no more of them. */
static bool is_dropped(const struct split *q)
{
    bool fails = q->link == q->ended && q->link < q->begun && (q->stopped || !q->running);

    return q->dropped && (q->link < q->ended || fails);
}

static void noise(struct split *q, struct lp_cdma_split_in *in)
{
    for (unsigned i = 0; i < sizeof in->s_data / sizeof *in->s_data; i++)
        in->s_data[i] = (uint32_t)lp_random(&q->rng);
    in->s_err = lp_below(&q->rng, 2);
}

static bool give_beat(struct split *q, struct lp_cdma_split_in *in)
{
    bool full = q->offered >= q->link + RING - 2;

    if (q->link >= q->ended + 2 || (q->running && q->still) || (q->ended < q->hoard && !full))
        return false;
    const struct lp_split_job *job = job_at(q, q->link);
    unsigned beat = q->beat < lp_split_beats(job) ? (unsigned)q->beat : 0;
    memcpy(in->s_data, job->stream + (size_t)beat * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->s_err = beat == job->bad_beat;
    if (is_dropped(q))
        noise(q, in);
    if (++q->beat == lp_split_beats_said(job)) {
        q->beat = 0;
        q->link++;
    }
    return true;
}

static bool split_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct split *q = (struct split *)self;

    switch (stream) {
    case JOBS: return give_job(q, in);
    case GROUPS: return give_group(q, in);
    case ENTRIES: return give_entry(q, in);
    default: return give_beat(q, in);
    }
}

static void split_drive(struct lp_traffic *self, void *ports)
{
    struct split *q = (struct split *)self;
    struct lp_cdma_split_in *in = ports;
    bool none = q->over || (q->running && q->groups == now(q)->groups);

    in->over = none && (q->groups == q->taken || in->g_valid);
    q->kill = q->kill || (q->running && q->cycles == q->kill_at);
    in->kill = q->kill;
}

/* ---- what comes out ---- */

static const char *flit_out(struct split *q, const struct lp_cdma_split_in *in,
                            const struct lp_cdma_split_out *out)
{
    const struct lp_split_job *job = now(q);
    unsigned nth = q->place.packet;

    if (!q->running || nth >= q->taken)
        return "p_valid_o: a packet without a group";
    if (out->p_channel != q->channel[nth] || out->p_group != q->group[nth] ||
        out->p_sectors != lp_split_sectors(job, nth))
        return "p: not the group whose turn it is";
    const struct lp_split_flit flit = {out->p_data, out->p_codec, out->p_bytes, out->p_last};
    struct lp_split_place after;
    const char *wrong = lp_split_flit_wrong(job, &q->place, &flit, q->killed, &after);
    if (!wrong && in->p_ready)
        q->place = after;
    return wrong;
}

static const char *result_out(struct split *q, const struct lp_cdma_split_in *in,
                              const struct lp_cdma_split_out *out)
{
    const struct lp_split_job *job = now(q);
    unsigned status = q->killed ? (unsigned)LP_DMA_ABORTED : (unsigned)job->status;

    if (q->begun == q->ended)
        return "r_valid_o: a result without a job";
    if (q->place.packet != q->groups || q->taken != q->groups)
        return "r_valid_o before the last packet";
    if (status == LP_DMA_GOOD && q->place.packet != job->groups)
        return "r_valid_o before the last group";
    if (out->r_status != status)
        return "r_status_o is not the status of the job";
    if (out->r_bad != (q->killed ? 0 : job->bad))
        return "r_bad_o is not the first bad group";
    if (out->p_valid)
        return "p_valid_o after the result";
    q->running = false;
    if (!in->r_ready)
        return NULL;
    q->stuck = q->stuck || job->endless;
    q->ended++;
    if (q->endless && q->hoard <= q->ended && lp_below(&q->rng, 20) == 0)
        q->hoard = q->ended + 5 + lp_below(&q->rng, 10);
    q->base.lines++;
    q->kill = false;
    return NULL;
}

static void begin(struct split *q)
{
    q->begun++;
    q->running = true;
    q->killed = q->stopped = q->over = false;
    q->cycles = q->groups = q->taken = q->entries = 0;
    q->place = (struct lp_split_place){0};
    q->kill_at = lp_below(&q->rng, 3) == 0 ? lp_below(&q->rng, 400) : PATIENCE;
    if (now(q)->endless || q->ended < q->hoard)
        q->kill_at = lp_below(&q->rng, 600);
    q->still = q->kill_at != PATIENCE && lp_below(&q->rng, 2);
}

static const char *split_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    struct split *q = (struct split *)self;
    const struct lp_cdma_split_in *in = in_ports;
    const struct lp_cdma_split_out *out = out_ports;
    const struct lp_split_job *job = now(q);
    const char *wrong = NULL;

    (void)cycle;
    if (out->stop && !q->killed && (job->status == LP_DMA_GOOD || job->status == LP_DMA_CORRUPT))
        return "stop_o: nothing has failed";
    q->stopped = out->stop;
    q->dropped = out->drop;
    if (out->p_valid)
        wrong = flit_out(q, in, out);
    if (!wrong && out->r_valid)
        wrong = result_out(q, in, out);
    q->killed |= q->running && in->kill;
    q->taken += in->g_valid && out->g_ready;
    if (q->running && ++q->cycles > PATIENCE && !q->stuck)
        return "r_valid_o: the job does not end";
    if (in->j_valid && out->j_ready)
        begin(q);
    return wrong;
}

static void split_reset(struct lp_traffic *self)
{
    struct split *q = (struct split *)self;

    q->offered = q->begun = q->ended = q->link = q->made;
    q->beat = q->hoard = 0;
    q->running = q->kill = q->over = q->stopped = q->dropped = q->stuck = false;
    q->groups = q->taken = q->entries = 0;
}

static struct lp_traffic *split_random(const int *values, uint64_t seed)
{
    struct split *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = split_beat,
                                  .drive = split_drive,
                                  .reactive = true,
                                  .check = split_check,
                                  .reset = split_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->endless = lp_below(&q->rng, 3) == 0;
    q->codecs = lpi_cdma_built(values[0]);
    q->elem = (unsigned)values[1];
    q->group_w = (unsigned)values[2];
    return &q->base;
}

extern const struct lp_hooks lp_cdma_split_hooks;
const struct lp_hooks lp_cdma_split_hooks = {.random = split_random, .calm = 4};
