/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_zvc_enc: raw lines in; beats and line sizes out, held against functional ZVC. */
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "zvc/zvc_ports.h"
#include "zvc_beats.h"

struct enc {
    struct lp_traffic base;
    struct lp_zvc_lines lines;
    struct lp_rng rng;
    bool wild; /* random: mem and last as they fall, so only model and RTL are compared */

    struct lp_zvc_line line; /* going in */
    uint64_t line_in;
    unsigned sector_in;

    unsigned sectors_taken;
    struct lp_zvc_beats beats;
    struct lp_zvc_beat beat; /* the one due, if `due` */
    bool due, seen;
    uint64_t line_told; /* the next for the l port */
};

static void next_beat(struct enc *q)
{
    q->due = lp_zvc_beats_next(&q->beats, &q->beat);
    q->seen = false;
}

static void start(struct enc *q, uint64_t line)
{
    q->line_in = q->line_told = line;
    q->base.lines_in = q->base.lines_out = 0;
    q->sector_in = q->sectors_taken = 0;
    lp_zvc_beats_init(&q->beats, &q->lines, line);
    next_beat(q);
}

static bool enc_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct enc *q = (struct enc *)self;
    struct lp_zvc_enc_in *in = ports;
    bool fourth = q->sector_in == LP_LINE_SECTORS - 1;

    (void)stream;
    if (q->sector_in == 0 && !lp_zvc_line(&q->lines, q->line_in, &q->line))
        return false;
    memcpy(in->s_data, q->line.bytes + q->sector_in * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->s_mem = fourth && !q->wild ? q->line.mem : lp_below(&q->rng, 2);
    in->s_last = fourth && !q->wild ? q->line.last : lp_below(&q->rng, 2);
    q->sector_in = (q->sector_in + 1) % LP_LINE_SECTORS;
    q->line_in += fourth;
    return true;
}

static const char *check_beat(const struct enc *q, const struct lp_zvc_enc_out *out)
{
    const struct lp_zvc_beat *due = &q->beat;

    if (!q->due)
        return "m_valid_o: a beat more than the functional model gives";
    if (memcmp(out->m_data, due->data, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not what the functional model gives";
    if (out->m_mem != due->mem || out->m_last != due->last || out->m_count != due->count)
        return "m_mem_o, m_last_o or m_count_o is not what the functional model gives";
    if (due->mem && (out->m_size != due->size.size || out->m_sectors != due->size.sectors))
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

/* A beat counts for latency when it is first offered, whatever the sink does. */
static const char *give(struct enc *q, uint64_t cycle, const struct lp_zvc_enc_in *in,
                        const struct lp_zvc_enc_out *out)
{
    const char *wrong = check_beat(q, out);

    if (wrong)
        return wrong;
    for (unsigned i = 0; !q->seen && i < q->beat.starts; i++)
        lp_traffic_line_out(&q->base, cycle);
    q->seen = true;
    if (in->m_ready)
        next_beat(q);
    return NULL;
}

static const char *tell(struct enc *q, const struct lp_zvc_enc_out *out)
{
    struct lp_zvc_line line;
    struct lp_zvc_size size;

    if (!lp_zvc_line(&q->lines, q->line_told++, &line))
        return "l_valid_o: a line more than went in";
    size = lp_zvc_line_size(&q->lines, &line);
    if (out->l_size != size.size || out->l_sectors != size.sectors)
        return "l_size_o or l_sectors_o is not what the functional model gives";
    q->base.lines++;
    return NULL;
}

static const char *enc_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct enc *q = (struct enc *)self;
    const struct lp_zvc_enc_in *in = in_ports;
    const struct lp_zvc_enc_out *out = out_ports;
    const char *wrong = NULL;

    if (q->wild)
        return NULL;
    if (in->s_valid && out->s_ready && q->sectors_taken++ % LP_LINE_SECTORS == 0)
        lp_traffic_line_in(self, cycle);
    if (out->m_valid)
        wrong = give(q, cycle, in, out);
    if (!wrong && out->l_valid)
        wrong = tell(q, out);
    return wrong;
}

static bool enc_done(const struct lp_traffic *self)
{
    const struct enc *q = (const struct enc *)self;
    return !q->due && q->lines.file && q->line_told == q->lines.file->count;
}

/* Random lines go on behind all that went in, at the start of a block. */
static void enc_reset(struct lp_traffic *self)
{
    struct enc *q = (struct enc *)self;
    start(q, (q->line_in / LP_ZVC_BLOCK + 1) * LP_ZVC_BLOCK);
}

static struct enc *enc_open(const int *values)
{
    struct enc *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = enc_beat,
                                  .check = enc_check,
                                  .done = enc_done,
                                  .reset = enc_reset,
                                  .close = lp_traffic_free};
    q->lines.elem = (unsigned)values[0];
    return q;
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    struct enc *q = enc_open(values);

    if (!q)
        return NULL;
    q->rng.state = q->lines.seed = seed;
    q->wild = lp_below(&q->rng, 4) == 0;
    start(q, 0);
    return &q->base;
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *lines)
{
    struct enc *q = enc_open(values);

    if (!q)
        return NULL;
    q->lines.file = lines;
    start(q, 0);
    return &q->base;
}

extern const struct lp_hooks lp_zvc_enc_hooks;
const struct lp_hooks lp_zvc_enc_hooks = {enc_random, enc_lines, .streams = true};
