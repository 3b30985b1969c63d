/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GRP-16 as its section reads, one bit at a time: the reference for the tests. Not part of the
 * library.
 */
#ifndef LPI_GRP_SLOW_H
#define LPI_GRP_SLOW_H

#include <stddef.h>
#include <stdint.h>

/* Whether the 16 bytes are a table. */
int lpi_grp_slow_table(const uint8_t *table);

/* Encodes a group of 512 bytes into `entry` (room for 512); returns its state. */
unsigned lpi_grp_slow_encode(const uint8_t *table, const uint8_t *group, uint8_t *entry);

/* Decodes the entry of a state; returns whether it is well-formed. */
int lpi_grp_slow_decode(const uint8_t *table, unsigned state, const uint8_t *entry, uint8_t *group);

#endif
