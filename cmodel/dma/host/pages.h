/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory for a card: huge pages that stay where they are. Not installed. */
#ifndef LPI_CARD_PAGES_H
#define LPI_CARD_PAGES_H

#include "transport.h"

struct lpi_card_pages {
    void *map; /* all pages */
    size_t map_bytes;
    uint8_t *at; /* of the longest run of pages that are contiguous on the bus */
    uint64_t bus, bytes;
};

/*
 * At least `bytes` bytes of huge pages. With `physical`, finds the longest run whose physical
 * addresses follow each other, below 2^40; getting fewer bytes than requested is then no error.
 */
int lpi_card_pages_open(struct lpi_card_pages *pages, uint64_t bytes, int physical,
                        struct lp_card_trouble *why);
void lpi_card_pages_close(struct lpi_card_pages *pages);

#endif
