/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_zvc_dec.  Beats of valid lines must give the lines back.  Random traffic may also
 * be damaged, in one of two ways: entry by entry, where it is known which lines are bad and all
 * others must be right; or wild, beat by beat, where only model and RTL are compared.
 */
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "rng.h"
#include "zvc/zvc_ports.h"
#include "zvc_beats.h"

#define ENTRY_MAX 8 /* beats of a damaged entry */

enum mode { CLEAN, DAMAGED, WILD };

struct due {
    uint8_t bytes[LP_LINE_BYTES];
    bool bad;
};

struct dec {
    struct lp_traffic base;
    struct lp_zvc_lines lines;
    struct lp_rng rng;
    enum mode mode;

    struct lp_zvc_beats beats;
    unsigned starts[LP_TRAFFIC_LINES]; /* records that begin in a beat on offer or taken */
    uint64_t beats_in, beats_taken;

    struct lp_zvc_beat entry[ENTRY_MAX]; /* DAMAGED: the entry going in */
    unsigned nentry, entry_at;
    struct due due[LP_TRAFFIC_LINES]; /* DAMAGED: what its line must be */
    uint64_t line_due;

    uint64_t line_out;
    unsigned sector_out;
    bool seen; /* the sector now offered was checked before */
};

static void start(struct dec *q, uint64_t line)
{
    lp_zvc_beats_init(&q->beats, &q->lines, line);
    q->base.lines_in = q->base.lines_out = 0;
    q->beats_in = q->beats_taken = 0;
    q->nentry = q->entry_at = 0;
    q->line_due = q->line_out = line;
    q->sector_out = 0;
    q->seen = false;
}

static void flip_bit(struct lp_rng *rng, uint8_t *bytes, unsigned count)
{
    bytes[lp_below(rng, count)] ^= (uint8_t)(1u << lp_below(rng, 8));
}

static void garbage(struct lp_rng *rng, uint8_t data[LP_SECTOR_BYTES])
{
    for (unsigned i = 0; i < LP_SECTOR_BYTES; i++)
        data[i] = (uint8_t)lp_random(rng);
}

static void damage_entry(struct dec *q)
{
    struct lp_zvc_beat *first = &q->entry[0];
    unsigned mask_bytes = 128 / q->lines.elem;

    switch (lp_below(&q->rng, 7)) {
    case 0:
        flip_bit(&q->rng, first->data, mask_bytes);
        break;
    case 1:
        q->nentry = 1 + lp_below(&q->rng, q->nentry);
        break;
    case 2:
        for (unsigned more = 1 + lp_below(&q->rng, 3); more > 0; more--) {
            q->entry[q->nentry] = q->entry[q->nentry - 1];
            garbage(&q->rng, q->entry[q->nentry++].data);
        }
        break;
    case 3:
        first->size.sectors = lp_below(&q->rng, 8);
        break;
    case 4:
        garbage(&q->rng, first->data);
        break;
    case 5:
        flip_bit(&q->rng, q->entry[q->nentry - 1].data, LP_SECTOR_BYTES);
        break;
    default:
        break;
    }
}

static bool bit_set(const uint8_t *bytes, unsigned i)
{
    return bytes[i / 8] >> i % 8 & 1;
}

/* What an entry of `q->nentry` beats must decode to, by docs/format.md and the decoder's rules. */
static void expect_entry(const struct dec *q, struct due *due)
{
    unsigned elem = q->lines.elem / 8, mask_bytes = 16 / elem, used = mask_bytes;
    unsigned sectors = q->entry[0].size.sectors;
    uint8_t bytes[ENTRY_MAX * LP_SECTOR_BYTES + LP_LINE_BYTES] = {0};

    for (unsigned i = 0; i < q->nentry; i++)
        memcpy(bytes + i * LP_SECTOR_BYTES, q->entry[i].data, LP_SECTOR_BYTES);
    memset(due, 0, sizeof *due);
    if (sectors == LP_LINE_SECTORS) {
        memcpy(due->bytes, bytes, LP_LINE_BYTES);
        used = LP_LINE_BYTES;
    }
    for (unsigned i = 0; sectors > 0 && sectors < LP_LINE_SECTORS && i < LP_LINE_BYTES / elem; i++)
        if (bit_set(bytes, i)) {
            memcpy(due->bytes + i * elem, bytes + used, elem);
            used += elem;
        }
    due->bad = sectors > LP_LINE_SECTORS ||
               (used + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES != q->nentry;
    for (unsigned i = used; sectors > 0 && i < q->nentry * LP_SECTOR_BYTES; i++)
        due->bad = due->bad || bytes[i] != 0;
}

/* The next beat of DAMAGED traffic. */
static void damaged_beat(struct dec *q, struct lp_zvc_beat *beat)
{
    if (q->entry_at == q->nentry) {
        q->entry_at = q->nentry = 0;
        do
            lp_zvc_beats_next(&q->beats, &q->entry[q->nentry]);
        while (!q->entry[q->nentry++].last);
        if (lp_below(&q->rng, 3) == 0)
            damage_entry(q);
        expect_entry(q, &q->due[q->line_due++ % LP_TRAFFIC_LINES]);
    }
    *beat = q->entry[q->entry_at++];
    beat->last = q->entry_at == q->nentry;
}

static void wild_beat(struct dec *q, struct lp_zvc_beat *beat)
{
    struct lp_rng *rng = &q->rng;

    lp_zvc_beats_next(&q->beats, beat);
    switch (lp_below(rng, 24)) {
    case 0:
        flip_bit(rng, beat->data, LP_SECTOR_BYTES);
        break;
    case 1:
        garbage(rng, beat->data);
        break;
    case 2:
        beat->last = !beat->last;
        break;
    case 3:
        beat->count = lp_below(rng, 64);
        break;
    case 4:
        beat->size.sectors = lp_below(rng, 8);
        break;
    case 5:
        beat->mem = !beat->mem;
        break;
    case 6:
        lp_zvc_beats_next(&q->beats, beat);
        break;
    default:
        break;
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
    else if (!lp_zvc_beats_next(&q->beats, &beat))
        return false;
    memcpy(in->s_data, beat.data, LP_SECTOR_BYTES);
    in->s_mem = beat.mem;
    in->s_last = beat.last;
    in->s_count = beat.count;
    in->s_sectors = beat.size.sectors;
    q->starts[q->beats_in++ % LP_TRAFFIC_LINES] = beat.starts;
    return true;
}

static const char *check_sector(struct dec *q, const struct lp_zvc_dec_out *out)
{
    bool fourth = q->sector_out == LP_LINE_SECTORS - 1, bad = false;
    struct lp_zvc_line line;
    const uint8_t *bytes = line.bytes;

    if (q->mode == DAMAGED) {
        const struct due *due = &q->due[q->line_out % LP_TRAFFIC_LINES];
        if (q->line_out == q->line_due)
            return "m_valid_o: a line more than went in";
        bytes = due->bytes;
        bad = due->bad;
    } else if (!lp_zvc_line(&q->lines, q->line_out, &line)) {
        return "m_valid_o: a line more than went in";
    }
    if (!bad && memcmp(out->m_data, bytes + q->sector_out * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not the line's sector";
    if (out->m_last != fourth)
        return "m_last_o is not with the fourth sector";
    if (out->m_err != (fourth && bad))
        return bad ? "m_err_o: a bad line passed" : "m_err_o on a good line";
    return NULL;
}

/* A sector counts for latency when it is first offered, whatever the sink does. */
static const char *give(struct dec *q, uint64_t cycle, const struct lp_zvc_dec_in *in,
                        const struct lp_zvc_dec_out *out)
{
    const char *wrong = check_sector(q, out);

    if (wrong)
        return wrong;
    if (q->sector_out == 0 && !q->seen)
        lp_traffic_line_out(&q->base, cycle);
    q->seen = !in->m_ready;
    if (in->m_ready && ++q->sector_out == LP_LINE_SECTORS) {
        q->sector_out = 0;
        q->line_out++;
        q->base.lines++;
    }
    return NULL;
}

static const char *dec_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct dec *q = (struct dec *)self;
    const struct lp_zvc_dec_in *in = in_ports;
    const struct lp_zvc_dec_out *out = out_ports;

    if (q->mode == WILD)
        return NULL;
    if (in->s_valid && out->s_ready) {
        unsigned starts = q->starts[q->beats_taken++ % LP_TRAFFIC_LINES];
        while (starts-- > 0)
            lp_traffic_line_in(self, cycle);
    }
    return out->m_valid ? give(q, cycle, in, out) : NULL;
}

static bool dec_done(const struct lp_traffic *self)
{
    const struct dec *q = (const struct dec *)self;
    return q->lines.file && q->line_out == q->lines.file->count;
}

/* Random lines go on behind all that went in, at the start of a block. */
static void dec_reset(struct lp_traffic *self)
{
    struct dec *q = (struct dec *)self;
    start(q, (q->beats.line / LP_ZVC_BLOCK + 1) * LP_ZVC_BLOCK);
}

static void dec_close(struct lp_traffic *self)
{
    free(self);
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
                                  .close = dec_close};
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
const struct lp_hooks lp_zvc_dec_hooks = {dec_random, dec_lines};
