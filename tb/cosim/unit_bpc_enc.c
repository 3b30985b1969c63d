/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_bpc_enc: raw lines in; their memory entries out, held against functional BPC. */
#include <stdlib.h>
#include <string.h>

#include "bpc/bpc_ports.h"
#include "bpc_beats.h"
#include "registry.h"

struct enc {
    struct lp_traffic base;
    struct lp_bpc_lines lines;

    uint8_t line[LP_LINE_BYTES]; /* going in */
    uint64_t line_in;
    unsigned sector_in, sectors_taken;

    uint64_t line_out; /* that `entry` is of */
    struct lp_entry entry;
    unsigned size, beat_out;
    bool due, seen;
};

static void next_entry(struct enc *q)
{
    uint8_t line[LP_LINE_BYTES];

    q->due = lp_bpc_line(&q->lines, q->line_out, line);
    q->beat_out = 0;
    if (q->due)
        q->size = lp_bpc_entry_make(line, &q->entry);
}

static void start(struct enc *q, uint64_t line)
{
    q->line_in = q->line_out = line;
    q->base.lines_in = q->base.lines_out = 0;
    q->sector_in = q->sectors_taken = 0;
    q->seen = false;
    next_entry(q);
}

static bool enc_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct enc *q = (struct enc *)self;
    struct lp_bpc_enc_in *in = ports;

    (void)stream;
    if (q->sector_in == 0 && !lp_bpc_line(&q->lines, q->line_in, q->line))
        return false;
    memcpy(in->s_data, q->line + q->sector_in * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    q->sector_in = (q->sector_in + 1) % LP_LINE_SECTORS;
    q->line_in += q->sector_in == 0;
    return true;
}

static const char *check_beat(const struct enc *q, const struct lp_bpc_enc_out *out)
{
    if (!q->due)
        return "m_valid_o: a beat more than the functional model gives";
    if (memcmp(out->m_data, q->entry.bytes + q->beat_out * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not what the functional model gives";
    if (out->m_last != (q->beat_out + 1 == q->entry.beats))
        return "m_last_o is not with the entry's last beat";
    if (out->m_size != q->size || out->m_sectors != q->entry.sectors)
        return "m_size_o or m_sectors_o is not what the functional model gives";
    return NULL;
}

/* A beat counts for latency when it is first offered, whatever the sink does. */
static const char *give(struct enc *q, uint64_t cycle, const struct lp_bpc_enc_in *in,
                        const struct lp_bpc_enc_out *out)
{
    const char *wrong = check_beat(q, out);

    if (wrong)
        return wrong;
    if (q->beat_out == 0 && !q->seen)
        lp_traffic_line_out(&q->base, cycle);
    q->seen = !in->m_ready;
    if (in->m_ready && ++q->beat_out == q->entry.beats) {
        q->base.lines++;
        q->line_out++;
        next_entry(q);
    }
    return NULL;
}

static const char *enc_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct enc *q = (struct enc *)self;
    const struct lp_bpc_enc_in *in = in_ports;
    const struct lp_bpc_enc_out *out = out_ports;

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
    start(q, (q->line_in / LP_BPC_BLOCK + 1) * LP_BPC_BLOCK);
}

static struct lp_traffic *enc_open(struct lp_bpc_lines lines)
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
    return &q->base;
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    (void)values;
    return enc_open((struct lp_bpc_lines){.seed = seed});
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *lines)
{
    (void)values;
    return enc_open((struct lp_bpc_lines){.file = lines});
}

extern const struct lp_hooks lp_bpc_enc_hooks;
const struct lp_hooks lp_bpc_enc_hooks = {enc_random, enc_lines, .streams = false};
