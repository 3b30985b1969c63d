/* SPDX-License-Identifier: Apache-2.0 */
#include "joint_lines.h"

#include <string.h>

#include <linepress/linepress.h>

#include "base/rng.h"

#include "ebd_bench.h"
#include "units/traffic/zvc/xzvc_bench.h"

enum { TRIES = 8, BENCHES = 3 };

static const struct lp_codec_bench *const benches[BENCHES] = {&lp_zvc_entry_bench, &lp_xzvc_bench,
                                                              &lp_ebd_bench};

static bool has_record(unsigned codec, const uint8_t line[LP_LINE_BYTES])
{
    uint8_t entry[LP_LINE_BYTES];
    unsigned sectors = 0;

    if (codec == LP_JOINT_EBD)
        lp_ebd_encode_entry(line, entry, &sectors);
    else if (codec == LP_JOINT_XZVC)
        lp_xzvc_encode_entry(line, entry, &sectors);
    else
        lp_zvc_encode_entry(LP_ELEM_16, line, entry, &sectors);
    return sectors > 0 && sectors < LP_LINE_SECTORS;
}

/* Blocks of lines of one codec, or of all; some were made for another codec. */
static bool joint_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0xd1342543de82ef95u};
    struct lp_rng own = {lines->seed ^ index * 0xaf251af3b0f025b5u};
    unsigned kind = lp_below(&block, BENCHES + 2);
    unsigned codec = kind < BENCHES ? kind : lp_below(&own, BENCHES);
    unsigned of = lp_below(&own, 8) ? codec : lp_below(&own, BENCHES);
    bool more = true;

    if (lines->file)
        codec = of = (unsigned)(index % BENCHES);
    for (unsigned n = 0; n < TRIES; n++) {
        uint64_t at = lines->file ? index : index + (uint64_t)n * 1009 * LP_LINES_BLOCK;
        more = benches[of]->line(lines, at, line);
        line->codec = codec;
        line->mem = true;
        line->last = false;
        if (!more || has_record(codec, line->bytes))
            return more;
    }
    /* One element that is not zero, which each of the codecs stores. */
    memset(line->bytes, 0, LP_LINE_BYTES);
    line->bytes[2 * lp_below(&own, LP_LINE_BYTES / 2)] = 0x80;
    return more;
}

struct lp_enc_lines lp_joint_lines(const struct lp_lines *file, uint64_t seed)
{
    return (struct lp_enc_lines){.file = file,
                                 .seed = seed,
                                 .elem = 16,
                                 .records = true,
                                 .most = LP_LINE_SECTORS - 1,
                                 .benches = benches,
                                 .codecs = BENCHES,
                                 .line = joint_line};
}
