/* SPDX-License-Identifier: Apache-2.0 */
/* Records of streams with mixed codecs (docs/reference/format.md, section 15). Not installed. */
#ifndef LPI_AUTO_H
#define LPI_AUTO_H

#include <linepress/linepress.h>

/* First byte of a record in a stream. */
enum lpi_kind {
    LPI_KIND_ZERO = 0,
    LPI_KIND_BPC = 1,
    LPI_KIND_ZVC = 2,
    LPI_KIND_XZVC = 3,
    LPI_KIND_EBD_MASK = 4,
    LPI_KIND_EBD_CODES = 5,
    LPI_KIND_RAW = 255
};

/*
 * Decodes the record at *src into a line and advances *src, which on error is anywhere up to `end`.
 * Arguments as in lp_auto_decompress. LP_ERR_SHORT: `end` is within or before the record;
 * LP_ERR_CORRUPT: it is malformed.
 */
int lpi_auto_next(enum lp_elem elem, unsigned codecs, const uint8_t **src, const uint8_t *end,
                  uint8_t *line);

#endif
