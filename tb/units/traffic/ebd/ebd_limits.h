/* SPDX-License-Identifier: Apache-2.0 */
/* Lines on both sides of the limits at which an EBD encoder changes its decision. */
#ifndef LP_EBD_LIMITS_H
#define LP_EBD_LIMITS_H

#include <linepress/linepress.h>

#include "base/rng.h"

/*
 * Any of: as many escapes as a form can hold, and one less or more; the lowest exponent that a base
 * reaches, and lower ones; normals of up to 30 octaves, with Inf, NaN, -0 and subnormals. Exponents
 * at the ends of their range; elements spread or together.
 */
void lp_ebd_limit_line(struct lp_rng *rng, uint8_t bytes[LP_LINE_BYTES]);

#endif
