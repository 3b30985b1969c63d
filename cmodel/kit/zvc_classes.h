/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of structured classes for ZVC: by the number and position of nonzero elements. */
#ifndef LPI_KIT_ZVC_CLASSES_H
#define LPI_KIT_ZVC_CLASSES_H

#include <linepress/linepress.h>

#include "../base/rng.h"

/* A class that is listed several times is drawn more often. */
#define LP_ZVC_CLASSES 10u

/* Turns a zero line into one of the class, 0 .. LP_ZVC_CLASSES - 1. */
void lp_zvc_class_line(struct lp_rng *rng, unsigned class, unsigned elem_bytes,
                       uint8_t bytes[LP_LINE_BYTES]);

#endif
