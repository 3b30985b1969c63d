/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of four lines in class tables: GRP-16 (format.md, sections 16 and 23). Not installed. */
#ifndef LPI_GROUPS_H
#define LPI_GROUPS_H

#include "set.h"
#include <linepress/grp.h>

/* Bytes of whole groups that hold `bytes`. */
size_t lpi_groups_bytes(size_t bytes);

/*
 * Chooses the table of an allocation, LP_GRP_TABLE_BYTES bytes, from at most 256 groups of each
 * point. Errors of reading: see *fault.
 */
int lpi_groups_table(const struct lpi_set *set, size_t allocation, uint8_t *table,
                     struct lpi_fault *fault);

/* Bits of each line: its share of the sectors of its group. `data` has whole groups. */
void lpi_groups_bits(const struct lp_grp *grp, const uint8_t *data, size_t lines, uint16_t *bits);

#endif
