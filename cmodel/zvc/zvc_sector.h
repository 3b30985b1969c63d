/* SPDX-License-Identifier: Apache-2.0 */
/* What both ZVC cycle models do with one sector of lanes. Sectors are bytes, lane 0 first. */
#ifndef LP_ZVC_SECTOR_H
#define LP_ZVC_SECTOR_H

#include "zvc_cycle.h"

#define LP_SECTOR 32

static inline void lp_sector_from_words(uint8_t sector[LP_SECTOR], const uint32_t words[8])
{
    for (unsigned i = 0; i < LP_SECTOR; i++)
        sector[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
}

static inline void lp_words_from_sector(uint32_t words[8], const uint8_t sector[LP_SECTOR])
{
    for (unsigned i = 0; i < 8; i++)
        words[i] = (uint32_t)sector[4 * i] | (uint32_t)sector[4 * i + 1] << 8 |
                   (uint32_t)sector[4 * i + 2] << 16 | (uint32_t)sector[4 * i + 3] << 24;
}

/* Bit i of the result: lane i is not zero. */
uint32_t lp_sector_flags(const uint8_t sector[LP_SECTOR], unsigned elem);

/* Flagged lanes of `in` to consecutive lanes of `out` from `start` on, modulo the lanes; the
 * others are zero. */
void lp_sector_compact(uint8_t out[LP_SECTOR], const uint8_t in[LP_SECTOR], uint32_t flags,
                       unsigned start, unsigned elem);

/* The inverse: consecutive lanes from `start` on to the flagged lanes; the others are zero. */
void lp_sector_expand(uint8_t out[LP_SECTOR], const uint8_t in[LP_SECTOR], uint32_t flags,
                      unsigned start, unsigned elem);

#endif
