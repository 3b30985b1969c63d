/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_groups.h"

#include <string.h>

#include "units/traffic/bpc/bpc_lines.h"
#include "kit/fill.h"

#define RUN 24 /* usual number of consecutive groups of one codec */

unsigned lp_cdma_codec_number(struct lp_rng *rng, enum lp_dma_codec codec, bool all)
{
    unsigned first = all ? LP_DMA_BPC + 1 : LP_DMA_BPC;

    if (codec != LP_DMA_RAW || lp_below(rng, 2))
        return codec;
    return first + lp_below(rng, 16 - first);
}

static enum lp_dma_codec random_codec(struct lp_rng *rng, bool all)
{
    static const enum lp_dma_codec codecs[] = {LP_DMA_ZVC, LP_DMA_RAW, LP_DMA_ZVC, LP_DMA_BPC,
                                               LP_DMA_BPC};
    return codecs[lp_below(rng, all ? 5 : 3)];
}

/* The group has one kind of line, all kinds, or short records of BPC among empty ones. */
static void fill(const struct lp_cdma_groups *groups, struct lp_rng *rng, uint64_t index,
                 struct lp_cdma_group *group)
{
    struct lp_bpc_lines bpc = {.seed = groups->seed};
    unsigned kind = lp_below(rng, 9);

    for (unsigned i = 0; i < LP_DMA_LINES; i++) {
        uint8_t *line = group->raw + i * LP_LINE_BYTES;
        memset(line, 0, LP_LINE_BYTES);
        switch (kind == 7 ? lp_below(rng, 7) : kind == 8 ? 4 * lp_below(rng, 2) : kind) {
        case 0: break;
        case 1:
            for (unsigned at = 0; at < LP_LINE_BYTES; at += groups->elem / 8)
                lp_random_element(rng, line + at, groups->elem / 8);
            break;
        case 2: lp_fill_sectors(rng, line, groups->elem / 8); break;
        case 3:
            lp_fill_count(rng, line, groups->elem / 8,
                          lp_below(rng, 1 + 8 * LP_LINE_BYTES / groups->elem));
            break;
        default: lp_bpc_line(&bpc, index * LP_DMA_LINES + i, line);
        }
    }
}

static bool of_file(const struct lp_lines *file, uint64_t index, struct lp_cdma_group *group)
{
    uint64_t first = index * LP_DMA_LINES;

    if (first >= file->count)
        return false;
    uint64_t lines = file->count - first < LP_DMA_LINES ? file->count - first : LP_DMA_LINES;
    memset(group->raw, 0, sizeof group->raw);
    memcpy(group->raw, file->bytes + first * LP_LINE_BYTES, lines * LP_LINE_BYTES);
    group->sectors = (unsigned)lines * 4;
    group->number = group->codec = file->stream ? LP_DMA_ZVC : LP_DMA_BPC;
    return true;
}

bool lp_cdma_group(const struct lp_cdma_groups *groups, uint64_t index, struct lp_cdma_group *group)
{
    if (groups->file)
        return of_file(groups->file, index, group);
    struct lp_rng rng = {groups->seed ^ index * 0x30003},
                  run = {groups->seed ^ (groups->steady ? 0 : index / RUN) * 0x50005};
    bool mixed = !groups->steady && lp_below(&run, 3) == 0;
    bool small = !groups->steady && lp_below(&run, 4) == 0;

    group->codec = random_codec(mixed ? &rng : &run, groups->all);
    group->number = lp_cdma_codec_number(&rng, group->codec, groups->all);
    group->sectors = LP_DMA_SECTORS;
    if (!groups->steady && (small || lp_below(&rng, 8) == 0))
        group->sectors = 1 + lp_below(&rng, small ? 5 : LP_DMA_SECTORS);
    fill(groups, &rng, index, group);
    return true;
}
