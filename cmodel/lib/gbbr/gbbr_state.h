/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only definition of metadata states and their meaning for a line: lp_gbbr_state and
 * lp_gbbr_split (linepress/gbbr.h) are built on it. `mixed` is the set of mixed codecs, a sum of 1
 * << enum lp_auto_codec; 0: states name no codec. Not installed.
 */
#ifndef LPI_GBBR_STATE_H
#define LPI_GBBR_STATE_H

#include <linepress/gbbr.h>
#include <stdbool.h>

/* How a line of a compressed page is stored. */
struct lpi_gbbr_entry {
    unsigned codec;   /* of the decoder, at the ports; zero and raw mixed lines: first of the set */
    unsigned sectors; /* as passed to the decoder: 0 (zero line) .. 4 (raw) */
    bool eight;       /* only the first LP_EIGHT_BYTES of its one sector are stored */
};

/*
 * Decodes a line's state, on a page whose codec is `codec` unless the states name one. False: the
 * state is reserved, or poison.
 */
bool lpi_gbbr_entry(unsigned mixed, unsigned state, unsigned codec, struct lpi_gbbr_entry *entry);

/*
 * The inverse, for a page of this target. The record's length in bits is used only if
 * lpi_gbbr_state_asks.
 */
unsigned lpi_gbbr_state(unsigned mixed, unsigned target, unsigned codec, unsigned sectors,
                        size_t bits);
bool lpi_gbbr_state_asks(unsigned target, unsigned sectors);

/* lp_gbbr_split, of states of either kind. */
int lpi_gbbr_split(unsigned mixed, unsigned state, unsigned target, struct lp_gbbr_split *split);

#endif
