/* SPDX-License-Identifier: Apache-2.0 */
#include "zvc_beats.h"

#include <string.h>

#include "rng.h"

static unsigned element_bytes(const struct lp_zvc_lines *lines)
{
    return lines->elem / 8;
}

static void random_element(struct lp_rng *rng, uint8_t *element, unsigned bytes)
{
    uint64_t value = lp_random(rng);

    memcpy(element, &value, bytes);
    if (lp_below(rng, 4) == 0)
        memset(element + lp_below(rng, bytes), 0, 1);
    element[lp_below(rng, bytes)] |= (uint8_t)(1u << lp_below(rng, 8));
}

/* `count` elements spread at random are not zero. */
static void fill_count(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes, unsigned count)
{
    unsigned total = LP_LINE_BYTES / elem_bytes;

    for (unsigned i = 0; i < total; i++)
        if (lp_below(rng, total - i) < count) {
            random_element(rng, bytes + i * elem_bytes, elem_bytes);
            count--;
        }
}

/* Whole sectors are zero or dense. */
static void fill_sectors(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes)
{
    for (unsigned s = 0; s < LP_LINE_SECTORS; s++)
        if (lp_below(rng, 2))
            for (unsigned i = 0; i < LP_SECTOR_BYTES; i += elem_bytes)
                random_element(rng, bytes + s * LP_SECTOR_BYTES + i, elem_bytes);
}

static void fill_line(struct lp_rng *rng, unsigned elem_bytes, uint8_t *bytes)
{
    unsigned total = LP_LINE_BYTES / elem_bytes;
    unsigned raw_from = (96 - 16 / elem_bytes) / elem_bytes + 1;

    switch (lp_below(rng, 10)) {
    case 0:
        break;
    case 1:
        fill_count(rng, bytes, elem_bytes, total);
        break;
    case 2:
        random_element(rng, bytes, elem_bytes);
        break;
    case 3:
        random_element(rng, bytes + LP_LINE_BYTES - elem_bytes, elem_bytes);
        break;
    case 4:
        fill_count(rng, bytes, elem_bytes, raw_from - 2 + lp_below(rng, 4));
        break;
    case 5:
        fill_sectors(rng, bytes, elem_bytes);
        break;
    case 6:
        fill_count(rng, bytes, elem_bytes, lp_below(rng, 8));
        break;
    default:
        fill_count(rng, bytes, elem_bytes, lp_below(rng, total + 1));
        break;
    }
}

/* Blocks of lines are all of one kind now and then: zero, dense, or as they come. */
static void random_line(const struct lp_zvc_lines *lines, uint64_t index, struct lp_zvc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_ZVC_BLOCK * 0x2545f4914f6cdd1du};
    struct lp_rng own = {lines->seed ^ index * 0x9fb21c651e98df25u};
    unsigned kind = lp_below(&block, 8);
    bool mem = lines->mem_only || lp_below(&block, 2), run = lp_below(&block, 2);

    memset(line->bytes, 0, LP_LINE_BYTES);
    if (kind == 0)
        fill_count(&own, line->bytes, element_bytes(lines), 1024 / lines->elem);
    else if (kind > 1)
        fill_line(&own, element_bytes(lines), line->bytes);
    line->mem = mem;
    line->last = mem ? lp_below(&own, 2)
                     : index % LP_ZVC_BLOCK == LP_ZVC_BLOCK - 1 || (!run && lp_below(&own, 3) == 0);
}

bool lp_zvc_line(const struct lp_zvc_lines *lines, uint64_t index, struct lp_zvc_line *line)
{
    if (!lines->file) {
        random_line(lines, index, line);
        return true;
    }
    if (index >= lines->file->count)
        return false;
    memcpy(line->bytes, lines->file->bytes + index * LP_LINE_BYTES, LP_LINE_BYTES);
    line->mem = !lines->file->stream;
    line->last = index + 1 == lines->file->count;
    return true;
}

/* The line's record; returns its bytes.  Cannot fail: elem is valid and there is room. */
static size_t encode(const struct lp_zvc_lines *lines, const struct lp_zvc_line *line,
                     uint8_t *record)
{
    size_t bytes = 0;
    lp_zvc_encode_line((enum lp_elem)lines->elem, line->bytes, record, LP_ZVC_RECORD_MAX(8),
                       &bytes);
    return bytes;
}

struct lp_zvc_size lp_zvc_line_size(const struct lp_zvc_lines *lines,
                                    const struct lp_zvc_line *line)
{
    uint8_t bytes[LP_ZVC_RECORD_MAX(8)];
    struct lp_zvc_size size;

    size.size = (unsigned)encode(lines, line, bytes) / element_bytes(lines);
    lp_zvc_encode_entry((enum lp_elem)lines->elem, line->bytes, bytes, &size.sectors);
    return size;
}

void lp_zvc_beats_init(struct lp_zvc_beats *beats, const struct lp_zvc_lines *lines, uint64_t line)
{
    memset(beats, 0, sizeof *beats);
    beats->lines = lines;
    beats->line = line;
}

/* Adds the next line behind what is held. */
static bool append(struct lp_zvc_beats *beats)
{
    struct lp_zvc_line line;
    uint8_t *to = beats->bytes + beats->held;

    if (!lp_zvc_line(beats->lines, beats->line, &line))
        return false;
    beats->line++;
    beats->start[beats->nstarts++] = beats->held;
    beats->mem = line.mem;
    beats->end = line.mem || line.last;
    beats->size = (struct lp_zvc_size){0, 0};
    if (line.mem)
        beats->size = lp_zvc_line_size(beats->lines, &line);
    if (line.mem && beats->size.sectors == LP_LINE_SECTORS) {
        memcpy(to, line.bytes, LP_LINE_BYTES);
        beats->held += LP_LINE_BYTES;
    } else {
        beats->held += encode(beats->lines, &line, to);
    }
    return true;
}

/* Record starts move down with the bytes; those in the beat that leaves are counted. */
static unsigned pass_starts(struct lp_zvc_beats *beats)
{
    size_t kept = 0;

    for (size_t i = 0; i < beats->nstarts; i++)
        if (beats->start[i] >= LP_SECTOR_BYTES)
            beats->start[kept++] = beats->start[i] - LP_SECTOR_BYTES;
    size_t passed = beats->nstarts - kept;
    beats->nstarts = kept;
    return (unsigned)passed;
}

bool lp_zvc_beats_next(struct lp_zvc_beats *beats, struct lp_zvc_beat *beat)
{
    size_t bytes;

    /* A full beat leaves only when more follows, so that `last` is never late. */
    while (!beats->end && beats->held <= LP_SECTOR_BYTES && append(beats))
        ;
    if (beats->held == 0)
        return false;
    bytes = beats->held < LP_SECTOR_BYTES ? beats->held : LP_SECTOR_BYTES;
    memset(beat, 0, sizeof *beat);
    memcpy(beat->data, beats->bytes, bytes);
    beat->mem = beats->mem;
    beat->last = beats->end && beats->held == bytes;
    beat->count = (unsigned)bytes / element_bytes(beats->lines);
    beat->size = beats->size;
    beat->starts = pass_starts(beats);
    beats->held -= bytes;
    memmove(beats->bytes, beats->bytes + bytes, beats->held);
    if (beat->last)
        beats->end = false;
    return true;
}
