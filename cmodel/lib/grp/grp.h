/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of GRP-16 from counts of exponents. Not installed. */
#ifndef LPI_GRP_H
#define LPI_GRP_H

#include <linepress/linepress.h>

/* Adds the exponents of a sample to counts[256]. */
void lpi_grp_count(const uint8_t *sample, size_t bytes, uint32_t *counts);

/* The table for such counts (lp_grp_choose). */
void lpi_grp_table(const uint32_t *counts, uint8_t *table);

#endif
