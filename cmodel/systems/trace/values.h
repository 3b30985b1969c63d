/* SPDX-License-Identifier: Apache-2.0 */
/* First contents of an imported trace's buffers, out of a snapshot set at one point. */
#ifndef LPI_SYSTEMS_VALUES_H
#define LPI_SYSTEMS_VALUES_H

#include "../../lib/profile/set_point.h"
#include "regions.h"

struct values {
    struct lpi_set *set; /* NULL: there are none */
    size_t point;
    const char *where; /* the set, for messages */
};

/* SET or SET:POINT; the first point if none is named. */
int values_open(const char *operand, struct values *values, struct lpi_fault *fault);
void values_close(struct values *values);
/* Adds the allocations whose address is known as regions; LPI_BAD: none is. */
int values_regions(const struct values *values, struct regions *regions, struct lpi_fault *fault);
/*
 * The contents of a region, of the allocation of its name, from malloc: zeros where that has no
 * bytes. *contents is NULL if there is no such allocation at the point.
 */
int values_of(const struct values *values, const struct region *region, uint8_t **contents,
              struct lpi_fault *fault);

#endif
