/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZVC as its definition reads, one bit at a time: the reference for the tests. Not part of the
 * library. Lengths in bytes; elem is 8, 16 or 32.
 */
#ifndef LPI_ZVC_SLOW_H
#define LPI_ZVC_SLOW_H

#include <stddef.h>
#include <stdint.h>

/* Encodes a line of 128 bytes into `record` (room for 144); returns the record's length. */
size_t lpi_zvc_slow_encode(unsigned elem, const uint8_t *line, uint8_t *record);

/* Decodes a well-formed record; returns its length, or 0 if it does not fit in `bytes`. */
size_t lpi_zvc_slow_decode(unsigned elem, const uint8_t *record, size_t bytes, uint8_t *line);

#endif
