/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mean sectors of ranges of consecutive lines, at each point of a set. All ranges have the same
 * number of lines, and each allocation begins a new range. Not installed.
 */
#ifndef LPI_RANGES_H
#define LPI_RANGES_H

#include "classes.h"

/* Limit of ranges of all points together; at least as many as a set has pieces. */
#define LPI_RANGES_MAX ((uint64_t)1 << 18)

struct lpi_range {
    uint64_t sectors, lines; /* no lines: not live at that point */
};

struct lpi_ranges {
    const struct lpi_set *set;
    uint64_t lines;          /* of a range: a power of two */
    uint64_t *first;         /* range of each allocation, and the number of ranges at the end */
    struct lpi_range *cells; /* [point][range] */
};

/* LP_ERR_SYSTEM: no memory. */
int lpi_ranges_open(const struct lpi_set *set, struct lpi_ranges **ranges);
/* NULL is fine. */
void lpi_ranges_close(struct lpi_ranges *ranges);

/* An lpi_lines_fn; the context is the ranges. */
lpi_lines_fn lpi_ranges_add;

/* The number of ranges of a point, and the ranges of that point. */
uint64_t lpi_ranges_count(const struct lpi_ranges *ranges);
const struct lpi_range *lpi_ranges_at(const struct lpi_ranges *ranges, size_t point);

#endif
