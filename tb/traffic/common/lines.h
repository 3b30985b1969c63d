/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a file, and random ones by the number of elements that are not zero. */
#ifndef LP_LINES_H
#define LP_LINES_H

#include <linepress/linepress.h>

#include "cosim/rng.h"
#include "cosim/traffic.h"

/* Random lines are of one kind for whole blocks of this many; no packed stream goes beyond one. */
#define LP_LINES_BLOCK 16

/* Copies line `index`; false after the last. */
bool lp_file_line(const struct lp_lines *file, uint64_t index, uint8_t bytes[LP_LINE_BYTES]);

/* One element that is not zero; now and then a byte of it is. */
void lp_random_element(struct lp_rng *rng, uint8_t *element, unsigned elem_bytes);

/* Puts `count` elements, spread at random, into a line of zeros. */
void lp_fill_count(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes, unsigned count);

/* Fills about half of the sectors of a line of zeros. */
void lp_fill_sectors(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes);

#endif
