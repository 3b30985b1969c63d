/* SPDX-License-Identifier: Apache-2.0 */
/* Lines by the number of nonzero elements. */
#ifndef LPI_KIT_FILL_H
#define LPI_KIT_FILL_H

#include <linepress/linepress.h>

#include "../base/rng.h"

/* One nonzero element; occasionally one of its bytes is zero. */
void lp_random_element(struct lp_rng *rng, uint8_t *element, unsigned elem_bytes);

/* Puts `count` elements, spread at random, into a line of zeros. */
void lp_fill_count(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes, unsigned count);

/* Fills about half of the sectors of a line of zeros. */
void lp_fill_sectors(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes);

#endif
