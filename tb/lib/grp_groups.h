/* SPDX-License-Identifier: Apache-2.0 */
/* Groups and tables for GRP-16's tests: all sizes of fields, and both sides of their limits. */
#ifndef TB_GRP_GROUPS_H
#define TB_GRP_GROUPS_H

#include "unit.h"

#define GRP_GROUP 512
#define GRP_TABLE 16

static inline unsigned grp_below(unsigned n)
{
    return (unsigned)(unit_random() % n);
}

/* Eleven different exponents: a run downwards as of weights, or any. */
static inline void grp_table(uint8_t *table)
{
    uint8_t all[256];
    unsigned top = 11 + grp_below(245), run = grp_below(2);
    memset(table, 0, GRP_TABLE);
    for (unsigned i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    for (unsigned i = 0; i < 11; i++) {
        unsigned k = i + grp_below(256 - i);
        uint8_t drawn = all[k];
        all[k] = all[i];
        all[i] = drawn;
        table[i] = run ? (uint8_t)(top - i) : drawn;
    }
}

static inline void grp_put(uint8_t *group, unsigned i, unsigned exponent)
{
    unsigned x = exponent << 7 | (unsigned)(unit_random() & 0x807f);
    group[2 * i] = (uint8_t)x;
    group[2 * i + 1] = (uint8_t)(x >> 8);
}

static inline unsigned grp_outside(const uint8_t *table)
{
    for (;;) {
        unsigned e = grp_below(256);
        if (memchr(table, (int)e, 11) == NULL)
            return e;
    }
}

/*
 * A group whose parts of class 1, class 2 and escapes, of 256 elements each, are drawn. Escapes may
 * come in runs, so that some beats have more than four.
 */
static inline void grp_group(const uint8_t *table, uint8_t *group)
{
    unsigned one = grp_below(3) ? grp_below(128) : 0, two = grp_below(3) ? grp_below(128) : 0;
    unsigned escape = grp_below(2) ? grp_below(16) : 0, run = 0;
    for (unsigned i = 0; i < 256; i++, run -= run != 0) {
        unsigned draw = grp_below(256), e = table[grp_below(2)];
        if (run == 0 && draw < escape)
            run = grp_below(4) ? 1 : 1 + grp_below(5);
        if (run != 0)
            e = grp_outside(table);
        else if (draw < escape + one)
            e = table[2 + grp_below(2)];
        else if (draw < escape + one + two)
            e = table[4 + grp_below(7)];
        grp_put(group, i, e);
    }
}

/* A group of which `ones` elements are of class 1, `twos` of class 2 and `escapes` escapes. */
static inline void grp_counted(const uint8_t *table, unsigned ones, unsigned twos, unsigned escapes,
                               uint8_t *group)
{
    for (unsigned i = 0; i < 256; i++) {
        /* The escapes are spread: place p of beat b has number 16p + b. */
        unsigned number = i % 16 * 16 + i / 16, e = table[i % 2];
        if (number < escapes)
            e = grp_outside(table);
        else if (number < escapes + twos)
            e = table[4 + grp_below(7)];
        else if (number < escapes + twos + ones)
            e = table[2 + grp_below(2)];
        grp_put(group, i, e);
    }
}

#endif
