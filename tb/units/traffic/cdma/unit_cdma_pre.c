/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_pre: jobs of split_jobs, an index reader and a link that respond early or
 * late, channels that process groups in any order and hold many of them, with occasional errors,
 * and kills that are held until the result. Packets follow from the stream; the result follows from
 * the stream, the channels and a kill, in the order of format.md section 12.3.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_pre_ports.h"
#include "base/wide.h"
#include "lib/cdma/built.h"
#include "units/cosim/registry.h"
#include "rate.h"
#include "split_jobs.h"

enum { JOBS, RESULTS, INDEXES, ENTRIES, FETCHES, BEATS, FLITS };
#define AWAY 256  /* most groups that the channels hold */
#define HOLD 1500 /* most cycles for which they hold one */

struct where {
    uint64_t dev, host, table;
};

/* A group that a channel has in full. */
struct away {
    uint32_t group;
    unsigned nth, zeros, err;
};

struct pre {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned channels, codecs, elem, group_w;

    struct lp_split_job job, next;
    struct where where, next_where;
    bool busy, kill, killed, endless, blank;
    bool dropped, stopped;                           /* drop_o, rkill_o of the cycle before */
    bool over;                                       /* the index reader was asked to end */
    unsigned cycles, kill_at, index_from, link_from; /* of the job */

    bool index_told, link_told, reading;
    unsigned entries, idle_in; /* cycles until the index reader has done */
    uint64_t beat;             /* beats of the job */
    uint64_t lost;             /* beats of earlier jobs still to come */

    struct lp_split_place place;
    struct away away[AWAY];
    unsigned held, done; /* groups in the channels; groups returned */
    unsigned hold;       /* cycles in which no group returns, */
    bool may_hold;       /* once after the last flit: a unit must not stall for long */
    uint64_t zeros;
    unsigned first[2]; /* lowest group with a device error, that was corrupt */
    bool err[2];

    unsigned errors;      /* errors of a job: one in so many groups; 0: none */
    unsigned left, backs; /* a phase: its cycles; rates of 8 */
    uint32_t rate;
};

static uint32_t group_of(const struct pre *q, unsigned nth)
{
    return (uint32_t)((q->where.dev >> 9) + nth) & (UINT32_MAX >> (32 - q->group_w));
}

/* ---- jobs ---- */

static uint64_t any_address(struct lp_rng *rng, unsigned bits)
{
    return lp_random(rng) & (UINT64_MAX >> (64 - bits));
}

static bool give_job(struct pre *q, struct lp_cdma_pre_in *in)
{
    struct lp_split_job *job = &q->next;

    lp_split_job_random(&q->rng, q->codecs, q->elem, job);
    /* Only whole groups, found by size: the rest of a partial group might look like the start of
     * the next. */
    if (q->endless && lp_below(&q->rng, 6) == 0 && job->cut && job->sectors % LP_DMA_SECTORS == 0)
        lp_split_job_endless(&q->rng, q->group_w, job);
    /* Groups wrap to 0 after the last address and channels do not: a job ends before that. */
    uint64_t all = UINT64_C(1) << q->group_w, groups = (job->sectors_said + 15) / 16;
    uint64_t first = groups < all ? lp_random(&q->rng) % (all - groups) : 0;
    q->next_where = (struct where){first << 9 | lp_below(&q->rng, 512), any_address(&q->rng, 40),
                                   any_address(&q->rng, 40)};
    lpi_put64(in->j_dev, q->next_where.dev);
    lpi_put64(in->j_host, q->next_where.host);
    lpi_put64(in->j_sectors, job->sectors_said);
    lpi_put64(in->j_size, job->bytes_said);
    in->j_codec = job->number;
    in->j_has_index = job->index;
    lpi_put64(in->j_index, q->next_where.table);
    return true;
}

static void begin(struct pre *q)
{
    q->job = q->next;
    q->where = q->next_where;
    q->busy = true;
    q->kill = q->killed = q->stopped = false;
    q->index_told = q->link_told = q->reading = false;
    q->blank = lp_below(&q->rng, 4) == 0;
    bool many = q->job.groups >= 64;
    q->errors = lp_below(&q->rng, 2) ? 0 : many || lp_below(&q->rng, 3) == 0 ? 80 : 5;
    if (lp_below(&q->rng, many ? 2 : 8) == 0)
        q->hold = many ? HOLD : lp_below(&q->rng, HOLD);
    q->place = (struct lp_split_place){0};
    q->cycles = q->entries = q->done = 0;
    q->beat = q->zeros = 0;
    q->err[0] = q->err[1] = false;
    q->kill_at = lp_below(&q->rng, 4) == 0 ? lp_below(&q->rng, 600) : UINT32_MAX;
    if (q->job.endless)
        q->kill_at = lp_below(&q->rng, 1200);
    q->index_from = lp_below(&q->rng, 8) ? 0 : lp_below(&q->rng, 800);
    q->link_from = lp_below(&q->rng, 8) ? 0 : lp_below(&q->rng, 800);
}

/* ---- neighbours ---- */

/* An endless job has entries and beats for its real groups; it then waits for the kill. */
static bool give_entry(struct pre *q, struct lp_cdma_pre_in *in)
{
    const struct lp_split_job *job = &q->job;

    if (!q->busy || !q->reading || q->over || q->entries == job->groups)
        return false;
    in->n_bytes = (uint32_t)job->size[q->entries];
    in->n_err = q->entries >= job->no_entry;
    q->entries++;
    return true;
}

static void noise(struct pre *q, struct lp_cdma_pre_in *in)
{
    for (unsigned i = 0; i < sizeof in->s_data / sizeof *in->s_data; i++)
        in->s_data[i] = (uint32_t)lp_random(&q->rng);
    in->s_err = lp_below(&q->rng, 2);
}

static bool give_beat(struct pre *q, struct lp_cdma_pre_in *in)
{
    const struct lp_split_job *job = &q->job;

    if (q->lost > 0) {
        q->lost--;
        noise(q, in);
        return true;
    }
    if (!q->busy || !q->link_told || q->beat == lp_split_beats_said(job))
        return false;
    if (q->dropped && (q->stopped || q->killed)) {
        noise(q, in);
    } else if (q->beat < lp_split_beats(job)) {
        memcpy(in->s_data, job->stream + q->beat * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        in->s_err = q->beat == job->bad_beat;
    } else {
        return false;
    }
    q->beat++;
    return true;
}

static bool pre_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct pre *q = (struct pre *)self;

    switch (stream) {
    case JOBS: return give_job(q, in);
    case ENTRIES: return give_entry(q, in);
    default: return give_beat(q, in);
    }
}

/* Returns any of the groups that the channels hold. */
static void give_back(struct pre *q, struct lp_cdma_pre_in *in)
{
    if (q->hold > 0) {
        q->hold--;
    } else if (q->may_hold && lp_below(&q->rng, 400) == 0) {
        q->hold = lp_below(&q->rng, HOLD / 2);
        q->may_hold = false;
    }
    in->k_valid = q->held > 0 && q->hold == 0 && lp_below(&q->rng, 8) < q->backs;
    if (!in->k_valid)
        return;
    struct away *away = &q->away[lp_below(&q->rng, q->held)], it = *away;
    *away = q->away[--q->held];
    in->k_group = it.group;
    in->k_zeros = it.zeros;
    in->k_err = it.err;
    q->done++;
    q->zeros += it.zeros;
    for (unsigned e = 0; e < 2; e++)
        if ((it.err >> e & 1) && (!q->err[e] || it.nth < q->first[e])) {
            q->err[e] = true;
            q->first[e] = it.nth;
        }
}

static void draw_phase(struct pre *q)
{
    q->left = 1 + lp_below(&q->rng, 400);
    q->backs = lp_below(&q->rng, 2) ? 8 : 3 + lp_below(&q->rng, 5);
    q->rate = lp_below(&q->rng, 2) ? 0 : lp_random_rate(&q->rng);
}

static void pre_drive(struct lp_traffic *self, void *ports)
{
    struct pre *q = (struct pre *)self;
    struct lp_cdma_pre_in *in = ports;

    if (q->left-- == 0)
        draw_phase(q);
    q->kill = q->busy && (q->kill || q->cycles >= q->kill_at);
    in->kill = q->kill;
    in->rate = q->rate;
    in->rj_ready &= q->cycles >= q->index_from;
    in->lc_ready &= q->cycles >= q->link_from;
    give_back(q, in);
    q->over = q->reading && (q->over || q->stopped);
    if (q->over)
        in->n_valid = 0;
    if (q->reading && (q->over || (q->entries == q->job.groups && !in->n_valid)) &&
        (q->idle_in == 0 || --q->idle_in == 0))
        q->reading = false;
    in->rr_idle = !q->reading;
}

/* ---- what comes out ---- */

static bool fails(struct pre *q)
{
    return q->errors > 0 && lp_below(&q->rng, q->errors) == 0;
}

/* The channel has the packet; one that is empty is corrupt. */
static void keep(struct pre *q, bool empty)
{
    q->away[q->held++] = (struct away){
        .group = group_of(q, q->place.packet),
        .nth = q->place.packet,
        .zeros = q->blank ? 128 : lp_below(&q->rng, 129),
        .err = fails(q) + 2u * (empty || fails(q)),
    };
}

static const char *see_flit(struct pre *q, const struct lp_cdma_pre_in *in,
                            const struct lp_cdma_pre_out *out)
{
    const struct lp_split_job *job = &q->job;
    unsigned nth = q->place.packet;
    uint64_t groups = (job->sectors_said + 15) / 16, rest = job->sectors_said - 16u * nth;

    if (!out->p_valid)
        return NULL;
    if (!q->busy || nth >= groups || q->held == AWAY)
        return "p_valid_o: a packet without a group";
    if (out->p_group != group_of(q, nth) || out->p_sectors != (rest < 16 ? rest : 16) ||
        out->p_channel != lp_dma_channel(group_of(q, nth), q->channels))
        return "p: not the group whose turn it is";
    const struct lp_split_flit flit = {out->p_data, out->p_codec, out->p_bytes, out->p_last};
    struct lp_split_place after;
    const char *wrong = lp_split_flit_wrong(job, &q->place, &flit, q->killed, &after);
    if (wrong || !in->p_ready)
        return wrong;
    q->may_hold = q->hold == 0;
    if (flit.last)
        keep(q, after.dead);
    q->place = after;
    return NULL;
}

static const char *see_told(struct pre *q, const struct lp_cdma_pre_in *in,
                            const struct lp_cdma_pre_out *out)
{
    const struct lp_split_job *job = &q->job;

    if (out->rj_valid) {
        if (!q->busy || !job->index || q->index_told || lpi_get64(out->rj_addr) != q->where.table ||
            out->rj_groups != (job->sectors_said + 15) / 16)
            return "rj: not the index of the job";
        q->index_told = q->reading = in->rj_ready;
        q->idle_in = lp_below(&q->rng, 60);
    }
    if (!out->lc_valid)
        return NULL;
    if (!q->busy || q->link_told || lpi_get64(out->lc_addr) != q->where.host ||
        lpi_get64(out->lc_beats) != lp_split_beats_said(job))
        return "lc: not the stream of the job";
    q->link_told = in->lc_ready;
    return NULL;
}

/* The first that applies of 11, 8, 7, 10, 9; with a late kill, the status with or without it; *bad
 * is the group. */
static unsigned status_due(const struct pre *q, unsigned is, unsigned *bad)
{
    const struct lp_split_job *job = &q->job;

    *bad = 0;
    if (q->killed && is == LP_DMA_ABORTED)
        return LP_DMA_ABORTED;
    if (job->status == LP_DMA_HOST_ERROR)
        return job->status;
    /* Groups after a wrong size are ignored. */
    bool refused = q->err[0] &&
                   (job->status != LP_DMA_CONTRADICTION || q->first[0] < (unsigned)job->bad);
    if (job->status == LP_DMA_DEVICE_ERROR || refused) {
        *bad = job->status == LP_DMA_DEVICE_ERROR ? 0 : q->first[0];
        return LP_DMA_DEVICE_ERROR;
    }
    *bad = job->bad;
    if (job->status == LP_DMA_CONTRADICTION || !q->err[1])
        return job->status;
    if (job->status == LP_DMA_GOOD || q->first[1] < *bad)
        *bad = q->first[1];
    return LP_DMA_CORRUPT;
}

static const char *see_result(struct pre *q, const struct lp_cdma_pre_in *in,
                              const struct lp_cdma_pre_out *out)
{
    const struct lp_split_job *job = &q->job;
    unsigned bad, status = status_due(q, out->r_status, &bad), packets = q->place.packet;
    bool good = status == LP_DMA_GOOD;

    if (!out->r_valid)
        return NULL;
    if (!q->busy || !q->link_told || (job->index && (!q->index_told || q->reading)))
        return "r_valid_o before link and index are done";
    if (q->held > 0 || q->done != packets || q->place.flit != 0 || (good && packets != job->groups))
        return "r_valid_o before the last group has returned";
    if (out->r_status != status || out->r_bad != bad)
        return "r_status_o or r_bad_o does not match the job";
    if (lpi_get64(out->r_bytes) != (good ? job->bytes : 0) ||
        lpi_get64(out->r_zeros) != (good ? q->zeros : 0))
        return "bytes or zero words of the result are wrong";
    if (!in->r_ready)
        return NULL;
    q->lost += lp_split_beats_said(job) - q->beat;
    q->busy = q->kill = q->reading = false;
    q->base.lines++;
    return NULL;
}

static const char *pre_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct pre *q = (struct pre *)self;
    const struct lp_cdma_pre_in *in = in_ports;
    const struct lp_cdma_pre_out *out = out_ports;
    bool takes = in->j_valid && out->j_ready;
    const char *wrong = see_flit(q, in, out);

    (void)cycle;
    if (!wrong)
        wrong = see_told(q, in, out);
    if (!wrong && out->rkill && !q->killed && q->job.status == LP_DMA_GOOD &&
        (!q->busy || (q->job.index && (q->entries < q->job.groups || in->n_valid))))
        wrong = "rkill_o: entries of a good job are missing";
    if (!wrong && takes && q->busy)
        wrong = "j_ready_o before the job before is over";
    if (!wrong)
        wrong = see_result(q, in, out);
    q->dropped = out->drop;
    q->stopped = q->busy && out->rkill;
    q->killed = q->killed || (q->busy && in->kill);
    q->cycles++;
    if (takes)
        begin(q);
    return wrong;
}

static void pre_reset(struct lp_traffic *self)
{
    struct pre *q = (struct pre *)self;

    q->busy = q->kill = q->reading = q->stopped = q->dropped = false;
    q->held = 0;
    q->lost = 0;
}

static struct lp_traffic *pre_random(const int *values, uint64_t seed)
{
    struct pre *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = pre_beat,
                                  .drive = pre_drive,
                                  .reactive = true,
                                  .check = pre_check,
                                  .reset = pre_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->endless = lp_below(&q->rng, 3) == 0;
    q->channels = (unsigned)values[0];
    q->codecs = lpi_cdma_built(values[1]);
    q->elem = (unsigned)values[2];
    q->group_w = (unsigned)values[3];
    return &q->base;
}

extern const struct lp_hooks lp_cdma_pre_hooks;
const struct lp_hooks lp_cdma_pre_hooks = {.random = pre_random, .calm = 4};
