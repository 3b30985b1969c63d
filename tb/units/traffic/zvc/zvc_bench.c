/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC's row in the table of benches. */
#include "zvc_bench.h"

#include <string.h>

struct maker {
    struct lp_zvc_lines lines; /* only their elements' width */
    struct lp_zvc_beats beats;
};

_Static_assert(sizeof(struct maker) <= LP_BENCH_MAKER, "raise LP_BENCH_MAKER");

struct lp_zvc_lines lp_zvc_lines_of(const struct lp_enc_lines *lines)
{
    return (struct lp_zvc_lines){.file = lines->file, .seed = lines->seed, .elem = lines->elem};
}

static bool bench_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_zvc_lines zvc = lp_zvc_lines_of(lines);
    struct lp_zvc_line as_zvc;

    if (!lp_zvc_line(&zvc, index, &as_zvc))
        return false;
    memcpy(line->bytes, as_zvc.bytes, LP_LINE_BYTES);
    line->mem = as_zvc.mem;
    line->last = as_zvc.last;
    return true;
}

static void start(void *maker, unsigned elem)
{
    struct maker *q = maker;

    q->lines = (struct lp_zvc_lines){.elem = elem};
    lp_zvc_beats_init(&q->beats, &q->lines, 0);
}

static bool wants(const void *maker)
{
    const struct maker *q = maker;
    return lp_zvc_beats_wants(&q->beats);
}

static bool add(void *maker, const struct lp_enc_line *line)
{
    struct maker *q = maker;
    struct lp_zvc_line zvc = {.mem = line->mem, .last = line->last};

    memcpy(zvc.bytes, line->bytes, LP_LINE_BYTES);
    lp_zvc_beats_add(&q->beats, &zvc);
    return !line->mem && !line->last;
}

static bool give(void *maker, struct lp_enc_beat *beat)
{
    struct maker *q = maker;
    struct lp_zvc_beat zvc;

    if (!lp_zvc_beats_give(&q->beats, &zvc))
        return false;
    memcpy(beat->data, zvc.data, LP_SECTOR_BYTES);
    beat->mem = zvc.mem;
    beat->last = zvc.last;
    beat->count = zvc.count;
    beat->size = q->lines.elem * zvc.size.size;
    beat->sectors = zvc.size.sectors;
    if (zvc.mem && beat->sectors > 0 && beat->sectors < LP_LINE_SECTORS)
        beat->bits = beat->size;
    beat->starts = zvc.starts;
    return true;
}

static bool entry_vary(struct lp_rng *rng, unsigned elem, const uint8_t line[LP_LINE_BYTES],
                       bool hostile, struct lp_entry *entry)
{
    static const uint8_t zero_mask[2] = {0};

    if (hostile)
        lp_zvc_entry_damage(rng, entry, elem);
    else if (lp_below(rng, 8) == 0)
        lp_entry_waste(line, zero_mask, entry);
    return !hostile;
}

const struct lp_codec_bench lp_zvc_bench = {
    .line = bench_line,
    .start = start,
    .wants = wants,
    .add = add,
    .give = give,
    .entry_line = lp_zvc_entry_line,
    .entry_vary = entry_vary,
};
