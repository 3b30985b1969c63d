/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_codec_enc: raw lines of both codecs in; beats out, held against functional C. */
#include <stdlib.h>
#include <string.h>

#include "codec_beats.h"
#include "registry.h"

struct enc {
    struct lp_traffic base;
    struct lp_codec_lines lines;
    struct lp_rng rng;
    bool wild; /* random: codec, mem and last as they fall, so only model and RTL are compared */

    struct lp_codec_line line; /* going in */
    uint64_t line_in;
    unsigned sector_in, sectors_taken;

    struct lp_codec_beats beats;
    struct lp_codec_beat beat; /* the one due, if `due` */
    bool due, seen;
};

static void next_beat(struct enc *q)
{
    q->due = lp_codec_beats_next(&q->beats, &q->beat);
    q->seen = false;
}

static void start(struct enc *q, uint64_t line)
{
    q->line_in = line;
    q->base.lines_in = q->base.lines_out = 0;
    q->sector_in = q->sectors_taken = 0;
    lp_codec_beats_init(&q->beats, &q->lines, line);
    next_beat(q);
}

static bool enc_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct enc *q = (struct enc *)self;
    struct lp_codec_enc_in *in = ports;
    bool first = q->sector_in == 0, fourth = q->sector_in == LP_LINE_SECTORS - 1;

    (void)stream;
    if (first && !lp_codec_line(&q->lines, q->line_in, &q->line))
        return false;
    memcpy(in->s_data, q->line.bytes + q->sector_in * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->s_codec = first && !q->wild ? q->line.codec : lp_below(&q->rng, LP_CODEC_PORTS);
    in->s_mem = fourth && !q->wild ? q->line.mem : lp_below(&q->rng, 2);
    in->s_last = fourth && !q->wild ? q->line.last : lp_below(&q->rng, 2);
    q->sector_in = (q->sector_in + 1) % LP_LINE_SECTORS;
    q->line_in += fourth;
    return true;
}

static const char *check_beat(const struct enc *q, const struct lp_codec_enc_out *out)
{
    const struct lp_codec_beat *due = &q->beat;

    if (!q->due)
        return "m_valid_o: a beat more than the functional model gives";
    if (memcmp(out->m_data, due->data, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not what the functional model gives";
    if (out->m_codec != due->codec || out->m_mem != due->mem || out->m_last != due->last)
        return "m_codec_o, m_mem_o or m_last_o is not what the functional model gives";
    if (!due->mem && out->m_count != due->count)
        return "m_count_o is not what the functional model gives";
    if (due->mem && (out->m_size != due->size || out->m_sectors != due->sectors))
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

/* A beat counts for latency when it is first offered, whatever the sink does. */
static const char *give(struct enc *q, uint64_t cycle, const struct lp_codec_enc_in *in,
                        const struct lp_codec_enc_out *out)
{
    const char *wrong = check_beat(q, out);

    if (wrong)
        return wrong;
    for (unsigned i = 0; !q->seen && i < q->beat.starts; i++)
        lp_traffic_line_out(&q->base, cycle);
    q->seen = true;
    if (in->m_ready) {
        q->base.lines += q->beat.starts;
        next_beat(q);
    }
    return NULL;
}

static const char *enc_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct enc *q = (struct enc *)self;
    const struct lp_codec_enc_in *in = in_ports;
    const struct lp_codec_enc_out *out = out_ports;

    if (q->wild)
        return NULL;
    if (in->s_valid && out->s_ready && q->sectors_taken++ % LP_LINE_SECTORS == 0)
        lp_traffic_line_in(self, cycle);
    return out->m_valid ? give(q, cycle, in, out) : NULL;
}

static bool enc_done(const struct lp_traffic *self)
{
    const struct enc *q = (const struct enc *)self;
    return !q->due;
}

/* Random lines go on behind all that went in, at the start of a block. */
static void enc_reset(struct lp_traffic *self)
{
    struct enc *q = (struct enc *)self;
    start(q, (q->line_in / LP_CODEC_BLOCK + 1) * LP_CODEC_BLOCK);
}

static struct enc *enc_open(struct lp_codec_lines lines)
{
    struct enc *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = enc_beat,
                                  .check = enc_check,
                                  .done = enc_done,
                                  .reset = enc_reset,
                                  .close = lp_traffic_free};
    q->lines = lines;
    start(q, 0);
    return q;
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    struct lp_codec_lines lines = {.seed = seed, .elem = (unsigned)values[0]};
    struct enc *q = enc_open(lines);

    if (!q)
        return NULL;
    q->rng.state = seed;
    q->wild = lp_below(&q->rng, 4) == 0;
    return &q->base;
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    struct lp_codec_lines lines = {.file = file, .elem = (unsigned)values[0]};
    struct enc *q = enc_open(lines);

    return q ? &q->base : NULL;
}

extern const struct lp_hooks lp_codec_enc_hooks;
const struct lp_hooks lp_codec_enc_hooks = {enc_random, enc_lines, .streams = true};
