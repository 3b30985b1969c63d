/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_groups.h"

#include <string.h>

#include "units/traffic/bpc/bpc_lines.h"
#include "kit/fill.h"

#define RUN 24 /* usual number of consecutive groups of one codec */

unsigned lp_cdma_codec_number(struct lp_rng *rng, enum lp_dma_codec codec, unsigned codecs)
{
    if (codec != LP_DMA_RAW || lp_below(rng, 2))
        return codec;
    return codecs + lp_below(rng, 16 - codecs);
}

enum lp_dma_codec lp_cdma_codec_random(struct lp_rng *rng, unsigned codecs)
{
    static const enum lp_dma_codec list[] = {LP_DMA_ZVC,  LP_DMA_RAW,  LP_DMA_ZVC, LP_DMA_BPC,
                                             LP_DMA_BPC,  LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO,
                                             LP_DMA_AUTO, LP_DMA_AUTO};
    return list[lp_below(rng, codecs == 1 ? 3 : codecs == 2 ? 5 : 10)];
}

/* Small numbers in bfloat16, which EBD compresses, with zeros and outliers. */
static void fill_floats(struct lp_rng *rng, uint8_t *line)
{
    unsigned base = 1 + lp_below(rng, 250), spread = 1 + lp_below(rng, 12);
    unsigned zeros = lp_below(rng, 9), far = lp_below(rng, 4);

    for (unsigned at = 0; at < LP_LINE_BYTES; at += 2) {
        unsigned exponent = base - (base > spread ? lp_below(rng, spread) : 0);
        unsigned x = (unsigned)(lp_random(rng) & 0x807f) | exponent << 7;
        if (far == 0 && lp_below(rng, 16) == 0)
            x = (unsigned)lp_random(rng) & 0xffff;
        if (lp_below(rng, 8) < zeros)
            x = 0;
        line[at] = (uint8_t)x;
        line[at + 1] = (uint8_t)(x >> 8);
    }
}

/* Words of 64 bits that differ in a few of their elements, which XZVC compresses. */
static void fill_near(struct lp_rng *rng, uint8_t *line)
{
    uint64_t word = lp_random(rng);
    unsigned often = 1 + lp_below(rng, 8);

    for (unsigned at = 0; at < LP_LINE_BYTES; at += 8) {
        if (lp_below(rng, often) == 0)
            word ^= (lp_random(rng) & 0xffff) << 16 * lp_below(rng, 4);
        memcpy(line + at, &word, 8);
    }
}

void lp_cdma_line_random(struct lp_rng *rng, uint8_t *line)
{
    if (lp_below(rng, 3) == 0)
        fill_near(rng, line);
    else
        fill_floats(rng, line);
}

/* The group has one kind of line, all kinds, or short records of BPC among empty ones. */
static void fill(const struct lp_cdma_groups *groups, struct lp_rng *rng, uint64_t index,
                 struct lp_cdma_group *group)
{
    struct lp_bpc_lines bpc = {.seed = groups->seed};
    unsigned kind = groups->codecs > 2 && lp_below(rng, 2) ? 9 + lp_below(rng, 2)
                                                           : lp_below(rng, 9);

    for (unsigned i = 0; i < LP_DMA_LINES; i++) {
        uint8_t *line = group->raw + i * LP_LINE_BYTES;
        memset(line, 0, LP_LINE_BYTES);
        if (kind == 9 || (kind == 10 && lp_below(rng, 2))) {
            lp_cdma_line_random(rng, line);
            continue;
        }
        switch (kind == 7 || kind == 10 ? lp_below(rng, 7)
                : kind == 8             ? 4 * lp_below(rng, 2)
                                        : kind) {
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

    group->codec = lp_cdma_codec_random(mixed ? &rng : &run, groups->codecs);
    group->number = lp_cdma_codec_number(&rng, group->codec, groups->codecs);
    group->sectors = LP_DMA_SECTORS;
    if (!groups->steady && (small || lp_below(&rng, 8) == 0))
        group->sectors = 1 + lp_below(&rng, small ? 5 : LP_DMA_SECTORS);
    fill(groups, &rng, index, group);
    return true;
}
