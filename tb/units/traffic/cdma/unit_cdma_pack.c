/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_pack: jobs of groups of all sizes, room that is exact, ample or short, errors,
 * kills, and a link that stalls for long. The bytes of the flits taken go into a queue of bytes;
 * each beat must be the next 32 of them, and sums, index entries, closing beats and results are
 * computed from the flits and from the specification of kills.
 */
#include <stdlib.h>
#include <string.h>

#include <linepress/cdma.h>

#include "units/cdma/cdma_pack_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "base/rng.h"
#include "kit/streams.h"

enum stream { J, S };

#define BEAT 32u
#define GROUPS 400   /* most groups of a job */
#define DRAWN 4      /* jobs between their offer at j and their end at s */
#define QUEUE 131072 /* bytes */
#define LINKS 512    /* jobs whose beats are not all out */
#define ENTRIES 4096
#define OWED 255  /* closing beats that may be owed */
#define SETTLED 4 /* free cycles after which a stall of the other side has no effect */

/* Contents of a job, drawn when it is offered. */
struct drawn {
    unsigned groups;
    uint16_t size[GROUPS];
    uint64_t room;
    unsigned errors; /* of 256 */
};

/* A job at the link; positions are those of the queue of bytes. */
struct link {
    uint64_t begin, end; /* range of its bytes; end moves while flits are taken */
    uint64_t at;         /* position of the next byte due */
    uint64_t room;
    bool over; /* its result is known */
    bool good;
};

struct entry {
    uint16_t bytes;
    bool end;
};

struct pack {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t room_most; /* length that its port takes */

    struct drawn drawn[DRAWN];
    uint64_t jobs_drawn, jobs_sent; /* sent: up to none */
    unsigned group, flit;           /* of the job at s */
    bool cut;                       /* most groups: `more` */
    unsigned more;

    /* the job in progress */
    bool run, ending, done, index;
    bool killed, kill_before; /* kill until two cycles ago, and in the cycle before */
    bool over, past, err;
    uint64_t room, total, zeros, bytes; /* bytes: of the group */
    uint32_t count, bad;
    uint64_t beats; /* of the job at the link */

    uint8_t queue[QUEUE];
    uint64_t taken; /* bytes that ever went in */
    struct link links[LINKS];
    uint64_t link_in, link_out;
    struct entry entries[ENTRIES];
    uint64_t entry_in, entry_out;

    /* Cycles for which the link was free without an earlier closing beat, and for which x was;
     * cycles since the last event of each kind. */
    unsigned free_m, free_x, since_none, since_job, since_kill;
    unsigned left, kills, dead; /* a phase: its cycles; rates of 1024; cycles without a link */
    bool hold;                  /* kill stays up */
    bool kill_now;
};

/* ---- inputs ---- */

static unsigned draw_size(struct pack *q, unsigned kind)
{
    switch (kind) {
    case 0: return 16;
    case 1: return 512;
    case 2: return 528;
    case 3: return 1 + lp_below(&q->rng, 32);
    case 4: return 1 + lp_below(&q->rng, LP_DMA_GROUP_BOUND);
    case 5: return 31 + lp_below(&q->rng, 3);
    case 6: return 32 * (1 + lp_below(&q->rng, 18));
    default: return draw_size(q, lp_below(&q->rng, 7));
    }
}

static bool draw_job(struct pack *q, struct lp_cdma_pack_in *in)
{
    struct drawn *job = &q->drawn[q->jobs_drawn % DRAWN];
    unsigned kind = lp_below(&q->rng, 9);
    uint64_t total = 0;

    if (q->jobs_drawn - q->jobs_sent >= DRAWN)
        return false;
    q->jobs_drawn++;
    job->groups = 1 + lp_below(&q->rng, lp_below(&q->rng, 8) ? 12 : GROUPS);
    for (unsigned g = 0; g < job->groups; g++)
        total += job->size[g] = (uint16_t)draw_size(q, kind);
    job->errors = lp_below(&q->rng, 4) ? 0 : 1 + lp_below(&q->rng, 40);
    job->room = (total + BEAT - 1) / BEAT * BEAT;
    if (lp_below(&q->rng, 3) == 0)
        job->room += (lp_random(&q->rng) & 0xfffffffff) / BEAT * BEAT;
    else if (lp_below(&q->rng, 2) == 0)
        job->room = BEAT * (1 + (uint64_t)lp_below(&q->rng, (uint32_t)(job->room / BEAT)));
    else if (lp_below(&q->rng, 2) == 0) /* far too many, or few except for one bit */
        job->room = UINT64_C(1) << lp_below(&q->rng, 41);
    if (job->room > q->room_most)
        job->room = q->room_most - job->room % 8192;
    job->room = job->room / BEAT * BEAT;
    lpi_put64(in->j_room, job->room);
    in->j_index = lp_below(&q->rng, 2);
    return true;
}

static void draw_data(struct pack *q, uint32_t *words, unsigned bytes)
{
    uint8_t data[BEAT];

    lp_random_words(&q->rng, words, 256);
    lpi_bytes_of_words(data, words, BEAT);
    memset(data + bytes, 0, BEAT - bytes);
    lpi_words_of_bytes(words, data, BEAT);
}

/* The end of a job; its payload is ignored. */
static void draw_none(struct pack *q, struct lp_cdma_pack_in *in)
{
    lp_random_words(&q->rng, in->s_data, 256);
    in->s_last = lp_below(&q->rng, 2);
    in->s_bytes = lp_below(&q->rng, 64);
    in->s_zeros = lp_below(&q->rng, 256);
    in->s_err = lp_below(&q->rng, 2);
    in->s_none = 1;
    q->jobs_sent++;
    q->group = q->flit = 0;
    q->cut = false;
}

static bool draw_flit(struct pack *q, struct lp_cdma_pack_in *in)
{
    struct drawn *job = &q->drawn[q->jobs_sent % DRAWN];
    unsigned left;

    if (q->jobs_drawn == q->jobs_sent)
        return false;
    if (q->group == job->groups || (q->cut && q->flit == 0 && q->more == 0)) {
        draw_none(q, in);
        return true;
    }
    left = job->size[q->group] - BEAT * q->flit++;
    in->s_last = left <= BEAT;
    in->s_bytes = in->s_last ? left : BEAT;
    draw_data(q, in->s_data, in->s_bytes);
    in->s_zeros = in->s_last ? lp_below(&q->rng, 129) : 0;
    in->s_err = in->s_last && lp_below(&q->rng, 256) < job->errors;
    in->s_none = 0;
    if (in->s_last) {
        q->group++;
        q->flit = 0;
        q->more -= q->cut && q->more > 0;
    }
    return true;
}

static bool pack_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct pack *q = (struct pack *)self;
    return stream == J ? draw_job(q, in) : draw_flit(q, in);
}

static void draw_phase(struct pack *q)
{
    q->left = 100 + lp_below(&q->rng, 1500);
    q->kills = lp_below(&q->rng, 3) ? 0 : 1 + lp_below(&q->rng, 60);
    q->dead = 0;
    if (lp_below(&q->rng, 12) == 0) {
        q->kills = 1000;
        q->dead = q->left = lp_below(&q->rng, 2) ? 100 : 6000;
    }
    q->hold = lp_below(&q->rng, 2);
}

static void pack_drive(struct lp_traffic *self, void *in_ports)
{
    struct pack *q = (struct pack *)self;
    struct lp_cdma_pack_in *in = in_ports;

    if (q->left-- == 0)
        draw_phase(q);
    in->kill = lp_below(&q->rng, 1024) < q->kills || (q->hold && q->kill_now && q->run);
    q->kill_now = in->kill;
    if (q->dead) {
        q->dead--;
        in->m_ready = 0;
    }
}

/* ---- expected output ---- */

static void take_bytes(struct pack *q, const struct lp_cdma_pack_in *in)
{
    struct link *link = &q->links[(q->link_in - 1) % LINKS];
    uint8_t data[BEAT];

    lpi_bytes_of_words(data, in->s_data, BEAT);
    for (unsigned i = 0; i < in->s_bytes; i++)
        q->queue[q->taken++ % QUEUE] = data[i];
    link->end = q->taken;
}

static void take_entry(struct pack *q, uint64_t bytes, bool end)
{
    if (q->index)
        q->entries[q->entry_in++ % ENTRIES] = (struct entry){(uint16_t)bytes, end};
}

static void take_flit(struct pack *q, const struct lp_cdma_pack_in *in)
{
    bool swallowed = q->killed || q->kill_before || q->over;

    q->total += in->s_bytes;
    q->bytes += in->s_bytes;
    if (!q->over && q->total > q->room) {
        q->over = true;
        if (!q->err)
            q->bad = q->count;
    }
    if (!swallowed && !q->over)
        take_bytes(q, in);
    if (!in->s_last)
        return;
    /* The group that did not fit may still be bad, those after it are ignored. */
    if (in->s_err && !q->err && !q->past) {
        q->err = true;
        q->bad = q->count;
    }
    q->past = q->past || q->over;
    if (!swallowed && !q->over)
        take_entry(q, q->bytes, false);
    q->bytes = 0;
    q->zeros += in->s_zeros;
    q->count++;
}

static void take_job(struct pack *q, const struct lp_cdma_pack_in *in)
{
    q->run = true;
    q->ending = q->killed = q->kill_before = q->over = q->past = q->err = false;
    q->index = in->j_index;
    q->room = lpi_get64(in->j_room);
    q->total = q->zeros = q->bytes = 0;
    q->count = q->bad = 0;
    q->since_job = q->since_none = q->since_kill = 0;
    q->links[q->link_in++ % LINKS] = (struct link){
        .begin = q->taken, .end = q->taken, .at = q->taken, .room = q->room};
}

static uint32_t status(const struct pack *q)
{
    return q->killed ? LP_DMA_ABORTED
           : q->err  ? LP_DMA_DEVICE_ERROR
           : q->over ? LP_DMA_ROOM
                     : LP_DMA_GOOD;
}

static const char *result_out(struct pack *q, const struct lp_cdma_pack_in *in,
                              const struct lp_cdma_pack_out *out)
{
    struct link *link = &q->links[(q->link_in - 1) % LINKS];
    bool good;

    if (!out->r_valid)
        return q->done ? "the result is withdrawn" : NULL;
    if (!q->done) {
        if (!q->run || !q->ending)
            return "a result before its job's end";
        q->run = false;
        q->done = true;
        link->over = true;
        link->good = status(q) == LP_DMA_GOOD && q->total > 0;
        q->base.lines++;
    }
    good = status(q) == LP_DMA_GOOD;
    if (out->r_status != status(q))
        return "r_status_o is not the status of the job";
    if (lpi_get64(out->r_bytes) != (good ? q->total : 0) ||
        lpi_get64(out->r_zeros) != (good ? q->zeros : 0))
        return "bytes or zero words of the result are wrong";
    if (out->r_bad != (q->killed || good ? 0 : q->bad))
        return "r_bad_o is not the first bad group";
    q->done = !in->r_ready;
    return NULL;
}

static const char *closing_out(struct pack *q, const struct lp_cdma_pack_out *out,
                               const struct link *link)
{
    uint32_t any = 0;

    for (unsigned i = 0; i < 8; i++)
        any |= out->m_data[i];
    if (!out->m_last || any)
        return "a closing beat has data or is not the last";
    if (!link->over || link->good)
        return "a closing beat of a job that did not fail";
    q->beats = 0;
    q->link_out++;
    return NULL;
}

static const char *beat_out(struct pack *q, const struct lp_cdma_pack_in *in,
                            const struct lp_cdma_pack_out *out)
{
    struct link *link = &q->links[q->link_out % LINKS];
    uint8_t data[BEAT];
    uint64_t count;

    if (!out->m_valid || !in->m_ready)
        return NULL;
    if (q->link_out == q->link_in)
        return "a beat without a job";
    if (out->m_bad)
        return closing_out(q, out, link);
    lpi_bytes_of_words(data, out->m_data, BEAT);
    count = link->end - link->at < BEAT ? link->end - link->at : BEAT;
    for (unsigned i = 0; i < BEAT; i++)
        if (data[i] != (i < count ? q->queue[(link->at + i) % QUEUE] : 0))
            return "m_data_o are not the next bytes of the stream";
    link->at += count;
    if (count == 0 || ++q->beats * BEAT > link->room)
        return "a beat without data, or more than the room holds";
    if (out->m_last != (link->over && link->good && link->at == link->end) ||
        (!out->m_last && link->at == link->end))
        return "m_last_o is not at the last beat";
    if (out->m_last) {
        q->beats = 0;
        q->link_out++;
    }
    return NULL;
}

static const char *entry_out(struct pack *q, const struct lp_cdma_pack_in *in,
                             const struct lp_cdma_pack_out *out)
{
    const struct entry *entry = &q->entries[q->entry_out % ENTRIES];

    if (!out->x_valid || !in->x_ready)
        return NULL;
    if (q->entry_out == q->entry_in)
        return "an index entry that was not requested";
    if (out->x_end != entry->end || out->x_bytes != entry->bytes)
        return "an index entry is not the next one";
    q->entry_out++;
    return NULL;
}

/* Nothing waits longer than it must. */
static const char *pace(const struct pack *q, const struct lp_cdma_pack_out *out)
{
    bool link = q->free_m >= 2 * SETTLED, killed = q->since_kill >= SETTLED;
    bool idle = !q->run && !q->done;

    if (out->j_ready != idle && (out->j_ready || q->link_in - q->link_out < OWED))
        return "j_ready_o is not whether no job is in progress";
    if (q->link_in - q->link_out > OWED + 2 && out->j_ready)
        return "a job is taken though too many closing beats are owed";
    if (q->free_x < SETTLED || !(link || killed))
        return NULL;
    if (q->run && !q->ending && q->since_job >= 2 && !out->s_ready)
        return "s_ready_o is low without need";
    if (q->run && q->since_none >= SETTLED)
        return "no result though all has come";
    return NULL;
}

static void clocks(struct pack *q, const struct lp_cdma_pack_in *in)
{
    q->free_m = in->m_ready && q->link_in - q->link_out <= 1 ? q->free_m + 1 : 0;
    q->free_x = in->x_ready ? q->free_x + 1 : 0;
    q->since_job++;
    q->since_none += q->ending;
    q->since_kill += q->killed || q->kill_before || q->over;
}

/* The planner obeys stop: only groups already in flight still come. */
static void wind_down(struct pack *q, const struct lp_cdma_pack_out *out)
{
    if (q->run && !q->ending && !q->cut && (q->kill_now || out->stop)) {
        q->cut = true;
        q->more = q->dead ? 0 : lp_below(&q->rng, 6);
    }
}

static const char *pack_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct pack *q = (struct pack *)self;
    const struct lp_cdma_pack_in *in = in_ports;
    const struct lp_cdma_pack_out *out = out_ports;
    bool stop = q->run && q->over && !out->r_valid, took = out->j_ready && in->j_valid;
    const char *wrong = pace(q, out);

    (void)cycle;
    if (!wrong && out->stop != stop)
        wrong = "stop_o is not that the room is exceeded";
    if (!wrong)
        wrong = result_out(q, in, out);
    q->killed = q->killed || (q->run && q->kill_before);
    q->kill_before = q->run && in->kill;
    if (!wrong)
        wrong = beat_out(q, in, out);
    if (!wrong)
        wrong = entry_out(q, in, out);
    if (!wrong && out->s_ready && (!q->run || q->ending))
        wrong = "s_ready_o is high without a job";
    if (in->s_valid && out->s_ready && !wrong) {
        bool before = q->kill_before;

        /* A kill takes effect in the next cycle. */
        q->kill_before = false;
        if (in->s_none) {
            take_entry(q, 0, true);
            q->ending = true;
        } else {
            take_flit(q, in);
        }
        q->kill_before = before;
    }
    clocks(q, in);
    wind_down(q, out);
    if (took)
        take_job(q, in);
    return wrong;
}

static void pack_reset(struct lp_traffic *self)
{
    struct pack *q = (struct pack *)self;

    q->jobs_drawn = q->jobs_sent = 0;
    q->group = q->flit = 0;
    q->cut = q->run = q->ending = q->done = q->killed = q->kill_before = q->over = false;
    q->link_in = q->link_out = q->entry_in = q->entry_out = q->beats = q->taken = 0;
    q->free_m = q->free_x = 0;
}

static struct lp_traffic *pack_random(const int *values, uint64_t seed)
{
    struct pack *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->room_most = ((UINT64_C(1) << values[0]) - 1) / BEAT * BEAT;
    q->base = (struct lp_traffic){.beat = pack_beat,
                                  .drive = pack_drive,
                                  .reactive = true,
                                  .check = pack_check,
                                  .reset = pack_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    return &q->base;
}

extern const struct lp_hooks lp_cdma_pack_hooks;
const struct lp_hooks lp_cdma_pack_hooks = {.random = pack_random, .calm = 8};
