/* SPDX-License-Identifier: Apache-2.0 */
/* Lines at the limits of the counts and comparisons that lp_mixed_enc makes while a line comes
 * in. */
#ifndef LP_CHOICE_LINES_H
#define LP_CHOICE_LINES_H

#include <stdint.h>

#include <linepress/linepress.h>

#include "base/rng.h"

/*
 * Either words whose differences fit 23 bits, except one of any magnitude; or as many non-zero
 * elements, of the line or the filtered line, as just fit some sectors, and sometimes one more
 * element, of one bit.
 */
void lp_choice_line(struct lp_rng *rng, uint8_t line[LP_LINE_BYTES]);

#endif
