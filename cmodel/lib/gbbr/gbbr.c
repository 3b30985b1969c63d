/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"

#include <linepress/gbbr.h>
#include <stdbool.h>

#define LINE_LOG2 7u
#define PARTS_LOG2 4u /* frames of a share */
#define BASE_MASK (~UINT64_C(0xfff))

static const struct {
    uint8_t frames, slots, device_bytes, spill_bytes;
} targets[LP_TARGETS] = {
    [LP_TARGET_1] = {16, 1, 128, 0},
    [LP_TARGET_1_33] = {12, 1, 96, 32},
    [LP_TARGET_2] = {8, 1, 64, 64},
    [LP_TARGET_4] = {4, 1, 32, 96},
    [LP_TARGET_16] = {1, 2, LP_EIGHT_BYTES, 128},
};

unsigned lp_gbbr_frames(unsigned target)
{
    return target < LP_TARGETS ? targets[target].frames : 0;
}

unsigned lp_gbbr_slots(unsigned target)
{
    return target < LP_TARGETS ? targets[target].slots : 0;
}

unsigned lp_gbbr_device_bytes(unsigned target)
{
    return target < LP_TARGETS ? targets[target].device_bytes : 0;
}

unsigned lp_gbbr_spill_bytes(unsigned target)
{
    return target < LP_TARGETS ? targets[target].spill_bytes : 0;
}

uint32_t lp_gbbr_lines(const struct lp_gbbr_geometry *geometry)
{
    return UINT32_C(1) << (geometry->share_log2 - LINE_LOG2);
}

static bool geometry_valid(const struct lp_gbbr_geometry *geometry)
{
    return geometry->share_log2 >= 11 && geometry->share_log2 <= 24 && geometry->slices_log2 <= 5;
}

static enum lp_answer fault(const struct lp_gbbr_regs *regs, const struct lp_gbbr_page *page)
{
    if (page->target >= LP_TARGETS || (!page->compressed && page->target != LP_TARGET_1))
        return LP_ANSWER_TARGET;
    if (page->compressed && (uint64_t)page->slot + targets[page->target].slots > regs->slots)
        return LP_ANSWER_SLOT;
    if ((uint64_t)page->frame + targets[page->target].frames > regs->frames)
        return LP_ANSWER_FRAME;
    return LP_ANSWER_OK;
}

int lp_gbbr_translate(const struct lp_gbbr_geometry *geometry, const struct lp_gbbr_regs *regs,
                      const struct lp_gbbr_page *page, uint32_t index, struct lp_gbbr_line *line)
{
    if (LPI_ANY_NULL(geometry, regs, page, line))
        return LP_ERR_ARG;
    if (!geometry_valid(geometry) || index >= lp_gbbr_lines(geometry))
        return LP_ERR_ARG;
    enum lp_answer code = fault(regs, page);
    if (code != LP_ANSWER_OK)
        return code;
    uint64_t slot = page->slot, slot_bytes = UINT64_C(3) << (geometry->share_log2 - 2);
    unsigned spill = targets[page->target].spill_bytes;
    *line = (struct lp_gbbr_line){
        .dev_addr = ((uint64_t)page->frame << (geometry->share_log2 - PARTS_LOG2)) +
                    (uint64_t)index * targets[page->target].device_bytes,
        .dev_sectors = targets[page->target].device_bytes / LP_SECTOR_BYTES,
        .eight = page->target == LP_TARGET_16,
        .spill_sectors = (uint8_t)(spill / LP_SECTOR_BYTES),
        .meta = page->compressed != 0,
    };
    if (spill != 0)
        line->spill_addr = (regs->gbbr & BASE_MASK) + slot * slot_bytes + (uint64_t)index * spill;
    if (line->meta)
        line->meta_addr = (regs->mdbase & BASE_MASK) * 2 + slot * lp_gbbr_lines(geometry) + index;
    return LP_ANSWER_OK;
}

/* `turn`: the group's number divided by the number of slices. */
static unsigned folded(const struct lp_gbbr_geometry *geometry, uint32_t frame, uint32_t turn)
{
    uint64_t rest = (frame ^ turn) & geometry->fold;
    unsigned fold = 0;

    for (; rest != 0 && geometry->slices_log2 != 0; rest >>= geometry->slices_log2)
        fold ^= (unsigned)rest & ((1u << geometry->slices_log2) - 1);
    return fold;
}

void lp_gbbr_slice(const struct lp_gbbr_geometry *geometry, uint32_t frame, uint32_t index,
                   unsigned *slice, uint32_t *local)
{
    uint32_t group = index / 4, turn = group >> geometry->slices_log2;

    *slice = (group ^ folded(geometry, frame, turn)) & ((1u << geometry->slices_log2) - 1);
    *local = turn * 4 + index % 4;
}

uint32_t lp_gbbr_index(const struct lp_gbbr_geometry *geometry, uint32_t frame, unsigned slice,
                       uint32_t local)
{
    uint32_t turn = local / 4;
    uint32_t group = turn << geometry->slices_log2 | (slice ^ folded(geometry, frame, turn));
    return group * 4 + local % 4;
}
