/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of bfloat16 elements for EBD's tests: every form, and both sides of each form's limits. */
#ifndef TB_EBD_LINES_H
#define TB_EBD_LINES_H

#include "unit.h"

static inline unsigned ebd_below(unsigned n)
{
    return (unsigned)(unit_random() % n);
}

/* An exponent up to `octaves` below `top`, and sometimes a special one. */
static inline unsigned ebd_exponent(unsigned top, unsigned octaves, int odd)
{
    unsigned down = ebd_below(octaves + 1);
    if (odd && ebd_below(12) == 0)
        return ebd_below(2) ? 255 : 0;
    return down > top ? 0 : top - down;
}

/* Number of non-zero elements: few, all but a few, or any. */
static inline unsigned ebd_count(void)
{
    switch (ebd_below(4)) {
    case 0: return ebd_below(65);
    case 1: return 61 + ebd_below(4);
    default: return ebd_below(19);
    }
}

static inline void ebd_line(uint8_t *line)
{
    static const unsigned tops[] = {0, 1, 2, 6, 7, 8, 9, 18, 19, 20, 21, 127, 252, 253, 254, 255};
    unsigned left = ebd_count(), octaves = ebd_below(2) ? ebd_below(10) : ebd_below(31);
    unsigned top = ebd_below(2) ? tops[ebd_below(16)] : ebd_below(256);
    int odd = ebd_below(4) == 0;
    memset(line, 0, 128);
    for (unsigned i = 0; i < 64; i++) {
        if (ebd_below(64 - i) >= left)
            continue;
        left--;
        unsigned e = ebd_exponent(top, octaves, odd), x = e << 7 | (unit_random() & 0x807f);
        if (odd && ebd_below(16) == 0)
            x = ebd_below(2) ? 0x8000 : x & ~127u; /* -0; Inf, or a power of two */
        line[2 * i] = (uint8_t)x;
        line[2 * i + 1] = (uint8_t)(x >> 8);
    }
}

#endif
