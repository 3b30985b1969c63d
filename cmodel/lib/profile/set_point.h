/* SPDX-License-Identifier: Apache-2.0 */
/* One point of a snapshot set, named on a command line, and its contents. Not installed. */
#ifndef LPI_SET_POINT_H
#define LPI_SET_POINT_H

#include "set.h"

/*
 * Opens the set of SET or SET:POINT, and finds the number of its point, the first one if none is
 * named. A colon in the path of a folder that exists is part of it. LPI_BAD; *set is NULL then.
 */
int lpi_set_open_point(const char *operand, struct lpi_set **set, size_t *point,
                       struct lpi_fault *fault);

/* The contents of an allocation at a point, up to a multiple of a line; zeros follow. */
struct lpi_set_bytes {
    const char *name; /* the allocation's, of the set */
    uint64_t bytes;   /* of the allocation at the point; 0: it is not there */
    uint8_t *data;    /* NULL: none */
};

/*
 * Reads all allocations at a point, in the order of the set, into an array from malloc. LPI_BAD.
 * lpi_set_bytes_free frees it; NULL is fine.
 */
int lpi_set_read_point(const struct lpi_set *set, size_t point, struct lpi_set_bytes **contents,
                       struct lpi_fault *fault);
void lpi_set_bytes_free(struct lpi_set_bytes *contents, size_t count);

#endif
