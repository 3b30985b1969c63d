/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of GRP-16 of a file. */
#ifndef LP_GRP_ENTRIES_H
#define LP_GRP_ENTRIES_H

#include "kit/grp_classes.h"
#include "units/cosim/traffic.h"

/* Group `index` of a file, whose lines after the end are zero; false: it has no more. */
bool lp_grp_file_group(const struct lp_lines *file, uint64_t index, uint8_t group[LP_GRP_BYTES]);

/* The table that the bytes of a file choose. */
void lp_grp_file_table(const struct lp_lines *file, uint8_t table[LP_GRP_TABLE_BYTES]);

#endif
