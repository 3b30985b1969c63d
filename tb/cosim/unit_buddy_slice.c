/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_buddy_slice: reads and writes of the lines of a few pages of every kind, among them
 * pages with attributes that fault, two memories that answer late and in any order, flushes of the
 * metadata.  A read must give what was last written, in the order in which requests were taken.  In
 * hostile traffic a part of a memory is in error: requests that may come to it are only held to be
 * answered.
 */
#include <stdlib.h>
#include <string.h>

#include "slice_memory.h"
#include "buddy/buddy_ports.h"
#include "codec_beats.h"
#include "registry.h"

#include <linepress/gbbr.h>

#define PAGES 12
#define SHARE_LINES 2048 /* most, for PAGE=18 */
#define LOCAL 24         /* lines that are asked for again and again */
#define MEMORY_BYTES (UINT64_C(1) << 32)
#define IDS 256

/* Streams in the order of the port list. */
enum stream { CFG, Q, D, M, K, DEV_AR, DEV_R, DEV_AW, DEV_W, DEV_B, BUD_AR, BUD_R, BUD_AW, BUD_W,
              BUD_B };

struct page {
    struct lp_gbbr_page attr;
    int fault;  /* enum lp_buddy_code */
    bool lossy; /* in reach of a memory that is in error */
    uint8_t line[SHARE_LINES][LP_LINE_BYTES];
};

/* A request that waits for its response. */
struct waiting {
    bool live, lossy;
    int code;
    uint8_t line[LP_LINE_BYTES];
    unsigned beats;
};

struct slice {
    struct lp_traffic base;
    struct lp_codec_lines lines;
    struct lp_rng rng;
    uint64_t index;
    struct lp_gbbr_geometry geometry;
    struct lp_gbbr_regs regs;
    unsigned lanes, registers; /* written so far */
    bool hostile;
    struct page page[PAGES];
    struct lp_slice_memory dev, bud;
    /* The request offered, and its line if it is a write. */
    struct page *q_page;
    uint8_t q_line[LP_LINE_BYTES];
    struct waiting read[IDS], write[IDS];
    int m_id; /* line under way, -1 none */
    uint8_t data[IDS][LP_LINE_BYTES];
    unsigned data_in, data_out; /* sectors */
    bool full; /* no memory left */
};

/* ---- pages ---- */

static uint64_t registers(const struct slice *q, unsigned reg)
{
    switch (reg) {
    case LP_GBBR_GBBR:
        return q->regs.gbbr;
    case LP_GBBR_MDBASE:
        return q->regs.mdbase;
    case LP_GBBR_SLOTS:
        return q->regs.slots;
    case LP_GBBR_FRAMES:
        return q->regs.frames;
    default:
        return 0x0a; /* BPC on pages of 1.33x and 4x */
    }
}

/* Pages lie one behind the other; the last three fault, each in its way. */
static void lay_out(struct slice *q)
{
    uint32_t frame = 0, slot = 0;

    for (unsigned p = 0; p < PAGES; p++) {
        struct page *page = &q->page[p];
        unsigned target = p % (LP_TARGETS + 1);

        memset(page, 0, sizeof *page);
        page->attr = (struct lp_gbbr_page){.compressed = target < LP_TARGETS,
                                           .target = (uint8_t)(target % LP_TARGETS),
                                           .slot = slot,
                                           .frame = frame};
        frame += lp_gbbr_frames(page->attr.target);
        slot += page->attr.compressed ? lp_gbbr_slots(page->attr.target) : 0;
    }
    q->regs.frames = frame;
    q->regs.slots = slot;
    q->page[9].attr = (struct lp_gbbr_page){.compressed = 1, .target = 5};
    q->page[10].attr = (struct lp_gbbr_page){.compressed = 1, .target = 4, .slot = slot - 1};
    q->page[11].attr = (struct lp_gbbr_page){.compressed = 0, .frame = frame - 15};
    for (unsigned p = 9; p < PAGES; p++)
        q->page[p].fault = (int)p - 8;
}

static bool open_memories(struct slice *q)
{
    struct lpi_memory_config dev = lpi_memory_hbm2(20), bud = lpi_memory_link(40, 150);

    dev.bytes = bud.bytes = MEMORY_BYTES;
    dev.shuffle = bud.shuffle = 1;
    dev.seed = lp_random(&q->rng);
    bud.seed = lp_random(&q->rng);
    if (q->hostile) {
        /* Device memory of page 1, spilled sectors of page 2. */
        dev.error_at = (uint64_t)q->page[1].attr.frame << (q->geometry.share_log2 - 4);
        dev.error_bytes = UINT64_C(12) << (q->geometry.share_log2 - 4);
        bud.error_at = q->regs.gbbr + q->page[2].attr.slot * (UINT64_C(3) <<
                                                              (q->geometry.share_log2 - 2));
        bud.error_bytes = UINT64_C(3) << (q->geometry.share_log2 - 2);
        q->page[1].lossy = q->page[2].lossy = true;
    }
    return lp_slice_memory_open(&q->dev, &dev) && lp_slice_memory_open(&q->bud, &bud);
}

static void start(struct slice *q)
{
    lay_out(q);
    q->full = !open_memories(q);
    memset(q->read, 0, sizeof q->read);
    memset(q->write, 0, sizeof q->write);
    q->registers = q->data_in = q->data_out = 0;
    q->m_id = -1;
}

/* ---- what goes in ---- */

static bool beat_cfg(struct slice *q, struct lp_buddy_slice_in *in)
{
    uint64_t value;

    if (q->registers <= LP_BUDDY_REG_CODEC) {
        value = registers(q, q->registers);
        in->cfg_reg = q->registers;
    } else if (lp_below(&q->rng, 2000) == 0) {
        value = lp_below(&q->rng, 4);
        /* What is forgotten must have been written back first. */
        value |= value >> 1;
        in->cfg_reg = LP_BUDDY_REG_CACHE;
    } else {
        return false;
    }
    memcpy(in->cfg_data, &value, sizeof value);
    return true;
}

static uint32_t choose_index(struct slice *q)
{
    uint32_t lines = lp_gbbr_lines(&q->geometry);

    return lp_below(&q->rng, 8) ? lp_below(&q->rng, LOCAL) : lp_below(&q->rng, lines);
}

static bool beat_q(struct slice *q, struct lp_buddy_slice_in *in)
{
    unsigned id = lp_below(&q->rng, IDS), p = lp_below(&q->rng, PAGES);
    bool write = lp_below(&q->rng, 2);
    struct lp_codec_line line;

    if (q->registers <= LP_BUDDY_REG_CODEC || (write ? q->write : q->read)[id].live)
        return false;
    /* Faults are rare. */
    if (q->page[p].fault && lp_below(&q->rng, 8))
        p = lp_below(&q->rng, 9);
    q->q_page = &q->page[p];
    in->q_write = write;
    in->q_id = id;
    in->q_compressed = q->q_page->attr.compressed;
    in->q_target = q->q_page->attr.target;
    in->q_slot = q->q_page->attr.slot;
    in->q_frame = q->q_page->attr.frame;
    in->q_index = choose_index(q);
    lp_codec_line(&q->lines, q->index++, &line);
    memcpy(q->q_line, line.bytes, sizeof q->q_line);
    return true;
}

static bool beat_d(struct slice *q, struct lp_buddy_slice_in *in)
{
    unsigned n = q->data_out;

    if (n == q->data_in)
        return false;
    memcpy(in->d_data, q->data[n / LP_LINE_SECTORS % IDS] + n % LP_LINE_SECTORS * LP_SECTOR_BYTES,
           LP_SECTOR_BYTES);
    q->data_out++;
    return true;
}

static bool beat_r(struct lp_slice_memory *m, uint32_t *id, uint32_t *data, uint32_t *resp,
                   uint32_t *last)
{
    const struct lpi_axi_answer *r = lp_slice_memory_r(m);

    if (!r)
        return false;
    *id = r->id;
    *resp = r->resp;
    *last = r->last;
    memcpy(data, r->data, sizeof r->data);
    return true;
}

static bool beat_b(struct lp_slice_memory *m, uint32_t *id, uint32_t *resp)
{
    const struct lpi_axi_answer *b = lp_slice_memory_b(m);

    if (!b)
        return false;
    *id = b->id;
    *resp = b->resp;
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct slice *q = (struct slice *)self;
    struct lp_buddy_slice_in *in = ports;

    if (q->full)
        return false;
    switch (stream) {
    case CFG:
        return beat_cfg(q, in);
    case Q:
        return beat_q(q, in);
    case D:
        return beat_d(q, in);
    case DEV_R:
        return beat_r(&q->dev, &in->dev_rid, in->dev_rdata, &in->dev_rresp, &in->dev_rlast);
    case DEV_B:
        return beat_b(&q->dev, &in->dev_bid, &in->dev_bresp);
    case BUD_R:
        return beat_r(&q->bud, &in->bud_rid, in->bud_rdata, &in->bud_rresp, &in->bud_rlast);
    case BUD_B:
        return beat_b(&q->bud, &in->bud_bid, &in->bud_bresp);
    default:
        return false;
    }
}

/* ---- what comes out ---- */

/* Requests take effect in the order in which they are taken. */
static void taken(struct slice *q, const struct lp_buddy_slice_in *in)
{
    struct page *page = q->q_page;
    struct waiting *w = &(in->q_write ? q->write : q->read)[in->q_id];
    uint8_t *line = page->line[in->q_index];

    *w = (struct waiting){.live = true, .lossy = page->lossy, .code = page->fault};
    if (!in->q_write) {
        memcpy(w->line, line, LP_LINE_BYTES);
        return;
    }
    if (!page->fault)
        memcpy(line, q->q_line, LP_LINE_BYTES);
    memcpy(q->data[q->data_in / LP_LINE_SECTORS % IDS], q->q_line, LP_LINE_BYTES);
    q->data_in += LP_LINE_SECTORS;
}

static const char *check_m(struct slice *q, const struct lp_buddy_slice_out *out)
{
    struct waiting *w = &q->read[out->m_id];
    unsigned bytes = LP_SECTOR_BYTES * q->lanes;

    if (!w->live || (q->m_id >= 0 && q->m_id != (int)out->m_id))
        return "m_id_o: not asked for, or another line's beats in between";
    q->m_id = (int)out->m_id;
    if (!w->lossy && w->code == LP_BUDDY_OK &&
        memcmp(out->m_data, w->line + bytes * w->beats, bytes) != 0)
        return "m_data_o: not what was written";
    w->beats++;
    if (out->m_last != (w->beats == LP_LINE_SECTORS / q->lanes))
        return "m_last_o: wrong";
    if (!w->lossy && out->m_code != (out->m_last ? (unsigned)w->code : 0))
        return "m_code_o: wrong";
    if (out->m_last) {
        w->live = false;
        q->m_id = -1;
        q->base.lines++;
    }
    return NULL;
}

static const char *check_k(struct slice *q, const struct lp_buddy_slice_out *out)
{
    struct waiting *w = &q->write[out->k_id];

    if (!w->live)
        return "k_id_o: not asked for";
    if (!w->lossy && out->k_code != (unsigned)w->code)
        return "k_code_o: wrong";
    w->live = false;
    q->base.lines++;
    return NULL;
}

static const char *memories(struct slice *q, const struct lp_buddy_slice_in *in,
                            const struct lp_buddy_slice_out *out)
{
    const char *dev, *bud;

    if (out->dev_arvalid && in->dev_arready)
        lp_slice_memory_ar(&q->dev, out->dev_arid, out->dev_araddr, out->dev_arlen);
    if (out->dev_awvalid && in->dev_awready)
        lp_slice_memory_aw(&q->dev, out->dev_awid, out->dev_awaddr, out->dev_awlen);
    if (out->dev_wvalid && in->dev_wready)
        lp_slice_memory_w(&q->dev, out->dev_wdata, out->dev_wstrb, out->dev_wlast);
    if (out->bud_arvalid && in->bud_arready)
        lp_slice_memory_ar(&q->bud, out->bud_arid, out->bud_araddr, out->bud_arlen);
    if (out->bud_awvalid && in->bud_awready)
        lp_slice_memory_aw(&q->bud, out->bud_awid, out->bud_awaddr, out->bud_awlen);
    if (out->bud_wvalid && in->bud_wready)
        lp_slice_memory_w(&q->bud, out->bud_wdata, out->bud_wstrb, out->bud_wlast);
    dev = lp_slice_memory_tick(&q->dev);
    bud = lp_slice_memory_tick(&q->bud);
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
    if (in->cfg_valid && out->cfg_ready && q->registers <= LP_BUDDY_REG_CODEC)
        q->registers++;
    if (out->m_valid && in->m_ready)
        wrong = check_m(q, out);
    if (!wrong && out->k_valid && in->k_ready)
        wrong = check_k(q, out);
    if (in->q_valid && out->q_ready)
        taken(q, in);
    if (!wrong)
        wrong = memories(q, in, out);
    return wrong;
}

/* ---- the hooks ---- */

static void close_memories(struct slice *q)
{
    lp_slice_memory_close(&q->dev);
    lp_slice_memory_close(&q->bud);
}

/* What the cache held is lost, so memories begin anew too. */
static void reset(struct lp_traffic *self)
{
    struct slice *q = (struct slice *)self;

    close_memories(q);
    start(q);
}

static void close_slice(struct lp_traffic *self)
{
    close_memories((struct slice *)self);
    free(self);
}

static struct lp_traffic *open_random(const int *values, uint64_t seed)
{
    struct slice *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat, .reactive = true, .check = check, .reset = reset,
                                  .close = close_slice};
    q->rng.state = seed;
    q->lines = (struct lp_codec_lines){.seed = seed, .elem = 32};
    q->geometry = (struct lp_gbbr_geometry){.share_log2 = (unsigned)values[0]};
    q->regs = (struct lp_gbbr_regs){.gbbr = 0x40000, .mdbase = 0x80000000};
    q->lanes = (unsigned)values[4];
    q->hostile = lp_below(&q->rng, 3) == 0;
    start(q);
    return &q->base;
}

extern const struct lp_hooks lp_buddy_slice_hooks;
const struct lp_hooks lp_buddy_slice_hooks = {.random = open_random};
