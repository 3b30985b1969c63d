/* SPDX-License-Identifier: Apache-2.0 */
/* Names and bins that the listeners of both GRP-16 units share. */
#ifndef LP_BINS_GRP_H
#define LP_BINS_GRP_H

#include "bins.h"

enum {
    LP_GRP_BINS_EXPONENTS = 11, /* of a table */
    LP_GRP_BINS_LANES = 16,     /* elements of a sector, and sectors of a group */
    LP_GRP_BINS_WORDS = 8,      /* of a sector */
    LP_GRP_BINS_RAW = 4,
    LP_GRP_BINS_STATES = 6 /* the last: one without an entry */
};

/* Names of states 0 to 4, and of all others. */
extern const char *const lp_grp_bins_states[LP_GRP_BINS_STATES];

static inline unsigned lp_grp_bins_class(unsigned state)
{
    return state <= LP_GRP_BINS_RAW ? state : LP_GRP_BINS_STATES - 1;
}

/* Exponent of element i of a sector or a group. */
static inline unsigned lp_grp_bins_exponent(const uint32_t *words, unsigned i)
{
    return words[i / 2] >> (16 * (i % 2) + 7) & 255;
}

/* Bits of the lists: as many as one sector or two have, and a bit fewer or more. */
/* clang-format off */
#define LP_GRP_BINS_FIT "1 to 254", "255", "256", "257", "258 to 510", "511", "512"
/* clang-format on */
enum { LP_GRP_BINS_FITS = 7, LP_GRP_BINS_BITS = LP_GRP_BINS_FITS + 3 };

/* The bin of a number of bits: none, those that fit, 513, more. */
unsigned lp_grp_bins_bits(unsigned bits);

#endif
