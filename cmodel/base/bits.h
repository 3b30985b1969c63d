/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of ports that carry several signals side by side. Not installed. */
#ifndef LPI_BITS_H
#define LPI_BITS_H

#include <stdint.h>

/* Up to 32 bits from bit `at` on. */
static inline uint32_t lpi_bits_word(const uint32_t *words, unsigned at, unsigned width)
{
    uint64_t pair = words[at / 32];

    if (at % 32 + width > 32)
        pair |= (uint64_t)words[at / 32 + 1] << 32;
    return (uint32_t)(pair >> at % 32 & ((UINT64_C(1) << width) - 1));
}

/* Puts the field of `width` bits from bit `at` on at bit 0 of `to`; the rest of its last word
 * becomes 0. */
static inline void lpi_bits_get(uint32_t *to, const uint32_t *words, unsigned at, unsigned width)
{
    for (; width > 32; width -= 32, at += 32)
        *to++ = lpi_bits_word(words, at, 32);
    *to = lpi_bits_word(words, at, width);
}

static inline void lpi_bits_put_word(uint32_t *words, unsigned at, unsigned width, uint32_t value)
{
    uint64_t mask = ((UINT64_C(1) << width) - 1) << at % 32, bits = (uint64_t)value << at % 32;

    words[at / 32] = (words[at / 32] & ~(uint32_t)mask) | (uint32_t)(bits & mask);
    if (mask >> 32)
        words[at / 32 + 1] = (words[at / 32 + 1] & ~(uint32_t)(mask >> 32)) |
                             (uint32_t)((bits & mask) >> 32);
}

/* The inverse: that field becomes bits 0 .. width-1 of `from`, the others are unchanged. */
static inline void lpi_bits_put(uint32_t *words, unsigned at, unsigned width, const uint32_t *from)
{
    for (; width > 32; width -= 32, at += 32)
        lpi_bits_put_word(words, at, 32, *from++);
    lpi_bits_put_word(words, at, width, *from);
}

#endif
