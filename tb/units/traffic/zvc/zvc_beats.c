/* SPDX-License-Identifier: Apache-2.0 */
#include "zvc_beats.h"

#include <string.h>

#include "kit/fill.h"
#include "kit/zvc_classes.h"

static unsigned element_bytes(const struct lp_zvc_lines *lines)
{
    return lines->elem / 8;
}

/* Some blocks have lines of one kind only: zero, dense, or random. */
static void random_line(const struct lp_zvc_lines *lines, uint64_t index, struct lp_zvc_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0x2545f4914f6cdd1du};
    struct lp_rng own = {lines->seed ^ index * 0x9fb21c651e98df25u};
    unsigned kind = lp_below(&block, 8);
    bool mem = lines->mem_only || lp_below(&block, 2), run = lp_below(&block, 2);

    memset(line->bytes, 0, LP_LINE_BYTES);
    if (kind == 0)
        lp_fill_count(&own, line->bytes, element_bytes(lines), 1024 / lines->elem);
    else if (kind > 1)
        lp_zvc_class_line(&own, lp_below(&own, LP_ZVC_CLASSES), element_bytes(lines), line->bytes);
    line->mem = mem;
    line->last = mem ? lp_below(&own, 2)
                     : index % LP_LINES_BLOCK == LP_LINES_BLOCK - 1 ||
                           (!run && lp_below(&own, 3) == 0);
}

bool lp_zvc_line(const struct lp_zvc_lines *lines, uint64_t index, struct lp_zvc_line *line)
{
    if (!lines->file) {
        random_line(lines, index, line);
        return true;
    }
    if (!lp_file_line(lines->file, index, line->bytes))
        return false;
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

/* A full beat leaves only when more data follows, so that `last` is never late. */
bool lp_zvc_beats_wants(const struct lp_zvc_beats *beats)
{
    return !beats->end && beats->held <= LP_SECTOR_BYTES;
}

void lp_zvc_beats_add(struct lp_zvc_beats *beats, const struct lp_zvc_line *line)
{
    uint8_t *to = beats->bytes + beats->held;

    beats->line++;
    beats->start[beats->nstarts++] = beats->held;
    beats->mem = line->mem;
    beats->end = line->mem || line->last;
    beats->size = (struct lp_zvc_size){0, 0};
    if (line->mem)
        beats->size = lp_zvc_line_size(beats->lines, line);
    if (line->mem && beats->size.sectors == LP_LINE_SECTORS) {
        memcpy(to, line->bytes, LP_LINE_BYTES);
        beats->held += LP_LINE_BYTES;
    } else {
        beats->held += encode(beats->lines, line, to);
    }
}

/* Record starts move down with the bytes; those in the leaving beat are counted. */
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

bool lp_zvc_beats_give(struct lp_zvc_beats *beats, struct lp_zvc_beat *beat)
{
    size_t bytes = beats->held < LP_SECTOR_BYTES ? beats->held : LP_SECTOR_BYTES;

    if (bytes == 0)
        return false;
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

bool lp_zvc_beats_next(struct lp_zvc_beats *beats, struct lp_zvc_beat *beat)
{
    struct lp_zvc_line line;

    while (lp_zvc_beats_wants(beats) && lp_zvc_line(beats->lines, beats->line, &line))
        lp_zvc_beats_add(beats, &line);
    return lp_zvc_beats_give(beats, beat);
}

void lp_zvc_entry_add(struct lp_entry *entry, const struct lp_zvc_beat *beat, unsigned elem)
{
    if (entry->beats == 0) {
        memset(entry, 0, sizeof *entry);
        entry->sectors = beat->size.sectors;
        if (entry->sectors > 0 && entry->sectors < LP_LINE_SECTORS)
            entry->bits = beat->size.size * elem;
    }
    memcpy(entry->bytes + entry->beats++ * LP_SECTOR_BYTES, beat->data, LP_SECTOR_BYTES);
}

/*
 * Few records end just before a low lane, so a random bit in the padding is hardly ever the only
 * one in that lane.
 */
static void hit_next_element(struct lp_rng *rng, struct lp_entry *entry, unsigned elem)
{
    unsigned bit = entry->bits + lp_below(rng, elem);

    if (entry->bits > 0 && bit < 8 * LP_SECTOR_BYTES * entry->beats)
        entry->bytes[bit / 8] |= (uint8_t)(1u << bit % 8);
}

void lp_zvc_entry_damage(struct lp_rng *rng, struct lp_entry *entry, unsigned elem)
{
    if (lp_below(rng, 4) == 0)
        hit_next_element(rng, entry, elem);
    else
        lp_entry_damage(rng, entry, 128 / elem);
}

static bool bit_set(const uint8_t *bytes, unsigned i)
{
    return bytes[i / 8] >> i % 8 & 1;
}

bool lp_zvc_entry_line(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES])
{
    unsigned bytes = elem / 8, used = 16 / bytes, end = entry->beats * LP_SECTOR_BYTES;
    uint8_t record[LP_ENTRY_MAX * LP_SECTOR_BYTES + LP_ZVC_RECORD_MAX(8)] = {0};

    memset(line, 0, LP_LINE_BYTES);
    if (entry->sectors == 0)
        return entry->beats == 1;
    memcpy(record, entry->bytes, end);
    if (entry->sectors == LP_LINE_SECTORS)
        memcpy(line, record, LP_LINE_BYTES);
    if (entry->sectors >= LP_LINE_SECTORS)
        return entry->sectors == LP_LINE_SECTORS && entry->beats == LP_LINE_SECTORS;
    for (unsigned i = 0; i < LP_LINE_BYTES / bytes; i++)
        if (bit_set(record, i)) {
            memcpy(line + i * bytes, record + used, bytes);
            used += bytes;
        }
    for (unsigned i = used; i < end; i++)
        if (record[i] != 0)
            return false;
    return (used + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES == entry->beats;
}
