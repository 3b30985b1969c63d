/* SPDX-License-Identifier: Apache-2.0 */
/* Raw lines of the kit's cases. */
#ifndef LPI_KIT_LINES_H
#define LPI_KIT_LINES_H

#include <linepress/linepress.h>

#include "kit.h"

/* Cases of level 1: what lpi_kit_line says it begins with. */
#define LPI_KIT_LINES_ONCE (8u * (10u + 21u) + 129u + 2u * LP_LINE_BYTES)

/*
 * The line of case maker->index. The first are those of level 1: each class of kit/zvc_classes.h
 * and kit/bpc_classes.h eight times, each number of elements that are not zero, one byte that is
 * not zero in each place, one zero element in each place. In level 2 one bit in each place follows,
 * and then come random lines, drawn from the classes and from two classes that meet somewhere.
 */
void lpi_kit_line(struct lpi_kit_maker *maker, unsigned elem, uint8_t line[LP_LINE_BYTES]);

#endif
