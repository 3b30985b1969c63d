/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The buffers of an imported trace: allocations that are given, and regions that are made for the
 * rest of what a trace touches. All are disjoint.
 */
#ifndef LPI_SYSTEMS_REGIONS_H
#define LPI_SYSTEMS_REGIONS_H

#include "../../base/fault.h"
#include <linepress/warp.h>
#include <stdbool.h>

#define REGIONS_PAGE UINT64_C(65536)

struct region {
    char name[LP_WARP_NAME_MAX + 1];
    uint64_t address, bytes;
    bool given; /* by the user, not made */
};

struct regions {
    struct region *list; /* by address, once they are sorted */
    size_t count, room, found;
    uint64_t *pages; /* numbers of pages that are to be made: a hash table, 0 is empty */
    size_t page_count, page_room;
};

/* Adds an allocation: begins at a line, with a valid name. They may overlap until they are sorted. */
int regions_add(struct regions *regions, const char *name, uint64_t address, uint64_t bytes,
                bool given, struct lpi_fault *fault);
/* Sorts them. LPI_BAD: two overlap; `where` begins the message. */
int regions_sort(struct regions *regions, const char *where, struct lpi_fault *fault);
/* Adds what is not in a region yet, in whole lines, named KIND.0xADDRESS; sorted before and after. */
int regions_fill(struct regions *regions, const char *kind, uint64_t address, uint64_t bytes,
                 struct lpi_fault *fault);
/* The region that holds these bytes, or NULL. */
const struct region *regions_find(struct regions *regions, uint64_t address, uint64_t bytes);
/* Notes the pages of an access in no region. */
int regions_want(struct regions *regions, uint64_t address, uint64_t bytes,
                 struct lpi_fault *fault);
/* Makes a region of each of these pages, or of those parts that are not in one. */
int regions_make(struct regions *regions, struct lpi_fault *fault);
void regions_free(struct regions *regions);

#endif
