/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The heat map of a set's memory (Buddy, figure 8): 64 lines per row in address order, a strip for
 * each point, colours from blue (no sector) to red (four). Not installed.
 */
#ifndef LPI_HEAT_H
#define LPI_HEAT_H

#include "classes.h"
#include <linepress/file.h>

#define LPI_HEAT_LINES 64u                  /* a row */
#define LPI_HEAT_POINTS 16u                 /* strips at most */
#define LPI_HEAT_ROWS 2048u                 /* a taller set has several rows averaged in one */
#define LPI_HEAT_CELLS (8u * LPI_HEAT_ROWS) /* limit of rows of all strips together, likewise */

struct lpi_heat;

/* LP_ERR_SYSTEM: no memory. */
int lpi_heat_open(const struct lpi_set *set, struct lpi_heat **heat);
void lpi_heat_close(struct lpi_heat *heat);

/* An lpi_lines_fn; the context is the heat map. */
lpi_lines_fn lpi_heat_add;

/* Writes the PNG. Errors of `write`. */
int lpi_heat_write(const struct lpi_heat *heat, lp_write_fn *write, void *context);

#endif
