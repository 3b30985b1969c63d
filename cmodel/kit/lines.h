/* SPDX-License-Identifier: Apache-2.0 */
/* Raw lines of the kit's cases. */
#ifndef LPI_KIT_LINES_H
#define LPI_KIT_LINES_H

#include <linepress/linepress.h>

#include "kit.h"

/*
 * Cases of level 1: each class of kit/zvc_classes.h and kit/bpc_classes.h once, one byte that is
 * not zero in each place, one that is in each place.
 */
#define LPI_KIT_LINES_ONCE (10u + 21u + 2u * LP_LINE_BYTES)

/*
 * The line of case maker->index: those of level 1 first, then, in level 2, one bit in each place,
 * and then random ones, drawn from the classes and from two classes that meet in a random place.
 */
void lpi_kit_line(struct lpi_kit_maker *maker, unsigned elem, uint8_t line[LP_LINE_BYTES]);

#endif
