/* SPDX-License-Identifier: Apache-2.0 */
/* A line as buddy memory stores it: up to four sectors and a metadata state. Not installed. */
#ifndef LPI_STORED_H
#define LPI_STORED_H

#include <linepress/buddy.h>

/*
 * Encodes a line for a page of this target: `entry` gets the sectors (128 bytes; in state
 * LP_STATE_EIGHT the first 8). Returns the state.
 */
unsigned lpi_store_line(enum lp_page_codec codec, unsigned target, const void *line, void *entry);

/*
 * Decodes an entry in a state that its page may have; `entry` has 128 bytes, of which only the
 * stored ones are read. LP_ERR_CORRUPT.
 */
int lpi_load_line(enum lp_page_codec codec, unsigned state, const void *entry, void *line);

#endif
