/* SPDX-License-Identifier: Apache-2.0 */
/* What a code path of BPC provides, a line at a time; bpc.c keeps the bounds. Lengths in bits. */
#ifndef LPI_BPC_KERNEL_H
#define LPI_BPC_KERNEL_H

#include <linepress/linepress.h>

/* Room for the longest stream, 1089 bits, and a whole word behind it. */
#define LPI_BPC_ROOM 144u
/* Bytes behind a stream that decode may read. */
#define LPI_BPC_SLACK 16u

struct lpi_bpc_kernel {
    /* Encodes a line into `stream` (LPI_BPC_ROOM bytes, zeros behind the end of the stream up to
     * its byte); returns the length, uncapped. */
    size_t (*encode)(const uint8_t *line, uint8_t *stream);
    /* The same length without writing. */
    size_t (*size_bits)(const uint8_t *line);
    /* Decodes a stream of `bits` bits with LPI_BPC_SLACK bytes behind it. LP_ERR_SHORT: it ends
     * early; LP_ERR_CORRUPT: a run past plane 0 or a position outside the plane. */
    int (*decode)(const uint8_t *stream, size_t bits, uint8_t *line, size_t *used);
};

extern const struct lpi_bpc_kernel lpi_bpc_portable;

#endif
