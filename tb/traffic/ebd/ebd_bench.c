/* SPDX-License-Identifier: Apache-2.0 */
/* EBD's row of the benches. */
#include "ebd_bench.h"

#include <string.h>

#include "ebd_beats.h"

/* The line's entry, and how many of its beats have left. */
struct maker {
    struct lp_entry entry;
    unsigned at, size;
};
_Static_assert(sizeof(struct maker) <= LP_BENCH_MAKER, "raise LP_BENCH_MAKER");

static bool bench_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_ebd_lines ebd = {.file = lines->file, .seed = lines->seed};
    return lp_ebd_line(&ebd, index, line->bytes);
}

static void start(void *maker, unsigned elem)
{
    (void)elem;
    memset(maker, 0, sizeof(struct maker));
}

static bool wants(const void *maker)
{
    const struct maker *q = maker;
    return q->at == q->entry.beats;
}

static bool add(void *maker, const struct lp_enc_line *line)
{
    struct maker *q = maker;

    q->size = lp_ebd_entry_make(line->bytes, &q->entry);
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

static bool entry_line(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES])
{
    (void)elem;
    return lp_ebd_entry_line(entry, line);
}

static bool entry_vary(struct lp_rng *rng, unsigned elem, const uint8_t line[LP_LINE_BYTES],
                       bool hostile, struct lp_entry *entry)
{
    (void)elem;
    return lp_ebd_entry_vary(rng, line, hostile, entry);
}

const struct lp_codec_bench lp_ebd_bench = {
    .line = bench_line,
    .start = start,
    .wants = wants,
    .add = add,
    .give = give,
    .entry_line = entry_line,
    .entry_vary = entry_vary,
};
