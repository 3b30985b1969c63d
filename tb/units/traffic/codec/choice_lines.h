/* SPDX-License-Identifier: Apache-2.0 */
/* Lines at the edges of what lp_mixed_enc counts and compares while a line comes in. */
#ifndef LP_CHOICE_LINES_H
#define LP_CHOICE_LINES_H

#include <stdint.h>

#include <linepress/linepress.h>

#include "base/rng.h"

/*
 * Either words whose differences fit 23 bits, but for one that has any magnitude; or, of the line
 * or the filtered line, as many elements as just fit some sectors, and sometimes one more, of one
 * bit.
 */
void lp_choice_line(struct lp_rng *rng, uint8_t line[LP_LINE_BYTES]);

#endif
