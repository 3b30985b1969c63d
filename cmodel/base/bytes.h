/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers as little-endian bytes on hosts of either byte order. With a constant count compilers
 * turn the loop into one access. Not installed.
 */
#ifndef LPI_BASE_BYTES_H
#define LPI_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The low `count` bytes of value, at most 8. */
static inline void lpi_put_le(uint8_t *to, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

/* A number of `count` bytes, at most 8. */
static inline uint64_t lpi_get_le(const uint8_t *from, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

static inline void lpi_put_le32(uint8_t *to, uint32_t value)
{
    lpi_put_le(to, value, 4);
}

static inline void lpi_put_le64(uint8_t *to, uint64_t value)
{
    lpi_put_le(to, value, 8);
}

static inline uint32_t lpi_get_le32(const uint8_t *from)
{
    return (uint32_t)lpi_get_le(from, 4);
}

static inline uint64_t lpi_get_le64(const uint8_t *from)
{
    return lpi_get_le(from, 8);
}

/* 32-bit words from `count` bytes, a multiple of 4. */
static inline void lpi_words_of_bytes(uint32_t *words, const uint8_t *bytes, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(words, bytes, count);
#else
    for (size_t i = 0; i < count; i += 4)
        words[i / 4] = lpi_get_le32(bytes + i);
#endif
}

/* The inverse; `count` need not be a multiple of 4. */
static inline void lpi_bytes_of_words(uint8_t *bytes, const uint32_t *words, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(bytes, words, count);
#else
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
#endif
}

#endif
