/* SPDX-License-Identifier: Apache-2.0 */
/* EBD's row in the table of benches. */
#include "ebd_bench.h"

#include "ebd_beats.h"
#include "units/traffic/common/entry_maker.h"

static bool bench_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_ebd_lines ebd = {.file = lines->file, .seed = lines->seed};
    return lp_ebd_line(&ebd, index, line->bytes);
}

static bool add(void *maker, const struct lp_enc_line *line)
{
    struct lp_entry_maker *q = maker;
    return lp_entry_maker_add(q, lp_ebd_entry_make(line->bytes, &q->entry));
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
    .start = lp_entry_maker_start,
    .wants = lp_entry_maker_wants,
    .add = add,
    .give = lp_entry_maker_give,
    .entry_line = entry_line,
    .entry_vary = entry_vary,
};

struct lp_enc_lines lp_ebd_enc_lines(const struct lp_lines *file, uint64_t seed)
{
    static const struct lp_codec_bench *const benches[] = {&lp_ebd_bench};
    return (struct lp_enc_lines){
        .file = file, .seed = seed, .elem = 16, .benches = benches, .codecs = 1};
}
