/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_kernel.h"

#include "../../base/bytes.h"

#define TARGET

#define STEPS 6u

/*
 * Bits move to their places by powers of two, the smallest first: move[k] has those bits, at their
 * places after the steps before, that 2^k takes down. A bit goes down by the number of zeros of the
 * mask below it, whose bit k is the parity of the zeros that are left after k halvings.
 */
LPI_INLINE void moves(uint64_t mask, uint64_t *move)
{
    uint64_t zeros = ~mask << 1;
    for (unsigned k = 0; k < STEPS; k++) {
        uint64_t odd = zeros;
        for (unsigned by = 1; by < 64; by *= 2)
            odd ^= odd << by;
        move[k] = odd & mask;
        mask = (mask ^ move[k]) | move[k] >> (1u << k);
        zeros &= ~odd;
    }
}

static uint64_t take_bits(uint64_t bits, uint64_t mask)
{
    uint64_t move[STEPS];
    moves(mask, move);
    bits &= mask;
    for (unsigned k = 0; k < STEPS; k++) {
        uint64_t moved = bits & move[k];
        bits = (bits ^ moved) | moved >> (1u << k);
    }
    return bits;
}

static uint64_t place_bits(uint64_t bits, uint64_t mask)
{
    uint64_t move[STEPS];
    moves(mask, move);
    for (unsigned k = STEPS; k-- > 0;)
        bits = (bits & ~move[k]) | (bits << (1u << k) & move[k]);
    return bits & mask;
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
