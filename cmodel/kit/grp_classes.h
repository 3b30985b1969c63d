/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groups of GRP-16 with tables, their entries by the library's functional codec, ways to damage
 * them, and what entries of any origin must decode to.
 */
#ifndef LPI_KIT_GRP_CLASSES_H
#define LPI_KIT_GRP_CLASSES_H

#include <linepress/grp.h>
#include <linepress/linepress.h>

#include <stdbool.h>

#include "../base/rng.h"

#define LP_GRP_ENTRY_MAX 20 /* beats */

struct lp_grp_case {
    uint8_t table[LP_GRP_TABLE_BYTES];
    uint8_t bytes[LP_GRP_ENTRY_MAX * LP_SECTOR_BYTES];
    unsigned beats; /* from 1, also for a group of zeros */
    unsigned state; /* as given with the first beat */
};

/*
 * A group of one of several kinds: classes and escapes in any mixture, fields of just as many bits
 * as two sectors can have or one more, the longest P, zeros, a few elements among zeros, one value,
 * and any bytes.
 */
void lp_grp_group_random(struct lp_rng *rng, const uint8_t table[LP_GRP_TABLE_BYTES],
                         uint8_t group[LP_GRP_BYTES]);

/* The entry of a group by the table in it. */
void lp_grp_case_make(const uint8_t group[LP_GRP_BYTES], struct lp_grp_case *c);

/* Spoils an entry: its bits, its fields, its beats or its state; it may still be good. */
void lp_grp_case_damage(struct lp_rng *rng, struct lp_grp_case *c);

/* Decodes the entry by docs/reference/format.md; false: the group is bad. */
bool lp_grp_case_group(const struct lp_grp_case *c, uint8_t group[LP_GRP_BYTES]);

#endif
