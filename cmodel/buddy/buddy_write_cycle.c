/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_buddy_write (rtl/buddy/lp_buddy_write.sv); holds that of lp_codec_enc. */
#include <linepress/gbbr.h>
#include <stdbool.h>
#include <string.h>

#include "../codec/codec_cycle.h"
#include "../common/ring.h"
#include "../common/rr.h"
#include "../common/wide.h"
#include "../gbbr/gbbr_state.h"
#include "buddy_cycle.h"

typedef struct lp_buddy_write_in LP_IN_T;
typedef struct lp_buddy_write_out LP_OUT_T;

#define MAX_ENTRIES (1u << LP_BUDDY_ENTRY_MAX)
#define JOBS 6u
#define BYPASS 4u
#define OUT_DEPTH 2u

struct job {
    uint64_t dev_addr, spill_addr, meta_addr;
    uint8_t entry, id, fault, target, codec;
    bool compressed;
};

/* What C says of a sector. */
struct beat {
    bool first, to_dev, to_bud, spills, meta, eight;
    uint8_t dev_n, spill_n, state;
    uint32_t data[8];
};

/* A memory's side: sectors and their requests on their way out. */
struct side {
    struct lpi_ring wants, sectors;
    struct {
        uint64_t addr;
        uint8_t sectors, entry;
        bool eight;
    } want[OUT_DEPTH];
    uint32_t sector[OUT_DEPTH][8];
};

struct buddy_write {
    unsigned entries;
    /*
     * u_steer, u_turn and u_job are filled together with the same requests, which leave at
     * different times. The first two may hold one more.
     */
    struct lpi_ring steer, turn, job;
    struct job jobs[JOBS + 1];

    unsigned idx, dropped; /* dropped: lines taken whose turn is still to come */
    struct lpi_ring bypass;
    struct {
        uint32_t data[8];
        bool last;
    } bypassed[BYPASS];

    /* C */
    bool c_first;
    unsigned c_due;

    /* u_cut */
    bool cut_ready, cut_valid;
    struct beat cut, cut_skid;

    struct side dev, bud;
    struct lpi_ring meta;
    struct {
        uint64_t addr;
        uint8_t state, entry;
    } metas[OUT_DEPTH];

    /* Bit e belongs to entry e. */
    uint64_t live, meta_due, dev_due, bud_due, err;
    struct {
        uint8_t id, fault;
    } entry[MAX_ENTRIES];

    struct lpi_rr answer_turn;
    struct lpi_ring answers;
    struct {
        uint8_t entry, id, code;
    } answer[OUT_DEPTH];
    bool done;
    unsigned done_entry;

    _Alignas(8) unsigned char enc[LP_CODEC_ENC_STATE];
};

_Static_assert(sizeof(struct buddy_write) <= LP_BUDDY_WRITE_STATE, "raise LP_BUDDY_WRITE_STATE");

/* Where sectors come from and go to. */
enum way { NOWHERE, DROP, ENC, BYPASSED };

static bool s_ready(const struct buddy_write *q)
{
    return q->job.count != JOBS;
}

static enum way way_of(const struct buddy_write *q, const struct lpi_ring *ring)
{
    const struct job *job = &q->jobs[ring->rd];

    if (!lpi_ring_valid(ring))
        return NOWHERE;
    return job->fault ? DROP : job->compressed ? ENC : BYPASSED;
}

/* The encoder's ports in this cycle. */
static void encoder(const struct buddy_write *q, const LP_IN_T *in, struct lp_codec_enc_in *enc_in,
                    struct lp_codec_enc_out *enc)
{
    *enc_in = (struct lp_codec_enc_in){
        .s_valid = in->d_valid && way_of(q, &q->steer) == ENC,
        .s_codec = q->jobs[q->steer.rd].codec,
        .s_mem = 1,
        .s_last = 1,
        .m_ready = q->cut_ready && way_of(q, &q->turn) == ENC,
    };
    memcpy(enc_in->s_data, in->d_data, sizeof in->d_data);
    lp_codec_enc_unit.eval(q->enc, enc_in, enc);
}

static bool d_ready(const struct buddy_write *q, const struct lp_codec_enc_out *enc)
{
    switch (way_of(q, &q->steer)) {
    case DROP:
        return true;
    case ENC:
        return enc->s_ready;
    case BYPASSED:
        return lpi_ring_ready(&q->bypass);
    default:
        return false;
    }
}

static void eval_side(const struct side *side, uint32_t *want_valid, uint32_t addr[2],
                      uint32_t *sectors, uint32_t *entry, uint32_t *sector_valid, uint32_t data[8])
{
    if (lpi_ring_valid(&side->wants)) {
        *want_valid = 1;
        lpi_put64(addr, side->want[side->wants.rd].addr);
        *sectors = side->want[side->wants.rd].sectors;
        *entry = side->want[side->wants.rd].entry;
    }
    if (lpi_ring_valid(&side->sectors)) {
        *sector_valid = 1;
        memcpy(data, side->sector[side->sectors.rd], sizeof side->sector[0]);
    }
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct buddy_write *q = state;
    LP_OUT_T *out = out_ports;
    struct lp_codec_enc_in enc_in;
    struct lp_codec_enc_out enc = {.s_ready = 0};

    if (way_of(q, &q->steer) == ENC)
        encoder(q, in_ports, &enc_in, &enc);
    memset(out, 0, sizeof *out);
    out->s_ready = s_ready(q);
    out->d_ready = d_ready(q, &enc);
    out->a_ready = out->devb_ready = out->budb_ready = 1;
    if (lpi_ring_valid(&q->meta)) {
        out->q_valid = 1;
        lpi_put64(out->q_addr, q->metas[q->meta.rd].addr);
        out->q_state = q->metas[q->meta.rd].state;
        out->q_entry = q->metas[q->meta.rd].entry;
    }
    eval_side(&q->dev, &out->dev_valid, out->dev_addr, &out->dev_sectors, &out->dev_entry,
              &out->devd_valid, out->devd_data);
    out->dev_eight = out->dev_valid && q->dev.want[q->dev.wants.rd].eight;
    eval_side(&q->bud, &out->bud_valid, out->bud_addr, &out->bud_sectors, &out->bud_entry,
              &out->budd_valid, out->budd_data);
    if (lpi_ring_valid(&q->answers)) {
        out->m_valid = 1;
        out->m_id = q->answer[q->answers.rd].id;
        out->m_code = q->answer[q->answers.rd].code;
    }
    out->done = q->done;
    out->done_entry = q->done ? q->done_entry : 0;
}

/* Takes requests in, and sends a sector on its way. */
static void tick_input(struct buddy_write *q, const LP_IN_T *in, bool d_take, bool bypass_leave)
{
    bool last = q->idx == 3, push = in->s_valid && s_ready(q);
    bool bypass = d_take && way_of(q, &q->steer) == BYPASSED;

    if (bypass) {
        memcpy(q->bypassed[lpi_ring_wr(&q->bypass)].data, in->d_data, sizeof in->d_data);
        q->bypassed[lpi_ring_wr(&q->bypass)].last = last;
    }
    lpi_ring_tick(&q->bypass, bypass, bypass_leave);
    if (push)
        q->jobs[lpi_ring_wr(&q->job)] = (struct job){.dev_addr = lpi_get64(in->s_dev_addr),
                                                     .spill_addr = lpi_get64(in->s_spill_addr),
                                                     .meta_addr = lpi_get64(in->s_meta_addr),
                                                     .entry = (uint8_t)in->s_entry,
                                                     .id = (uint8_t)in->s_id,
                                                     .fault = (uint8_t)in->s_fault,
                                                     .target = (uint8_t)in->s_target,
                                                     .compressed = in->s_compressed,
                                                     .codec = (uint8_t)in->s_codec};
    lpi_ring_tick(&q->steer, push, d_take && last);
    if (d_take)
        q->idx = (q->idx + 1) % 4;
}

/* Whether the sector that E holds moves on. */
static bool e_go(const struct buddy_write *q)
{
    const struct beat *e = &q->cut;

    if (!q->cut_valid)
        return false;
    if (e->to_dev && !(lpi_ring_ready(&q->dev.sectors) &&
                       (!e->first || lpi_ring_ready(&q->dev.wants))))
        return false;
    return (!e->to_bud || lpi_ring_ready(&q->bud.sectors)) &&
           (!e->spills || lpi_ring_ready(&q->bud.wants)) &&
           (!e->meta || lpi_ring_ready(&q->meta));
}

static void tick_side(struct side *side, const struct beat *sector, const struct job *want,
                      bool want_ready, bool sector_ready, bool dev)
{
    unsigned wr = lpi_ring_wr(&side->wants);

    if (want) {
        side->want[wr].addr = dev ? want->dev_addr : want->spill_addr;
        side->want[wr].sectors = dev ? sector->dev_n : sector->spill_n;
        side->want[wr].entry = want->entry;
        side->want[wr].eight = dev && sector->eight;
    }
    lpi_ring_tick(&side->wants, want != NULL, want_ready);
    if (sector && (dev ? sector->to_dev : sector->to_bud)) {
        memcpy(side->sector[lpi_ring_wr(&side->sectors)], sector->data, sizeof sector->data);
        lpi_ring_tick(&side->sectors, true, sector_ready);
    } else {
        lpi_ring_tick(&side->sectors, false, sector_ready);
    }
}

/* Requests and sectors leave; `e` is NULL if none does. */
static void tick_e(struct buddy_write *q, const LP_IN_T *in, const struct beat *e,
                   const struct job *job)
{
    bool first = e && e->first;

    tick_side(&q->dev, e, first && e->to_dev ? job : NULL, in->dev_ready, in->devd_ready, true);
    tick_side(&q->bud, e, first && e->spills ? job : NULL, in->bud_ready, in->budd_ready, false);
    if (first && e->meta) {
        unsigned wr = lpi_ring_wr(&q->meta);
        q->metas[wr].addr = job->meta_addr;
        q->metas[wr].state = e->state;
        q->metas[wr].entry = job->entry;
    }
    lpi_ring_tick(&q->meta, first && e->meta, in->q_ready);
}

/* The line's state and where its sectors go, known from its first beat. */
static void cut_line(const struct job *job, const struct lp_codec_enc_out *enc, struct beat *beat)
{
    struct lp_gbbr_split split;

    beat->state =
        (uint8_t)lpi_gbbr_state(job->target, job->codec, enc->m_sectors, enc->m_size);
    if (lp_gbbr_split(beat->state, job->target, &split) != LP_BUDDY_OK)
        return;
    beat->dev_n = split.eight ? 1 : split.dev_sectors;
    beat->eight = split.eight;
    beat->spill_n = split.spill_sectors;
}

/* The sector at C and whether it is the line's last; false if there is none. */
static bool c_beat(const struct buddy_write *q, const struct lp_codec_enc_out *enc,
                   struct beat *beat, bool *last)
{
    const struct job *job = &q->jobs[q->turn.rd];
    enum way way = way_of(q, &q->turn);

    memset(beat, 0, sizeof *beat);
    if (way == NOWHERE || (way == ENC && !enc->m_valid) || (way == DROP && q->dropped == 0) ||
        (way == BYPASSED && !lpi_ring_valid(&q->bypass)))
        return false;
    *last = true;
    if (way == ENC) {
        cut_line(job, enc, beat);
        memcpy(beat->data, enc->m_data, sizeof beat->data);
        *last = enc->m_last;
    } else if (way == BYPASSED) {
        beat->dev_n = 4;
        memcpy(beat->data, q->bypassed[q->bypass.rd].data, sizeof beat->data);
        *last = q->bypassed[q->bypass.rd].last;
    }
    beat->first = q->c_first;
    beat->to_dev = q->c_first ? beat->dev_n != 0 : q->c_due != 0;
    beat->to_bud = !beat->to_dev && (!q->c_first || beat->spill_n != 0);
    beat->spills = q->c_first && beat->spill_n != 0;
    beat->meta = q->c_first && way == ENC;
    return true;
}

/* The edge of C and of u_cut behind it. */
static void tick_c(struct buddy_write *q, const struct beat *beat, bool valid, bool last, bool go)
{
    bool leave = !q->cut_valid || go, offer = valid || !q->cut_ready, take = valid && q->cut_ready;

    if (leave && offer)
        q->cut = q->cut_ready ? *beat : q->cut_skid;
    if (q->cut_ready && valid)
        q->cut_skid = *beat;
    q->cut_ready = leave || (q->cut_ready && !valid);
    q->cut_valid = !leave || offer;
    if (take) {
        q->c_due = (q->c_first ? beat->dev_n : q->c_due) - beat->to_dev;
        q->c_first = last;
    }
}

static void acknowledge(uint64_t *due, uint64_t *err, bool valid, unsigned entry, bool bad)
{
    if (!valid)
        return;
    *due &= ~(UINT64_C(1) << entry);
    *err |= (uint64_t)bad << entry;
}

static void begin(struct buddy_write *q, const struct beat *e, const struct job *job)
{
    uint64_t bit = UINT64_C(1) << job->entry;

    q->live |= bit;
    q->meta_due = (q->meta_due & ~bit) | (e->meta ? bit : 0);
    q->dev_due = (q->dev_due & ~bit) | (e->to_dev ? bit : 0);
    q->bud_due = (q->bud_due & ~bit) | (e->spills ? bit : 0);
    q->err &= ~bit;
    q->entry[job->entry].id = job->id;
    q->entry[job->entry].fault = job->fault;
}

/* An entry whose writes are all acknowledged answers. */
static void tick_answers(struct buddy_write *q, const LP_IN_T *in)
{
    uint64_t full = q->live & ~(q->meta_due | q->dev_due | q->bud_due);
    bool push = full && lpi_ring_ready(&q->answers);
    unsigned wr = lpi_ring_wr(&q->answers), e;

    q->done = in->m_ready && lpi_ring_valid(&q->answers);
    q->done_entry = q->answer[q->answers.rd].entry;
    if (push) {
        e = lpi_rr_pick(&q->answer_turn, full);
        q->answer[wr].entry = (uint8_t)e;
        q->answer[wr].id = q->entry[e].id;
        q->answer[wr].code = q->err >> e & 1 ? LP_BUDDY_MEMORY : q->entry[e].fault;
        q->live &= ~(UINT64_C(1) << e);
        lpi_rr_take(&q->answer_turn, e);
    }
    lpi_ring_tick(&q->answers, push, in->m_ready);
}

static void tick(void *state, const void *in_ports)
{
    struct buddy_write *q = state;
    const LP_IN_T *in = in_ports;
    struct lp_codec_enc_in enc_in;
    struct lp_codec_enc_out enc;
    struct beat c, e = q->cut;
    struct job job = q->jobs[q->job.rd];
    bool last = false, go = e_go(q), begins = go && e.first, d_take, c_valid, c_take, drop;
    enum way way = way_of(q, &q->turn);

    encoder(q, in, &enc_in, &enc);
    lp_codec_enc_unit.tick(q->enc, &enc_in);
    d_take = in->d_valid && d_ready(q, &enc);
    c_valid = c_beat(q, &enc, &c, &last);
    c_take = c_valid && q->cut_ready;
    drop = d_take && q->idx == 3 && way_of(q, &q->steer) == DROP;

    tick_e(q, in, go ? &e : NULL, &job);
    tick_answers(q, in);
    acknowledge(&q->meta_due, &q->err, in->a_valid, in->a_entry, in->a_err);
    acknowledge(&q->dev_due, &q->err, in->devb_valid, in->devb_entry, in->devb_err);
    acknowledge(&q->bud_due, &q->err, in->budb_valid, in->budb_entry, in->budb_err);
    if (begins)
        begin(q, &e, &job);
    tick_c(q, &c, c_valid, last, go);

    bool push = in->s_valid && s_ready(q);
    tick_input(q, in, d_take, c_take && way == BYPASSED);
    q->dropped = q->dropped + drop - (c_take && way == DROP);
    lpi_ring_tick(&q->turn, push, c_take && last);
    lpi_ring_tick(&q->job, push, begins);
}

static void side_reset(struct side *side)
{
    side->wants.rd = side->wants.count = side->sectors.rd = side->sectors.count = 0;
}

static void reset(void *state)
{
    struct buddy_write *q = state;

    lp_codec_enc_unit.reset(q->enc);
    q->steer.rd = q->steer.count = q->turn.rd = q->turn.count = q->job.rd = q->job.count = 0;
    q->bypass.rd = q->bypass.count = q->meta.rd = q->meta.count = 0;
    q->answers.rd = q->answers.count = 0;
    side_reset(&q->dev);
    side_reset(&q->bud);
    q->idx = q->dropped = 0;
    q->c_first = q->cut_ready = true;
    q->cut_valid = q->done = false;
    q->live = 0;
    q->answer_turn.next = 0;
}

static void init(void *state, const int *values)
{
    struct buddy_write *q = state;

    memset(q, 0, sizeof *q);
    q->entries = (unsigned)values[0];
    q->steer.depth = q->turn.depth = q->job.depth = JOBS + 1;
    q->bypass.depth = BYPASS;
    q->dev.wants.depth = q->dev.sectors.depth = OUT_DEPTH;
    q->bud.wants.depth = q->bud.sectors.depth = OUT_DEPTH;
    q->meta.depth = q->answers.depth = OUT_DEPTH;
    lp_codec_enc_unit.init(q->enc, &values[1]);
    reset(q);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return lp_buddy_width(port, (unsigned)values[0], 1);
}

static const struct lp_port write_ports[] = LP_UNIT_TABLE(LP_BUDDY_WRITE_PORTS);
static const struct lp_param write_params[] = {
    {"ENTRIES", {16, 4, 2, 8, 32, 64}, 6},
    {"ELEM", {32, 16, 8}, 3},
};

const struct lp_unit lp_buddy_write_unit = {
    .name = "lp_buddy_write",
    .ports = write_ports,
    .nports = sizeof write_ports / sizeof *write_ports,
    .params = write_params,
    .nparams = 2,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = sizeof(struct buddy_write),
    .init = init,
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .width = width,
};
