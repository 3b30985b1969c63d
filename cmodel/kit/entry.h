/* SPDX-License-Identifier: Apache-2.0 */
/* A memory entry on its way into a decoder, and how it may be damaged. */
#ifndef LPI_KIT_ENTRY_H
#define LPI_KIT_ENTRY_H

#include <linepress/linepress.h>

#include "../base/rng.h"

#define LP_ENTRY_MAX 8 /* beats */

struct lp_entry {
    uint8_t bytes[LP_ENTRY_MAX * LP_SECTOR_BYTES];
    unsigned beats;   /* 1 up, also for a line of zeros */
    unsigned sectors; /* as the first beat says it */
    unsigned bits;    /* of the record; 0: the line is zero or raw */
};

/*
 * Changes a bit of the record or of its padding, the number of beats or what the first one says of
 * it, or nothing.  Whether that makes the entry a bad one is for the codec to say.  `head` is how
 * many of the first bytes deserve a hit of their own.
 */
void lp_entry_damage(struct lp_rng *rng, struct lp_entry *entry, unsigned head);

/*
 * Stores the line as no good encoder does and every decoder takes (format.md, sections 4 and
 * 5): raw though it compresses, or, if it is zero, as one sector with its record, whose first bytes
 * are `zero`, two of them.
 */
void lp_entry_waste(const uint8_t line[LP_LINE_BYTES], const uint8_t zero[2],
                    struct lp_entry *entry);

/* Wild traffic: now and then changes a beat, whatever it belongs to. */
void lp_beat_damage(struct lp_rng *rng, uint8_t data[LP_SECTOR_BYTES], bool *last,
                    unsigned *sectors);

#endif
