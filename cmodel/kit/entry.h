/* SPDX-License-Identifier: Apache-2.0 */
/* A memory entry for a decoder, and ways to damage it. */
#ifndef LPI_KIT_ENTRY_H
#define LPI_KIT_ENTRY_H

#include <linepress/linepress.h>

#include "../base/rng.h"

#define LP_ENTRY_MAX 8 /* beats */

struct lp_entry {
    uint8_t bytes[LP_ENTRY_MAX * LP_SECTOR_BYTES];
    unsigned beats;   /* from 1, also for a zero line */
    unsigned sectors; /* as given by the first beat */
    unsigned bits;    /* of the record; 0: the line is zero or raw */
};

/*
 * Changes a bit of the record or of its padding, the number of beats or the number given by the
 * first one, or nothing. The codec decides whether the entry is then bad. `head`: number of first
 * bytes that are hit more often.
 */
void lp_entry_damage(struct lp_rng *rng, struct lp_entry *entry, unsigned head);

/*
 * Stores the line as no good encoder does and every decoder takes (format.md, sections 4 and
 * 5): raw though it compresses, or, if it is zero, as one sector with its record, whose first bytes
 * are `zero`, two of them.
 */
void lp_entry_waste(const uint8_t line[LP_LINE_BYTES], const uint8_t zero[2],
                    struct lp_entry *entry);

/* Occasionally changes any beat. */
void lp_beat_damage(struct lp_rng *rng, uint8_t data[LP_SECTOR_BYTES], bool *last,
                    unsigned *sectors);

#endif
