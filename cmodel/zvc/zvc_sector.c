/* SPDX-License-Identifier: Apache-2.0 */
#include "zvc_sector.h"

#include <string.h>

struct lp_zvc_geometry lp_zvc_geometry(unsigned elem)
{
    unsigned lanes = 256 / elem, mask = 4 * lanes / elem;
    struct lp_zvc_geometry g = {(uint8_t)elem, (uint8_t)lanes, (uint8_t)mask,
                                (uint8_t)(3 * lanes - mask + 1)};
    return g;
}

uint32_t lp_sector_flags(const uint8_t sector[LP_SECTOR], unsigned elem)
{
    uint32_t flags = 0;
    unsigned bytes = elem / 8;
    if (bytes == 4) {
        for (unsigned i = 0; i < 8; i++) {
            uint32_t w;
            memcpy(&w, sector + 4 * i, 4);
            flags |= (uint32_t)(w != 0) << i;
        }
    } else if (bytes == 2) {
        for (unsigned i = 0; i < 16; i++)
            flags |= (uint32_t)((sector[2 * i] | sector[2 * i + 1]) != 0) << i;
    } else {
        for (unsigned i = 0; i < 32; i++)
            flags |= (uint32_t)(sector[i] != 0) << i;
    }
    return flags;
}

/* Moves lane `from` of in to lane `to` of out. */
static inline void move(uint8_t *out, unsigned to, const uint8_t *in, unsigned from, unsigned bytes)
{
    if (bytes == 4)
        memcpy(out + 4 * to, in + 4 * from, 4);
    else if (bytes == 2)
        memcpy(out + 2 * to, in + 2 * from, 2);
    else
        out[to] = in[from];
}

void lp_sector_compact(uint8_t out[LP_SECTOR], const uint8_t in[LP_SECTOR], uint32_t flags,
                       unsigned start, unsigned elem)
{
    unsigned bytes = elem / 8, last = 256 / elem - 1;
    memset(out, 0, LP_SECTOR);
    for (; flags; flags &= flags - 1, start++)
        move(out, start & last, in, (unsigned)__builtin_ctz(flags), bytes);
}

void lp_sector_expand(uint8_t out[LP_SECTOR], const uint8_t in[LP_SECTOR], uint32_t flags,
                      unsigned start, unsigned elem)
{
    unsigned bytes = elem / 8, last = 256 / elem - 1;
    memset(out, 0, LP_SECTOR);
    for (; flags; flags &= flags - 1, start++)
        move(out, (unsigned)__builtin_ctz(flags), in, start & last, bytes);
}
