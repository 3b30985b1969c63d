/* SPDX-License-Identifier: Apache-2.0 */
#include "codec_beats.h"

#include <string.h>

#define FILE_GROUP 8

static void file_line(const struct lp_lines *file, uint64_t index, struct lp_codec_line *line)
{
    bool first_half = index % FILE_GROUP < FILE_GROUP / 2;
    bool zvc = file->stream ? first_half : index % 2 == 0;

    line->codec = zvc ? LP_CODEC_PORT_ZVC : LP_CODEC_PORT_BPC;
    line->mem = !file->stream || !zvc;
    line->last = index % FILE_GROUP == FILE_GROUP / 2 - 1 || index + 1 == file->count;
}

struct lp_zvc_lines lp_codec_lines_zvc(const struct lp_codec_lines *lines)
{
    return (struct lp_zvc_lines){.file = lines->file, .seed = lines->seed, .elem = lines->elem};
}

static bool zvc_line(const struct lp_codec_lines *lines, uint64_t index, struct lp_codec_line *line)
{
    struct lp_zvc_lines zvc = lp_codec_lines_zvc(lines);
    struct lp_zvc_line as_zvc;

    if (!lp_zvc_line(&zvc, index, &as_zvc))
        return false;
    memcpy(line->bytes, as_zvc.bytes, LP_LINE_BYTES);
    line->codec = LP_CODEC_PORT_ZVC;
    line->mem = as_zvc.mem;
    line->last = as_zvc.last;
    return true;
}

/* Blocks of one codec or both; a block of both has short streams. */
static void random_line(const struct lp_codec_lines *lines, uint64_t index,
                        struct lp_codec_line *line)
{
    struct lp_rng block = {lines->seed ^ index / LP_CODEC_BLOCK * 0xd1342543de82ef95u};
    struct lp_rng own = {lines->seed ^ index * 0xaf251af3b0f025b5u};
    struct lp_bpc_lines bpc = {.seed = lines->seed};
    unsigned kind = lp_below(&block, 5);

    zvc_line(lines, index, line);
    if (kind > 0)
        line->codec = LP_CODEC_PORT_BPC;
    if (kind == 1 || (kind > 1 && lp_below(&own, 2)))
        lp_bpc_line(&bpc, index, line->bytes);
    if (kind < 2)
        return;
    line->codec = (enum lp_codec_port)lp_below(&own, LP_CODEC_PORTS);
    line->mem = lp_below(&own, 2);
    line->last = index % LP_CODEC_BLOCK == LP_CODEC_BLOCK - 1 || lp_below(&own, 3) == 0;
}

static bool bpc_line(const struct lp_codec_lines *lines, uint64_t index, struct lp_codec_line *line)
{
    struct lp_bpc_lines bpc = {.file = lines->file, .seed = lines->seed};

    line->codec = LP_CODEC_PORT_BPC;
    line->mem = line->last = true;
    return lp_bpc_line(&bpc, index, line->bytes);
}

bool lp_codec_line(const struct lp_codec_lines *lines, uint64_t index, struct lp_codec_line *line)
{
    if (lines->kind == LP_LINES_OF_ZVC)
        return zvc_line(lines, index, line);
    if (lines->kind == LP_LINES_OF_BPC)
        return bpc_line(lines, index, line);
    if (!lines->file) {
        random_line(lines, index, line);
        return true;
    }
    if (!lp_file_line(lines->file, index, line->bytes))
        return false;
    file_line(lines->file, index, line);
    return true;
}

void lp_codec_beats_init(struct lp_codec_beats *beats, const struct lp_codec_lines *lines,
                         uint64_t line)
{
    memset(beats, 0, sizeof *beats);
    beats->lines = lines;
    beats->line = line;
    beats->zvc_lines.elem = lines->elem;
    lp_zvc_beats_init(&beats->zvc, &beats->zvc_lines, line);
}

/* Encodes the next line; false if there is none. */
static bool add_line(struct lp_codec_beats *beats)
{
    struct lp_codec_line line;
    struct lp_zvc_line zvc;

    if (!lp_codec_line(beats->lines, beats->line, &line))
        return false;
    beats->line++;
    if (!beats->open && line.codec == LP_CODEC_PORT_BPC) {
        beats->size = lp_bpc_entry_make(line.bytes, &beats->entry);
        beats->entry_at = 0;
        return true;
    }
    memcpy(zvc.bytes, line.bytes, LP_LINE_BYTES);
    zvc.mem = line.mem && !beats->open;
    zvc.last = line.last;
    beats->open = !zvc.mem && !zvc.last;
    lp_zvc_beats_add(&beats->zvc, &zvc);
    return true;
}

static void give_zvc(struct lp_codec_beat *beat, const struct lp_zvc_beat *zvc, unsigned elem)
{
    memcpy(beat->data, zvc->data, LP_SECTOR_BYTES);
    beat->codec = LP_CODEC_PORT_ZVC;
    beat->mem = zvc->mem;
    beat->last = zvc->last;
    beat->count = zvc->count;
    beat->size = elem * zvc->size.size;
    beat->sectors = zvc->size.sectors;
    beat->starts = zvc->starts;
}

static void give_bpc(struct lp_codec_beats *beats, struct lp_codec_beat *beat)
{
    const struct lp_entry *entry = &beats->entry;

    memcpy(beat->data, entry->bytes + beats->entry_at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    beat->codec = LP_CODEC_PORT_BPC;
    beat->mem = true;
    beat->starts = beats->entry_at++ == 0;
    beat->last = beats->entry_at == entry->beats;
    beat->size = beats->size;
    beat->sectors = entry->sectors;
}

bool lp_codec_beats_next(struct lp_codec_beats *beats, struct lp_codec_beat *beat)
{
    struct lp_zvc_beat zvc;

    while (beats->entry_at == beats->entry.beats && lp_zvc_beats_wants(&beats->zvc))
        if (!add_line(beats))
            break;
    memset(beat, 0, sizeof *beat);
    if (lp_zvc_beats_give(&beats->zvc, &zvc))
        give_zvc(beat, &zvc, beats->lines->elem);
    else if (beats->entry_at < beats->entry.beats)
        give_bpc(beats, beat);
    else
        return false;
    return true;
}
