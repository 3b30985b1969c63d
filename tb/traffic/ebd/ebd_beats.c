/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_beats.h"

#include <string.h>

unsigned lp_ebd_entry_make(const uint8_t line[LP_LINE_BYTES], struct lp_entry *entry)
{
    unsigned bytes = (unsigned)lp_ebd_size(line);

    memset(entry, 0, sizeof *entry);
    lp_ebd_encode_entry(line, entry->bytes, &entry->sectors);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    if (entry->sectors > 0 && entry->sectors < LP_LINE_SECTORS)
        entry->bits = 8 * bytes;
    return bytes;
}
