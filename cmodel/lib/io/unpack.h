/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes that are plain or compressed by zstd or xz, which their first bytes tell. A compressed
 * input may have several frames or streams, one after the other.
 *
 * Memory   256 KiB, and the decoder's: at most 128 MiB for zstd, 128 MiB for xz. A file that needs
 *          more is refused.
 */
#ifndef LPI_UNPACK_H
#define LPI_UNPACK_H

#include <linepress/file.h>

struct lpi_unpack;

/* LP_ERR_SYSTEM: no memory. */
int lpi_unpack_open(lp_read_fn *read, void *context, struct lpi_unpack **unpack);
/*
 * The next bytes; *got = 0 only at the end. LP_ERR_SHORT: the compressed data ends early;
 * LP_ERR_CORRUPT: it is damaged, or needs too much memory; LP_ERR_SYSTEM; errors of `read`.
 */
int lpi_unpack_read(struct lpi_unpack *unpack, void *buffer, size_t room, size_t *got);
/* The last error in words, "" if it came from `read`. */
const char *lpi_unpack_why(const struct lpi_unpack *unpack);
/* NULL is fine. */
void lpi_unpack_close(struct lpi_unpack *unpack);

#endif
