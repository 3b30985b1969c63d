/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EBD-16 as its table reads, one bit at a time: the reference for the tests. Not part of the
 * library. Lengths in bytes.
 */
#ifndef LPI_EBD_SLOW_H
#define LPI_EBD_SLOW_H

#include <stddef.h>
#include <stdint.h>

/* Encodes a line of 128 bytes into `record` (room for 96); returns its length, 0: it has none. */
size_t lpi_ebd_slow_encode(const uint8_t *line, uint8_t *record);

/* Decodes a record of exactly `bytes` bytes; returns whether it is well-formed. */
int lpi_ebd_slow_decode(const uint8_t *record, size_t bytes, uint8_t *line);

#endif
