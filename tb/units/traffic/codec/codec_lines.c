/* SPDX-License-Identifier: Apache-2.0 */
#include "codec_lines.h"

#include <string.h>

#include "units/codec/codec_unit_rows.h"

#define FILE_GROUP 4

#define DECLARE(name, NAME) extern const struct lp_codec_bench lp_##name##_bench;
LP_CODECS(DECLARE)

#define BENCH(name, NAME) &lp_##name##_bench,
const struct lp_codec_bench *const lp_codec_benches[LP_CODEC_PORTS] = {LP_CODECS(BENCH)};

_Static_assert(LP_CODEC_PORTS <= LP_BENCH_CODECS, "raise LP_BENCH_CODECS");

#define NAME(name, NAME) #name,
const char *const lp_codec_names[LP_CODEC_PORTS + 1] = {LP_CODECS(NAME)};

static void file_line(const struct lp_lines *file, uint64_t index, struct lp_enc_line *line)
{
    bool fourth = index % FILE_GROUP == FILE_GROUP - 1;
    unsigned turn = index / FILE_GROUP % LP_CODEC_PORTS;

    if (file->codec != 0)
        turn = file->codec - 1;
    line->codec = file->stream || file->codec != 0 ? turn : (unsigned)(index % LP_CODEC_PORTS);
    line->mem = !file->stream || !lpi_codec_unit_rows[line->codec]->stream;
    line->last = (fourth && lpi_codec_unit_rows[turn]->stream) || index + 1 == file->count;
}

/*
 * Blocks of one codec or of all; a block of all has short streams. The end of a line is drawn with
 * the first codec's lines, even where it is not used.
 */
static void random_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0xd1342543de82ef95u};
    struct lp_rng own = {lines->seed ^ index * 0xaf251af3b0f025b5u};
    unsigned kind = lp_below(&block, LP_CODEC_PORTS + 3);
    bool one = kind < LP_CODEC_PORTS;
    unsigned of = one ? kind : lp_below(&own, LP_CODEC_PORTS);

    lp_codec_benches[0]->line(lines, index, line);
    if (of != 0)
        lp_codec_benches[of]->line(lines, index, line);
    line->codec = of;
    if (one)
        return;
    line->codec = lp_below(&own, LP_CODEC_PORTS);
    line->mem = lp_below(&own, 2);
    line->last = index % LP_LINES_BLOCK == LP_LINES_BLOCK - 1 || lp_below(&own, 3) == 0;
}

static bool any_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    if (!lines->file) {
        random_line(lines, index, line);
        return true;
    }
    if (!lp_file_line(lines->file, index, line->bytes))
        return false;
    file_line(lines->file, index, line);
    return true;
}

struct lp_enc_lines lp_codec_lines(const struct lp_lines *file, uint64_t seed, unsigned elem)
{
    return (struct lp_enc_lines){.file = file,
                                 .seed = seed,
                                 .elem = elem,
                                 .benches = lp_codec_benches,
                                 .codecs = LP_CODEC_PORTS,
                                 .line = any_line};
}
