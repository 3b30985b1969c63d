/* SPDX-License-Identifier: Apache-2.0 */
/* The mapped areas of this process, read from /proc/self/smaps. Not installed. */
#ifndef LPI_CAPTURE_AREAS_H
#define LPI_CAPTURE_AREAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lpi_area {
    uint64_t begin, end;
    bool copied;  /* known to have the contents of the process that this one was forked from */
    bool swapped; /* some of its pages may be swapped out */
};

struct lpi_areas {
    struct lpi_area *list; /* sorted by address */
    size_t count, room;
};

/* Returns 0 or a negated errno: then the areas are unknown. */
long lpi_areas_read(struct lpi_areas *areas);

/* The first area that ends above the address, or NULL. */
const struct lpi_area *lpi_areas_find(const struct lpi_areas *areas, uint64_t address);

#endif
