/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_kernel.h"

#include "../../base/bytes.h"

#define TARGET

static uint64_t take_bits(uint64_t bits, uint64_t mask)
{
    uint64_t taken = 0;
    for (unsigned to = 0; mask != 0; mask &= mask - 1, to++)
        taken |= (bits >> __builtin_ctzll(mask) & 1) << to;
    return taken;
}

static uint64_t place_bits(uint64_t bits, uint64_t mask)
{
    uint64_t placed = 0;
    for (; mask != 0; mask &= mask - 1, bits >>= 1)
        placed |= (bits & 1) << __builtin_ctzll(mask);
    return placed;
}

LPI_INLINE unsigned element(const uint8_t *line, unsigned i)
{
    return line[2 * i] | (unsigned)line[2 * i + 1] << 8;
}

/* The lowest bits of eight bytes, whose other bits are zero. */
LPI_INLINE uint64_t gather(uint64_t bytes)
{
    return bytes * UINT64_C(0x0102040810204080) >> 56;
}

static void classify(const struct lp_grp *grp, const uint8_t *line, uint64_t *planes)
{
    planes[0] = planes[1] = planes[2] = planes[3] = 0;
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t codes = 0;
        for (unsigned k = 0; k < 8; k++)
            codes |= (uint64_t)grp->code[element(line, i + k) >> 7 & 255] << 8 * k;
        for (unsigned bit = 0; bit < 4; bit++)
            planes[bit] |= gather(codes >> bit & UINT64_C(0x0101010101010101)) << i;
    }
}

static void split(const uint8_t *line, uint8_t *payload)
{
    for (unsigned i = 0; i < 64; i++)
        payload[i] = (uint8_t)((line[2 * i] & 127) | (line[2 * i + 1] & 128));
}

static void restore(const struct lp_grp *grp, const uint64_t *planes, const uint8_t *payload,
                    uint8_t *line)
{
    for (unsigned i = 0; i < 64; i++) {
        unsigned code = (unsigned)((planes[0] >> i & 1) | (planes[1] >> i & 1) << 1 |
                                   (planes[2] >> i & 1) << 2 | (planes[3] >> i & 1) << 3);
        unsigned e = grp->exponent[code];
        line[2 * i] = (uint8_t)((payload[i] & 127) | e << 7);
        line[2 * i + 1] = (uint8_t)((payload[i] & 128) | e >> 1);
    }
}

#include "grp_form.h"

const struct lpi_grp_kernel lpi_grp_portable = {encode, state_of, decode};
