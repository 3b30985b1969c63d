/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC as its table reads, one bit at a time: the reference for the tests. Not part of the library.
 * Lengths in bits.
 */
#ifndef LPI_BPC_SLOW_H
#define LPI_BPC_SLOW_H

#include <stddef.h>
#include <stdint.h>

/* The longest stream: base 33, planes 33 x 32. */
#define LPI_BPC_SLOW_MAX_BITS 1089

/* Encodes a line of 128 bytes into `stream` (room for 137 bytes); returns its length, uncapped. */
size_t lpi_bpc_slow_encode(const uint8_t *line, uint8_t *stream);

/* Decodes a stream of `bits` bits; returns the bits used, or 0 if it is malformed or too short. */
size_t lpi_bpc_slow_decode(const uint8_t *stream, size_t bits, uint8_t *line);

#endif
