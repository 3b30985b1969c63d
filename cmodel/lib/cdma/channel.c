/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/cdma.h>

unsigned lp_dma_channel(uint64_t group, unsigned channels)
{
    unsigned width = 0, fold = 0;

    if (channels < 2)
        return 0;
    if ((channels & (channels - 1)) != 0)
        return (unsigned)(group % channels);
    while (1u << width < channels)
        width++;
    for (; group != 0; group >>= width)
        fold ^= (unsigned)group & (channels - 1);
    return fold;
}
