/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include <string.h>

bool lp_file_line(const struct lp_lines *file, uint64_t index, uint8_t bytes[LP_LINE_BYTES])
{
    if (index >= file->count)
        return false;
    memcpy(bytes, file->bytes + index * LP_LINE_BYTES, LP_LINE_BYTES);
    return true;
}
