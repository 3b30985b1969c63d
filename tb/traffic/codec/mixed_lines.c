/* SPDX-License-Identifier: Apache-2.0 */
#include "mixed_lines.h"

#include <string.h>

#include "traffic/bpc/bpc_bench.h"
#include "traffic/ebd/ebd_bench.h"
#include "traffic/zvc/xzvc_bench.h"

#define WAYS 5 /* of the codecs and the best of them */

/* The n-th codec of the mask, n modulo their number. */
static unsigned codec_of(unsigned codecs, unsigned n)
{
    unsigned of = 0;

    n %= (unsigned)__builtin_popcount(codecs);
    while (!(codecs >> of & 1) || n-- != 0)
        of++;
    return of;
}

static const struct lp_codec_bench *const benches[LP_MIXED_CODECS] = {
    [LP_MIXED_ZVC] = &lp_zvc_entry_bench,
    [LP_MIXED_BPC] = &lp_bpc_bench,
    [LP_MIXED_XZVC] = &lp_xzvc_bench,
    [LP_MIXED_EBD] = &lp_ebd_bench,
};

/* Blocks of lines for one codec, or for any, which then often go to another one. */
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
    line->codec = codec_of(lines->mask, lines->file     ? (unsigned)index
                                        : one || lp_below(&own, 2) ? of
                                                                   : lp_below(&own, 60));
    return more;
}

struct lp_enc_lines lp_mixed_lines(const struct lp_lines *file, uint64_t seed, unsigned codecs,
                                   bool best)
{
    (void)best;
    return (struct lp_enc_lines){.file = file,
                                 .seed = seed,
                                 .elem = 16,
                                 .mask = codecs,
                                 .benches = benches,
                                 .codecs = LP_MIXED_CODECS,
                                 .line = any_line};
}
