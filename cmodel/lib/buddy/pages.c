/* SPDX-License-Identifier: Apache-2.0 */
#include "pages.h"

#define FEWEST_PLACES 8u

size_t lpi_pages_places(size_t most)
{
    size_t places = FEWEST_PLACES;
    while (places < 2 * most)
        places *= 2;
    return places;
}

static size_t home(const struct lpi_pages *pages, uint64_t number)
{
    return (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (pages->places - 1);
}

/* The page's slot, or the empty slot where it belongs. */
static size_t place_of(const struct lpi_pages *pages, uint64_t number)
{
    size_t at = home(pages, number);
    while (pages->table[at].number != 0 && pages->table[at].number != number)
        at = (at + 1) & (pages->places - 1);
    return at;
}

struct lpi_page *lpi_pages_find(const struct lpi_pages *pages, uint64_t number)
{
    struct lpi_page *page = &pages->table[place_of(pages, number)];
    return page->number != 0 ? page : NULL;
}

struct lpi_page *lpi_pages_add(struct lpi_pages *pages, uint64_t number)
{
    struct lpi_page *page = &pages->table[place_of(pages, number)];
    *page = (struct lpi_page){.number = number};
    pages->count++;
    return page;
}

void lpi_pages_remove(struct lpi_pages *pages, uint64_t number)
{
    size_t mask = pages->places - 1, hole = place_of(pages, number);
    pages->count--;
    /* Entries after the hole move up, unless that would put them before their home slot. */
    for (size_t at = (hole + 1) & mask; pages->table[at].number != 0; at = (at + 1) & mask) {
        size_t from = home(pages, pages->table[at].number);
        if (((at - from) & mask) >= ((at - hole) & mask)) {
            pages->table[hole] = pages->table[at];
            hole = at;
        }
    }
    pages->table[hole].number = 0;
}
