/* SPDX-License-Identifier: Apache-2.0 */
/* What is mapped in this process, as /proc/self/smaps tells it. Not installed. */
#ifndef LPI_CAPTURE_AREAS_H
#define LPI_CAPTURE_AREAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lpi_area {
    uint64_t begin, end;
    bool copied;  /* known to hold what the process had that this one is a copy of */
    bool swapped; /* some pages of it may be on a disk */
};

struct lpi_areas {
    struct lpi_area *list; /* by address */
    size_t count, room;
};

/* 0, or an error's number, negated: the areas cannot be told. */
long lpi_areas_read(struct lpi_areas *areas);

/* The first area that ends above the address, or NULL. */
const struct lpi_area *lpi_areas_find(const struct lpi_areas *areas, uint64_t address);

#endif
