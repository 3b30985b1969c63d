/* SPDX-License-Identifier: Apache-2.0 */
#include "gbbr_slow.h"

/* Bytes of a line that target t keeps in device memory; the page's size over 16 x 8 of them. */
static const uint64_t device_bytes[] = {128, 96, 64, 32, 8};
static const uint64_t spill_bytes[] = {0, 32, 64, 96, 128};

static uint64_t power(uint64_t base, unsigned exponent)
{
    uint64_t value = 1;
    while (exponent-- > 0)
        value *= base;
    return value;
}

enum lp_answer lpi_gbbr_slow_translate(const struct lp_gbbr_geometry *geometry,
                                       const struct lp_gbbr_regs *regs,
                                       const struct lp_gbbr_page *page, uint64_t index,
                                       struct lp_gbbr_line *line)
{
    uint64_t share = power(2, geometry->share_log2), lines = share / 128, frame_bytes = share / 16;
    uint64_t slot_bytes = share * 3 / 4, t = page->target;
    uint64_t gbbr = regs->gbbr / 4096 * 4096, mdbase = regs->mdbase / 4096 * 4096;

    if (t > 4)
        return LP_ANSWER_TARGET;
    if (page->compressed == 0 && t > 0)
        return LP_ANSWER_TARGET;
    if (page->compressed == 1) {
        uint64_t slots_used = (lines * spill_bytes[t] + slot_bytes - 1) / slot_bytes;
        if (slots_used == 0)
            slots_used = 1; /* for the metadata */
        for (uint64_t s = page->slot; s < page->slot + slots_used; s++)
            if (s >= regs->slots)
                return LP_ANSWER_SLOT;
    }
    uint64_t frames_used = lines * device_bytes[t] / frame_bytes;
    for (uint64_t f = page->frame; f < page->frame + frames_used; f++)
        if (f >= regs->frames)
            return LP_ANSWER_FRAME;

    line->dev_addr = page->frame * frame_bytes + index * device_bytes[t];
    line->dev_sectors = (uint8_t)(device_bytes[t] / 32);
    line->eight = device_bytes[t] == 8;
    line->spill_addr = spill_bytes[t] == 0
                           ? 0
                           : gbbr + page->slot * slot_bytes + index * spill_bytes[t];
    line->spill_sectors = (uint8_t)(spill_bytes[t] / 32);
    line->meta = page->compressed;
    line->meta_addr = page->compressed == 0 ? 0 : 2 * mdbase + page->slot * lines + index;
    return LP_ANSWER_OK;
}

/* Section 15: the codec of each state, 4 where there is none, and its sectors. */
static const uint8_t named[16][2] = {{4, 0}, {1, 1}, {1, 2}, {1, 3}, {4, 4}, {1, 1},
                                     {0, 1}, {0, 2}, {0, 3}, {2, 1}, {2, 2}, {2, 3},
                                     {3, 1}, {3, 2}, {3, 3}, {4, 0}};

enum lp_answer lpi_gbbr_slow_split(unsigned mixed, unsigned state, unsigned target,
                                   struct lp_gbbr_split *split)
{
    if (state == 15 && target <= 4)
        return LP_ANSWER_MEMORY;
    if ((mixed == 0 && state > 5) || state > 14 || target > 4 || (state == 5 && target != 4))
        return LP_ANSWER_STATE;
    if (mixed != 0 && named[state][0] < 4 && mixed / power(2, named[state][0]) % 2 == 0)
        return LP_ANSWER_STATE;
    *split = (struct lp_gbbr_split){0};
    if (state == 5) {
        split->eight = 1;
        return LP_ANSWER_OK;
    }
    for (unsigned sector = 0; sector < named[state][1]; sector++) {
        if ((sector + 1) * 32 <= device_bytes[target])
            split->dev_sectors++;
        else
            split->spill_sectors++;
    }
    return LP_ANSWER_OK;
}

void lpi_gbbr_slow_slice(const struct lp_gbbr_geometry *geometry, uint64_t frame, uint64_t index,
                         uint64_t *slice, uint64_t *local)
{
    uint64_t slices = power(2, geometry->slices_log2), group = index / 4, number = group % slices;

    /* Bit b of the frame, and of group / slices, goes to bit b mod slices_log2 of the number. */
    for (unsigned b = 0; b < 32 && geometry->slices_log2 > 0; b++) {
        if (geometry->fold / power(2, b) % 2 == 0)
            continue;
        if (frame / power(2, b) % 2 == 1)
            number ^= power(2, b % geometry->slices_log2);
        if (group / slices / power(2, b) % 2 == 1)
            number ^= power(2, b % geometry->slices_log2);
    }
    *slice = number;
    *local = group / slices * 4 + index % 4;
}
