/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First-fit allocator of runs of equal units: sixteenths of a page in device memory, slots in the
 * carve-out. One bitmap marks the free units, so adjacent free runs merge by themselves. Not
 * installed.
 */
#ifndef LPI_EXTENTS_H
#define LPI_EXTENTS_H

#include <stddef.h>
#include <stdint.h>

#define LPI_EXTENT_MAX 16u /* longest run, in units */

struct lpi_extents {
    uint64_t *used; /* bit i: unit i is taken; bits past the end are set */
    size_t count, free;
    size_t from[LPI_EXTENT_MAX + 1]; /* no free run of this length starts below */
};

/* Words of `used` for this many units; the caller provides them. */
size_t lpi_extents_words(size_t count);
void lpi_extents_init(struct lpi_extents *extents, uint64_t *used, size_t count);

/*
 * Allocates `length` units (1..LPI_EXTENT_MAX) at the lowest free place, *first; 0: there is none.
 */
int lpi_extents_take(struct lpi_extents *extents, unsigned length, size_t *first);

/* Frees the units that were allocated at `first`. */
void lpi_extents_give(struct lpi_extents *extents, unsigned length, size_t first);

#endif
