/* SPDX-License-Identifier: Apache-2.0 */
/* Lines as a unit stores them, by its parameters ELEM and MIXED. */
#ifndef LP_STORED_AS_H
#define LP_STORED_AS_H

#include "lib/buddy/stored.h"
#include "lib/gbbr/gbbr_state.h"

struct lp_stored_as {
    unsigned mixed; /* codecs that states name; 0: none, and ZVC has 32 bits */
    enum lp_elem elem;
};

static inline unsigned lp_store_as(const struct lp_stored_as *as, unsigned codec, unsigned target,
                                   const void *line, void *entry)
{
    return as->mixed != 0 ? lpi_store_mixed(as->mixed, as->elem, (enum lp_page_codec)codec, target,
                                            line, entry)
                          : lpi_store_line((enum lp_page_codec)codec, target, line, entry);
}

static inline int lp_load_as(const struct lp_stored_as *as, unsigned codec, unsigned state,
                             const void *entry, void *line)
{
    return as->mixed != 0 ? lpi_load_mixed(as->mixed, as->elem, state, entry, line)
                          : lpi_load_line((enum lp_page_codec)codec, state, entry, line);
}

#endif
