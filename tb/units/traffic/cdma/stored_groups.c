/* SPDX-License-Identifier: Apache-2.0 */
#include "stored_groups.h"

#include <string.h>

#include "cdma_groups.h"
#include "kit/bpc_stream.h"
#include "kit/fill.h"
#include "lib/codec/auto.h"

enum { LINE = LP_LINE_BYTES, MOST = LP_STORED_GROUP_ROOM - 160 };

/* A line of words that BPC compresses well, or not. */
static void fill_words(struct lp_rng *rng, uint8_t *line)
{
    uint32_t word = (uint32_t)lp_random(rng), step = lp_below(rng, 2) ? lp_below(rng, 9) : 0;
    uint32_t noise = lp_below(rng, 2) ? (1u << lp_below(rng, 20)) - 1 : 0;

    for (unsigned i = 0; i < LINE; i += 4, word += step) {
        uint32_t now = word ^ ((uint32_t)lp_random(rng) & noise);
        for (unsigned k = 0; k < 4; k++)
            line[i + k] = (uint8_t)(now >> 8 * k);
    }
}

static bool has_kinds(unsigned codec)
{
    return codec == LP_DMA_XZVC || codec == LP_DMA_EBD || codec == LP_DMA_AUTO;
}

static void fill_line(struct lp_rng *rng, const struct lp_stored_recipe *recipe, bool dense,
                      uint8_t *line)
{
    unsigned bytes = recipe->elem / 8, total = LINE / bytes;

    if (has_kinds(recipe->codec) && !dense && lp_below(rng, 2)) {
        lp_cdma_line_random(rng, line);
        return;
    }

    memset(line, 0, LINE);
    switch (dense ? 0 : lp_below(rng, 7)) {
    case 0: lp_fill_count(rng, line, bytes, total); break;
    case 1: break;
    case 2:
    case 3: fill_words(rng, line); break;
    case 4: lp_fill_sectors(rng, line, bytes); break;
    default: lp_fill_count(rng, line, bytes, lp_below(rng, total + 1)); break;
    }
}

void lp_stored_group_store(unsigned elem, struct lp_stored_group *group)
{
    group->bytes = 0;
    for (unsigned at = 0; at < group->sectors; at += LP_DMA_SECTORS) {
        unsigned left = group->sectors - at;
        size_t bytes = 0;
        lp_dma_shrink((enum lp_dma_codec)group->codec, elem, group->raw + at * LP_SECTOR_BYTES,
                      left < LP_DMA_SECTORS ? left : LP_DMA_SECTORS, group->stored + group->bytes,
                      &bytes);
        group->bytes += bytes;
    }
}

void lp_stored_group_judge(unsigned elem, struct lp_stored_group *group)
{
    group->bad_at = 0;
    group->bad = lp_dma_expand((enum lp_dma_codec)group->codec, elem, group->stored, group->bytes,
                               group->sectors, group->raw, &group->bad_at) != LP_OK;
    if (!group->bad)
        group->bad_at = 0;
}

/* Records of other encoders, broken ones, and any announced size. */
static void odd_records(struct lp_rng *rng, struct lp_stored_group *group)
{
    bool broken = lp_below(rng, 3) == 0, lies = lp_below(rng, 3) == 0;
    struct lp_bpc_stream stream;

    group->bytes = 0;
    for (unsigned at = 0; at < group->sectors; at += LP_LINE_SECTORS) {
        uint8_t *record = group->stored + group->bytes;
        unsigned bytes;
        lp_bpc_stream_random(rng, 41 + lp_below(rng, 760), broken && lp_below(rng, 4) == 0,
                             &stream);
        bytes = (stream.bits + 7) / 8;
        record[0] = (uint8_t)bytes;
        if (lies && lp_below(rng, 4) == 0)
            bytes += lp_below(rng, 3) - 1;
        if (lies && lp_below(rng, 16) == 0)
            record[0] = (uint8_t)(95 + lp_below(rng, 40));
        else
            record[0] = (uint8_t)bytes;
        memcpy(record + 1, stream.bytes, LINE);
        group->bytes += 1 + (bytes < LINE ? bytes : LINE);
    }
}

/* Records of other encoders, of any codec of section 15, some longer than the engine takes. */
static void odd_kinds(struct lp_rng *rng, struct lp_stored_group *group)
{
    bool lies = lp_below(rng, 3) == 0, strangers = lp_below(rng, 6) == 0;
    unsigned own = group->codec == LP_DMA_AUTO   ? LP_AUTO_ALL
                   : group->codec == LP_DMA_XZVC ? 1u << LP_AUTO_XZVC
                                                 : 1u << LP_AUTO_EBD;

    group->bytes = 0;
    for (unsigned at = 0; at < group->sectors; at += LP_LINE_SECTORS) {
        uint8_t line[LINE] = {0}, *record = group->stored + group->bytes;
        unsigned left = group->sectors - at, codecs = 0;
        size_t bytes = 0;
        memcpy(line, group->raw + at * LP_SECTOR_BYTES,
               (left < LP_LINE_SECTORS ? left : LP_LINE_SECTORS) * LP_SECTOR_BYTES);
        while (codecs == 0)
            codecs = 1u << lp_below(rng, LP_AUTO_CODECS) & (strangers ? LP_AUTO_ALL : own);
        lp_auto_compress(LP_ELEM_16, codecs, line, LINE, record,
                         LP_STORED_GROUP_ROOM - group->bytes, &bytes);
        if (lies && lp_below(rng, 6) == 0)
            record[0] = (uint8_t)lp_below(rng, lp_below(rng, 4) ? 7 : 256);
        if (lies && lp_below(rng, 6) == 0)
            record[1] = (uint8_t)lp_below(rng, 132);
        /* A mask of 17 elements, one more than it may have. */
        if (lies && record[0] == LPI_KIND_EBD_MASK && lp_below(rng, 2)) {
            static const uint8_t mask[14] = {0xff, 0xff, 1};
            memcpy(record + 2, mask, sizeof mask);
        }
        /* Few elements are not +0, too few for this kind. */
        if (lies && record[0] == LPI_KIND_EBD_CODES && lp_below(rng, 2))
            memset(record + 2, 0xff, 22 + lp_below(rng, 3));
        group->bytes += bytes;
    }
}

/* Sectors past the end that are not zero. */
static void spill(struct lp_rng *rng, unsigned elem, struct lp_stored_group *group)
{
    unsigned sectors = group->sectors, to = (sectors + 3) / 4 * 4;

    if (to == sectors || group->codec == LP_DMA_RAW)
        return;
    for (unsigned i = sectors; i < to; i++)
        if (i + 1 == to || lp_below(rng, 2))
            group->raw[LP_SECTOR_BYTES * i + lp_below(rng, LP_SECTOR_BYTES)] = 1;
    group->sectors = to;
    lp_stored_group_store(elem, group);
    group->sectors = sectors;
}

static void insert(struct lp_rng *rng, struct lp_stored_group *group, bool zeros)
{
    size_t more = 1 + lp_below(rng, lp_below(rng, 3) ? 4 : 100);

    for (; more > 0 && group->bytes < MOST; more--)
        group->stored[group->bytes++] = zeros ? 0 : (uint8_t)lp_random(rng);
}

/* The group ends within the first bytes of a record with a kind. */
static void kind_only(struct lp_rng *rng, struct lp_stored_group *group)
{
    unsigned record = lp_below(rng, (group->sectors + 3) / 4);
    const uint8_t *at = group->stored, *end = at + group->bytes;
    uint8_t line[LINE];

    for (; record > 0; record--)
        if (lpi_auto_next(LP_ELEM_16, LP_AUTO_ALL, &at, end, line) != LP_OK)
            return;
    size_t bytes = (size_t)(at - group->stored) + 1 + lp_below(rng, lp_below(rng, 2) ? 3 : 30);
    if (bytes < group->bytes)
        group->bytes = bytes;
}

/* A record is announced but its group ends: the byte may be the last of its flit. */
static void announce_only(struct lp_rng *rng, struct lp_stored_group *group)
{
    unsigned record = lp_below(rng, (group->sectors + 3) / 4);
    size_t at = 0;

    if (has_kinds(group->codec))
        kind_only(rng, group);
    if (group->codec != LP_DMA_BPC)
        return;
    for (; record > 0 && at < group->bytes; record--)
        at += 1 + (group->stored[at] == 255 ? LINE : group->stored[at]);
    if (at < group->bytes)
        group->bytes = at + 1;
}

static void damage(struct lp_rng *rng, unsigned elem, struct lp_stored_group *group)
{
    switch (lp_below(rng, 10)) {
    case 0:
    case 1:
        group->stored[lp_below(rng, (uint32_t)group->bytes)] ^= (uint8_t)(1u << lp_below(rng, 8));
        break;
    case 2: group->bytes = 1 + lp_below(rng, (uint32_t)group->bytes); break;
    case 3: group->bytes -= group->bytes > 4 ? 1 + lp_below(rng, 4) : 0; break;
    case 4: insert(rng, group, true); break;
    case 5: insert(rng, group, false); break;
    case 6: spill(rng, elem, group); break;
    case 7:
        for (unsigned i = lp_below(rng, (uint32_t)group->bytes); i < group->bytes; i++)
            group->stored[i] = (uint8_t)lp_random(rng);
        break;
    case 8: announce_only(rng, group); break;
    default: group->sectors = 1 + lp_below(rng, LP_DMA_SECTORS); break;
    }
}

void lp_stored_group_random(struct lp_rng *rng, const struct lp_stored_recipe *recipe,
                            struct lp_stored_group *group)
{
    unsigned bulk = lp_below(rng, 4);

    group->codec = recipe->codec;
    group->sectors = recipe->whole || lp_below(rng, 3) ? LP_DMA_SECTORS
                                                       : 1 + lp_below(rng, recipe->most);
    for (unsigned at = 0; at < recipe->most * LP_SECTOR_BYTES; at += LINE)
        if (bulk == 0 && !recipe->dense)
            memset(group->raw + at, 0, LINE);
        else
            fill_line(rng, recipe, recipe->dense || bulk == 1, group->raw + at);
    lp_stored_group_store(recipe->elem, group);
    if (!recipe->good && group->codec == LP_DMA_BPC && lp_below(rng, 4) == 0)
        odd_records(rng, group);
    if (!recipe->good && has_kinds(group->codec) && lp_below(rng, 3) == 0)
        odd_kinds(rng, group);
    if (!recipe->good && lp_below(rng, 3) == 0)
        damage(rng, recipe->elem, group);
    lp_stored_group_judge(recipe->elem, group);
}
