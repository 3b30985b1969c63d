/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_zvc_dec. Beats of valid lines must decode to the lines. Random traffic may also be
 * damaged, in one of two ways: entry by entry, where the bench knows which lines are bad and all
 * others must be right; or wild, beat by beat, where only model and RTL are compared.
 */
#include <stdlib.h>
#include <string.h>

#include "units/traffic/common/dec_lines.h"
#include "units/cosim/registry.h"
#include "units/zvc/zvc_ports.h"
#include "zvc_beats.h"

enum mode { CLEAN, DAMAGED, WILD };

struct dec {
    struct lp_traffic base;
    struct lp_zvc_lines lines;
    struct lp_rng rng;
    enum mode mode;
    struct lp_zvc_beats beats;
    uint64_t line_due; /* CLEAN: the next line expected */
    struct lp_dec_lines out;

    struct lp_entry entry; /* DAMAGED: the entry going in */
    unsigned entry_at;
};

static void start(struct dec *q, uint64_t line)
{
    lp_zvc_beats_init(&q->beats, &q->lines, line);
    lp_dec_lines_start(&q->out, &q->base);
    q->entry.beats = q->entry_at = 0;
    q->line_due = line;
}

static void expect_entry(struct dec *q)
{
    struct lp_due *due = lp_dec_lines_due(&q->out);
    due->bad = !lp_zvc_entry_line(&q->entry, q->lines.elem, due->bytes);
    due->end = true;
}

static void waste(struct dec *q)
{
    static const uint8_t zero_mask[2] = {0};
    uint8_t line[LP_LINE_BYTES];

    lp_zvc_entry_line(&q->entry, q->lines.elem, line);
    lp_entry_waste(line, zero_mask, &q->entry);
}

/* The next beat of DAMAGED traffic. */
static void damaged_beat(struct dec *q, struct lp_zvc_beat *beat)
{
    if (q->entry_at == q->entry.beats) {
        q->entry_at = q->entry.beats = 0;
        do {
            lp_zvc_beats_next(&q->beats, beat);
            lp_zvc_entry_add(&q->entry, beat, q->lines.elem);
        } while (!beat->last);
        if (lp_below(&q->rng, 3) == 0)
            lp_zvc_entry_damage(&q->rng, &q->entry, q->lines.elem);
        else if (lp_below(&q->rng, 8) == 0)
            waste(q);
        expect_entry(q);
    }
    memset(beat, 0, sizeof *beat);
    memcpy(beat->data, q->entry.bytes + q->entry_at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    beat->starts = q->entry_at++ == 0;
    beat->mem = true;
    beat->size.sectors = q->entry.sectors;
    beat->last = q->entry_at == q->entry.beats;
}

/* The next beat of CLEAN traffic; a line is due once the first bytes of its record are made. */
static bool clean_beat(struct dec *q, struct lp_zvc_beat *beat)
{
    struct lp_zvc_line line;

    if (!lp_zvc_beats_next(&q->beats, beat))
        return false;
    for (; q->line_due < q->beats.line && lp_zvc_line(&q->lines, q->line_due, &line);
         q->line_due++) {
        struct lp_due *due = lp_dec_lines_due(&q->out);
        memcpy(due->bytes, line.bytes, LP_LINE_BYTES);
        due->bad = false;
        due->end = line.mem || line.last;
    }
    return true;
}

static void wild_beat(struct dec *q, struct lp_zvc_beat *beat)
{
    struct lp_rng *rng = &q->rng;

    lp_zvc_beats_next(&q->beats, beat);
    lp_beat_damage(rng, beat->data, &beat->last, &beat->size.sectors);
    switch (lp_below(rng, 24)) {
    case 0: beat->count = lp_below(rng, 64); break;
    case 1: beat->mem = !beat->mem; break;
    case 2: lp_zvc_beats_next(&q->beats, beat); break;
    default: break;
    }
}

static bool dec_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct dec *q = (struct dec *)self;
    struct lp_zvc_dec_in *in = ports;
    struct lp_zvc_beat beat;

    (void)stream;
    if (q->mode == DAMAGED)
        damaged_beat(q, &beat);
    else if (q->mode == WILD)
        wild_beat(q, &beat);
    else if (!clean_beat(q, &beat))
        return false;
    memcpy(in->s_data, beat.data, LP_SECTOR_BYTES);
    in->s_mem = beat.mem;
    in->s_last = beat.last;
    in->s_count = beat.count;
    in->s_sectors = beat.size.sectors;
    lp_dec_lines_offer(&q->out, beat.starts);
    return true;
}

static const char *dec_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct dec *q = (struct dec *)self;
    const struct lp_zvc_dec_in *in = in_ports;
    const struct lp_zvc_dec_out *out = out_ports;
    struct lp_dec_sector sector = {out->m_valid, in->m_ready, out->m_last, out->m_err, out->m_data};

    if (q->mode == WILD)
        return NULL;
    if (out->m_end != (out->m_last && lp_dec_lines_now(&q->out)->end))
        return "m_end_o is not with the last line of its entry or stream";
    if (out->idle && q->base.lines_in != q->out.lines_out)
        return "idle_o while a line is inside";
    if (in->s_valid && out->s_ready)
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

static struct dec *dec_open(const int *values)
{
    struct dec *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = dec_beat,
                                  .check = dec_check,
                                  .done = dec_done,
                                  .reset = dec_reset,
                                  .close = lp_traffic_free};
    q->lines.elem = (unsigned)values[0];
    return q;
}

static struct lp_traffic *dec_random(const int *values, uint64_t seed)
{
    struct dec *q = dec_open(values);

    if (!q)
        return NULL;
    q->rng.state = q->lines.seed = seed;
    q->mode = (enum mode)lp_below(&q->rng, 3);
    q->lines.mem_only = q->mode == DAMAGED;
    start(q, 0);
    return &q->base;
}

static struct lp_traffic *dec_lines(const int *values, const struct lp_lines *lines)
{
    struct dec *q = dec_open(values);

    if (!q)
        return NULL;
    q->lines.file = lines;
    start(q, 0);
    return &q->base;
}

extern const struct lp_hooks lp_zvc_dec_hooks;
const struct lp_hooks lp_zvc_dec_hooks = {dec_random, dec_lines, .streams = true};
