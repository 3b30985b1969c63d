/* SPDX-License-Identifier: Apache-2.0 */
#include "xzvc_bench.h"

#include <string.h>

#include "zvc/xzvc.h"
#include "zvc_bench.h"

#define ELEM 16

/* The line's entry, and how many of its beats have left. */
struct maker {
    struct lp_entry entry;
    unsigned at, size;
    bool filter;
};
_Static_assert(sizeof(struct maker) <= LP_BENCH_MAKER, "raise LP_BENCH_MAKER");

static bool zvc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_enc_lines as_zvc = *lines;

    as_zvc.elem = ELEM;
    bool more = lp_zvc_bench.line(&as_zvc, index, line);
    line->mem = true;
    line->last = false;
    return more;
}

/* Of random lines it is the filtered ones that are of ZVC's classes. */
static bool xzvc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    bool more = zvc_line(lines, index, line);

    if (!lines->file)
        lpi_xzvc_restore(line->bytes);
    return more;
}

static void zvc_start(void *maker, unsigned elem)
{
    (void)elem;
    memset(maker, 0, sizeof(struct maker));
}

static void xzvc_start(void *maker, unsigned elem)
{
    zvc_start(maker, elem);
    ((struct maker *)maker)->filter = true;
}

static bool wants(const void *maker)
{
    const struct maker *q = maker;
    return q->at == q->entry.beats;
}

static bool add(void *maker, const struct lp_enc_line *line)
{
    struct maker *q = maker;
    struct lp_entry *entry = &q->entry;
    uint8_t filtered[LP_LINE_BYTES];
    size_t bytes = 0;

    memset(entry, 0, sizeof *entry);
    memcpy(filtered, line->bytes, LP_LINE_BYTES);
    if (q->filter)
        lpi_xzvc_filter(line->bytes, filtered);
    lp_zvc_size(LP_ELEM_16, filtered, LP_LINE_BYTES, &bytes);
    if (q->filter)
        lp_xzvc_encode_entry(line->bytes, entry->bytes, &entry->sectors);
    else
        lp_zvc_encode_entry(LP_ELEM_16, line->bytes, entry->bytes, &entry->sectors);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    if (entry->sectors > 0 && entry->sectors < LP_LINE_SECTORS)
        entry->bits = 8 * (unsigned)bytes;
    q->size = 8 * (unsigned)bytes;
    q->at = 0;
    return false;
}

static bool give(void *maker, struct lp_enc_beat *beat)
{
    struct maker *q = maker;

    if (q->at == q->entry.beats)
        return false;
    memcpy(beat->data, q->entry.bytes + q->at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    beat->mem = true;
    beat->starts = q->at++ == 0;
    beat->last = q->at == q->entry.beats;
    beat->size = q->size;
    beat->sectors = q->entry.sectors;
    return true;
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
    .start = zvc_start,
    .wants = wants,
    .add = add,
    .give = give,
    .entry_line = zvc_entry_line,
    .entry_vary = entry_vary,
};

const struct lp_codec_bench lp_xzvc_bench = {
    .line = xzvc_line,
    .start = xzvc_start,
    .wants = wants,
    .add = add,
    .give = give,
    .entry_line = xzvc_entry_line,
    .entry_vary = entry_vary,
};

const char *const lp_xzvc_names[] = {"zvc", "xzvc", NULL};
static const struct lp_codec_bench *const both[] = {&lp_zvc_entry_bench, &lp_xzvc_bench};

/* Blocks of one codec or of both; in the latter either may have got the other's line. */
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
    return (struct lp_enc_lines){.file = file,
                                 .seed = seed,
                                 .elem = ELEM,
                                 .benches = both,
                                 .codecs = 2,
                                 .line = any_line};
}
