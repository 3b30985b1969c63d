/* SPDX-License-Identifier: Apache-2.0 */
/* BPC's row in the table of benches. */
#include "bpc_bench.h"

#include "bpc_beats.h"
#include "units/traffic/common/entry_maker.h"

static bool bench_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_bpc_lines bpc = {.file = lines->file, .seed = lines->seed};
    return lp_bpc_line(&bpc, index, line->bytes);
}

static bool add(void *maker, const struct lp_enc_line *line)
{
    struct lp_entry_maker *q = maker;
    return lp_entry_maker_add(q, lp_bpc_entry_make(line->bytes, &q->entry));
}

static bool entry_line(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES])
{
    (void)elem;
    return lp_bpc_entry_line(entry, line);
}

static bool entry_vary(struct lp_rng *rng, unsigned elem, const uint8_t line[LP_LINE_BYTES],
                       bool hostile, struct lp_entry *entry)
{
    (void)elem;
    return lp_bpc_entry_vary(rng, line, hostile, entry);
}

const struct lp_codec_bench lp_bpc_bench = {
    .line = bench_line,
    .start = lp_entry_maker_start,
    .wants = lp_entry_maker_wants,
    .add = add,
    .give = lp_entry_maker_give,
    .entry_line = entry_line,
    .entry_vary = entry_vary,
};
