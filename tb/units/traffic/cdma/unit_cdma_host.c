/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_host: streams of all lengths at any address, output streams that end with an
 * empty beat, input streams whose rest is dropped, rings that read and write at random, and a host
 * memory with a controller of any kind (far_memory.h), with errors on any beat.
 * When an output stream is answered, its bytes must be in memory and no other byte may have
 * changed; the answer must combine the host's answers to its bursts. The input stream must be the
 * beats that the host gave, in order, each burst starting where the previous one ended; after a
 * drop, only errors are checked.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_host_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "units/traffic/axi/far_memory.h"

enum stream {
    OUT_A,
    OUT_T,
    OUT_B,
    IN_A,
    IN_T,
    RING_AR,
    RING_R,
    RING_AW,
    RING_W,
    RING_B,
    AR,
    R,
    AW,
    W,
    B
};

#define SECTOR 32u
#define WORDS 8
#define RINGS 4096u /* bytes of the rings, at the base of host memory */
#define ROOM 32768u /* bytes of streams after them */
#define STREAM 2u   /* id of the streams */
#define HELD 1024u  /* beats in queues; more than can be in flight */
#define RING_OPEN 64u
#define LATE 4u /* bursts that may still be requested when the rest is dropped */
#define PATIENCE 200000u
#define ADDR_MASK ((UINT64_C(1) << 40) - 1)
#define AWAY (UINT64_C(1) << 20) /* more bytes than a stream has */
#define FAR 2000u                /* latency of a memory that keeps all bursts in flight */

struct sector {
    uint32_t data[WORDS];
    uint32_t id, resp, last;
};

/* Beats between two ports; `out` and `in` only count up. */
struct queue {
    struct sector at[HELD];
    unsigned out, in;
};

struct out_stream {
    bool open, ended, err;
    uint64_t addr;  /* address of the next beat */
    unsigned left;  /* beats with data */
    bool bad;       /* an empty beat follows */
    uint64_t write; /* address of the next burst */
};

struct in_stream {
    uint64_t addr, beats, given; /* addr: of the next burst; given: beats given to the engine */
    uint64_t asked;
    bool offered, open, seen_low;
    uint64_t drop_at; /* beats given before the drop */
    unsigned wait;    /* cycles until the drop */
    unsigned late;
};

/* A write of a ring; each ring has half of the rings' memory. */
struct ring_write {
    bool open;
    uint64_t addr;
    uint32_t data[WORDS];
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned burst, read;
    struct lp_far_memory memory;
    uint64_t at; /* base of host memory */
    uint8_t host[RINGS + ROOM], is[RINGS + ROOM];
    bool far;
    unsigned resets;
    struct out_stream out, next_out; /* next_out: offered and not taken */
    struct in_stream in;
    uint64_t next_addr, next_beats; /* an input stream that is offered and not taken */
    struct queue given, ring_r;     /* beats of r: the stream's, the rings' */
    bool drop;
    unsigned drop_lag; /* cycles for which the level of the previous stream is held */
    struct ring_write ring_w[2];
    bool w_due; /* its beat has yet to come */
    unsigned w_id, ring_asked, ring_reads;
    unsigned quiet; /* cycles without a transfer */
};

/* ---- drawing ---- */

static void fresh(struct bench *q, uint32_t data[WORDS])
{
    for (unsigned i = 0; i < WORDS; i++)
        data[i] = (uint32_t)lp_random(&q->rng);
}

/* Any address outside host memory. */
static uint64_t nowhere(struct bench *q)
{
    uint64_t addr = lp_random(&q->rng) & ADDR_MASK & ~(uint64_t)(SECTOR - 1);

    return ((addr - q->at + AWAY) & ADDR_MASK) < sizeof q->host + 2 * AWAY
               ? (q->at - AWAY) & ADDR_MASK
               : addr;
}

/* Start of a stream: often near the end of a page or of memory. */
static uint64_t place(struct bench *q)
{
    uint32_t sectors = ROOM / SECTOR, sector = lp_below(&q->rng, sectors);

    switch (lp_below(&q->rng, 16)) {
    case 3: return nowhere(q);
    case 0: sector = sectors - 1 - lp_below(&q->rng, 40); break;
    case 1: sector = (sector | 127) - lp_below(&q->rng, 3); break;
    case 2: sector &= ~(q->burst - 1); break;
    }
    return q->at + RINGS + (uint64_t)sector * SECTOR;
}

static unsigned length(struct bench *q)
{
    switch (lp_below(&q->rng, q->far ? 4 : 16)) {
    case 0: return 1;
    case 1: return 1 + lp_below(&q->rng, 6 * q->read);
    case 2: /* more bursts than may be in flight */ return 1 + lp_below(&q->rng, 600) * q->burst;
    default: return 1 + lp_below(&q->rng, 3 * q->burst);
    }
}

static bool draw_out_a(struct bench *q, struct lp_cdma_host_in *in)
{
    struct out_stream *s = &q->next_out;

    if (s->open)
        return false;
    *s = (struct out_stream){.open = true, .addr = place(q)};
    s->bad = lp_below(&q->rng, 4) == 0;
    s->left = length(q) - s->bad;
    s->write = s->addr;
    lpi_put64(in->out_aaddr, s->addr);
    return true;
}

static bool draw_out_t(struct bench *q, struct lp_cdma_host_in *in)
{
    struct out_stream *s = &q->out;

    if (!s->open || s->ended || (s->left == 0 && !s->bad))
        return false;
    in->out_tuser = s->left == 0;
    in->out_tlast = s->left + s->bad == 1;
    fresh(q, in->out_tdata);
    return true;
}

static bool draw_in_a(struct bench *q, struct lp_cdma_host_in *in)
{
    if (q->in.offered)
        return false;
    q->in.offered = true;
    q->next_addr = place(q);
    q->next_beats = length(q);
    /* A stream that a reset must end, if there are any. */
    if (q->resets > 1 && lp_below(&q->rng, 64) == 0)
        q->next_beats |= (lp_random(&q->rng) & ((UINT64_C(1) << 36) - 1)) >> lp_below(&q->rng, 24);
    lpi_put64(in->in_aaddr, q->next_addr);
    lpi_put64(in->in_abeats, q->next_beats);
    return true;
}

static bool draw_ring_ar(struct bench *q, struct lp_cdma_host_in *in)
{
    uint64_t addr = q->at + lp_below(&q->rng, RINGS / SECTOR - 4) * SECTOR;

    if (lp_below(&q->rng, 16) == 0)
        addr = nowhere(q) & ~UINT64_C(127);
    if (q->ring_asked - q->ring_reads >= RING_OPEN || lp_below(&q->rng, 4) != 0)
        return false;
    q->ring_asked++;
    in->ring_arid = lp_below(&q->rng, 2);
    in->ring_arlen = lp_below(&q->rng, 4);
    lpi_put64(in->ring_araddr, addr);
    return true;
}

static bool draw_ring_aw(struct bench *q, struct lp_cdma_host_in *in)
{
    unsigned id = lp_below(&q->rng, 2), half = RINGS / SECTOR / 2;
    struct ring_write *w = &q->ring_w[id];

    if (w->open || q->w_due || lp_below(&q->rng, 4) != 0)
        return false;
    *w = (struct ring_write){.open = true};
    w->addr = q->at + (uint64_t)(id * half + lp_below(&q->rng, half)) * SECTOR;
    if (lp_below(&q->rng, 16) == 0)
        w->addr = nowhere(q);
    q->w_due = true;
    q->w_id = id;
    in->ring_awid = id;
    in->ring_awlen = 0;
    lpi_put64(in->ring_awaddr, w->addr);
    return true;
}

static bool draw_ring_w(struct bench *q, struct lp_cdma_host_in *in)
{
    if (!q->w_due)
        return false;
    q->w_due = false;
    fresh(q, q->ring_w[q->w_id].data);
    memcpy(in->ring_wdata, q->ring_w[q->w_id].data, sizeof in->ring_wdata);
    in->ring_wstrb = UINT32_MAX;
    in->ring_wlast = 1;
    return true;
}

static bool draw_r(struct bench *q, struct lp_cdma_host_in *in)
{
    const struct lpi_axi_answer *r = lp_far_memory_r(&q->memory);

    if (!r)
        return false;
    in->rid = r->id;
    in->rresp = r->resp;
    in->rlast = r->last;
    memcpy(in->rdata, r->data, sizeof in->rdata);
    return true;
}

static bool draw_b(struct bench *q, struct lp_cdma_host_in *in)
{
    const struct lpi_axi_answer *b = lp_far_memory_b(&q->memory);

    if (!b)
        return false;
    in->bid = b->id;
    in->bresp = b->resp;
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct bench *q = (struct bench *)self;

    switch ((enum stream)stream) {
    case OUT_A: return draw_out_a(q, in);
    case OUT_T: return draw_out_t(q, in);
    case IN_A: return draw_in_a(q, in);
    case RING_AR: return draw_ring_ar(q, in);
    case RING_AW: return draw_ring_aw(q, in);
    case RING_W: return draw_ring_w(q, in);
    case R: return draw_r(q, in);
    default: return draw_b(q, in);
    }
}

/* The rest of an input stream is dropped from some beat on, and for a little longer than it
 * lasts. */
static void drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_cdma_host_in *in = in_ports;

    q->drop = (q->in.open && q->in.given >= q->in.drop_at && q->in.wait == 0) || q->drop_lag > 0;
    q->in.wait -= q->in.wait > 0;
    q->drop_lag -= q->drop_lag > 0;
    in->in_drop = q->drop;
    lp_far_memory_gate(&q->memory, &in->arready, &in->awready, &in->wready);
}

/* ---- the out stream ---- */

static uint8_t *shadow(struct bench *q, uint64_t addr)
{
    return addr - q->at < sizeof q->is ? &q->is[addr - q->at] : NULL;
}

static void out_t_taken(struct bench *q, const struct lp_cdma_host_in *in)
{
    struct out_stream *s = &q->out;
    uint8_t *at = shadow(q, s->addr);

    if (in->out_tuser) {
        s->bad = false;
    } else {
        if (at)
            lpi_bytes_of_words(at, in->out_tdata, SECTOR);
        s->addr = (s->addr + SECTOR) & ADDR_MASK;
        s->left--;
    }
    s->ended = in->out_tlast;
}

static const char *out_b_taken(struct bench *q, uint32_t berr)
{
    struct out_stream *s = &q->out;

    if (!s->open || !s->ended)
        return "out_bvalid_o before the stream's end";
    if (s->write != s->addr)
        return "out_bvalid_o before all beats were asked for";
    if (berr != s->err)
        return "out_berr_o does not match the host's answers";
    /* Memory that the host answered with an error has unknown bytes. */
    if (s->err)
        memcpy(q->is + RINGS, q->host + RINGS, ROOM);
    if (memcmp(q->is + RINGS, q->host + RINGS, ROOM) != 0)
        return "host memory is not what the streams have written";
    s->open = false;
    q->base.lines++;
    return NULL;
}

static const char *check_out(struct bench *q, const struct lp_cdma_host_in *in,
                             const struct lp_cdma_host_out *out)
{
    struct out_stream *s = &q->out;
    const char *wrong = NULL;

    if (out->out_tready && !s->open)
        return "a beat is taken without a stream";
    if (out->out_bvalid && in->out_bready)
        wrong = out_b_taken(q, out->out_berr);
    else if (out->out_bvalid && !(s->open && s->ended))
        wrong = "out_bvalid_o before the stream's end";
    if (in->out_tvalid && out->out_tready)
        out_t_taken(q, in);
    if (in->out_avalid && out->out_aready) {
        if (s->open)
            return "an out stream is taken before the one before is answered";
        *s = q->next_out;
        q->next_out.open = false;
    }
    return wrong;
}

/* ---- bursts of the streams ---- */

/* The longest burst from `addr` on that stays in its block and has at most `left` beats. */
static uint64_t longest(const struct bench *q, uint64_t addr, uint64_t left)
{
    uint64_t edge = q->burst - addr / SECTOR % q->burst;

    return left < edge ? left : edge;
}

static const char *write_burst(struct bench *q, const struct lp_cdma_host_out *out)
{
    struct out_stream *s = &q->out;
    uint64_t beats = out->awlen + 1, here = ((s->addr - s->write) & ADDR_MASK) / SECTOR;

    if (!s->open || lpi_get64(out->awaddr) != s->write)
        return "a write burst is not where the one before has ended";
    if (beats > here || beats != longest(q, s->write, here))
        return "a write burst is asked for before its beats have come, or is not the longest";
    s->write = (s->write + beats * SECTOR) & ADDR_MASK;
    return NULL;
}

static const char *read_burst(struct bench *q, const struct lp_cdma_host_out *out)
{
    struct in_stream *s = &q->in;
    uint64_t beats = out->arlen + 1;

    if (!s->open || lpi_get64(out->araddr) != s->addr)
        return "a read burst is not where the one before has ended";
    if (beats != longest(q, s->addr, s->beats - s->asked))
        return "a read burst is not the longest that there is";
    s->addr = (s->addr + beats * SECTOR) & ADDR_MASK;
    s->asked += beats;
    if (s->asked - s->given > q->read)
        return "more beats are requested than there is room for";
    if (q->drop && s->seen_low && ++s->late > LATE)
        return "dropped beats are still requested";
    return NULL;
}

static const char *check_bursts(struct bench *q, const struct lp_cdma_host_in *in,
                                const struct lp_cdma_host_out *out)
{
    const char *wrong = NULL;

    if (out->arvalid && in->arready) {
        lp_far_memory_ar(&q->memory, out->arid, out->araddr, out->arlen);
        if (out->arid == STREAM)
            wrong = read_burst(q, out);
    }
    if (out->awvalid && in->awready) {
        lp_far_memory_aw(&q->memory, out->awid, out->awaddr, out->awlen);
        if (out->awid == STREAM && !wrong)
            wrong = write_burst(q, out);
    }
    if (out->wvalid && in->wready)
        lp_far_memory_w(&q->memory, out->wdata, out->wstrb, out->wlast);
    return wrong;
}

/* ---- the in stream ---- */

static bool same(const struct queue *queue, const uint32_t *data, uint32_t resp)
{
    const struct sector *s = &queue->at[queue->out % HELD];

    return queue->out != queue->in && memcmp(s->data, data, sizeof s->data) == 0 && s->resp == resp;
}

static const char *check_in(struct bench *q, const struct lp_cdma_host_in *in,
                            const struct lp_cdma_host_out *out)
{
    static const uint32_t nothing[WORDS];
    struct in_stream *s = &q->in;
    bool from_host = q->given.out != q->given.in;

    if (out->in_tvalid && (!s->open || s->given == s->beats))
        return "a beat without an in stream";
    if (out->in_tvalid && from_host && !same(&q->given, out->in_tdata, out->in_tuser))
        return "a beat of the in stream is not what the host gave";
    if (out->in_tvalid && !from_host &&
        (!q->drop || !s->seen_low || !out->in_tuser || memcmp(nothing, out->in_tdata, SECTOR) != 0))
        return "a beat of the in stream that the host has not given";
    if (out->in_tvalid && in->in_tready) {
        q->given.out += from_host;
        if (++s->given == s->beats) {
            s->open = false;
            q->drop_lag = q->drop ? lp_below(&q->rng, 6) : 0;
            q->base.lines++;
        }
    }
    if (s->open && !in->in_drop)
        s->seen_low = true;
    return NULL;
}

static void in_a_taken(struct bench *q)
{
    q->in = (struct in_stream){.open = true,
                               .addr = q->next_addr,
                               .beats = q->next_beats,
                               .drop_at = UINT64_MAX,
                               .wait = lp_below(&q->rng, 6)};
    switch (lp_below(&q->rng, 6)) {
    case 0: /* from the start */ q->in.drop_at = 0; break;
    case 1:
        q->in.drop_at = lp_below(&q->rng, (uint32_t)(q->next_beats < 4096 ? q->next_beats : 4096));
        break;
    }
}

static const char *check_in_a(struct bench *q, const struct lp_cdma_host_in *in,
                              const struct lp_cdma_host_out *out)
{
    if (!in->in_avalid || !out->in_aready)
        return NULL;
    if (q->in.open)
        return "an in stream is taken before the one before has been given";
    in_a_taken(q);
    return NULL;
}

/* ---- rings, and answers of the host ---- */

static void take_r(struct bench *q, const struct lp_cdma_host_in *in)
{
    struct queue *to = in->rid & STREAM ? &q->given : &q->ring_r;
    struct sector *s = &to->at[to->in++ % HELD];

    memcpy(s->data, in->rdata, sizeof s->data);
    s->id = in->rid;
    s->resp = in->rid & STREAM ? in->rresp >> 1 : in->rresp;
    s->last = in->rlast;
    lp_far_memory_r_taken(&q->memory);
}

static const char *check_ring_r(struct bench *q, const struct lp_cdma_host_in *in,
                                const struct lp_cdma_host_out *out)
{
    const struct sector *s = &q->ring_r.at[q->ring_r.out % HELD];

    if (out->ring_rvalid && (!same(&q->ring_r, out->ring_rdata, out->ring_rresp) ||
                             s->id != out->ring_rid || s->last != out->ring_rlast))
        return "a beat for the rings is not what the host gave";
    if (out->ring_rvalid && in->ring_rready) {
        q->ring_r.out++;
        q->ring_reads += s->last;
    }
    return NULL;
}

static const char *ring_acknowledged(struct bench *q, uint32_t id, uint32_t resp)
{
    struct ring_write *w = &q->ring_w[id];
    uint8_t bytes[SECTOR];

    if (!w->open || (q->w_due && q->w_id == id))
        return "ring_bvalid_o answers no write";
    w->open = false;
    lpi_bytes_of_words(bytes, w->data, SECTOR);
    if (!(resp & 2) && memcmp(bytes, q->host + (w->addr - q->at), SECTOR) != 0)
        return "host memory is not what the rings have written";
    return NULL;
}

static const char *check_b(struct bench *q, const struct lp_cdma_host_in *in,
                           const struct lp_cdma_host_out *out)
{
    if (in->bvalid && out->bready && in->bid == STREAM)
        q->out.err |= in->bresp >> 1;
    if (out->ring_bvalid && in->ring_bready)
        return ring_acknowledged(q, out->ring_bid, out->ring_bresp);
    return NULL;
}

/* ---- all ---- */

static const char *check_quiet(struct bench *q, const struct lp_cdma_host_in *in,
                               const struct lp_cdma_host_out *out)
{
    bool moves = (out->arvalid && in->arready) || (out->awvalid && in->awready) ||
                 (in->out_tvalid && out->out_tready) || (out->in_tvalid && in->in_tready) ||
                 (in->bvalid && out->bready) || (in->rvalid && out->rready);

    q->quiet = moves ? 0 : q->quiet + 1;
    return q->quiet > PATIENCE ? "no port moves any more" : NULL;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct bench *q = (struct bench *)self;
    const struct lp_cdma_host_in *in = in_ports;
    const struct lp_cdma_host_out *out = out_ports;
    const char *wrong = check_quiet(q, in, out);

    (void)cycle;
    wrong = wrong ? wrong : check_in(q, in, out);
    wrong = wrong ? wrong : check_in_a(q, in, out);
    wrong = wrong ? wrong : check_bursts(q, in, out);
    wrong = wrong ? wrong : check_ring_r(q, in, out);
    wrong = wrong ? wrong : check_b(q, in, out);
    wrong = wrong ? wrong : check_out(q, in, out);
    if (in->rvalid && out->rready)
        take_r(q, in);
    return wrong ? wrong : lp_far_memory_tick(&q->memory);
}

/* Streams cross a boundary of any power of two, so that all bits of addresses may change. */
static uint64_t base(struct bench *q)
{
    unsigned bit = 16 + lp_below(&q->rng, 24);
    uint64_t boundary = ((lp_random(&q->rng) | 1) << bit) & ADDR_MASK;

    return boundary - RINGS - ROOM / 2;
}

static bool open_memory(struct bench *q)
{
    enum lp_far_kind kind = q->far ? LP_FAR_FREE : lp_below(&q->rng, LP_FAR_KINDS);
    double wild = lp_below(&q->rng, 2) ? 0 : 0.02;
    struct lpi_memory_config config = {
        .base = q->at,
        .bytes = sizeof q->host,
        .contents = q->host,
        .latency = q->far ? FAR : 1 + lp_below(&q->rng, 80),
        .sectors = 1 + lp_below(&q->rng, 2),
        .cycles = q->far ? 1 : 1 + lp_below(&q->rng, 2),
        .duplex = q->far || lp_below(&q->rng, 2),
        .shuffle = kind != LP_FAR_ALTERNATE && kind != LP_FAR_ONE_QUEUE,
        .error = wild,
        .torn = 1,
        .seed = lp_random(&q->rng),
    };
    unsigned depth = kind == LP_FAR_FREE ? LP_FAR_WAITING : 1u << lp_below(&q->rng, 6);
    bool open = lp_far_memory_open(&q->memory, &config, kind, depth);

    q->memory.beat_error = wild;
    return open;
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    lp_far_memory_close(&q->memory);
    q->resets++;
    q->at = base(q);
    q->far = lp_below(&q->rng, 6) == 0;
    for (unsigned i = 0; i < sizeof q->host; i++)
        q->host[i] = q->is[i] = (uint8_t)(i * 7 + i / 256);
    q->out = q->next_out = (struct out_stream){0};
    q->in = (struct in_stream){0};
    q->given.out = q->given.in = q->ring_r.out = q->ring_r.in = 0;
    memset(q->ring_w, 0, sizeof q->ring_w);
    q->ring_asked = q->ring_reads = q->quiet = q->drop_lag = 0;
    q->drop = q->w_due = false;
    open_memory(q);
}

static void close_bench(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    lp_far_memory_close(&q->memory);
    free(q);
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
                                  .close = close_bench};
    q->rng.state = seed;
    q->burst = (unsigned)values[0];
    q->read = (unsigned)values[1];
    reset(&q->base);
    if (!q->memory.memory) {
        free(q);
        return NULL;
    }
    return &q->base;
}

extern const struct lp_hooks lp_cdma_host_hooks;
const struct lp_hooks lp_cdma_host_hooks = {.random = random_traffic, .calm = 20};
