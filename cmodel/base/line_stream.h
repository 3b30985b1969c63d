/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A codec's stream: the records of lines one after the other. The data may end within a line, which
 * is then padded with zeros. Not installed.
 */
#ifndef LPI_LINE_STREAM_H
#define LPI_LINE_STREAM_H

#include <linepress/linepress.h>

/* No kernel needs more room to encode one line. */
#define LPI_LINE_ROOM 384u

/* Encodes up to `lines` lines to *dst, moves *dst past them, returns their number. */
typedef size_t lpi_encode_lines_fn(const uint8_t *src, size_t lines, uint8_t **dst,
                                   const uint8_t *dst_end);

/*
 * Decodes the next `lines` records at *src and moves *src past them; no byte from src_end on is
 * read. Returns a status.
 */
typedef int lpi_decode_lines_fn(const void *codec, const uint8_t **src, const uint8_t *src_end,
                                uint8_t *dst, size_t lines);

/* Implements lp_*_compress() with this kernel; the remaining lines are encoded one by one. */
int lpi_encode_stream(lpi_encode_lines_fn *encode, const void *src, size_t src_bytes, void *dst,
                      size_t capacity, size_t *dst_bytes);

/* Implements lp_*_decompress(); `codec` is passed to `decode`. */
int lpi_decode_stream(lpi_decode_lines_fn *decode, const void *codec, const void *src,
                      size_t src_bytes, void *dst, size_t dst_bytes);

#endif
