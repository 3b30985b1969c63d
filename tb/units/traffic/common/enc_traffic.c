/* SPDX-License-Identifier: Apache-2.0 */
#include "enc_traffic.h"

#include <stdlib.h>
#include <string.h>

static void next_beat(struct lp_enc_traffic *q)
{
    q->due = lp_enc_beats_next(&q->beats, &q->beat);
    q->seen = false;
}

static void start(struct lp_enc_traffic *q, uint64_t line)
{
    q->line_in = line;
    q->base.lines_in = q->base.lines_out = 0;
    q->sector_in = q->sectors_taken = 0;
    lp_enc_beats_init(&q->beats, &q->lines, line);
    next_beat(q);
}

/* How many values a port has that selects among these codecs. */
static unsigned numbers(unsigned codecs)
{
    unsigned all = 1;
    while (all < codecs)
        all *= 2;
    return all;
}

/* Inputs that are not read with a sector are random. */
static bool enc_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct lp_enc_traffic *q = (struct lp_enc_traffic *)self;
    bool first = q->sector_in == 0, fourth = q->sector_in == LP_LINE_SECTORS - 1;
    struct lp_enc_sector sector;

    (void)stream;
    if (first && !lp_enc_line(&q->lines, q->line_in, &q->line))
        return false;
    sector.data = q->line.bytes + q->sector_in * LP_SECTOR_BYTES;
    sector.codec = first && !q->wild ? q->line.codec : lp_below(&q->rng, numbers(q->lines.codecs));
    sector.mem = fourth && !q->wild ? q->line.mem : lp_below(&q->rng, 2);
    sector.last = fourth && !q->wild ? q->line.last : lp_below(&q->rng, 2);
    q->unit->put(in, &sector);
    q->sector_in = (q->sector_in + 1) % LP_LINE_SECTORS;
    q->line_in += fourth;
    return true;
}

static const char *check_beat(const struct lp_enc_traffic *q, const uint32_t *data, const void *out)
{
    if (!q->due)
        return "m_valid_o: more beats than the functional model gives";
    if (memcmp(data, q->beat.data, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not what the functional model gives";
    return q->unit->check(q, out);
}

/* Latency ends when a beat is first offered, whatever the sink does. */
static const char *give(struct lp_enc_traffic *q, uint64_t cycle, const struct lp_enc_cycle *now,
                        const void *out)
{
    const char *wrong = check_beat(q, now->data, out);

    if (wrong)
        return wrong;
    for (unsigned i = 0; !q->seen && i < q->beat.starts; i++)
        lp_traffic_line_out(&q->base, cycle);
    q->seen = true;
    if (now->ready) {
        q->base.lines += q->beat.starts;
        next_beat(q);
    }
    return NULL;
}

const char *lp_enc_traffic_check(struct lp_traffic *self, uint64_t cycle, const void *in,
                                 const void *out)
{
    struct lp_enc_traffic *q = (struct lp_enc_traffic *)self;
    struct lp_enc_cycle now = q->unit->look(in, out);

    if (q->wild)
        return NULL;
    if (now.taken && q->sectors_taken++ % LP_LINE_SECTORS == 0)
        lp_traffic_line_in(self, cycle);
    return now.offered ? give(q, cycle, &now, out) : NULL;
}

bool lp_enc_traffic_done(const struct lp_traffic *self)
{
    const struct lp_enc_traffic *q = (const struct lp_enc_traffic *)self;
    return !q->due;
}

/* Random lines continue after all lines that went in, at the start of a block. */
void lp_enc_traffic_reset(struct lp_traffic *self)
{
    struct lp_enc_traffic *q = (struct lp_enc_traffic *)self;
    start(q, (q->line_in / LP_LINES_BLOCK + 1) * LP_LINES_BLOCK);
}

void lp_enc_traffic_init(struct lp_enc_traffic *q, const struct lp_enc_unit *unit,
                         struct lp_enc_lines lines)
{
    q->base = (struct lp_traffic){.beat = enc_beat,
                                  .check = lp_enc_traffic_check,
                                  .done = lp_enc_traffic_done,
                                  .reset = lp_enc_traffic_reset,
                                  .close = lp_traffic_free};
    q->unit = unit;
    q->lines = lines;
    q->rng.state = lines.seed;
    q->wild = unit->choice && !lines.file && lp_below(&q->rng, 4) == 0;
    start(q, 0);
}

struct lp_traffic *lp_enc_traffic_open(const struct lp_enc_unit *unit, struct lp_enc_lines lines)
{
    struct lp_enc_traffic *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    lp_enc_traffic_init(q, unit, lines);
    return &q->base;
}
