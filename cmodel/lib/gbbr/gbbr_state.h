/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Metadata states and what they say of a line, defined here alone: lp_gbbr_state and lp_gbbr_split
 * (linepress/gbbr.h) are built on it. Where codecs are mixed, `mixed` says which take part, as a
 * sum of 1 << enum lp_auto_codec; 0: states name no codec. Not installed.
 */
#ifndef LPI_GBBR_STATE_H
#define LPI_GBBR_STATE_H

#include <linepress/gbbr.h>
#include <stdbool.h>

/* How a compressed page's line is stored. */
struct lpi_gbbr_entry {
    unsigned codec;   /* which one decodes it, by its number at the ports; zero and raw lines of
                         mixed codecs: the first that takes part */
    unsigned sectors; /* as its decoder is told: 0 (zero line) .. 4 (raw) */
    bool eight;       /* its one sector is cut to its first LP_EIGHT_BYTES */
};

/*
 * From the line's state, on a page whose lines are of `codec` unless their states say otherwise.
 * False: the state is reserved, or poison.
 */
bool lpi_gbbr_entry(unsigned mixed, unsigned state, unsigned codec, struct lpi_gbbr_entry *entry);

/* The inverse, on a page of this target; the record's bits matter if lpi_gbbr_state_asks. */
unsigned lpi_gbbr_state(unsigned mixed, unsigned target, unsigned codec, unsigned sectors,
                        size_t bits);
bool lpi_gbbr_state_asks(unsigned target, unsigned sectors);

/* lp_gbbr_split, of states of either kind. */
int lpi_gbbr_split(unsigned mixed, unsigned state, unsigned target, struct lp_gbbr_split *split);

#endif
