/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_buddy_slice: buddy_shadow.h with two memories that answer late and in any order. */
#include <stdlib.h>
#include <string.h>

#include "buddy_shadow.h"
#include "event_shadow.h"
#include "units/buddy/buddy_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

/* Streams in the order of the port list. */
enum stream {
    CFG,
    Q,
    D,
    M,
    K,
    DEV_AR,
    DEV_R,
    DEV_AW,
    DEV_W,
    DEV_B,
    BUD_AR,
    BUD_R,
    BUD_AW,
    BUD_W,
    BUD_B
};

struct slice {
    struct lp_traffic base;
    struct lp_shadow shadow;
    struct lp_event_shadow events;
    uint32_t meta, misses; /* bit that marks metadata in ids at the device port, and fetches that
                            * have it */
    bool stray_r, stray_b; /* the offered answer matches no request */
    unsigned lanes;
    struct lp_far_memory dev, bud;
    int m_id;         /* line in progress, -1 none */
    unsigned m_beats; /* beats of it */
    uint8_t data[LP_SHADOW_IDS][LP_LINE_BYTES];
    unsigned data_in, data_out; /* sectors */
    bool full;                  /* no memory left */
};

static void start(struct slice *q)
{
    lp_shadow_start(&q->shadow);
    q->full = !lp_shadow_memories(&q->shadow, &q->dev, &q->bud);
    q->events = (struct lp_event_shadow){0};
    q->stray_r = q->stray_b = false;
    q->data_in = q->data_out = q->m_beats = 0;
    q->m_id = -1;
}

/* ---- what goes in ---- */

static bool beat_q(struct slice *q, struct lp_buddy_slice_in *in)
{
    const struct lp_shadow_request *r = &q->shadow.offered;
    const struct lp_gbbr_page *page;

    if (!lp_shadow_offer(&q->shadow))
        return false;
    page = &q->shadow.page[r->page].attr;
    in->q_write = r->write;
    in->q_id = r->id;
    in->q_compressed = page->compressed;
    in->q_target = page->target;
    in->q_codec = page->codec;
    in->q_slot = page->slot;
    in->q_frame = page->frame;
    in->q_index = r->index;
    return true;
}

static bool beat_d(struct slice *q, struct lp_buddy_slice_in *in)
{
    unsigned n = q->data_out;
    const uint8_t *line = q->data[n / LP_LINE_SECTORS % LP_SHADOW_IDS];

    if (n == q->data_in)
        return false;
    memcpy(in->d_data, line + n % LP_LINE_SECTORS * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    q->data_out++;
    return true;
}

static bool beat_r(struct lp_far_memory *m, uint32_t *id, uint32_t *data, uint32_t *resp,
                   uint32_t *last)
{
    const struct lpi_axi_answer *r = lp_far_memory_r(m);

    if (!r)
        return false;
    *id = r->id;
    *resp = r->resp;
    *last = r->last;
    memcpy(data, r->data, sizeof r->data);
    return true;
}

static bool beat_b(struct lp_far_memory *m, uint32_t *id, uint32_t *resp)
{
    const struct lpi_axi_answer *b = lp_far_memory_b(m);

    if (!b)
        return false;
    *id = b->id;
    *resp = b->resp;
    return true;
}

/* Sometimes metadata that cannot have been requested, if such ids exist. */
static bool stray(struct slice *q, uint32_t first, uint32_t *id)
{
    if (q->shadow.traffic != LP_SHADOW_WILD || first >= q->meta || lp_below(&q->shadow.rng, 128))
        return false;
    *id = q->meta + first + lp_below(&q->shadow.rng, q->meta - first);
    return true;
}

static bool beat_dev_r(struct slice *q, struct lp_buddy_slice_in *in)
{
    q->stray_r = stray(q, q->misses, &in->dev_rid);
    return q->stray_r ||
           beat_r(&q->dev, &in->dev_rid, in->dev_rdata, &in->dev_rresp, &in->dev_rlast);
}

static bool beat_dev_b(struct slice *q, struct lp_buddy_slice_in *in)
{
    q->stray_b = stray(q, 1, &in->dev_bid);
    return q->stray_b || beat_b(&q->dev, &in->dev_bid, &in->dev_bresp);
}

static bool beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct slice *q = (struct slice *)self;
    struct lp_buddy_slice_in *in = ports;

    if (q->full)
        return false;
    switch (stream) {
    case CFG: return lp_shadow_tell(&q->shadow, &in->cfg_reg, in->cfg_data);
    case Q: return beat_q(q, in);
    case D: return beat_d(q, in);
    case DEV_R: return beat_dev_r(q, in);
    case DEV_B: return beat_dev_b(q, in);
    case BUD_R: return beat_r(&q->bud, &in->bud_rid, in->bud_rdata, &in->bud_rresp, &in->bud_rlast);
    case BUD_B: return beat_b(&q->bud, &in->bud_bid, &in->bud_bresp);
    default: return false;
    }
}

static void drive(struct lp_traffic *self, void *ports)
{
    struct slice *q = (struct slice *)self;
    struct lp_buddy_slice_in *in = ports;

    if (q->full)
        return;
    lp_far_memory_gate(&q->dev, &in->dev_arready, &in->dev_awready, &in->dev_wready);
    lp_far_memory_gate(&q->bud, &in->bud_arready, &in->bud_awready, &in->bud_wready);
}

/* ---- what comes out ---- */

static void taken(struct slice *q, const struct lp_buddy_slice_in *in)
{
    lp_shadow_taken(&q->shadow);
    if (!in->q_write)
        return;
    memcpy(q->data[q->data_in / LP_LINE_SECTORS % LP_SHADOW_IDS], q->shadow.offered.line,
           LP_LINE_BYTES);
    q->data_in += LP_LINE_SECTORS;
}

static void first_beat(struct slice *q, const struct lp_shadow_answer *a)
{
    uint64_t cycles = q->shadow.cycle - a->taken_at;

    if (q->base.latency_max == 0 || cycles < q->base.latency_min)
        q->base.latency_min = cycles;
    if (cycles > q->base.latency_max)
        q->base.latency_max = cycles;
}

static const char *check_m(struct slice *q, const struct lp_buddy_slice_out *out)
{
    struct lp_shadow_answer *a = lp_shadow_find(&q->shadow, false, out->m_id);
    unsigned bytes = LP_SECTOR_BYTES * q->lanes;

    if (!a || (q->m_id >= 0 && q->m_id != (int)out->m_id))
        return "m_id_o: not requested, or beats of another line in between";
    if (q->m_id < 0)
        first_beat(q, a);
    q->m_id = (int)out->m_id;
    if (lp_shadow_beat(a, out->m_data, bytes))
        return "m_last_o: wrong";
    q->m_beats++;
    if (out->m_last != (q->m_beats == LP_LINE_SECTORS / q->lanes))
        return "m_last_o: wrong";
    if (!out->m_last)
        return out->m_code ? "m_code_o: not 0 before the last beat" : NULL;
    q->m_id = -1;
    q->m_beats = 0;
    q->base.lines++;
    return lp_shadow_answered(&q->shadow, a, out->m_code);
}

static const char *check_k(struct slice *q, const struct lp_buddy_slice_out *out)
{
    struct lp_shadow_answer *a = lp_shadow_find(&q->shadow, true, out->k_id);

    if (!a)
        return "k_id_o: not requested";
    q->base.lines += !q->shadow.lines.file;
    return lp_shadow_answered(&q->shadow, a, out->k_code);
}

static const char *burst(struct slice *q, enum lp_shadow_side side, bool write,
                         const uint32_t addr[2], uint32_t len)
{
    return lp_shadow_burst(&q->shadow, 0, side, write, lpi_get64(addr), len + 1);
}

/* Bursts that are taken in this cycle. */
static const char *bursts(struct slice *q, const struct lp_buddy_slice_in *in,
                          const struct lp_buddy_slice_out *out)
{
    const char *wrong = NULL;

    if (out->dev_arvalid && in->dev_arready)
        wrong = burst(q, LP_SHADOW_DEV, false, out->dev_araddr, out->dev_arlen);
    if (!wrong && out->dev_awvalid && in->dev_awready)
        wrong = burst(q, LP_SHADOW_DEV, true, out->dev_awaddr, out->dev_awlen);
    if (!wrong && out->bud_arvalid && in->bud_arready)
        wrong = burst(q, LP_SHADOW_BUD, false, out->bud_araddr, out->bud_arlen);
    if (!wrong && out->bud_awvalid && in->bud_awready)
        wrong = burst(q, LP_SHADOW_BUD, true, out->bud_awaddr, out->bud_awlen);
    return wrong;
}

static const char *memories(struct slice *q, const struct lp_buddy_slice_in *in,
                            const struct lp_buddy_slice_out *out)
{
    const char *dev, *bud;

    if (out->dev_arvalid && in->dev_arready)
        lp_far_memory_ar(&q->dev, out->dev_arid, out->dev_araddr, out->dev_arlen);
    if (out->dev_awvalid && in->dev_awready)
        lp_far_memory_aw(&q->dev, out->dev_awid, out->dev_awaddr, out->dev_awlen);
    if (out->dev_wvalid && in->dev_wready)
        lp_far_memory_w(&q->dev, out->dev_wdata, out->dev_wstrb, out->dev_wlast);
    if (out->bud_arvalid && in->bud_arready)
        lp_far_memory_ar(&q->bud, out->bud_arid, out->bud_araddr, out->bud_arlen);
    if (out->bud_awvalid && in->bud_awready)
        lp_far_memory_aw(&q->bud, out->bud_awid, out->bud_awaddr, out->bud_awlen);
    if (out->bud_wvalid && in->bud_wready)
        lp_far_memory_w(&q->bud, out->bud_wdata, out->bud_wstrb, out->bud_wlast);
    if (in->dev_rvalid && out->dev_rready && !q->stray_r)
        lp_far_memory_r_taken(&q->dev);
    if (in->bud_rvalid && out->bud_rready)
        lp_far_memory_r_taken(&q->bud);
    dev = lp_far_memory_tick(&q->dev);
    bud = lp_far_memory_tick(&q->bud);
    return dev ? dev : bud;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct slice *q = (struct slice *)self;
    const struct lp_buddy_slice_in *in = in_ports;
    const struct lp_buddy_slice_out *out = out_ports;
    const char *wrong = NULL;

    (void)cycle;
    if (q->full)
        return "the bench has no memory left";
    wrong = lp_event_shadow_check(&q->events, &q->shadow, q->meta, in, out);
    if (in->cfg_valid && out->cfg_ready)
        lp_shadow_told(&q->shadow);
    if (!wrong && out->m_valid && in->m_ready)
        wrong = check_m(q, out);
    if (!wrong && out->k_valid && in->k_ready)
        wrong = check_k(q, out);
    if (in->q_valid && out->q_ready)
        taken(q, in);
    if (!wrong)
        wrong = bursts(q, in, out);
    if (!wrong)
        wrong = memories(q, in, out);
    return wrong ? wrong : lp_shadow_tick(&q->shadow);
}

/* ---- the hooks ---- */

static void close_memories(struct slice *q)
{
    lp_far_memory_close(&q->dev);
    lp_far_memory_close(&q->bud);
}

/* The contents of the cache are lost, so memories are reset too. */
static void reset(struct lp_traffic *self)
{
    struct slice *q = (struct slice *)self;

    close_memories(q);
    start(q);
}

static void close_slice(struct lp_traffic *self)
{
    struct slice *q = (struct slice *)self;

    close_memories(q);
    lp_shadow_close(&q->shadow);
    free(q);
}

/* All lines of a file were read. */
static bool done(const struct lp_traffic *self)
{
    const struct slice *q = (const struct slice *)self;

    return q->shadow.lines.file && self->lines == q->shadow.lines.file->count;
}

static struct lp_traffic *open_slice(const int *values, const struct lp_lines *file, uint64_t seed)
{
    struct slice *q = calloc(1, sizeof *q);

    if (!q || !lp_shadow_open(&q->shadow, &values[0], 0, file, seed)) {
        free(q);
        return NULL;
    }
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .done = done,
                                  .reset = reset,
                                  .close = close_slice,
                                  .tally = &q->shadow.tally};
    q->meta = (uint32_t)values[3];
    q->misses = (uint32_t)values[8];
    q->lanes = (unsigned)values[4];
    q->shadow.early = values[5] != 0;
    q->shadow.any_order = !file;
    start(q);
    return &q->base;
}

static struct lp_traffic *open_random(const int *values, uint64_t seed)
{
    return open_slice(values, NULL, seed);
}

static struct lp_traffic *open_file(const int *values, const struct lp_lines *file)
{
    return open_slice(values, file, 0);
}

extern const struct lp_hooks lp_buddy_slice_hooks;
const struct lp_hooks lp_buddy_slice_hooks = {open_random, open_file, .calm = LP_SHADOW_CALM};
