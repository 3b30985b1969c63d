/* SPDX-License-Identifier: Apache-2.0 */
/* The wires of lp_card, for its model and the tests. Not installed. */
#ifndef LPI_CARD_WIRES_H
#define LPI_CARD_WIRES_H

#include "../common/wires.h"

/* As lpi_wires_set_up; the values must be valid for their parameters. */
int lpi_card_wires(struct lpi_wires *wires, const int *values, char *why, size_t size);

#endif
