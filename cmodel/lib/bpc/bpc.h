/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of BPC inside records of other forms. Not installed. */
#ifndef LPI_BPC_H
#define LPI_BPC_H

#include <linepress/linepress.h>

/*
 * Decodes a stream that ends within the last `grain` of `bytes` bytes, up to LP_LINE_BYTES; zeros
 * follow it there. LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT.
 */
int lpi_bpc_decode_padded(const uint8_t *stream, size_t bytes, size_t grain, void *line);

#endif
