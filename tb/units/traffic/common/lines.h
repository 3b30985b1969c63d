/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a file. */
#ifndef LP_LINES_H
#define LP_LINES_H

#include <linepress/linepress.h>

#include "base/rng.h"
#include "units/cosim/traffic.h"

/* Random lines are of one kind for whole blocks of this many; no packed stream crosses a block. */
#define LP_LINES_BLOCK 16

/* Copies line `index`; false after the last. */
bool lp_file_line(const struct lp_lines *file, uint64_t index, uint8_t bytes[LP_LINE_BYTES]);

#endif
