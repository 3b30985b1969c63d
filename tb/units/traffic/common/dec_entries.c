/* SPDX-License-Identifier: Apache-2.0 */
#include "dec_entries.h"

#include <stdlib.h>
#include <string.h>

enum mode { CLEAN, DAMAGED, WILD };

struct dec {
    struct lp_traffic base;
    const struct lp_dec_unit *unit;
    struct lp_enc_lines lines;
    struct lp_rng rng;
    enum mode mode;
    struct lp_enc_beats beats;
    uint64_t line_due; /* the next line expected */
    struct lp_dec_lines out;
    struct lp_entry entry; /* going in */
    unsigned codec, entry_at;
};

static void start(struct dec *q, uint64_t line)
{
    lp_enc_beats_init(&q->beats, &q->lines, line);
    lp_dec_lines_start(&q->out, &q->base);
    q->entry.beats = q->entry_at = 0;
    q->line_due = line;
}

/* False: no more lines. */
static bool take_entry(struct dec *q)
{
    struct lp_enc_beat beat;

    if (!lp_enc_beats_next(&q->beats, &beat))
        return false;
    q->codec = beat.codec;
    q->entry = (struct lp_entry){.sectors = beat.sectors, .bits = beat.bits};
    q->entry_at = 0;
    for (;;) {
        memcpy(q->entry.bytes + q->entry.beats++ * LP_SECTOR_BYTES, beat.data, LP_SECTOR_BYTES);
        if (beat.last)
            return true;
        lp_enc_beats_next(&q->beats, &beat);
    }
}

static bool is_record(const struct lp_entry *entry)
{
    return entry->sectors > 0 && entry->sectors < LP_LINE_SECTORS;
}

/* Whether its record is of a codec that the unit does not have, or longer than any is there. */
static bool left_out(const struct dec *q)
{
    return is_record(&q->entry) && ((q->lines.mask != 0 && !(q->lines.mask >> q->codec & 1)) ||
                                    (q->lines.most != 0 && q->entry.beats > q->lines.most));
}

/* Expected result of the entry, possibly after damage, or decoded as a record of another codec. */
static void expect_entry(struct dec *q)
{
    bool hostile = q->mode != CLEAN && lp_below(&q->rng, 3) == 0, good = true;
    struct lp_due *due = lp_dec_lines_due(&q->out);
    struct lp_enc_line line;

    lp_enc_line(&q->lines, q->line_due++, &line);
    if (!q->lines.file)
        good = q->lines.benches[q->codec]->entry_vary(&q->rng, q->lines.elem, line.bytes, hostile,
                                                      &q->entry);
    if (hostile && lp_below(&q->rng, 3) == 0) {
        q->codec = lp_below(&q->rng, q->lines.codecs);
        good = false;
    }
    if (q->lines.records && !is_record(&q->entry)) {
        q->entry.sectors = 1;
        good = false;
    }
    due->bad = false;
    if (good)
        memcpy(due->bytes, line.bytes, LP_LINE_BYTES);
    else
        due->bad = !q->lines.benches[q->codec]->entry_line(&q->entry, q->lines.elem, due->bytes) ||
                   left_out(q);
}

static bool dec_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct dec *q = (struct dec *)self;
    uint8_t data[LP_SECTOR_BYTES];
    struct lp_dec_beat beat = {data, q->codec, q->entry.sectors, false};

    (void)stream;
    if (q->entry_at == q->entry.beats) {
        if (!take_entry(q))
            return false;
        expect_entry(q);
        beat.codec = q->codec;
        beat.sectors = q->entry.sectors;
    } else if (!q->lines.file) {
        beat.codec = lp_below(&q->rng, q->lines.codecs);
        beat.sectors = lp_below(&q->rng, 8);
    }
    memcpy(data, q->entry.bytes + q->entry_at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    lp_dec_lines_offer(&q->out, q->entry_at++ == 0);
    beat.last = q->entry_at == q->entry.beats;
    if (q->mode == WILD) {
        lp_beat_damage(&q->rng, data, &beat.last, &beat.sectors);
        if (lp_below(&q->rng, 30) == 0)
            beat.codec = lp_below(&q->rng, q->lines.codecs);
    }
    q->unit->put(in, &beat);
    return true;
}

static const char *dec_check(struct lp_traffic *self, uint64_t cycle, const void *in,
                             const void *out)
{
    struct dec *q = (struct dec *)self;
    struct lp_dec_sector sector = q->unit->look(in, out);

    if (q->mode == WILD)
        return NULL;
    if (q->unit->taken(in, out))
        lp_dec_lines_taken(&q->out, self, cycle);
    return lp_dec_lines_check(&q->out, self, cycle, &sector);
}

static bool dec_done(const struct lp_traffic *self)
{
    const struct dec *q = (const struct dec *)self;
    return q->lines.file && q->out.lines_out == q->lines.file->count;
}

/* Random lines continue after all lines that went in, at the start of a block. */
static void dec_reset(struct lp_traffic *self)
{
    struct dec *q = (struct dec *)self;
    start(q, (q->beats.line / LP_LINES_BLOCK + 1) * LP_LINES_BLOCK);
}

struct lp_traffic *lp_dec_entries_open(const struct lp_dec_unit *unit, struct lp_enc_lines lines)
{
    struct dec *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = dec_beat,
                                  .check = dec_check,
                                  .done = dec_done,
                                  .reset = dec_reset,
                                  .close = lp_traffic_free};
    q->unit = unit;
    q->lines = lines;
    q->rng.state = lines.seed;
    q->mode = lines.file ? CLEAN : (enum mode)lp_below(&q->rng, 3);
    start(q, 0);
    return &q->base;
}
