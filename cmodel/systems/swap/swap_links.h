/* SPDX-License-Identifier: Apache-2.0 */
/* Links between GPU and host memory, by name. */
#ifndef LPI_SYSTEMS_SWAP_LINKS_H
#define LPI_SYSTEMS_SWAP_LINKS_H

#include <stddef.h>

#include <linepress/swap.h>

struct swap_link {
    const char *name;
    struct lp_swap_rates rates; /* bytes per second */
};

extern const struct swap_link swap_links[];
extern const size_t swap_link_count;

/* NULL: there is no such link. */
const struct swap_link *swap_link_find(const char *name);

#endif
