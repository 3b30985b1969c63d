/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of structured classes for BPC: data of programs (constants, ramps, floats, pointers, sparse
 * data) and corner cases of the format (chosen bit-planes, streams at the limits of a sector,
 * deltas that exceed 32 bits).
 */
#ifndef LPI_KIT_BPC_CLASSES_H
#define LPI_KIT_BPC_CLASSES_H

#include <linepress/linepress.h>

#include "../base/rng.h"

/* A class that is listed several times is drawn more often. */
#define LP_BPC_CLASSES 21u
#define LP_BPC_CLASS_ZERO 0u
#define LP_BPC_CLASS_RANDOM 9u

/* A line of the class, 0 .. LP_BPC_CLASSES - 1. */
void lp_bpc_class_line(struct lp_rng *rng, unsigned class, uint8_t bytes[LP_LINE_BYTES]);

#endif
