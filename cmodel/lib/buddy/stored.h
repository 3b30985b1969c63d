/* SPDX-License-Identifier: Apache-2.0 */
/* A line in buddy memory: up to four sectors and a metadata state. Not installed. */
#ifndef LPI_STORED_H
#define LPI_STORED_H

#include "../../base/codec.h"
#include <linepress/buddy.h>

/* By enum lp_page_codec. */
extern const struct lpi_codec *const lpi_page_codecs[LP_PAGE_CODECS];

/* The argument `mixed` of the lpi_gbbr functions, for a page of this codec. */
static inline unsigned lpi_page_mixed(unsigned codec)
{
    return codec == LP_PAGE_AUTO ? LP_AUTO_ALL : 0;
}

/*
 * Encodes a line for a page of this target: `entry` gets the sectors (128 bytes; in state
 * LP_STATE_EIGHT the first 8). Returns the state.
 */
unsigned lpi_store_line(enum lp_page_codec codec, unsigned target, const void *line, void *entry);

/*
 * Decodes an entry in a state that is valid for its page. `entry` has 128 bytes; only the stored
 * ones are read. LP_ERR_CORRUPT.
 */
int lpi_load_line(enum lp_page_codec codec, unsigned state, const void *entry, void *line);

/*
 * The same for states that name one of the codecs in `mixed` (gbbr_state.h); `elem` is ZVC's width.
 * `codec` is the line's codec, or LP_PAGE_AUTO for the best of them.
 */
unsigned lpi_store_mixed(unsigned mixed, enum lp_elem elem, enum lp_page_codec codec,
                         unsigned target, const void *line, void *entry);
int lpi_load_mixed(unsigned mixed, enum lp_elem elem, unsigned state, const void *entry,
                   void *line);

#endif
