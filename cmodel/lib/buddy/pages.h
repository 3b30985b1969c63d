/* SPDX-License-Identifier: Apache-2.0 */
/* The page table: virtual page number to attributes, a hash table of fixed size. Not installed. */
#ifndef LPI_PAGES_H
#define LPI_PAGES_H

#include <linepress/gbbr.h>

struct lpi_page {
    uint64_t number; /* virtual page; 0: an empty place */
    struct lp_gbbr_page attributes;
    uint32_t lines; /* of the allocation that lie in this page, from its start */
    uint32_t pages; /* of the allocation, kept with its first page; 0: not the first */
};

struct lpi_pages {
    struct lpi_page *table;
    size_t places, count; /* a power of two; at most half are in use */
};

/* Places for a table of up to `most` pages; the caller provides them, all zero. */
size_t lpi_pages_places(size_t most);

/* NULL: not mapped. */
struct lpi_page *lpi_pages_find(const struct lpi_pages *pages, uint64_t number);

/* Adds a page that is not there and returns it with its number set, all else zero. */
struct lpi_page *lpi_pages_add(struct lpi_pages *pages, uint64_t number);

/* Removes one that is there. Pointers to other pages are invalid afterwards. */
void lpi_pages_remove(struct lpi_pages *pages, uint64_t number);

#endif
