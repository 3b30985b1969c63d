/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a DEFLATE stream (RFC 1951) of known size from an open file.
 *
 * Memory   128 KiB, whatever the stream claims; never more bytes than its size are delivered.
 */
#ifndef LPI_INFLATE_H
#define LPI_INFLATE_H

#include <stddef.h>
#include <stdint.h>

struct lpi_inflate;

/*
 * The stream's `packed` bytes follow at the file's position; they hold `bytes` bytes with the
 * CRC-32 `crc`. LP_ERR_SYSTEM: no memory.
 */
int lpi_inflate_open(int fd, uint64_t packed, uint64_t bytes, uint32_t crc,
                     struct lpi_inflate **opened);
/*
 * The next bytes; *got < capacity only at the end. The last bytes are delivered only if sizes and
 * CRC are right. LP_ERR_SHORT: fewer bytes than the size; LP_ERR_LONG: more; LP_ERR_CORRUPT;
 * LP_ERR_SYSTEM.
 */
int lpi_inflate_read(struct lpi_inflate *inflate, void *buffer, size_t capacity, size_t *got);
/* NULL is fine. */
void lpi_inflate_close(struct lpi_inflate *inflate);

#endif
