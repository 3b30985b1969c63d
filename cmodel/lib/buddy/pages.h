/* SPDX-License-Identifier: Apache-2.0 */
/* The page table: virtual page number to attributes, a hash table of fixed size. Not installed. */
#ifndef LPI_PAGES_H
#define LPI_PAGES_H

#include <linepress/gbbr.h>

struct lpi_page {
    uint64_t number; /* virtual page; 0: an empty place */
    struct lp_gbbr_page attributes;
    uint32_t lines; /* of the allocation in this page, from the page's start */
    uint32_t pages; /* of the allocation, kept with its first page; 0: not the first */
};

struct lpi_pages {
    struct lpi_page *table;
    size_t places, count; /* a power of two; at most half are in use */
};

/* Number of slots for a table of up to `most` pages. The caller provides them zeroed. */
size_t lpi_pages_places(size_t most);

/* NULL: not mapped. */
struct lpi_page *lpi_pages_find(const struct lpi_pages *pages, uint64_t number);

/*
 * Adds a page, which must not be there yet, and returns it with its number set and all else zero.
 */
struct lpi_page *lpi_pages_add(struct lpi_pages *pages, uint64_t number);

/* Removes a page, which must be there. Pointers to other pages are invalid afterwards. */
void lpi_pages_remove(struct lpi_pages *pages, uint64_t number);

#endif
