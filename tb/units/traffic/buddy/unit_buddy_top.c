/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_buddy_top: buddy_shadow.h over whole pages, with two memories per slice. Their
 * channels are vectors of the slices' signals, which the bench does not treat as streams: it drives
 * ready signals at random; answers are offered here.
 */
#include <stdlib.h>
#include <string.h>

#include "buddy_shadow.h"
#include "units/buddy/buddy_ports.h"
#include "base/bits.h"
#include "base/log2.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

/* Streams in the order of the port list. */
enum stream { CFG, Q, M };

/* A memory and the answers that it offers until they are taken. */
struct side {
    struct lp_far_memory memory;
    enum lp_shadow_side which;
    unsigned id_w;
    struct lpi_axi_answer r, b;
    uint32_t r_valid, b_valid;
};

struct top {
    struct lp_traffic base;
    struct lp_shadow shadow;
    unsigned slices, pause; /* answers pause in this many of 8 cycles */
    struct side dev[LP_BUDDY_SLICES], bud[LP_BUDDY_SLICES];
    bool full;    /* no memory left */
    bool telling; /* some slices have taken a register write and others have not */
};

static void start(struct top *q)
{
    lp_shadow_start(&q->shadow);
    q->full = q->telling = false;
    for (unsigned s = 0; s < q->slices; s++) {
        struct side *dev = &q->dev[s], *bud = &q->bud[s];

        dev->r_valid = dev->b_valid = bud->r_valid = bud->b_valid = 0;
        q->full |= !lp_shadow_memories(&q->shadow, &dev->memory, &bud->memory);
    }
}

/* ---- what goes in ---- */

static bool beat_q(struct top *q, struct lp_buddy_top_in *in)
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
    memcpy(in->q_data, r->line, sizeof in->q_data);
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct top *q = (struct top *)self;
    struct lp_buddy_top_in *in = ports;

    if (q->full)
        return false;
    if (stream == CFG)
        return lp_shadow_tell(&q->shadow, &in->cfg_reg, in->cfg_data);
    return stream == Q && beat_q(q, in);
}

static void next_answer(struct top *q, uint32_t *valid, struct lpi_axi_answer *kept,
                        const struct lpi_axi_answer *(*next)(struct lp_far_memory *),
                        struct lp_far_memory *memory)
{
    const struct lpi_axi_answer *answer;

    if (*valid || lp_below(&q->shadow.rng, 8) < q->pause)
        return;
    answer = next(memory);
    if (!answer)
        return;
    *kept = *answer;
    *valid = 1;
}

/* Answers of a memory of slice s; payloads whose valid is 0 stay random. */
#define PUT_SIDE(in, X, side, s)                                                                   \
    do {                                                                                           \
        lpi_bits_put(&(in)->X##_rvalid, s, 1, &(side)->r_valid);                                   \
        lpi_bits_put(&(in)->X##_bvalid, s, 1, &(side)->b_valid);                                   \
        if ((side)->r_valid) {                                                                     \
            lpi_bits_put((in)->X##_rid, s *(side)->id_w, (side)->id_w, &(side)->r.id);             \
            lpi_bits_put((in)->X##_rdata, s * 256, 256, (side)->r.data);                           \
            lpi_bits_put((in)->X##_rresp, s * 2, 2, &(side)->r.resp);                              \
            lpi_bits_put(&(in)->X##_rlast, s, 1, &(side)->r.last);                                 \
        }                                                                                          \
        if ((side)->b_valid) {                                                                     \
            lpi_bits_put((in)->X##_bid, s *(side)->id_w, (side)->id_w, &(side)->b.id);             \
            lpi_bits_put((in)->X##_bresp, s * 2, 2, &(side)->b.resp);                              \
        }                                                                                          \
    } while (0)

static void drive(struct lp_traffic *self, void *ports)
{
    struct top *q = (struct top *)self;
    struct lp_buddy_top_in *in = ports;

    for (unsigned s = 0; s < q->slices; s++) {
        struct side *dev = &q->dev[s], *bud = &q->bud[s];

        if (!q->full) {
            next_answer(q, &dev->r_valid, &dev->r, lp_far_memory_r, &dev->memory);
            next_answer(q, &dev->b_valid, &dev->b, lp_far_memory_b, &dev->memory);
            next_answer(q, &bud->r_valid, &bud->r, lp_far_memory_r, &bud->memory);
            next_answer(q, &bud->b_valid, &bud->b, lp_far_memory_b, &bud->memory);
        }
        PUT_SIDE(in, dev, dev, s);
        PUT_SIDE(in, bud, bud, s);
    }
}

/* ---- what comes out ---- */

static const char *check_m(struct top *q, const struct lp_buddy_top_out *out)
{
    static const uint8_t zero[LP_LINE_BYTES];
    struct lp_shadow_answer *a = lp_shadow_find(&q->shadow, out->m_write, out->m_id);
    bool line = !out->m_write && out->m_code == LP_ANSWER_OK;

    if (!a)
        return "m_id_o: not requested";
    if (line && lp_shadow_beat(a, out->m_data, sizeof a->line))
        return "m_data_o: more than a line";
    if (!line && memcmp(out->m_data, zero, sizeof zero) != 0)
        return "m_data_o: not 0 without a line";
    q->base.lines++;
    return lp_shadow_answered(&q->shadow, a, out->m_code);
}

/* One bit or field of slice s. */
static uint32_t field(const uint32_t *words, unsigned s, unsigned width)
{
    return lpi_bits_word(words, s * width, width);
}

static const char *ask(struct top *q, unsigned s, struct side *side, bool write, uint32_t id,
                       const uint32_t addr[2], uint32_t len)
{
    (write ? lp_far_memory_aw : lp_far_memory_ar)(&side->memory, id, addr, len);
    return lp_shadow_burst(&q->shadow, s, side->which, write, lpi_get64(addr), len + 1);
}

/* Requests of slice s to a memory, and the answers that it takes. */
#define TAKE_SIDE(q, in, out, X, side, s, wrong)                                                   \
    do {                                                                                           \
        uint32_t addr[2], data[8];                                                                 \
        if (field(&(out)->X##_arvalid, s, 1) & field(&(in)->X##_arready, s, 1)) {                  \
            lpi_bits_get(addr, (out)->X##_araddr, s *LP_BUDDY_ADDR, LP_BUDDY_ADDR);                \
            wrong = ask(q, s, side, false, field((out)->X##_arid, s, (side)->id_w), addr,          \
                        field((out)->X##_arlen, s, 8));                                            \
        }                                                                                          \
        if (!wrong && (field(&(out)->X##_awvalid, s, 1) & field(&(in)->X##_awready, s, 1))) {      \
            lpi_bits_get(addr, (out)->X##_awaddr, s *LP_BUDDY_ADDR, LP_BUDDY_ADDR);                \
            wrong = ask(q, s, side, true, field((out)->X##_awid, s, (side)->id_w), addr,           \
                        field((out)->X##_awlen, s, 8));                                            \
        }                                                                                          \
        if (field(&(out)->X##_wvalid, s, 1) & field(&(in)->X##_wready, s, 1)) {                    \
            lpi_bits_get(data, (out)->X##_wdata, s * 256, 256);                                    \
            lp_far_memory_w(&(side)->memory, data, field((out)->X##_wstrb, s, 32),                 \
                            field(&(out)->X##_wlast, s, 1));                                       \
        }                                                                                          \
        if ((side)->r_valid & field(&(out)->X##_rready, s, 1)) {                                   \
            lp_far_memory_r_taken(&(side)->memory);                                                \
            (side)->r_valid = 0;                                                                   \
        }                                                                                          \
        (side)->b_valid &= ~field(&(out)->X##_bready, s, 1);                                       \
    } while (0)

static const char *memories(struct top *q, unsigned s, const struct lp_buddy_top_in *in,
                            const struct lp_buddy_top_out *out)
{
    struct side *dev = &q->dev[s], *bud = &q->bud[s];
    const char *wrong = NULL;

    TAKE_SIDE(q, in, out, dev, dev, s, wrong);
    if (!wrong)
        TAKE_SIDE(q, in, out, bud, bud, s, wrong);
    if (!wrong)
        wrong = lp_far_memory_tick(&dev->memory);
    return wrong ? wrong : lp_far_memory_tick(&bud->memory);
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct top *q = (struct top *)self;
    const struct lp_buddy_top_in *in = in_ports;
    const struct lp_buddy_top_out *out = out_ports;
    const char *wrong = NULL;

    (void)cycle;
    if (q->full)
        return "the bench has no memory left";
    if (in->cfg_reg < LP_GBBR_REGS && !q->telling &&
        lpi_get64(out->cfg_value) != lp_shadow_register(&q->shadow, in->cfg_reg))
        return "cfg_value_o: not what the register holds";
    q->telling = in->cfg_valid && !out->cfg_ready;
    if (in->cfg_valid && out->cfg_ready)
        lp_shadow_told(&q->shadow);
    if (out->m_valid && in->m_ready)
        wrong = check_m(q, out);
    if (in->q_valid && out->q_ready)
        lp_shadow_taken(&q->shadow);
    for (unsigned s = 0; s < q->slices && !wrong; s++)
        wrong = memories(q, s, in, out);
    return wrong ? wrong : lp_shadow_tick(&q->shadow);
}

/* ---- the hooks ---- */

static void close_memories(struct top *q)
{
    for (unsigned s = 0; s < q->slices; s++) {
        lp_far_memory_close(&q->dev[s].memory);
        lp_far_memory_close(&q->bud[s].memory);
    }
}

/* The contents of the caches are lost, so memories are reset too. */
static void reset(struct lp_traffic *self)
{
    struct top *q = (struct top *)self;

    close_memories(q);
    start(q);
}

static void close_top(struct lp_traffic *self)
{
    struct top *q = (struct top *)self;

    close_memories(q);
    lp_shadow_close(&q->shadow);
    free(q);
}

static struct lp_traffic *open_random(const int *values, uint64_t seed)
{
    struct top *q = calloc(1, sizeof *q);

    if (!q || !lp_shadow_open(&q->shadow, &values[2], lpi_log2((uint64_t)values[0]), NULL, seed)) {
        free(q);
        return NULL;
    }
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = close_top,
                                  .tally = &q->shadow.tally};
    q->slices = (unsigned)values[0];
    q->shadow.early = values[7] != 0;
    q->pause = lp_below(&q->shadow.rng, 2) ? 0 : 3;
    for (unsigned s = 0; s < q->slices; s++) {
        q->bud[s].id_w = lpi_log2((uint64_t)values[5]);
        q->dev[s].id_w = q->bud[s].id_w + 1;
        q->dev[s].which = LP_SHADOW_DEV;
        q->bud[s].which = LP_SHADOW_BUD;
    }
    start(q);
    return &q->base;
}

extern const struct lp_hooks lp_buddy_top_hooks;
const struct lp_hooks lp_buddy_top_hooks = {.random = open_random, .calm = LP_SHADOW_CALM};
