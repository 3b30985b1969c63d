/* SPDX-License-Identifier: Apache-2.0 */
/* BPC streams inside other kinds of records. Not installed. */
#ifndef LPI_BPC_H
#define LPI_BPC_H

#include <linepress/linepress.h>

/*
 * Decodes a stream in `bytes` bytes, at most LP_LINE_BYTES. It must end within the last `grain`
 * bytes, with zeros after it. LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT.
 */
int lpi_bpc_decode_padded(const uint8_t *stream, size_t bytes, size_t grain, void *line);

#endif
