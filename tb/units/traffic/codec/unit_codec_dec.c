/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_codec_dec: entries of all codecs and packed streams must decode to their lines in
 * order. Random traffic may also be damaged, in one of two ways: entry by entry, where the bench
 * knows which lines are bad and all others must be right; or wild, beat by beat, where only model
 * and RTL are compared.
 */
#include <stdlib.h>
#include <string.h>

#include "codec_lines.h"
#include "units/traffic/common/dec_lines.h"
#include "units/cosim/registry.h"

enum mode { CLEAN, DAMAGED, WILD };

struct dec {
    struct lp_traffic base;
    struct lp_enc_lines lines;
    struct lp_rng rng;
    enum mode mode;
    struct lp_enc_beats beats;
    uint64_t line_due; /* the next line expected */
    struct lp_dec_lines out;
    struct lp_entry entry; /* the entry going in */
    unsigned codec, entry_at;
    bool inside; /* a stream has begun */
};

static void start(struct dec *q, uint64_t line)
{
    lp_enc_beats_init(&q->beats, &q->lines, line);
    lp_dec_lines_start(&q->out, &q->base);
    q->entry.beats = q->entry_at = 0;
    q->inside = false;
    q->line_due = line;
}

/* Collects the entry that begins with the beat. */
static void take_entry(struct dec *q, struct lp_enc_beat *beat)
{
    q->codec = beat->codec;
    q->entry = (struct lp_entry){.sectors = beat->sectors, .bits = beat->bits};
    q->entry_at = 0;
    for (;;) {
        memcpy(q->entry.bytes + q->entry.beats++ * LP_SECTOR_BYTES, beat->data, LP_SECTOR_BYTES);
        if (beat->last)
            return;
        lp_enc_beats_next(&q->beats, beat);
    }
}

/* Expected result of the entry, possibly after damage. */
static void expect_entry(struct dec *q)
{
    bool hostile = q->mode != CLEAN && lp_below(&q->rng, 3) == 0, good = true;
    const struct lp_codec_bench *bench = lp_codec_benches[q->codec];
    struct lp_due *due = lp_dec_lines_due(&q->out);
    struct lp_enc_line line;

    lp_enc_line(&q->lines, q->line_due++, &line);
    if (!q->lines.file)
        good = bench->entry_vary(&q->rng, q->lines.elem, line.bytes, hostile, &q->entry);
    due->bad = false;
    if (good)
        memcpy(due->bytes, line.bytes, LP_LINE_BYTES);
    else
        due->bad = !bench->entry_line(&q->entry, q->lines.elem, due->bytes);
}

static void expect_stream(struct dec *q)
{
    struct lp_enc_line line;

    for (; q->line_due < q->beats.line; q->line_due++) {
        lp_enc_line(&q->lines, q->line_due, &line);
        struct lp_due *due = lp_dec_lines_due(&q->out);
        memcpy(due->bytes, line.bytes, LP_LINE_BYTES);
        due->bad = false;
    }
}

/* Only the first beat of an entry or a stream gives its codec and kind. */
static void put_kind(struct dec *q, struct lp_codec_dec_in *in, bool first)
{
    if (first || q->lines.file)
        return;
    in->s_codec = lp_below(&q->rng, 1u << LP_CODEC_W);
    in->s_mem = lp_below(&q->rng, 2);
    in->s_sectors = lp_below(&q->rng, 8);
}

static void entry_beat(struct dec *q, struct lp_codec_dec_in *in)
{
    bool first = q->entry_at == 0;

    memcpy(in->s_data, q->entry.bytes + q->entry_at++ * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->s_codec = q->codec;
    in->s_mem = true;
    in->s_sectors = q->entry.sectors;
    in->s_last = q->entry_at == q->entry.beats;
    in->s_count = lp_below(&q->rng, 64);
    put_kind(q, in, first);
    lp_dec_lines_offer(&q->out, first);
}

static void stream_beat(struct dec *q, const struct lp_enc_beat *beat, struct lp_codec_dec_in *in)
{
    memcpy(in->s_data, beat->data, LP_SECTOR_BYTES);
    in->s_codec = beat->codec;
    in->s_mem = false;
    in->s_sectors = lp_below(&q->rng, 8);
    in->s_last = beat->last;
    in->s_count = beat->last ? beat->count : lp_below(&q->rng, 64);
    put_kind(q, in, !q->inside);
    q->inside = !beat->last;
    lp_dec_lines_offer(&q->out, beat->starts);
}

static void wild_beat(struct dec *q, struct lp_codec_dec_in *in)
{
    bool last = in->s_last;

    lp_beat_damage(&q->rng, (uint8_t *)in->s_data, &last, &in->s_sectors);
    in->s_last = last;
    switch (lp_below(&q->rng, 30)) {
    case 0: in->s_count = lp_below(&q->rng, 64); break;
    case 1: in->s_mem = !in->s_mem; break;
    case 2: in->s_codec = (in->s_codec + 1) % (1u << LP_CODEC_W); break;
    default: break;
    }
}

static bool dec_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct dec *q = (struct dec *)self;
    struct lp_codec_dec_in *in = ports;
    struct lp_enc_beat beat;

    (void)stream;
    if (q->entry_at < q->entry.beats) {
        entry_beat(q, in);
    } else if (!lp_enc_beats_next(&q->beats, &beat)) {
        return false;
    } else if (beat.mem) {
        take_entry(q, &beat);
        expect_entry(q);
        entry_beat(q, in);
    } else {
        expect_stream(q);
        stream_beat(q, &beat, in);
    }
    if (q->mode == WILD)
        wild_beat(q, in);
    return true;
}

static const char *dec_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct dec *q = (struct dec *)self;
    const struct lp_codec_dec_in *in = in_ports;
    const struct lp_codec_dec_out *out = out_ports;
    struct lp_dec_sector sector = {out->m_valid, in->m_ready, out->m_last, out->m_err, out->m_data};

    if (q->mode == WILD)
        return NULL;
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

static struct dec *dec_open(struct lp_enc_lines lines)
{
    struct dec *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = dec_beat,
                                  .check = dec_check,
                                  .done = dec_done,
                                  .reset = dec_reset,
                                  .close = lp_traffic_free};
    q->lines = lines;
    start(q, 0);
    return q;
}

static struct lp_traffic *dec_random(const int *values, uint64_t seed)
{
    struct dec *q = dec_open(lp_codec_lines(NULL, seed, (unsigned)values[0]));

    if (!q)
        return NULL;
    q->rng.state = seed;
    q->mode = (enum mode)lp_below(&q->rng, 3);
    return &q->base;
}

static struct lp_traffic *dec_lines(const int *values, const struct lp_lines *file)
{
    struct dec *q = dec_open(lp_codec_lines(file, 0, (unsigned)values[0]));

    return q ? &q->base : NULL;
}

extern const struct lp_hooks lp_codec_dec_hooks;
const struct lp_hooks lp_codec_dec_hooks = {dec_random, dec_lines, .streams = true,
                                            .codecs = lp_codec_names};
