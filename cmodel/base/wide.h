/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of 33 to 64 bits as one number, and wide ports as bytes. Not installed. */
#ifndef LPI_WIDE_H
#define LPI_WIDE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t lpi_get64(const uint32_t port[2])
{
    return port[0] | (uint64_t)port[1] << 32;
}

static inline void lpi_put64(uint32_t port[2], uint64_t value)
{
    port[0] = (uint32_t)value;
    port[1] = (uint32_t)(value >> 32);
}

/* The words of a port from the bytes that it carries, the first in the low bits; `count` bytes. */
static inline void lpi_words_of_bytes(uint32_t *words, const uint8_t *bytes, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(words, bytes, count);
#else
    for (size_t i = 0; i < count; i += 4)
        words[i / 4] = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 |
                       (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
#endif
}

/* The inverse. */
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
