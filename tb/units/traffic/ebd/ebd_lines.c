/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_lines.h"
#include "ebd_limits.h"
#include "kit/ebd_classes.h"

static void random_line(const struct lp_ebd_lines *lines, uint64_t index, uint8_t *bytes)
{
    struct lp_rng block = {lines->seed ^ index / LP_LINES_BLOCK * 0x2545f4914f6cdd1du};
    struct lp_rng own = {lines->seed ^ index * 0x9fb21c651e98df25u};
    unsigned kind = lp_below(&block, 10), class = lp_below(&own, LP_EBD_CLASSES);

    /* Blocks that never compress, are all zero, or of one class, where one path sets the pace. */
    if (kind == 0)
        class = LP_EBD_CLASS_RANDOM;
    else if (kind == 1)
        class = LP_EBD_CLASS_ZERO;
    else if (kind == 2)
        class = lp_below(&block, LP_EBD_CLASSES);
    if (kind > 2 && lp_below(&own, 2))
        lp_ebd_limit_line(&own, bytes);
    else
        lp_ebd_class_line(&own, class, bytes);
}

bool lp_ebd_line(const struct lp_ebd_lines *lines, uint64_t index, uint8_t bytes[LP_LINE_BYTES])
{
    if (lines->file)
        return lp_file_line(lines->file, index, bytes);
    random_line(lines, index, bytes);
    return true;
}
