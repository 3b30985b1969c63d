/* SPDX-License-Identifier: Apache-2.0 */
#include "mixed_lines.h"

#include <string.h>

#include "base/codecs.h"

#include "choice_lines.h"
#include "units/traffic/bpc/bpc_bench.h"
#include "units/traffic/common/entry_maker.h"
#include "units/traffic/ebd/ebd_bench.h"
#include "units/traffic/zvc/xzvc_bench.h"

#define NAME(n, N, number) #n,
const char *const lp_mixed_names[] = {LPI_LINE_CODECS(NAME) NULL};
/* The best codec, named as in the table. */
const char *const lp_mixed_best_names[] = {LPI_LINE_CODECS(NAME) "mixed", NULL};

/* The n-th codec of the mask; n counts modulo the number of codecs. */
static unsigned codec_of(unsigned codecs, unsigned n)
{
    unsigned of = 0;

    n %= (unsigned)__builtin_popcount(codecs);
    while (!(codecs >> of & 1) || n-- != 0)
        of++;
    return of;
}

/* ---- the best codec ---- */

/* Passed to its bench as the width of elements, which are 16 bits wide: the codecs and quick. */
#define QUICK 0x100u
#define CODECS 15u

struct maker {
    struct lp_entry_maker base;
    unsigned codec, codecs;
    bool quick;
};
_Static_assert(sizeof(struct maker) <= LP_BENCH_MAKER, "raise LP_BENCH_MAKER");

_Static_assert((int)LP_AUTO_ZVC == LP_MIXED_ZVC && (int)LP_AUTO_BPC == LP_MIXED_BPC &&
                   (int)LP_AUTO_XZVC == LP_MIXED_XZVC && (int)LP_AUTO_EBD == LP_MIXED_EBD,
               "codecs have one number everywhere");

static void best_start(void *maker, unsigned elem)
{
    struct maker *q = maker;

    memset(q, 0, sizeof *q);
    q->codecs = elem & CODECS;
    q->quick = elem & QUICK;
}

/* Whether the differences of neighbouring words fit 23 bits. */
static bool smooth(const uint8_t line[LP_LINE_BYTES])
{
    int64_t before = 0;

    for (unsigned i = 0; i < LP_LINE_BYTES; i += 4) {
        uint32_t word = (uint32_t)line[i] | (uint32_t)line[i + 1] << 8 |
                        (uint32_t)line[i + 2] << 16 | (uint32_t)line[i + 3] << 24;
        int64_t now = (int32_t)word;
        if (i != 0 && (now - before < -(1 << 22) || now - before >= 1 << 22))
            return false;
        before = now;
    }
    return true;
}

/* Codecs tried on the line. */
static unsigned tried(const struct maker *q, const uint8_t line[LP_LINE_BYTES])
{
    unsigned bpc = 1u << LP_MIXED_BPC, others = q->codecs & ~bpc;
    enum lp_auto_codec codec;
    size_t bits;

    if (!q->quick || !(q->codecs & bpc) || others == 0)
        return q->codecs;
    lp_auto_choose(LP_ELEM_16, others, line, &codec, &bits);
    return bits > 8 * LP_SECTOR_BYTES && smooth(line) ? q->codecs : others;
}

static bool best_add(void *maker, const struct lp_enc_line *line)
{
    struct maker *q = maker;
    struct lp_entry *entry = &q->base.entry;
    unsigned codecs = tried(q, line->bytes), state;
    enum lp_auto_codec codec;
    size_t bits;

    memset(entry, 0, sizeof *entry);
    lp_auto_choose(LP_ELEM_16, codecs, line->bytes, &codec, &bits);
    lp_auto_encode_entry(LP_ELEM_16, codecs, line->bytes, entry->bytes, &state);
    lp_auto_state(state, &codec, &entry->sectors);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    if (codec != LP_AUTO_NONE)
        entry->bits = (unsigned)bits;
    q->codec = codec == LP_AUTO_NONE ? 0 : (unsigned)codec;
    return lp_entry_maker_add(&q->base, (unsigned)bits);
}

/* A beat of an entry has no count of elements: the field holds the codec here. */
static bool best_give(void *maker, struct lp_enc_beat *beat)
{
    struct maker *q = maker;

    if (!lp_entry_maker_give(&q->base, beat))
        return false;
    beat->count = q->codec;
    return true;
}

static const struct lp_codec_bench best_bench = {
    .start = best_start,
    .wants = lp_entry_maker_wants,
    .add = best_add,
    .give = best_give,
};

static bool is_record(const struct lp_enc_beat *beat)
{
    return beat->sectors > 0 && beat->sectors < LP_LINE_SECTORS;
}

unsigned lp_mixed_beat_codec(const struct lp_enc_beat *beat)
{
    return beat->codec == LP_MIXED_BEST ? beat->count : is_record(beat) ? beat->codec : 0;
}

unsigned lp_mixed_beat_bits(const struct lp_enc_beat *beat)
{
    return beat->sectors == LP_LINE_SECTORS ? 8 * LP_LINE_BYTES : beat->bits;
}

/* ---- lines ---- */

static const struct lp_codec_bench *const benches[LP_MIXED_CODECS + 1] = {
    [LP_MIXED_ZVC] = &lp_zvc_entry_bench, [LP_MIXED_BPC] = &lp_bpc_bench,
    [LP_MIXED_XZVC] = &lp_xzvc_bench,     [LP_MIXED_EBD] = &lp_ebd_bench,
    [LP_MIXED_BEST] = &best_bench,
};

/* Blocks of lines for one codec, or for any, where the codec often changes. */
static bool any_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0xd1342543de82ef95u};
    struct lp_rng own = {lines->seed ^ index * 0xaf251af3b0f025b5u};
    unsigned kind = lp_below(&block, LP_MIXED_CODECS + 3);
    bool one = kind < LP_MIXED_CODECS;
    unsigned of = one ? kind : lp_below(&own, LP_MIXED_CODECS);
    bool more = benches[of]->line(lines, index, line);

    line->mem = true;
    line->last = false;
    if (lines->file && lines->file->codec)
        line->codec = lines->file->codec - 1;
    else
        line->codec = codec_of(lines->mask, lines->file                ? (unsigned)index
                                            : one || lp_below(&own, 2) ? of
                                                                       : lp_below(&own, 60));
    return more;
}

static bool best_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0xc2b2ae3d27d4eb4fu};
    struct lp_rng own = {lines->seed ^ index * 0x9e3779b97f4a7c15u};
    unsigned kind = lp_below(&block, 4);
    bool more = any_line(lines, index, line);

    if (!lines->file && kind == 3) {
        lp_choice_line(&own, line->bytes);
        kind = 0;
    }
    if (lines->file ? lines->file->codec == 0 : kind == 0 || (kind == 1 && lp_below(&own, 2)))
        line->codec = LP_MIXED_BEST;
    return more;
}

struct lp_enc_lines lp_mixed_lines(const struct lp_lines *file, uint64_t seed, unsigned codecs)
{
    return (struct lp_enc_lines){.file = file,
                                 .seed = seed,
                                 .elem = 16,
                                 .mask = codecs,
                                 .most = LP_LINE_SECTORS - 1,
                                 .benches = benches,
                                 .codecs = LP_MIXED_CODECS,
                                 .line = any_line};
}

struct lp_enc_lines lp_mixed_best_lines(const struct lp_lines *file, uint64_t seed, unsigned codecs,
                                        bool quick)
{
    struct lp_enc_lines lines = lp_mixed_lines(file, seed, codecs);

    lines.elem = codecs | (quick ? QUICK : 0);
    lines.codecs = LP_MIXED_CODECS + 1;
    lines.line = best_line;
    return lines;
}
