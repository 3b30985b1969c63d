/* SPDX-License-Identifier: Apache-2.0 */
#include "xzvc_bench.h"

#include <string.h>

#include "base/codecs.h"
#include "units/traffic/common/entry_maker.h"
#include "lib/zvc/xzvc.h"
#include "zvc_bench.h"

#define ELEM 16

static bool zvc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_enc_lines as_zvc = *lines;

    as_zvc.elem = ELEM;
    bool more = lp_zvc_bench.line(&as_zvc, index, line);
    line->mem = true;
    line->last = false;
    return more;
}

/* For random lines, the filtered line is of one of ZVC's classes. */
static bool xzvc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    bool more = zvc_line(lines, index, line);

    if (!lines->file)
        lpi_xzvc_restore(line->bytes);
    return more;
}

/* `stored`: the line, filtered if the codec has a filter. */
static bool add(struct lp_entry_maker *q, const uint8_t stored[LP_LINE_BYTES])
{
    struct lp_entry *entry = &q->entry;
    size_t bytes = 0;

    lp_zvc_size(LP_ELEM_16, stored, LP_LINE_BYTES, &bytes);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    if (entry->sectors > 0 && entry->sectors < LP_LINE_SECTORS)
        entry->bits = 8 * (unsigned)bytes;
    return lp_entry_maker_add(q, 8 * (unsigned)bytes);
}

static bool zvc_add(void *maker, const struct lp_enc_line *line)
{
    struct lp_entry_maker *q = maker;

    memset(&q->entry, 0, sizeof q->entry);
    lp_zvc_encode_entry(LP_ELEM_16, line->bytes, q->entry.bytes, &q->entry.sectors);
    return add(q, line->bytes);
}

static bool xzvc_add(void *maker, const struct lp_enc_line *line)
{
    struct lp_entry_maker *q = maker;
    uint8_t filtered[LP_LINE_BYTES];

    memset(&q->entry, 0, sizeof q->entry);
    lp_xzvc_encode_entry(line->bytes, q->entry.bytes, &q->entry.sectors);
    lpi_xzvc_filter(line->bytes, filtered);
    return add(q, filtered);
}

static bool zvc_entry_line(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES])
{
    (void)elem;
    return lp_zvc_entry_line(entry, ELEM, line);
}

static bool xzvc_entry_line(const struct lp_entry *entry, unsigned elem,
                            uint8_t line[LP_LINE_BYTES])
{
    bool good = zvc_entry_line(entry, elem, line);

    if (entry->sectors < LP_LINE_SECTORS)
        lpi_xzvc_restore(line);
    return good;
}

static bool entry_vary(struct lp_rng *rng, unsigned elem, const uint8_t line[LP_LINE_BYTES],
                       bool hostile, struct lp_entry *entry)
{
    (void)elem;
    return lp_zvc_bench.entry_vary(rng, ELEM, line, hostile, entry);
}

const struct lp_codec_bench lp_zvc_entry_bench = {
    .line = zvc_line,
    .start = lp_entry_maker_start,
    .wants = lp_entry_maker_wants,
    .add = zvc_add,
    .give = lp_entry_maker_give,
    .entry_line = zvc_entry_line,
    .entry_vary = entry_vary,
};

const struct lp_codec_bench lp_xzvc_bench = {
    .line = xzvc_line,
    .start = lp_entry_maker_start,
    .wants = lp_entry_maker_wants,
    .add = xzvc_add,
    .give = lp_entry_maker_give,
    .entry_line = xzvc_entry_line,
    .entry_vary = entry_vary,
};

const char *const lp_xzvc_names[] = {lpi_codec_name_zvc, lpi_codec_name_xzvc, NULL};
static const struct lp_codec_bench *const both[] = {&lp_zvc_entry_bench, &lp_xzvc_bench};

/* Blocks of one codec or of both; in the latter case a line made for one codec may be given to the
 * other. */
static bool any_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0xd1342543de82ef95u};
    struct lp_rng own = {lines->seed ^ index * 0xaf251af3b0f025b5u};
    unsigned kind = lp_below(&block, 5), of = kind < 2 ? kind : lp_below(&own, 2);
    bool more = both[of]->line(lines, index, line);

    if (lines->file)
        line->codec = lines->file->codec ? lines->file->codec - 1 : (unsigned)(index % 2);
    else
        line->codec = kind < 2 ? of : lp_below(&own, 2);
    return more;
}

struct lp_enc_lines lp_xzvc_lines(const struct lp_lines *file, uint64_t seed)
{
    return (struct lp_enc_lines){
        .file = file, .seed = seed, .elem = ELEM, .benches = both, .codecs = 2, .line = any_line};
}
