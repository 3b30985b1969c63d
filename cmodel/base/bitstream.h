/* SPDX-License-Identifier: Apache-2.0 */
/* Bits, the first in bit 7 of byte 0, and numbers of them, high bit first. Not installed. */
#ifndef LPI_BITSTREAM_H
#define LPI_BITSTREAM_H

#include <linepress/linepress.h>
#include <stdbool.h>

/* `bytes` may be NULL: then the bits are only counted. */
struct lpi_bits_out {
    uint8_t *bytes;
    size_t room, bits; /* room in bits; `bits` may exceed it, and the excess is lost */
};

/* Up to 64 bits. */
static inline void lpi_bits_write(struct lpi_bits_out *out, uint64_t value, unsigned width)
{
    for (unsigned i = width; i-- > 0; out->bits++) {
        if (out->bytes == NULL || out->bits >= out->room)
            continue;
        uint8_t mask = (uint8_t)(128u >> out->bits % 8), *byte = &out->bytes[out->bits / 8];
        *byte = (uint8_t)(out->bits % 8 == 0 ? 0 : *byte);
        *byte = (uint8_t)(value >> i & 1 ? *byte | mask : *byte);
    }
}

struct lpi_bits_in {
    const uint8_t *bytes;
    size_t room, bits; /* bits: taken so far, more than the room if the stream ends early */
};

/* Bits past the end read as zeros. */
static inline uint64_t lpi_bits_read(struct lpi_bits_in *in, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++, in->bits++)
        if (in->bits < in->room)
            value = value << 1 | (in->bytes[in->bits / 8] >> (7 - in->bits % 8) & 1u);
        else
            value <<= 1;
    return value;
}

/* The number with these low bits, of which the highest is the sign. */
static inline uint64_t lpi_bits_extend(uint64_t value, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

/* Whether sign-extending the low `bits` bits of a number gives its low `width` bits. */
static inline bool lpi_bits_fit(uint64_t value, unsigned bits, unsigned width)
{
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    return (lpi_bits_extend(value, bits) & mask) == (value & mask);
}

#endif
