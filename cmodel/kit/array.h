/* SPDX-License-Identifier: Apache-2.0 */
/* Cases whose inputs are made from an array's bytes, as a good encoder stores them. */
#ifndef LPI_KIT_ARRAY_H
#define LPI_KIT_ARRAY_H

#include "kit.h"

#define LPI_KIT_ARRAY_MOST (12 * 512) /* bytes of a case */

/* Bytes of the array that make a case; 0: the kind has no cases of arrays. */
size_t lpi_kit_array_bytes(const struct lpi_kit_unit *kind, const int *values);

/*
 * Inputs of a case from that many bytes, or from fewer at the array's end; `data` has room for
 * whole lines, of which the last is padded with zeros.
 */
void lpi_kit_array_case(const struct lpi_kit_unit *kind, const int *values, uint8_t *data,
                        size_t bytes, struct lpi_kit_side *in);

#endif
