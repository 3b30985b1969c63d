/* SPDX-License-Identifier: Apache-2.0 */
/* The wires of lp_buddy_slice and lp_buddy_top, for their models and the tests. Not installed. */
#ifndef LPI_BUDDY_WIRES_H
#define LPI_BUDDY_WIRES_H

#include "../common/wires.h"

/* As lpi_wires_set_up; for values that fit but for the wires. */
int lpi_buddy_slice_wires(struct lpi_wires *wires, const int *values, char *why, size_t size);
int lpi_buddy_top_wires(struct lpi_wires *wires, const int *values, char *why, size_t size);

#endif
