/* SPDX-License-Identifier: Apache-2.0 */
#include "bins_grp.h"

const char *const lp_grp_bins_states[LP_GRP_BINS_STATES] = {
    "zero", "10 sectors", "11 sectors", "12 sectors", "raw", "another state"};

unsigned lp_grp_bins_bits(unsigned bits)
{
    if (bits == 0)
        return 0;
    if (bits < 255)
        return 1;
    if (bits <= 257)
        return 2 + bits - 255;
    if (bits < 511)
        return 5;
    return bits <= 513 ? 6 + bits - 511 : 9;
}
