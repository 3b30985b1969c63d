/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groups and channels as format.md reads, line by line and bit by bit: the reference for the
 * tests. Not part of the library. Sizes in bytes; elem is 8, 16 or 32.
 */
#ifndef LPI_CDMA_SLOW_H
#define LPI_CDMA_SLOW_H

#include <linepress/cdma.h>

unsigned lpi_cdma_slow_channel(uint64_t group, unsigned channels);

unsigned lpi_cdma_slow_zeros(const uint8_t *raw, size_t sectors);

/* The stored form of 1..16 sectors in `stored` (room for 576); returns its length. */
size_t lpi_cdma_slow_shrink(enum lp_dma_codec codec, unsigned elem, const uint8_t *raw,
                            size_t sectors, uint8_t *stored);

/* 1 if these bytes are the stored form of `sectors` sectors, which `raw` then holds; 0 if not, and
 * *bad_sector = the first sector of the line that is wrong. */
int lpi_cdma_slow_expand(enum lp_dma_codec codec, unsigned elem, const uint8_t *stored,
                         size_t bytes, size_t sectors, uint8_t *raw, size_t *bad_sector);

#endif
