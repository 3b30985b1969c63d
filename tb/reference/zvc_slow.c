/* SPDX-License-Identifier: Apache-2.0 */
#include "zvc_slow.h"
#include <string.h>

/* Bit i of a byte string: bit i mod 8 of byte i / 8, which is what little-endian means. */
static unsigned get_bit(const uint8_t *bytes, size_t i)
{
    return bytes[i / 8] >> (i % 8) & 1u;
}

static void set_bit(uint8_t *bytes, size_t i, unsigned value)
{
    bytes[i / 8] = (uint8_t)((bytes[i / 8] & ~(1u << (i % 8))) | value << (i % 8));
}

size_t lpi_zvc_slow_encode(unsigned elem, const uint8_t *line, uint8_t *record)
{
    size_t elements = 1024 / elem, end = elements;
    for (size_t e = 0; e < elements; e++) {
        unsigned nonzero = 0;
        for (size_t b = 0; b < elem; b++)
            nonzero |= get_bit(line, e * elem + b);
        set_bit(record, e, nonzero);
    }
    for (size_t e = 0; e < elements; e++)
        for (size_t b = 0; get_bit(record, e) && b < elem; b++)
            set_bit(record, end++, get_bit(line, e * elem + b));
    return end / 8;
}

size_t lpi_zvc_slow_decode(unsigned elem, const uint8_t *record, size_t bytes, uint8_t *line)
{
    size_t elements = 1024 / elem, at = elements;
    if (elements > bytes * 8)
        return 0;
    memset(line, 0, 128);
    for (size_t e = 0; e < elements; e++)
        for (size_t b = 0; get_bit(record, e) && b < elem; b++, at++) {
            if (at >= bytes * 8)
                return 0;
            set_bit(line, e * elem + b, get_bit(record, at));
        }
    return at / 8;
}
