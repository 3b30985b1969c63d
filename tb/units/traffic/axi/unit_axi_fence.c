/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axi_fence: a manager inside the fence that reads and writes at random and is
 * stopped and cut off at any moment, and outside the fence a memory that takes requests and answers
 * in any order that AXI allows, with errors on any beat. While it is cut off, the inside drives
 * random values.
 *
 * The fence must be a queue of two entries in each channel: each output is checked in each cycle,
 * against the head comment of the module and the beats taken so far. Outside, each burst must get
 * its beats, the last one marked, whatever happens inside; after a cut the inside must get only
 * answers to requests made since the cut.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axi_fence_ports.h"
#include "base/rng.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum stream { S_AR, S_R, S_AW, S_W, S_B, M_AR, M_R, M_AW, M_W, M_B };

#define WORDS 8
#define DEEP 512u /* entries of a queue here, more than are ever in use */
#define HOLDS 2u  /* of a channel of the fence */
#define AHEAD 4u  /* bursts whose beats have not all been taken */
#define ADDR_MASK ((UINT64_C(1) << 40) - 1)
#define FLOOD 1000u /* most cycles in which a memory collects requests */

/* How the memory takes requests and data; all are legal. */
enum kind { FREE, READS_FIRST, WRITES_FIRST, AW_FIRST, W_FIRST, KINDS };

enum phase { RUN, STOP, CUT };

struct address {
    uint64_t addr;
    uint32_t id, len;
};

struct beat {
    uint32_t data[WORDS], strb, id, resp, last;
};

/* Queues run from `out` to `in`, which are never reset. */
struct addresses {
    struct address at[DEEP];
    unsigned out, in;
};

struct beats {
    struct beat at[DEEP];
    unsigned out, in;
};

/* A burst in the memory. */
struct burst {
    uint32_t id, left;
    unsigned number; /* of a write */
};

struct bursts {
    struct burst at[DEEP];
    unsigned count;
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned id_mask, most;
    /* The inside. */
    enum phase phase;
    bool fresh;    /* it begins in this cycle */
    bool bare;     /* a cut comes without stop */
    bool small;    /* bursts have one beat */
    unsigned stay; /* least number of cycles left of the phase */
    uint32_t run;  /* mean cycles between two stops */
    /* Contents of the fence. */
    struct addresses ar, aw;
    struct beats r, w, b;
    struct addresses due;   /* bursts whose beats have not all been taken from the inside */
    unsigned place;         /* beats taken of the first of these */
    unsigned reads, writes; /* in flight */
    /* The memory. */
    enum kind kind;
    bool mixed; /* beats of reads mix */
    uint32_t late;
    unsigned flood; /* cycles for which it continues to collect requests */
    struct bursts rd, wr;
    unsigned aw_seen, w_whole; /* bursts whose address, and whose data, it has */
    bool w_part;               /* it has some of the data of the next one */
    struct lp_tally tally;
};

#define HELD(queue) ((queue).in - (queue).out)

/* ---- the inside ---- */

static void fresh_data(struct bench *q, uint32_t data[WORDS])
{
    for (unsigned i = 0; i < WORDS; i++)
        data[i] = (uint32_t)lp_random(&q->rng);
}

static uint32_t draw_len(struct bench *q)
{
    if (q->small)
        return 0;
    return lp_below(&q->rng, 16) ? lp_below(&q->rng, 5) : lp_below(&q->rng, 256);
}

static bool draw_address(struct bench *q, uint32_t addr[2], uint32_t *id, uint32_t *len)
{
    if (q->phase == CUT)
        return false;
    lpi_put64(addr, lp_random(&q->rng) & ADDR_MASK);
    *id = (uint32_t)lp_random(&q->rng) & q->id_mask;
    *len = draw_len(q);
    return true;
}

static bool draw_w(struct bench *q, struct lp_axi_fence_in *in)
{
    if (q->phase == CUT)
        return false;
    fresh_data(q, in->s_wdata);
    in->s_wstrb = (uint32_t)lp_random(&q->rng);
    in->s_wlast = lp_below(&q->rng, 2);
    return true;
}

/* Random signals of the inside while it is cut off. */
static void show_anything(struct bench *q, struct lp_axi_fence_in *in)
{
    in->s_arvalid = lp_below(&q->rng, 2);
    in->s_awvalid = lp_below(&q->rng, 2);
    in->s_wvalid = lp_below(&q->rng, 2);
    lpi_put64(in->s_araddr, lp_random(&q->rng) & ADDR_MASK);
    in->s_awid = (uint32_t)lp_random(&q->rng) & q->id_mask;
    in->s_awlen = lp_below(&q->rng, 256);
    in->s_wstrb = (uint32_t)lp_random(&q->rng);
    fresh_data(q, in->s_wdata);
}

static void enter(struct bench *q, enum phase phase)
{
    if (q->phase == CUT && phase == RUN) {
        q->fresh = true;
        q->small = lp_below(&q->rng, 4) == 0;
    }
    q->phase = phase;
    q->stay = phase == RUN ? lp_below(&q->rng, q->run) : lp_below(&q->rng, phase == STOP ? 40 : 6);
    q->bare = lp_below(&q->rng, 8) == 0;
    q->base.forgets = phase == CUT ? 1u << S_R | 1u << S_B : 0;
}

/* State in which a cut occurs. */
static void count_cut(struct bench *q)
{
    static const char *const rows[] = {"cuts"};
    static const char *const columns[] = {"all", "r held", "b held", "w begun", "w owed", "idle"};
    uint64_t *count = q->tally.count[0];

    q->tally.what = "state at a cut";
    q->tally.row = rows;
    q->tally.column = columns;
    q->tally.rows = 1;
    q->tally.columns = 6;
    count[0]++;
    count[1] += HELD(q->r) > 0;
    count[2] += HELD(q->b) > 0;
    count[3] += q->place > 0;
    count[4] += HELD(q->due) > 0;
    count[5] += q->reads == 0 && q->writes == 0;
    q->base.tally = &q->tally;
}

/* The next cycle's phase: a cut stays until the fence is idle. */
static void next_phase(struct bench *q)
{
    bool idle = q->reads == 0 && q->writes == 0;

    q->fresh = false;
    if (q->stay > 0 && (q->phase != CUT || idle))
        q->stay--;
    else if (q->phase == RUN)
        enter(q, lp_below(&q->rng, 2) ? STOP : CUT);
    else if (q->phase == STOP && (idle || lp_below(&q->rng, 4) == 0))
        enter(q, lp_below(&q->rng, 2) ? RUN : CUT);
    else if (q->phase == CUT && idle)
        enter(q, RUN);
}

/* ---- the memory ---- */

/* A random burst of those that may be answered: the first of an id, of writes whole; -1: none. */
static int pick(struct bench *q, const struct bursts *bursts, bool write)
{
    unsigned which, i = 0;

    if (bursts->count == 0)
        return -1;
    which = lp_below(&q->rng, bursts->count);
    while (bursts->at[i].id != bursts->at[which].id)
        i++;
    return write && bursts->at[i].number >= q->w_whole ? -1 : (int)i;
}

static void take_out(struct bursts *bursts, unsigned which)
{
    bursts->count--;
    memmove(&bursts->at[which], &bursts->at[which + 1],
            (bursts->count - which) * sizeof bursts->at[0]);
}

/* Clears the answers of the memory in this cycle. */
static bool waits(struct bench *q)
{
    return q->flood > 0 || lp_below(&q->rng, q->late) != 0;
}

static bool writes_open(const struct bench *q)
{
    return q->aw_seen != q->w_whole || q->w_part;
}

static bool draw_r(struct bench *q, struct lp_axi_fence_in *in)
{
    struct burst *burst;
    int which = q->mixed ? pick(q, &q->rd, false) : q->rd.count > 0 ? 0 : -1;

    if (which < 0 || waits(q) || (q->kind == WRITES_FIRST && writes_open(q)))
        return false;
    burst = &q->rd.at[which];
    in->m_rid = burst->id;
    in->m_rresp = lp_below(&q->rng, 4);
    in->m_rlast = --burst->left == 0;
    fresh_data(q, in->m_rdata);
    if (in->m_rlast)
        take_out(&q->rd, (unsigned)which);
    return true;
}

static bool draw_b(struct bench *q, struct lp_axi_fence_in *in)
{
    int which = pick(q, &q->wr, true);

    if (which < 0 || waits(q))
        return false;
    in->m_bid = q->wr.at[which].id;
    in->m_bresp = lp_below(&q->rng, 4);
    take_out(&q->wr, (unsigned)which);
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_axi_fence_in *in = in_ports;

    switch ((enum stream)stream) {
    case S_AR: return draw_address(q, in->s_araddr, &in->s_arid, &in->s_arlen);
    case S_AW: return draw_address(q, in->s_awaddr, &in->s_awid, &in->s_awlen);
    case S_W: return draw_w(q, in);
    case M_R: return draw_r(q, in);
    default: return draw_b(q, in);
    }
}

/* Clears ready signals that the memory does not give in this cycle. */
static void gate(const struct bench *q, struct lp_axi_fence_in *in)
{
    if (q->kind == READS_FIRST && q->rd.count > 0 && q->flood == 0)
        in->m_awready = in->m_wready = 0;
    if (q->kind == WRITES_FIRST && writes_open(q))
        in->m_arready = 0;
    if (q->kind == AW_FIRST && q->aw_seen == q->w_whole)
        in->m_wready = 0;
    if (q->kind == W_FIRST && q->aw_seen == q->w_whole)
        in->m_awready = 0;
}

static void drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_axi_fence_in *in = in_ports;

    in->cut = q->phase == CUT;
    in->stop = q->phase == STOP || (q->phase == CUT && !q->bare);
    if (q->phase == CUT)
        show_anything(q, in);
    if (q->fresh)
        in->s_arvalid = in->s_awvalid = in->s_wvalid = 0;
    gate(q, in);
}

/* ---- what must come out ---- */

static bool same_address(const struct addresses *queue, const uint32_t addr[2], uint32_t id,
                         uint32_t len)
{
    const struct address *a = &queue->at[queue->out % DEEP];

    return lpi_get64(addr) == a->addr && id == a->id && len == a->len;
}

static const char *check_addresses(const struct bench *q, const struct lp_axi_fence_in *in,
                                   const struct lp_axi_fence_out *out)
{
    bool halt = in->stop || in->cut;

    if (out->s_arready != (!halt && HELD(q->ar) < HOLDS && q->reads < q->most))
        return "s_arready_o is not whether an address may come";
    if (out->s_awready !=
        (!halt && HELD(q->aw) < HOLDS && q->writes < q->most && HELD(q->due) < AHEAD))
        return "s_awready_o is not whether an address may come";
    if (out->m_arvalid != (HELD(q->ar) > 0) || out->m_awvalid != (HELD(q->aw) > 0))
        return "an address is missing, or was never given";
    if (out->m_arvalid && !same_address(&q->ar, out->m_araddr, out->m_arid, out->m_arlen))
        return "m_ar is not the address that is due";
    if (out->m_awvalid && !same_address(&q->aw, out->m_awaddr, out->m_awid, out->m_awlen))
        return "m_aw is not the address that is due";
    return NULL;
}

static const char *check_w(const struct bench *q, const struct lp_axi_fence_in *in,
                           const struct lp_axi_fence_out *out)
{
    const struct beat *w = &q->w.at[q->w.out % DEEP];

    if (out->s_wready != (!in->cut && HELD(q->due) > 0 && HELD(q->w) < HOLDS))
        return "s_wready_o is not whether a beat may come";
    if (out->m_wvalid != (HELD(q->w) > 0))
        return "a beat of w is missing, or was neither given nor owed";
    if (out->m_wvalid && (memcmp(w->data, out->m_wdata, sizeof w->data) != 0 ||
                          out->m_wstrb != w->strb || out->m_wlast != w->last))
        return "m_w is not the beat that is due";
    return NULL;
}

static const char *check_answers(const struct bench *q, const struct lp_axi_fence_in *in,
                                 const struct lp_axi_fence_out *out)
{
    const struct beat *r = &q->r.at[q->r.out % DEEP], *b = &q->b.at[q->b.out % DEEP];

    if (out->m_rready != (HELD(q->r) < HOLDS) || out->m_bready != (HELD(q->b) < HOLDS))
        return "an answer is not taken, or too many are";
    if (out->s_rvalid != (!in->cut && HELD(q->r) > 0) ||
        out->s_bvalid != (!in->cut && HELD(q->b) > 0))
        return "an answer is missing, or was never received";
    if (out->s_rvalid &&
        (memcmp(r->data, out->s_rdata, sizeof r->data) != 0 || out->s_rid != r->id ||
         out->s_rresp != r->resp || out->s_rlast != r->last))
        return "s_r is not the beat that is due";
    if (out->s_bvalid && (out->s_bid != b->id || out->s_bresp != b->resp))
        return "s_b is not the answer that is due";
    return NULL;
}

/* ---- what moves ---- */

static void move_addresses(struct bench *q, const struct lp_axi_fence_in *in,
                           const struct lp_axi_fence_out *out)
{
    if (out->m_arvalid && in->m_arready) {
        const struct address *a = &q->ar.at[q->ar.out++ % DEEP];
        q->rd.at[q->rd.count++] = (struct burst){.id = a->id, .left = a->len + 1};
    }
    if (out->m_awvalid && in->m_awready) {
        const struct address *a = &q->aw.at[q->aw.out++ % DEEP];
        q->wr.at[q->wr.count++] = (struct burst){.id = a->id, .number = q->aw_seen++};
    }
    if (in->s_arvalid && out->s_arready) {
        q->ar.at[q->ar.in++ % DEEP] = (struct address){lpi_get64(in->s_araddr), in->s_arid,
                                                       in->s_arlen};
        q->reads++;
    }
    if (in->s_awvalid && out->s_awready) {
        struct address a = {lpi_get64(in->s_awaddr), in->s_awid, in->s_awlen};
        q->aw.at[q->aw.in++ % DEEP] = q->due.at[q->due.in++ % DEEP] = a;
        q->writes++;
    }
}

/* A beat of w comes from the inside, or is generated after a cut. */
static void take_w(struct bench *q, const struct lp_axi_fence_in *in)
{
    struct beat *w = &q->w.at[q->w.in++ % DEEP];

    *w = (struct beat){.last = q->place == q->due.at[q->due.out % DEEP].len};
    if (!in->cut) {
        memcpy(w->data, in->s_wdata, sizeof w->data);
        w->strb = in->s_wstrb;
    }
    q->place = w->last ? 0 : q->place + 1;
    q->due.out += w->last;
}

static void move_w(struct bench *q, const struct lp_axi_fence_in *in,
                   const struct lp_axi_fence_out *out)
{
    bool room = HELD(q->due) > 0 && HELD(q->w) < HOLDS;

    if (out->m_wvalid && in->m_wready) {
        q->w.out++;
        q->w_part = !out->m_wlast;
        q->w_whole += out->m_wlast;
    }
    if (room && (in->cut || in->s_wvalid))
        take_w(q, in);
}

static void move_answers(struct bench *q, const struct lp_axi_fence_in *in,
                         const struct lp_axi_fence_out *out)
{
    q->r.out += out->s_rvalid && in->s_rready;
    q->b.out += out->s_bvalid && in->s_bready;
    q->base.lines += out->s_bvalid && in->s_bready;
    if (in->m_rvalid && out->m_rready) {
        struct beat *r = &q->r.at[q->r.in++ % DEEP];
        *r = (struct beat){.id = in->m_rid, .resp = in->m_rresp, .last = in->m_rlast};
        memcpy(r->data, in->m_rdata, sizeof r->data);
        q->reads -= in->m_rlast;
    }
    if (in->m_bvalid && out->m_bready) {
        q->b.at[q->b.in++ % DEEP] = (struct beat){.id = in->m_bid, .resp = in->m_bresp};
        q->writes--;
    }
    if (in->cut) {
        q->r.out = q->r.in;
        q->b.out = q->b.in;
    }
}

/* A memory that collects requests starts to answer when no more can come. */
static void move_flood(struct bench *q)
{
    if (q->flood > 0)
        q->flood = q->reads == q->most && q->writes == q->most ? 0 : q->flood - 1;
    else if (q->late == 1 && lp_below(&q->rng, 4 * FLOOD) == 0)
        q->flood = FLOOD;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct bench *q = (struct bench *)self;
    const struct lp_axi_fence_in *in = in_ports;
    const struct lp_axi_fence_out *out = out_ports;
    bool was_cut = q->phase == CUT;
    const char *wrong = check_addresses(q, in, out);

    (void)cycle;
    wrong = wrong ? wrong : check_w(q, in, out);
    wrong = wrong ? wrong : check_answers(q, in, out);
    if (!wrong && out->idle != (q->reads == 0 && q->writes == 0))
        wrong = "idle_o is not whether nothing is in flight";
    /* Beats first: a beat of the burst whose address has just been taken comes in the next
     * cycle. */
    move_w(q, in, out);
    move_addresses(q, in, out);
    move_answers(q, in, out);
    move_flood(q);
    next_phase(q);
    if (q->phase == CUT && !was_cut)
        count_cut(q);
    return wrong;
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;
    struct lp_rng *rng = &q->rng;

    q->ar.out = q->ar.in = q->aw.out = q->aw.in = q->due.out = q->due.in = 0;
    q->r.out = q->r.in = q->w.out = q->w.in = q->b.out = q->b.in = 0;
    q->rd.count = q->wr.count = q->aw_seen = q->w_whole = q->place = q->reads = q->writes = 0;
    q->w_part = false;
    q->kind = lp_below(rng, KINDS);
    q->mixed = lp_below(rng, 2);
    q->late = lp_below(rng, 2) ? 1 : 1 + lp_below(rng, 12);
    q->flood = 0;
    q->run = lp_below(rng, 2) ? 20 : lp_below(rng, 2) ? 200 : 3000;
    enter(q, RUN);
    q->fresh = false;
}

static struct lp_traffic *random_traffic(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->id_mask = (1u << values[0]) - 1;
    q->most = (1u << values[1]) - 1;
    reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_axi_fence_hooks;
const struct lp_hooks lp_axi_fence_hooks = {.random = random_traffic, .calm = 20};
