/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_entries.h"

#include <string.h>

#include "units/traffic/common/lines.h"

bool lp_grp_file_group(const struct lp_lines *file, uint64_t index, uint8_t group[LP_GRP_BYTES])
{
    uint64_t line = LP_GRP_LINES * index;

    if (line >= file->count)
        return false;
    memset(group, 0, LP_GRP_BYTES);
    for (unsigned i = 0; i < LP_GRP_LINES; i++)
        lp_file_line(file, line + i, group + i * LP_LINE_BYTES);
    return true;
}

void lp_grp_file_table(const struct lp_lines *file, uint8_t table[LP_GRP_TABLE_BYTES])
{
    lp_grp_choose(file->bytes, file->count * LP_LINE_BYTES, table);
}
