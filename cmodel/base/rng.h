/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA'14); any seed is good. */
#ifndef LP_COMMON_RNG_H
#define LP_COMMON_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct lp_rng {
    uint64_t state;
};

static inline uint64_t lp_random(struct lp_rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0..n-1; n > 0, small compared with 2^32. */
static inline uint32_t lp_below(struct lp_rng *rng, uint32_t n)
{
    return (uint32_t)((lp_random(rng) >> 32) * n >> 32);
}

/* True with probability p. */
static inline bool lp_chance(struct lp_rng *rng, double p)
{
    return (double)(lp_random(rng) >> 11) < p * 0x1p53;
}

#endif
