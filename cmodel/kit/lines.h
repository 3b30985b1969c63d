/* SPDX-License-Identifier: Apache-2.0 */
/* Raw lines of the kit's cases. */
#ifndef LPI_KIT_LINES_H
#define LPI_KIT_LINES_H

#include <linepress/linepress.h>

#include "kit.h"

/* Number of cases of level 1, as described at lpi_kit_line. */
#define LPI_KIT_LINES_ONCE (8u * (10u + 21u) + 129u + 2u * LP_LINE_BYTES)

/*
 * The line of case maker->index. The first are those of level 1: each class of kit/zvc_classes.h
 * and kit/bpc_classes.h eight times, each number of nonzero elements, one nonzero byte at each
 * position, one zero element at each position. In level 2 one bit at each position follows, and
 * then random lines, drawn from the classes and from two classes that meet somewhere.
 */
void lpi_kit_line(struct lpi_kit_maker *maker, unsigned elem, uint8_t line[LP_LINE_BYTES]);

#endif
