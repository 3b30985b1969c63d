/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_stream.h"

#include <string.h>

#define PLANES 33
#define DELTAS 31
#define PLANE_BITS 0x7fffffffu

/* Appends `count` bits of `value`, the most significant first; bit 7 of byte 0 is the first. */
static void put(struct lp_bpc_stream *s, unsigned count, uint64_t value)
{
    for (; count-- > 0; s->bits++)
        if (value >> count & 1)
            s->bytes[s->bits / 8] |= (uint8_t)(0x80 >> s->bits % 8);
}

static void put_run(struct lp_bpc_stream *s, unsigned planes)
{
    if (planes == 1)
        put(s, 3, 1);
    else if (planes > 1)
        put(s, 7, 1u << 5 | (planes - 2));
}

static void put_ones(struct lp_bpc_stream *s)
{
    put(s, 5, 0);
}

static void put_clear(struct lp_bpc_stream *s)
{
    put(s, 5, 1);
}

static void put_pair(struct lp_bpc_stream *s, unsigned k)
{
    put(s, 10, 2u << 5 | k);
}

static void put_single(struct lp_bpc_stream *s, unsigned k)
{
    put(s, 10, 3u << 5 | k);
}

static void put_plane(struct lp_bpc_stream *s, uint32_t dbx)
{
    put(s, 32, 1u << 31 | dbx);
}

enum symbol { RUN, ONE_ZERO, ONES, CLEAR, PAIR, SINGLE, PLANE, SYMBOLS };

static const unsigned symbol_bits[SYMBOLS] = {7, 3, 5, 5, 10, 10, 32};

/* Puts a symbol for at most `left` planes; returns how many it takes. */
static unsigned put_random(struct lp_rng *rng, struct lp_bpc_stream *s, enum symbol symbol,
                           unsigned left)
{
    unsigned run = left < 2 ? 1 : 2 + lp_below(rng, lp_below(rng, 2) && left > 4 ? 3 : left - 1);

    switch (symbol) {
    case RUN: put_run(s, run); return run;
    case ONE_ZERO: put_run(s, 1); break;
    case ONES: put_ones(s); break;
    case CLEAR: put_clear(s); break;
    case PAIR: put_pair(s, lp_below(rng, DELTAS - 1)); break;
    case SINGLE: put_single(s, lp_below(rng, DELTAS)); break;
    default: put_plane(s, (uint32_t)lp_random(rng) & PLANE_BITS); break;
    }
    return 1;
}

/*
 * Puts a symbol that is malformed with `left` planes to go; returns the number of planes that it
 * encodes.
 */
static unsigned put_broken(struct lp_rng *rng, struct lp_bpc_stream *s, unsigned left)
{
    if (left < PLANES && lp_below(rng, 2)) {
        put_run(s, (left < 2 ? 2 : left + 1) + lp_below(rng, PLANES - (left < 2 ? 2 : left)));
        return left;
    }
    if (lp_below(rng, 2))
        put_pair(s, DELTAS - 1 + lp_below(rng, 2));
    else
        put_single(s, DELTAS);
    return 1;
}

/* A base of any symbol, with any value that fits. */
static void put_base(struct lp_rng *rng, struct lp_bpc_stream *s)
{
    static const unsigned widths[] = {0, 4, 8, 16};
    unsigned kind = lp_below(rng, 5);
    uint32_t value = (uint32_t)lp_random(rng);

    if (kind == 4) {
        put(s, 33, UINT64_C(1) << 32 | value);
    } else {
        put(s, 3, kind);
        put(s, widths[kind], value);
    }
}

void lp_bpc_stream_random(struct lp_rng *rng, unsigned limit, bool broken,
                          struct lp_bpc_stream *stream)
{
    unsigned left = PLANES, when = lp_below(rng, PLANES);
    unsigned pick = lp_below(rng, SYMBOLS + 2), spread = 2 + lp_below(rng, 7);
    enum symbol favourite = pick < SYMBOLS ? (enum symbol)pick : PLANE;

    memset(stream, 0, sizeof *stream);
    put_base(rng, stream);
    while (left > 0) {
        enum symbol symbol = lp_below(rng, spread) ? favourite
                                                   : (enum symbol)lp_below(rng, SYMBOLS);
        if (broken && left <= PLANES - when && stream->bits + 10 + 7 <= limit) {
            left -= put_broken(rng, stream, left);
            broken = false;
        } else if (stream->bits + symbol_bits[symbol] + 7 > limit) {
            put_run(stream, left);
            left = 0;
        } else {
            left -= put_random(rng, stream, symbol, left);
        }
    }
}

void lp_bpc_entry_random(struct lp_rng *rng, unsigned limit, bool broken, struct lp_entry *entry)
{
    struct lp_bpc_stream stream;

    lp_bpc_stream_random(rng, limit, broken, &stream);
    memcpy(entry->bytes, stream.bytes, 3 * LP_SECTOR_BYTES);
    entry->bits = stream.bits;
    entry->beats = entry->sectors = (stream.bits + 255) / 256;
}
