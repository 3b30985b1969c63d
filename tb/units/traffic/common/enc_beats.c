/* SPDX-License-Identifier: Apache-2.0 */
#include "enc_beats.h"

#include <string.h>

bool lp_enc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line)
{
    line->codec = 0;
    return (lines->line ? lines->line : lines->benches[0]->line)(lines, index, line);
}

void lp_enc_beats_init(struct lp_enc_beats *beats, const struct lp_enc_lines *lines, uint64_t line)
{
    memset(beats, 0, sizeof *beats);
    beats->lines = lines;
    beats->line = line;
    for (unsigned c = 0; c < lines->codecs; c++)
        lines->benches[c]->start(beats->maker[c], lines->elem);
}

/* Encodes the next line; false if there is none. */
static bool add_line(struct lp_enc_beats *beats)
{
    struct lp_enc_line line;

    if (!lp_enc_line(beats->lines, beats->line, &line))
        return false;
    beats->line++;
    if (beats->open) {
        line.codec = beats->codec;
        line.mem = false;
    }
    beats->codec = line.codec;
    beats->open = beats->lines->benches[line.codec]->add(beats->maker[line.codec], &line);
    return true;
}

/* Whether no codec has a beat that may leave. */
static bool wants_line(const struct lp_enc_beats *beats)
{
    for (unsigned c = 0; c < beats->lines->codecs; c++)
        if (!beats->lines->benches[c]->wants(beats->maker[c]))
            return false;
    return true;
}

bool lp_enc_beats_next(struct lp_enc_beats *beats, struct lp_enc_beat *beat)
{
    while (wants_line(beats))
        if (!add_line(beats))
            break;
    memset(beat, 0, sizeof *beat);
    for (unsigned c = 0; c < beats->lines->codecs; c++)
        if (beats->lines->benches[c]->give(beats->maker[c], beat)) {
            beat->codec = c;
            return true;
        }
    return false;
}
