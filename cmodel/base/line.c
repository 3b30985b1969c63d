/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/linepress.h>
#include <string.h>

size_t lp_lines(size_t bytes)
{
    return bytes / LP_LINE_BYTES + (bytes % LP_LINE_BYTES != 0);
}

int lp_line_is_zero(const void *line)
{
    uint64_t words[LP_LINE_BYTES / 8], any = 0;
    memcpy(words, line, sizeof words);
    for (size_t i = 0; i < LP_LINE_BYTES / 8; i++)
        any |= words[i];
    return any == 0;
}
