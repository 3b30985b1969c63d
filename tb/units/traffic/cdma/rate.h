/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of the bandwidth-aware policy for the benches of lp_cdma_plan and of units that contain
 * it. */
#ifndef LP_RATE_H
#define LP_RATE_H

#include "base/rng.h"

/* In 1/256 byte per cycle; 0: none. Limits of the port's range, powers of 2, or any value. */
static inline uint32_t lp_random_rate(struct lp_rng *rng)
{
    static const uint32_t rates[] = {0, 0, 1, 5, 700, 48 * 256, 64 * 256, 131071, 131072, 0xffffff};
    uint32_t rate = lp_below(rng, 14);

    return rate < 10   ? rates[rate]
           : rate < 12 ? UINT32_C(1) << lp_below(rng, 24)
                       : (uint32_t)lp_random(rng) & 0xffffff;
}

#endif
