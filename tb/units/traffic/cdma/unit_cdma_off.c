/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_off: jobs of up to 127 groups, a buffer that drains them, an index writer and
 * a link that answers late, with errors now and then, and kills that are held until the result. The
 * stream, the index and the result are computed from the groups, the status from the order of
 * format.md section 12.3.
 */
#include <stdlib.h>
#include <string.h>

#include <linepress/cdma.h>

#include "units/cdma/cdma_off_ports.h"
#include "base/rng.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "rate.h"

enum { JOBS, RESULTS, GROUPS, ORDERS, FLITS, INDEXES, ENTRIES, WRITTEN, LINKS, BEATS, ARRIVED };
#define MOST 127 /* groups of a job */
#define STREAM (MOST * LP_DMA_GROUP_BOUND)
#define NEVER UINT64_MAX

struct group {
    unsigned bytes, zeros;
    bool err;
};

struct job {
    uint64_t dev, host, sectors, room, table;
    unsigned codec, groups;
    bool has;
    struct group group[MOST];
};

struct off {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned channels, group_w;
    uint64_t now;

    struct job job, next;
    bool busy, kill, killed;
    bool none_taken; /* the job's end has come at s */

    unsigned launched, given, named, drained; /* groups: at t, g, o, s */
    bool none_named;
    unsigned flit; /* of the group that is drained */

    /* Groups received at s, and the expected output. */
    uint8_t stream[STREAM + LP_SECTOR_BYTES];
    uint64_t total, zeros; /* bytes, if there were room */
    bool over, past, err;
    unsigned bad;
    uint64_t sent;     /* bytes at the link */
    bool last, closed; /* the link has the last beat; it was the beat of a failed job */
    bool stale;        /* the previous job owes it */

    bool index_told, link_told, index_end, index_back, link_back, index_err, link_err;
    unsigned entries;
    uint64_t index_from, link_from; /* not taken before this cycle, */
    uint64_t index_at, link_at;     /* not answered before this one */

    unsigned left, credits, kills, drains; /* a phase: its cycles; rates of 8, of 512 and of 8 */
    uint32_t rate;
};

/* ---- jobs ---- */

static unsigned draw_bytes(struct lp_rng *rng, unsigned kind)
{
    switch (kind) {
    case 0: return 1 + lp_below(rng, 32);
    case 1: return LP_DMA_GROUP_BOUND - lp_below(rng, 4);
    case 2: return 16;
    default: return 1 + lp_below(rng, LP_DMA_GROUP_BOUND);
    }
}

static uint64_t any_address(struct lp_rng *rng, unsigned bits, unsigned grain)
{
    uint64_t address = lp_random(rng) & (UINT64_MAX >> (64 - bits));
    return lp_below(rng, 8) ? address / grain * grain : address; /* the unit does not look */
}

static void draw_job(struct off *q, struct job *job)
{
    struct lp_rng *rng = &q->rng;
    unsigned kind = lp_below(rng, 5), errors = lp_below(rng, 3) ? 0 : 1 + lp_below(rng, 30);
    bool blank = lp_below(rng, 4) == 0;
    uint64_t total = 0, most = (UINT64_C(1) << (q->group_w + 10)) / 32 - 1;

    job->groups = 1 + lp_below(rng, lp_below(rng, 6) ? 8 : MOST);
    if (lp_below(rng, 24) == 0) { /* the largest possible number of bytes */
        job->groups = MOST - lp_below(rng, 8);
        kind = 1;
    }
    job->dev = any_address(rng, q->group_w + 9, LP_DMA_GROUP);
    job->host = any_address(rng, 40, LP_SECTOR_BYTES);
    job->table = any_address(rng, 40, LP_SECTOR_BYTES);
    job->sectors = job->groups * LP_DMA_SECTORS - (lp_below(rng, 2) ? lp_below(rng, 16) : 0);
    job->codec = lp_below(rng, 16);
    job->has = lp_below(rng, 2);
    for (unsigned k = 0; k < job->groups; k++) {
        struct group *group = &job->group[k];
        group->bytes = draw_bytes(rng, kind);
        group->zeros = blank ? 128 : lp_below(rng, 129);
        group->err = lp_below(rng, 256) < errors;
        total += group->bytes;
    }
    uint64_t need = (total + 31) / 32;
    switch (lp_below(rng, 6)) {
    case 0: job->room = most; break;
    case 1: /* room ends somewhere before the stream */
        job->room = 1 + lp_below(rng, (uint32_t)need);
        break;
    case 2: job->room = UINT64_C(1) << lp_below(rng, q->group_w + 5); break;
    default: job->room = need;
    }
    job->room = 32 * (job->room < most ? job->room : most);
}

static bool give_job(struct off *q, struct lp_cdma_off_in *in)
{
    const struct job *job = &q->next;

    draw_job(q, &q->next);
    lpi_put64(in->j_dev, job->dev);
    lpi_put64(in->j_host, job->host);
    lpi_put64(in->j_sectors, job->sectors);
    lpi_put64(in->j_size, job->room);
    in->j_codec = job->codec;
    in->j_has_index = job->has;
    lpi_put64(in->j_index, job->table);
    return true;
}

static void begin(struct off *q)
{
    q->job = q->next;
    q->busy = true;
    q->kill = q->killed = q->none_taken = q->none_named = q->over = q->past = q->err = false;
    q->last = q->closed = false;
    q->index_told = q->link_told = q->index_end = q->index_back = q->link_back = false;
    q->index_err = q->link_err = false;
    q->launched = q->given = q->named = q->drained = q->flit = q->bad = q->entries = 0;
    q->total = q->zeros = q->sent = 0;
    q->index_at = q->link_at = NEVER;
    q->index_from = lp_below(&q->rng, 8) ? 0 : q->now + lp_below(&q->rng, 800);
    q->link_from = lp_below(&q->rng, 8) ? 0 : q->now + lp_below(&q->rng, 800);
}

/* ---- neighbours ---- */

/* The job's end is valid as its valid signal says; its other signals are random. */
static void give_none(struct off *q, struct lp_cdma_off_in *in)
{
    in->s_last = lp_below(&q->rng, 2);
    in->s_bytes = lp_below(&q->rng, 64);
    in->s_zeros = lp_below(&q->rng, 256);
    in->s_err = lp_below(&q->rng, 2);
    in->s_none = 1;
}

/* In the order of o, and not before the group has left at g. */
static bool give_flit(struct off *q, struct lp_cdma_off_in *in)
{
    const struct group *group = &q->job.group[q->drained];
    bool end = q->none_named && q->drained == q->named;

    if (!q->busy || q->none_taken || lp_below(&q->rng, 8) >= q->drains)
        return false;
    if (!end && (q->drained == q->named || q->drained >= q->given))
        return false;
    for (unsigned i = 0; i < 8; i++)
        in->s_data[i] = (uint32_t)lp_random(&q->rng);
    if (end) {
        give_none(q, in);
        return true;
    }
    unsigned rest = group->bytes - q->flit * LP_SECTOR_BYTES;
    uint8_t data[LP_SECTOR_BYTES];
    lpi_bytes_of_words(data, in->s_data, sizeof data);
    in->s_last = rest <= sizeof data;
    in->s_bytes = in->s_last ? rest : sizeof data;
    memset(data + in->s_bytes, 0, sizeof data - in->s_bytes);
    lpi_words_of_bytes(in->s_data, data, sizeof data);
    in->s_zeros = in->s_last ? group->zeros : 0;
    in->s_err = in->s_last && group->err;
    in->s_none = 0;
    return true;
}

/* The link may abandon a killed stream; it still takes the closing beat. */
static bool give_arrived(struct off *q, struct lp_cdma_off_in *in)
{
    bool may = q->last || (q->killed && lp_below(&q->rng, 40) == 0);

    if (!q->busy || !q->link_told || q->link_back || !may || q->now < q->link_at)
        return false;
    in->lr_err = q->link_err = lp_below(&q->rng, 8) == 0;
    return q->link_back = true;
}

static bool give_written(struct off *q, struct lp_cdma_off_in *in)
{
    if (!q->busy || !q->index_end || q->index_back || q->now < q->index_at)
        return false;
    in->wr_err = q->index_err = lp_below(&q->rng, 8) == 0;
    return q->index_back = true;
}

static bool off_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct off *q = (struct off *)self;

    switch (stream) {
    case JOBS: return give_job(q, in);
    case FLITS: return give_flit(q, in);
    case WRITTEN: return give_written(q, in);
    default: return give_arrived(q, in);
    }
}

static void draw_phase(struct off *q)
{
    q->left = 1 + lp_below(&q->rng, 400);
    q->credits = lp_below(&q->rng, 3) ? 8 : lp_below(&q->rng, 8);
    q->kills = lp_below(&q->rng, 3) ? 0 : 1 + lp_below(&q->rng, 20);
    q->drains = lp_below(&q->rng, 3) ? 8 : 1 + lp_below(&q->rng, 7);
    q->rate = lp_below(&q->rng, 2) ? 0 : lp_random_rate(&q->rng);
}

static void off_drive(struct lp_traffic *self, void *ports)
{
    struct off *q = (struct off *)self;
    struct lp_cdma_off_in *in = ports;

    if (q->left-- == 0)
        draw_phase(q);
    q->kill = q->busy && (q->kill || lp_below(&q->rng, 512) < q->kills);
    in->kill = q->kill;
    in->rate = q->rate;
    in->wj_ready &= q->now >= q->index_from;
    in->la_ready &= q->now >= q->link_from;
    in->credit = 0;
    for (unsigned c = 0; c < q->channels; c++)
        in->credit |= (uint32_t)(lp_below(&q->rng, 8) < q->credits) << c;
}

/* ---- what comes out ---- */

static uint32_t group_of(const struct off *q, unsigned nth)
{
    return (uint32_t)((q->job.dev >> 9) + nth) & (uint32_t)(UINT32_MAX >> (32 - q->group_w));
}

/* Where the address space ends, the counter of three channels goes on with the next. */
static uint32_t channel_of(const struct off *q, unsigned nth)
{
    bool fold = (q->channels & (q->channels - 1)) == 0;
    return lp_dma_channel(fold ? group_of(q, nth) : (q->job.dev >> 9) + nth, q->channels);
}

static const char *see_groups(struct off *q, const struct lp_cdma_off_in *in,
                              const struct lp_cdma_off_out *out)
{
    uint64_t rest = q->job.sectors - (uint64_t)q->given * LP_DMA_SECTORS;

    if (out->g_valid) {
        if (!q->busy || q->given == q->launched)
            return "g_valid_o: a group that was not launched";
        if (out->g_group != group_of(q, q->given) || out->g_channel != channel_of(q, q->given) ||
            out->g_sectors != (rest < LP_DMA_SECTORS ? rest : LP_DMA_SECTORS) ||
            out->g_codec != q->job.codec)
            return "g: not the job's next group";
        q->given += in->g_ready;
    }
    if (!out->t_valid)
        return NULL;
    if (!q->busy || q->launched == q->job.groups || in->kill)
        return "t_valid_o: a launch that must not be";
    if (out->t_channel != channel_of(q, q->launched) || !(in->credit >> out->t_channel & 1))
        return "t_channel_o has no room, or is not that of the group";
    q->launched++;
    return NULL;
}

static const char *see_order(struct off *q, const struct lp_cdma_off_in *in,
                             const struct lp_cdma_off_out *out)
{
    if (!out->o_valid)
        return NULL;
    if (!q->busy || q->none_named)
        return "o_valid_o after the job's end";
    if (out->o_none) {
        if (q->named != q->launched || (q->launched < q->job.groups && !q->killed && !q->over))
            return "o_none_o before the last group";
        q->none_named = in->o_ready;
        return NULL;
    }
    if (q->named >= q->launched || out->o_channel != channel_of(q, q->named))
        return "o: not the next group that was launched";
    q->named += in->o_ready;
    return NULL;
}

static void take_flit(struct off *q, const struct lp_cdma_off_in *in)
{
    if (in->s_none) {
        q->none_taken = true;
        return;
    }
    if (q->total + in->s_bytes <= STREAM)
        lpi_bytes_of_words(q->stream + q->total, in->s_data, LP_SECTOR_BYTES);
    q->total += in->s_bytes;
    q->flit++;
    if (!q->over && q->total > q->job.room) {
        q->over = true;
        q->bad = q->err ? q->bad : q->drained;
    }
    if (!in->s_last)
        return;
    if (in->s_err && !q->err && !q->past) {
        q->err = true;
        q->bad = q->drained;
    }
    q->past = q->over;
    q->zeros += in->s_zeros;
    q->drained++;
    q->flit = 0;
}

static const char *see_index(struct off *q, const struct lp_cdma_off_in *in,
                             const struct lp_cdma_off_out *out)
{
    if (out->wj_valid) {
        if (!q->busy || !q->job.has || q->index_told || lpi_get64(out->wj_addr) != q->job.table)
            return "wj: not the index of the job";
        q->index_told = in->wj_ready;
    }
    if (!out->x_valid || !in->x_ready)
        return NULL;
    if (!q->busy || !q->job.has || q->index_end)
        return "x_valid_o: an entry without an index";
    if (out->x_end) {
        q->index_end = true;
        q->index_at = q->now + lp_below(&q->rng, 60);
        return NULL;
    }
    if (q->entries >= q->drained || out->x_bytes != q->job.group[q->entries++].bytes)
        return "x_bytes_o is not that of the next group";
    return NULL;
}

static const char *see_beat(struct off *q, const struct lp_cdma_off_in *in,
                            const struct lp_cdma_off_out *out)
{
    static const uint8_t zero[LP_SECTOR_BYTES];
    uint8_t is[LP_SECTOR_BYTES], due[LP_SECTOR_BYTES] = {0};

    if (!out->m_valid)
        return NULL;
    if (!(q->busy || q->stale) || q->last)
        return "m_valid_o: a beat without a job";
    lpi_bytes_of_words(is, out->m_data, sizeof is);
    if (out->m_bad) {
        if (!out->m_last || memcmp(is, zero, sizeof is) != 0)
            return "m: a closing beat has data or is not the last";
    } else {
        uint64_t rest = q->total - q->sent, bytes = rest < sizeof due ? rest : sizeof due;
        memcpy(due, q->stream + q->sent, bytes);
        if (bytes == 0 || memcmp(is, due, sizeof due) != 0 || q->sent + bytes > q->job.room)
            return "m_data_o are not the next bytes of the stream";
        bool end = q->none_taken && rest <= sizeof due, fails = q->killed || q->err || q->over;
        if (out->m_last ? !end || q->err || q->over || q->stale : end && !fails)
            return "m_last_o is not at the last beat of a good stream";
        q->sent += in->m_ready ? bytes : 0;
    }
    if (!in->m_ready || !out->m_last)
        return NULL;
    q->closed = out->m_bad;
    q->last = q->busy;
    q->stale = false;
    if (q->busy && q->link_told)
        q->link_at = q->now + lp_below(&q->rng, 60);
    return NULL;
}

static const char *see_link(struct off *q, const struct lp_cdma_off_in *in,
                            const struct lp_cdma_off_out *out)
{
    if (!out->la_valid)
        return NULL;
    if (!q->busy || q->link_told || lpi_get64(out->la_addr) != q->job.host)
        return "la: not the stream of the job";
    if (in->la_ready) {
        q->link_told = true;
        q->link_at = q->now + lp_below(&q->rng, 60);
    }
    return NULL;
}

/* The first that applies of 11, 8, 7, 6. With a late kill, the status with or without it is
 * allowed. */
static unsigned status_due(const struct off *q, unsigned is)
{
    if (q->killed && is == LP_DMA_ABORTED)
        return LP_DMA_ABORTED;
    return q->link_err                              ? LP_DMA_HOST_ERROR
           : q->err || (q->job.has && q->index_err) ? LP_DMA_DEVICE_ERROR
           : q->over                                ? LP_DMA_ROOM
                                                    : LP_DMA_GOOD;
}

static const char *see_result(struct off *q, const struct lp_cdma_off_in *in,
                              const struct lp_cdma_off_out *out)
{
    unsigned status = status_due(q, out->r_status);
    bool good = status == LP_DMA_GOOD,
         named = q->err ? status == LP_DMA_DEVICE_ERROR : status == LP_DMA_ROOM;

    if (!out->r_valid)
        return NULL;
    if (!q->busy || !q->none_taken || !q->link_back || (q->job.has && !q->index_back))
        return "r_valid_o before all have answered";
    if (!q->last && status != LP_DMA_ABORTED)
        return "r_valid_o before the link's last beat";
    if (out->r_status != status)
        return "r_status_o is not the status of the job";
    if (good && (q->drained != q->job.groups || q->closed || q->sent != q->total ||
                 (q->job.has && q->entries != q->job.groups)))
        return "r_status_o: good, though not all was given";
    if (lpi_get64(out->r_bytes) != (good ? q->total : 0) ||
        lpi_get64(out->r_zeros) != (good ? q->zeros : 0))
        return "bytes or zero words of the result are wrong";
    if (out->r_bad != (named ? q->bad : 0))
        return "r_bad_o is not the first bad group";
    if (q->last && q->closed != (status == LP_DMA_ABORTED || q->err || q->over))
        return "the closing beat does not agree with r_status_o";
    if (!in->r_ready)
        return NULL;
    q->stale = !q->last;
    q->busy = q->kill = false;
    q->base.lines++;
    return NULL;
}

static const char *off_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct off *q = (struct off *)self;
    const struct lp_cdma_off_in *in = in_ports;
    const struct lp_cdma_off_out *out = out_ports;
    const char *wrong = see_groups(q, in, out);
    bool takes = in->j_valid && out->j_ready;

    q->now = cycle;
    if (!wrong)
        wrong = see_order(q, in, out);
    if (!wrong)
        wrong = see_beat(q, in, out);
    if (!wrong && in->s_valid && out->s_ready)
        take_flit(q, in);
    if (!wrong)
        wrong = see_index(q, in, out);
    if (!wrong)
        wrong = see_link(q, in, out);
    if (!wrong && takes && (q->busy || q->stale))
        wrong = "j_ready_o before the job before is over";
    if (!wrong)
        wrong = see_result(q, in, out);
    q->killed = q->killed || (q->busy && in->kill);
    if (takes)
        begin(q);
    return wrong;
}

static void off_reset(struct lp_traffic *self)
{
    struct off *q = (struct off *)self;

    q->busy = q->stale = q->kill = false;
}

static struct lp_traffic *off_random(const int *values, uint64_t seed)
{
    struct off *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = off_beat,
                                  .drive = off_drive,
                                  .reactive = true,
                                  .check = off_check,
                                  .reset = off_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->channels = (unsigned)values[0];
    q->group_w = (unsigned)values[1];
    return &q->base;
}

extern const struct lp_hooks lp_cdma_off_hooks;
const struct lp_hooks lp_cdma_off_hooks = {.random = off_random, .calm = 8};
