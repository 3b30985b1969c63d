/* SPDX-License-Identifier: Apache-2.0 */
/* Groups and tables of GRP-16: all sizes of fields, and both sides of their limits. */
#ifndef LPI_KIT_GRP_GROUPS_H
#define LPI_KIT_GRP_GROUPS_H

#include <stdint.h>
#include <string.h>

#include "../base/rng.h"

#define GRP_GROUP 512
#define GRP_TABLE 16
#define GRP_ELEMENTS 256u
#define GRP_LANES 16u /* elements of a sector */

/* Eleven different exponents: a run downwards as of weights, or any. */
static inline void grp_table(struct lp_rng *rng, uint8_t *table)
{
    uint8_t all[256];
    unsigned top = 10 + lp_below(rng, 246), run = lp_below(rng, 2);
    memset(table, 0, GRP_TABLE);
    for (unsigned i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    for (unsigned i = 0; i < 11; i++) {
        unsigned k = i + lp_below(rng, 256 - i);
        uint8_t drawn = all[k];
        all[k] = all[i];
        all[i] = drawn;
        table[i] = run ? (uint8_t)(top - i) : drawn;
    }
}

static inline void grp_put(struct lp_rng *rng, uint8_t *group, unsigned i, unsigned exponent)
{
    unsigned x = exponent << 7 | (unsigned)(lp_random(rng) & 0x807f);
    group[2 * i] = (uint8_t)x;
    group[2 * i + 1] = (uint8_t)(x >> 8);
}

/* An exponent of class 0, 1 or 2, or 3: one that is escaped. */
static inline unsigned grp_exponent(struct lp_rng *rng, const uint8_t *table, unsigned kind)
{
    if (kind < 3)
        return table[kind == 2 ? 4 + lp_below(rng, 7) : 2 * kind + lp_below(rng, 2)];
    for (;;) {
        unsigned e = lp_below(rng, 256);
        if (memchr(table, (int)e, 11) == NULL)
            return e;
    }
}

/*
 * A group whose parts of class 1, class 2 and escapes, of 256 elements each, are drawn. Escapes may
 * come in runs, so that some sectors have more than four.
 */
static inline void grp_group(struct lp_rng *rng, const uint8_t *table, uint8_t *group)
{
    unsigned one = lp_below(rng, 3) ? lp_below(rng, 128) : 0;
    unsigned two = lp_below(rng, 3) ? lp_below(rng, 128) : 0;
    unsigned escape = lp_below(rng, 2) ? lp_below(rng, 16) : 0, run = 0;
    unsigned longest = lp_below(rng, 4) ? 1 : 5;
    for (unsigned i = 0; i < GRP_ELEMENTS; i++, run -= run != 0) {
        unsigned draw = lp_below(rng, 256), kind = 0;
        if (run == 0 && draw < escape)
            run = 1 + lp_below(rng, longest);
        if (run != 0)
            kind = 3;
        else if (draw < escape + one)
            kind = 1;
        else if (draw < escape + one + two)
            kind = 2;
        grp_put(rng, group, i, grp_exponent(rng, table, kind));
    }
}

/* A group of which `ones` elements are of class 1, `twos` of class 2 and `escapes` escapes. */
static inline void grp_counted(struct lp_rng *rng, const uint8_t *table, unsigned ones,
                               unsigned twos, unsigned escapes, uint8_t *group)
{
    for (unsigned i = 0; i < GRP_ELEMENTS; i++) {
        /* The escapes are spread: place p of sector s has number 16p + s. */
        unsigned number = i % GRP_LANES * GRP_LANES + i / GRP_LANES, kind = 0;
        if (number < escapes)
            kind = 3;
        else if (number < escapes + twos)
            kind = 2;
        else if (number < escapes + twos + ones)
            kind = 1;
        grp_put(rng, group, i, grp_exponent(rng, table, kind));
    }
}

#endif
