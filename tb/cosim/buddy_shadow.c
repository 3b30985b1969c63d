/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_shadow.h"

#include <stdlib.h>
#include <string.h>

#include "buddy/buddy_ports.h"
#include "common/wide.h"

#define LOCAL 24 /* lines of a share that are asked for again and again */
#define MEMORY_BYTES (UINT64_C(1) << 32)
#define GOOD_PAGES 9 /* the others fault, each in its way */

static size_t page_lines(const struct lp_shadow *q)
{
    return (size_t)lp_gbbr_lines(&q->geometry) << q->geometry.slices_log2;
}

bool lp_shadow_open(struct lp_shadow *q, unsigned share_log2, unsigned slices_log2, uint64_t seed)
{
    memset(q, 0, sizeof *q);
    q->rng.state = seed;
    q->lines = (struct lp_codec_lines){.seed = seed, .elem = 32};
    q->geometry = (struct lp_gbbr_geometry){.share_log2 = share_log2, .slices_log2 = slices_log2};
    q->regs = (struct lp_gbbr_regs){.gbbr = 0x40000, .mdbase = 0x80000000};
    q->hostile = lp_below(&q->rng, 3) == 0;
    q->line = calloc(LP_SHADOW_PAGES * page_lines(q), sizeof *q->line);
    if (q->line)
        lp_shadow_start(q);
    return q->line != NULL;
}

void lp_shadow_close(struct lp_shadow *q)
{
    free(q->line);
}

/* Pages lie one behind the other. */
static void lay_out(struct lp_shadow *q)
{
    uint32_t frame = 0, slot = 0;

    for (unsigned p = 0; p < LP_SHADOW_PAGES; p++) {
        struct lp_shadow_page *page = &q->page[p];
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
    for (unsigned p = GOOD_PAGES; p < LP_SHADOW_PAGES; p++)
        q->page[p].fault = (int)(p - GOOD_PAGES) + LP_BUDDY_TARGET;
    q->page[1].lossy = q->page[2].lossy = q->hostile;
}

void lp_shadow_start(struct lp_shadow *q)
{
    lay_out(q);
    memset(q->line, 0, LP_SHADOW_PAGES * page_lines(q) * sizeof *q->line);
    memset(q->read, 0, sizeof q->read);
    memset(q->write, 0, sizeof q->write);
    q->registers = 0;
}

bool lp_shadow_memories(struct lp_shadow *q, struct lp_slice_memory *dev,
                        struct lp_slice_memory *bud)
{
    struct lpi_memory_config d = lpi_memory_hbm2(20), b = lpi_memory_link(40, 150);

    d.bytes = b.bytes = MEMORY_BYTES;
    d.shuffle = b.shuffle = 1;
    d.seed = lp_random(&q->rng);
    b.seed = lp_random(&q->rng);
    if (q->hostile) {
        /* Device memory of page 1, spilled sectors of page 2. */
        d.error_at = (uint64_t)q->page[1].attr.frame << (q->geometry.share_log2 - 4);
        d.error_bytes = UINT64_C(12) << (q->geometry.share_log2 - 4);
        b.error_bytes = UINT64_C(3) << (q->geometry.share_log2 - 2);
        b.error_at = q->regs.gbbr + q->page[2].attr.slot * b.error_bytes;
    }
    return lp_slice_memory_open(dev, &d) && lp_slice_memory_open(bud, &b);
}

/* ---- registers ---- */

static uint64_t value_of(const struct lp_shadow *q, unsigned reg)
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

bool lp_shadow_tell(struct lp_shadow *q, uint32_t *reg, uint32_t data[2])
{
    uint64_t value;

    if (q->registers <= LP_BUDDY_REG_CODEC) {
        value = value_of(q, q->registers);
        *reg = q->registers;
    } else if (lp_below(&q->rng, 2000) == 0) {
        value = lp_below(&q->rng, 4);
        /* What is forgotten must have been written back first. */
        value |= value >> 1;
        *reg = LP_BUDDY_REG_CACHE;
    } else {
        return false;
    }
    lpi_put64(data, value);
    return true;
}

void lp_shadow_told(struct lp_shadow *q)
{
    q->registers += q->registers <= LP_BUDDY_REG_CODEC;
}

/* ---- requests ---- */

static uint32_t choose_index(struct lp_shadow *q)
{
    uint32_t often = LOCAL << q->geometry.slices_log2;

    return lp_below(&q->rng, lp_below(&q->rng, 8) ? often : (uint32_t)page_lines(q));
}

bool lp_shadow_offer(struct lp_shadow *q)
{
    struct lp_shadow_request *r = &q->offered;
    struct lp_codec_line line;
    unsigned id = lp_below(&q->rng, LP_SHADOW_IDS);

    r->page = lp_below(&q->rng, LP_SHADOW_PAGES);
    r->write = lp_below(&q->rng, 2);
    if (q->registers <= LP_BUDDY_REG_CODEC || (r->write ? q->write : q->read)[id].live)
        return false;
    /* Faults are rare. */
    if (q->page[r->page].fault && lp_below(&q->rng, 8))
        r->page = lp_below(&q->rng, GOOD_PAGES);
    r->id = id;
    r->index = choose_index(q);
    lp_codec_line(&q->lines, q->next_line++, &line);
    memcpy(r->line, line.bytes, sizeof r->line);
    return true;
}

/* Requests take effect in the order in which they are taken. */
void lp_shadow_taken(struct lp_shadow *q)
{
    const struct lp_shadow_request *r = &q->offered;
    const struct lp_shadow_page *page = &q->page[r->page];
    struct lp_shadow_answer *a = &(r->write ? q->write : q->read)[r->id];
    uint8_t *line = q->line[r->page * page_lines(q) + r->index];

    *a = (struct lp_shadow_answer){.live = true, .lossy = page->lossy, .code = page->fault};
    if (!r->write)
        memcpy(a->line, line, sizeof a->line);
    else if (!page->fault)
        memcpy(line, r->line, sizeof r->line);
}

struct lp_shadow_answer *lp_shadow_find(struct lp_shadow *q, bool write, unsigned id)
{
    struct lp_shadow_answer *a = &(write ? q->write : q->read)[id];

    return a->live ? a : NULL;
}
