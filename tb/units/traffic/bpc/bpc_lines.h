/* SPDX-License-Identifier: Apache-2.0 */
/* Lines for BPC, of the classes of kit/bpc_classes.h. */
#ifndef LP_BPC_LINES_H
#define LP_BPC_LINES_H

#include "units/traffic/common/lines.h"

/* Lines of a file, or random ones; line `index` is the same in every call. */
struct lp_bpc_lines {
    const struct lp_lines *file; /* NULL: random */
    uint64_t seed;
};

/* False after a file's last line.  Random lines have no end. */
bool lp_bpc_line(const struct lp_bpc_lines *lines, uint64_t index, uint8_t bytes[LP_LINE_BYTES]);

#endif
