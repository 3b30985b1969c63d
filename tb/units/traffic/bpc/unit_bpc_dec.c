/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_bpc_dec. Entries of the library's encoder, of other encoders and of random symbols
 * must decode to their lines. Random traffic may also be damaged, in one of two ways: entry by
 * entry, where the functional decoder determines which lines are bad and all others must be right;
 * or wild, beat by beat, where only model and RTL are compared.
 */
#include <stdlib.h>
#include <string.h>

#include "units/bpc/bpc_ports.h"
#include "bpc_beats.h"
#include "units/traffic/common/dec_lines.h"
#include "units/cosim/registry.h"

enum mode { CLEAN, DAMAGED, WILD };

struct dec {
    struct lp_traffic base;
    struct lp_bpc_lines lines;
    struct lp_rng rng;
    enum mode mode;
    uint64_t line_in;
    struct lp_dec_lines out;
    struct lp_entry entry; /* going in */
    unsigned entry_at;
};

static void start(struct dec *q, uint64_t line)
{
    lp_dec_lines_start(&q->out, &q->base);
    q->entry.beats = q->entry_at = 0;
    q->line_in = line;
}

/* The byte in which a good entry's stream ends; for a record of that many bytes, its size. */
static unsigned last_byte(const struct lp_entry *entry)
{
    uint8_t record[1 + LP_LINE_BYTES], line[LP_LINE_BYTES];
    unsigned bytes = entry->beats * LP_SECTOR_BYTES;

    if (entry->sectors == 0 || entry->sectors == LP_LINE_SECTORS)
        return 0;
    while (bytes > 1 && entry->bytes[bytes - 1] == 0)
        bytes--;
    memcpy(record + 1, entry->bytes, sizeof line);
    do
        record[0] = (uint8_t)bytes++;
    while (lp_bpc_decompress(record, bytes, line, sizeof line) != LP_OK);
    return bytes - 2;
}

/* False: no more lines. */
static bool next_entry(struct dec *q)
{
    bool hostile = q->mode != CLEAN && lp_below(&q->rng, 3) == 0, kept = true;
    uint8_t line[LP_LINE_BYTES];
    struct lp_due *due;

    q->entry.beats = q->entry_at = 0;
    if (!lp_bpc_line(&q->lines, q->line_in, line))
        return false;
    q->line_in++;
    lp_bpc_entry_make(line, &q->entry);
    if (!q->lines.file)
        kept = lp_bpc_entry_vary(&q->rng, line, hostile, &q->entry);
    due = lp_dec_lines_due(&q->out);
    due->bad = !kept && !lp_bpc_entry_line(&q->entry, due->bytes);
    if (kept)
        memcpy(due->bytes, line, LP_LINE_BYTES);
    due->end = due->bad || q->mode == WILD ? 0 : last_byte(&q->entry);
    return true;
}

static bool dec_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct dec *q = (struct dec *)self;
    struct lp_bpc_dec_in *in = ports;
    bool last;

    (void)stream;
    if (q->entry_at == q->entry.beats && !next_entry(q))
        return false;
    memcpy(in->s_data, q->entry.bytes + q->entry_at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->s_sectors = q->entry_at == 0 || q->lines.file ? q->entry.sectors : lp_below(&q->rng, 8);
    lp_dec_lines_offer(&q->out, q->entry_at++ == 0);
    last = q->entry_at == q->entry.beats;
    if (q->mode == WILD)
        lp_beat_damage(&q->rng, (uint8_t *)in->s_data, &last, &in->s_sectors);
    in->s_last = last;
    return true;
}

static const char *dec_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct dec *q = (struct dec *)self;
    const struct lp_bpc_dec_in *in = in_ports;
    const struct lp_bpc_dec_out *out = out_ports;
    struct lp_dec_sector sector = {out->m_valid, in->m_ready, out->m_last, out->m_err, out->m_data};

    if (q->mode == WILD)
        return NULL;
    if (out->m_byte != (out->m_last ? lp_dec_lines_now(&q->out)->end : 0))
        return "m_byte_o is not where the line's stream ends";
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
    start(q, (q->line_in / LP_LINES_BLOCK + 1) * LP_LINES_BLOCK);
}

static struct dec *dec_open(struct lp_bpc_lines lines)
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
    struct dec *q = dec_open((struct lp_bpc_lines){.seed = seed});

    (void)values;
    if (!q)
        return NULL;
    q->rng.state = seed;
    q->mode = (enum mode)lp_below(&q->rng, 3);
    return &q->base;
}

static struct lp_traffic *dec_lines(const int *values, const struct lp_lines *lines)
{
    struct dec *q = dec_open((struct lp_bpc_lines){.file = lines});

    (void)values;
    return q ? &q->base : NULL;
}

extern const struct lp_hooks lp_bpc_dec_hooks;
const struct lp_hooks lp_bpc_dec_hooks = {dec_random, dec_lines, .streams = false};
