/* SPDX-License-Identifier: Apache-2.0 */
#include "choice_lines.h"

#include <string.h>

#define WORDS (LP_LINE_BYTES / 4u)
#define ELEMS (LP_LINE_BYTES / 2u)
#define FRONT (ELEMS * 3 / 4) /* elements of all sectors but the last */
#define FILTER 4u             /* elements back */
#define FITS (INT64_C(1) << 22)

static int64_t clamp(int64_t word)
{
    return word < INT32_MIN ? INT32_MIN : word > INT32_MAX ? INT32_MAX : word;
}

/* From one word to the next: any difference of 23 bits, the largest ones often. */
static int64_t step(struct lp_rng *rng, unsigned bits)
{
    if (lp_below(rng, 16) == 0)
        return lp_below(rng, 2) ? FITS - 1 : -FITS;
    return (int64_t)(lp_random(rng) & ((UINT64_C(1) << bits) - 1)) - (INT64_C(1) << bits) / 2;
}

static void words_line(struct lp_rng *rng, uint8_t line[LP_LINE_BYTES])
{
    unsigned at = 1 + lp_below(rng, WORDS - 1), bits = 1 + lp_below(rng, 23);
    int64_t far = (INT64_C(1) << (22 + lp_below(rng, 11))) - (int64_t)lp_below(rng, 2) * FITS;
    int64_t word[WORDS];

    far += (int64_t)(lp_random(rng) % (uint64_t)FITS);
    far = far > INT64_C(0xffffffff) ? INT64_C(0xffffffff) : far;
    word[at - 1] = INT32_MIN + (int64_t)(lp_random(rng) % (UINT64_C(0x100000000) - (uint64_t)far));
    word[at] = word[at - 1] + far;
    if (lp_below(rng, 2)) {
        word[at - 1] = -1 - word[at - 1];
        word[at] = -1 - word[at];
    }
    for (unsigned i = at - 1; i-- > 0;)
        word[i] = clamp(word[i + 1] - step(rng, bits));
    for (unsigned i = at + 1; i < WORDS; i++)
        word[i] = clamp(word[i - 1] + step(rng, bits));
    for (unsigned i = 0; i < WORDS; i++)
        for (unsigned b = 0; b < 4; b++)
            line[4 * i + b] = (uint8_t)((uint64_t)word[i] >> 8 * b);
}

/* Fills `stored` of the elements from first to end - 1, but not number `apart`. */
static void place(struct lp_rng *rng, uint16_t elem[ELEMS], unsigned first, unsigned end,
                  unsigned apart, unsigned stored)
{
    unsigned places = end - first - (apart >= first && apart < end);

    for (unsigned i = first; i < end; i++)
        if (i != apart && lp_below(rng, places--) < stored)
            elem[i] = (uint16_t)(1 + lp_below(rng, 0xffff)), stored--;
}

/*
 * As many elements as fit a number of sectors, or one more. They are anywhere, or few of them are
 * in the last sector of the line, whose payload then begins near the end of the record.
 */
static void counts_line(struct lp_rng *rng, uint8_t line[LP_LINE_BYTES])
{
    static const unsigned fit[] = {0, 12, 28, 44};
    unsigned stored = fit[lp_below(rng, 4)], few = lp_below(rng, 4);
    unsigned last = lp_below(rng, ELEMS);
    bool filtered = lp_below(rng, 2), more = lp_below(rng, 2);
    uint16_t elem[ELEMS] = {0};

    if (lp_below(rng, 2) || stored < few) {
        place(rng, elem, 0, ELEMS, last, stored);
    } else {
        place(rng, elem, 0, FRONT, last, stored - few);
        place(rng, elem, FRONT, ELEMS, last, few);
    }
    if (more)
        elem[last] = (uint16_t)(1u << lp_below(rng, 16));
    for (unsigned i = 0; i < ELEMS; i++) {
        if (filtered && i >= FILTER)
            elem[i] ^= elem[i - FILTER];
        line[2 * i] = (uint8_t)elem[i];
        line[2 * i + 1] = (uint8_t)(elem[i] >> 8);
    }
}

void lp_choice_line(struct lp_rng *rng, uint8_t line[LP_LINE_BYTES])
{
    (lp_below(rng, 2) ? words_line : counts_line)(rng, line);
}
