/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_limits.h"

#include <string.h>

#define ELEMENTS 64

/* Exponents from `top` down. */
struct shape {
    unsigned top;
    unsigned count;      /* elements that are not zero */
    unsigned highest[2]; /* of those, with exponent top, and with top - 1 */
    unsigned far;        /* of those, with exponents so small that they may be escapes */
    unsigned octaves, far_octaves;
    bool specials, crowded;
};

static unsigned one_of(struct lp_rng *rng, const unsigned *values, unsigned n)
{
    return values[lp_below(rng, n)];
}

/* The ends of the range of exponents, where bases are clamped, and where a zero becomes an
 * escape. */
static unsigned random_top(struct lp_rng *rng)
{
    static const unsigned tops[] = {0, 1, 2, 3, 6, 7, 8, 9, 18, 19, 20, 21, 252, 253, 254, 255};
    return lp_below(rng, 2) ? one_of(rng, tops, 16) : lp_below(rng, 256);
}

static unsigned random_count(struct lp_rng *rng)
{
    switch (lp_below(rng, 4)) {
    case 0: return lp_below(rng, ELEMENTS + 1);
    case 1: return 61 + lp_below(rng, 4);
    default: return lp_below(rng, 18);
    }
}

static void random_shape(struct lp_rng *rng, struct shape *s)
{
    s->octaves = lp_below(rng, 2) ? lp_below(rng, 31) : lp_below(rng, 9);
    s->specials = lp_below(rng, 4) == 0;
}

/* As many escapes as the form can hold, one less, or one or two more. */
static void limit_shape(struct lp_rng *rng, struct shape *s)
{
    unsigned most, nudge = lp_below(rng, 4);

    s->octaves = 1 + lp_below(rng, 5);
    s->far_octaves = 6 + lp_below(rng, 16);
    switch (lp_below(rng, 3)) {
    case 0: /* mask */
        s->count = 1 + lp_below(rng, 16);
        most = 2 * (17 - s->count);
        break;
    case 1: /* code */
        s->count = 38 + lp_below(rng, 27);
        most = 2 * (70 - s->count) + 1;
        break;
    default: /* full */
        s->count = 56 + lp_below(rng, 9);
        most = 13;
        if (lp_below(rng, 2))
            most -= ELEMENTS - s->count; /* zeros are escapes, too */
    }
    s->far = most + 2 < nudge ? 0 : most + 2 - nudge;
    /* If few elements have the largest exponents, a lower base has fewer escapes. */
    if (lp_below(rng, 2)) {
        s->highest[0] = lp_below(rng, 4);
        s->highest[1] = lp_below(rng, 4);
    }
}

/* One element with an exponent near the lowest one that bases reach. */
static void reach_shape(struct lp_rng *rng, struct shape *s)
{
    s->octaves = lp_below(rng, 6);
    s->far = 1 + lp_below(rng, 2);
    s->far_octaves = 18 + lp_below(rng, 6);
    s->highest[0] = lp_below(rng, 3);
    s->specials = lp_below(rng, 8) == 0;
}

static unsigned special(struct lp_rng *rng)
{
    unsigned sign = lp_below(rng, 2) << 15;

    switch (lp_below(rng, 4)) {
    case 0: return sign | 0x7f80;                      /* Inf */
    case 1: return sign | 0x7f80 | lp_below(rng, 128); /* NaN, its payload kept */
    case 2: return 0x8000;                             /* -0 */
    default: return sign | (1 + lp_below(rng, 127));   /* subnormal */
    }
}

/* Element number `rank` of those that are not zero, in random order. */
static unsigned element(struct lp_rng *rng, const struct shape *s, unsigned rank)
{
    unsigned down = lp_below(rng, s->octaves + 1), noise = lp_below(rng, 256), bits;

    if (s->specials && lp_below(rng, 12) == 0)
        return special(rng);
    if (rank < s->highest[0])
        down = 0;
    else if (rank < s->highest[0] + s->highest[1])
        down = 1;
    else if (rank < s->highest[0] + s->highest[1] + s->far)
        down = s->far_octaves - lp_below(rng, 2);
    else if (s->highest[0] + s->highest[1] > 0)
        down += 2;
    if (lp_below(rng, 8) == 0)
        noise &= 128; /* a power of two */
    bits = (down > s->top ? 0 : s->top - down) << 7 | (noise & 128) << 8 | (noise & 127);
    return bits ? bits : 0x8000;
}

static void put(struct lp_rng *rng, const struct shape *s, uint8_t *bytes)
{
    unsigned order[ELEMENTS], first = s->crowded ? lp_below(rng, ELEMENTS) : 0;

    for (unsigned i = 0; i < ELEMENTS; i++)
        order[i] = (first + i) % ELEMENTS;
    for (unsigned i = 0; i < ELEMENTS; i++) {
        /* Crowded elements stay together, in any order among themselves. */
        unsigned span = s->crowded && i < s->count ? s->count : ELEMENTS;
        unsigned j = i + lp_below(rng, span - i), at = order[j];
        order[j] = order[i];
        unsigned x = i < s->count ? element(rng, s, i) : 0;
        bytes[2 * at] = (uint8_t)x;
        bytes[2 * at + 1] = (uint8_t)(x >> 8);
    }
}

void lp_ebd_limit_line(struct lp_rng *rng, uint8_t bytes[LP_LINE_BYTES])
{
    struct shape s = {
        .top = random_top(rng), .count = random_count(rng), .crowded = lp_below(rng, 4) == 0};

    switch (lp_below(rng, 3)) {
    case 0: limit_shape(rng, &s); break;
    case 1: reach_shape(rng, &s); break;
    default: random_shape(rng, &s);
    }
    put(rng, &s, bytes);
}
