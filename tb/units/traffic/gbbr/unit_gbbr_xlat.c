/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_gbbr_xlat: legal and illegal attributes around the limits that the registers hold,
 * while these are written. Each answer is checked against the slow functional twin, with the
 * registers as they were when the request was taken.
 */
#include <stdlib.h>
#include <string.h>

#include "base/wide.h"
#include "units/gbbr/gbbr_ports.h"
#include "reference/gbbr_slow.h"
#include "units/cosim/registry.h"
#include "base/rng.h"

enum { REQUESTS, CONFIG };
#define HOLDS 4 /* more requests than the unit holds */
#define ADDR_MASK ((UINT64_C(1) << LP_GBBR_ADDR) - 1)

struct due {
    uint32_t tag, code;
    struct lp_gbbr_line line;
};

struct xlat {
    struct lp_traffic base;
    struct lp_rng rng;
    struct lp_gbbr_geometry geometry;
    unsigned frame_width, slot_width, tag_width;
    struct lp_gbbr_regs regs;
    struct due due[HOLDS];
    uint64_t in, out;
    bool seen; /* the offered answer was checked before */
};

static uint32_t low(uint64_t value, unsigned width)
{
    return (uint32_t)(value & ((UINT64_C(1) << width) - 1));
}

/* Around the limit, or anywhere, or an end of the range. */
static uint32_t number(struct lp_rng *rng, uint64_t limit, unsigned width)
{
    switch (lp_below(rng, 4)) {
    case 0: return low(lp_random(rng), width);
    case 1: return low(lp_below(rng, 2) ? 0 : UINT64_MAX, width);
    default: return low(limit - lp_below(rng, 20) + 2, width);
    }
}

static void request(struct xlat *q, struct lp_gbbr_xlat_in *in)
{
    struct lp_rng *rng = &q->rng;

    in->s_tag = low(lp_random(rng), q->tag_width);
    in->s_compressed = lp_below(rng, 8) != 0;
    in->s_target = lp_below(rng, lp_below(rng, 8) ? 5 : 8);
    if (!in->s_compressed && lp_below(rng, 4) != 0)
        in->s_target = 0;
    in->s_slot = number(rng, q->regs.slots, q->slot_width);
    in->s_frame = number(rng, q->regs.frames, q->frame_width);
    in->s_index = number(rng, lp_gbbr_lines(&q->geometry), q->geometry.share_log2 - 7);
}

/* Counts of all sizes, most of them such that some pages fit and some do not. */
static uint64_t count(struct lp_rng *rng, unsigned width)
{
    uint64_t data = lp_random(rng) & ADDR_MASK;

    return lp_below(rng, 8) == 0 ? data >> lp_below(rng, 40)
                                 : low(data, width - lp_below(rng, lp_below(rng, 2) ? 3 : width));
}

static void config(struct xlat *q, struct lp_gbbr_xlat_in *in)
{
    uint64_t data = lp_random(&q->rng) & ADDR_MASK;

    in->cfg_reg = lp_below(&q->rng, LP_GBBR_REGS);
    if (in->cfg_reg == LP_GBBR_SLOTS)
        data = count(&q->rng, q->slot_width + 1);
    else if (in->cfg_reg == LP_GBBR_FRAMES)
        data = count(&q->rng, q->frame_width + 1);
    lpi_put64(in->cfg_data, data);
}

static bool xlat_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct xlat *q = (struct xlat *)self;

    if (stream == REQUESTS)
        request(q, in);
    else if (stream == CONFIG && lp_below(&q->rng, 16) == 0)
        config(q, in);
    else
        return false;
    return true;
}

static void taken(struct xlat *q, const struct lp_gbbr_xlat_in *in)
{
    const struct lp_gbbr_page page = {(uint8_t)in->s_compressed, (uint8_t)in->s_target, in->s_slot,
                                      in->s_frame, 0};
    struct due *due = &q->due[q->in++ % HOLDS];

    memset(due, 0, sizeof *due);
    due->tag = in->s_tag;
    due->code = lpi_gbbr_slow_translate(&q->geometry, &q->regs, &page, in->s_index, &due->line);
}

static void written(struct lp_gbbr_regs *regs, const struct lp_gbbr_xlat_in *in)
{
    uint64_t data = lpi_get64(in->cfg_data);

    if (in->cfg_reg == LP_GBBR_GBBR)
        regs->gbbr = data;
    else if (in->cfg_reg == LP_GBBR_MDBASE)
        regs->mdbase = data;
    else if (in->cfg_reg == LP_GBBR_SLOTS)
        regs->slots = data;
    else
        regs->frames = data;
}

/* Value of a register: a base in whole 4 KiB; a count has one bit more than the page numbers. */
static uint64_t shown(const struct xlat *q, uint32_t reg)
{
    uint64_t most;

    if (reg == LP_GBBR_GBBR || reg == LP_GBBR_MDBASE)
        return (reg == LP_GBBR_GBBR ? q->regs.gbbr : q->regs.mdbase) / 4096 * 4096;
    most = (UINT64_C(2) << (reg == LP_GBBR_SLOTS ? q->slot_width : q->frame_width)) - 1;
    if (reg == LP_GBBR_SLOTS)
        return q->regs.slots < most ? q->regs.slots : most;
    return q->regs.frames < most ? q->regs.frames : most;
}

static bool is_address(const uint32_t words[2], uint64_t value, uint64_t mask)
{
    return lpi_get64(words) == (value & mask);
}

static const char *compare(const struct due *due, const struct lp_gbbr_xlat_out *out)
{
    const struct lp_gbbr_line *line = &due->line;

    if (out->m_tag != due->tag)
        return "m_tag_o is not that of the request that is due";
    if (out->m_fault != due->code)
        return "m_fault_o is not the fault of the attributes";
    if (!is_address(out->m_dev_addr, line->dev_addr, ADDR_MASK))
        return "m_dev_addr_o is not the line's device address";
    if (!is_address(out->m_spill_addr, line->spill_addr, ADDR_MASK))
        return "m_spill_addr_o is not the line's buddy address";
    if (!is_address(out->m_meta_addr, line->meta_addr, ADDR_MASK * 2 + 1))
        return "m_meta_addr_o is not that of the line's metadata";
    if (out->m_dev_sectors != line->dev_sectors || out->m_eight != line->eight ||
        out->m_spill_sectors != line->spill_sectors || out->m_meta != line->meta)
        return "the sectors are not those of the target";
    return NULL;
}

static const char *xlat_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct xlat *q = (struct xlat *)self;
    const struct lp_gbbr_xlat_in *in = in_ports;
    const struct lp_gbbr_xlat_out *out = out_ports;
    const char *wrong = NULL;

    if (out->m_valid) {
        wrong = q->in == q->out ? "a stray answer" : compare(&q->due[q->out % HOLDS], out);
        if (!q->seen)
            lp_traffic_line_out(self, cycle);
        q->seen = !in->m_ready;
        q->out += in->m_ready;
        self->lines += in->m_ready;
    }
    if (in->s_valid && out->s_ready) {
        lp_traffic_line_in(self, cycle);
        taken(q, in);
    }
    if (!wrong && lpi_get64(out->cfg_value) != shown(q, in->cfg_reg))
        wrong = "cfg_value_o is not what the register holds";
    if (in->cfg_valid && out->cfg_ready)
        written(&q->regs, in);
    return wrong;
}

static void xlat_reset(struct lp_traffic *self)
{
    struct xlat *q = (struct xlat *)self;

    q->regs = (struct lp_gbbr_regs){0};
    q->in = q->out = 0;
    q->seen = false;
    self->lines_in = self->lines_out = 0;
}

static struct lp_traffic *xlat_random(const int *values, uint64_t seed)
{
    struct xlat *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = xlat_beat,
                                  .reactive = true,
                                  .check = xlat_check,
                                  .reset = xlat_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->geometry.share_log2 = (unsigned)values[0];
    q->frame_width = (unsigned)values[1];
    q->slot_width = (unsigned)values[2];
    q->tag_width = (unsigned)values[3];
    return &q->base;
}

extern const struct lp_hooks lp_gbbr_xlat_hooks;
const struct lp_hooks lp_gbbr_xlat_hooks = {.random = xlat_random};
