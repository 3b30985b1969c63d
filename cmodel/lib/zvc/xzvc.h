/* SPDX-License-Identifier: Apache-2.0 */
/* The filter of XZVC-16: xors each 64-bit word of a line with the one before. Not installed. */
#ifndef LPI_XZVC_H
#define LPI_XZVC_H

#include <linepress/linepress.h>

#include "../../base/inline.h"

#include <string.h>

#define LPI_XZVC_WORDS (LP_LINE_BYTES / 8u)

LPI_INLINE void lpi_xzvc_filter(const uint8_t *line, uint8_t *filtered)
{
    uint64_t x[LPI_XZVC_WORDS], y[LPI_XZVC_WORDS];
    memcpy(x, line, sizeof x);
    y[0] = x[0];
    for (unsigned i = 1; i < LPI_XZVC_WORDS; i++)
        y[i] = x[i] ^ x[i - 1];
    memcpy(filtered, y, sizeof y);
}

/* The inverse, in place. */
LPI_INLINE void lpi_xzvc_restore(uint8_t *line)
{
    uint64_t x[LPI_XZVC_WORDS];
    memcpy(x, line, sizeof x);
    for (unsigned i = 1; i < LPI_XZVC_WORDS; i++)
        x[i] ^= x[i - 1];
    memcpy(line, x, sizeof x);
}

#endif
