/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_beats.h"

#include <string.h>

#include "kit/ebd_classes.h"

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

bool lp_ebd_entry_vary(struct lp_rng *rng, const uint8_t line[LP_LINE_BYTES], bool hostile,
                       struct lp_entry *entry)
{
    static const uint8_t zero_record[2] = {0xff, 0};
    unsigned way = lp_below(rng, 8);

    if (way < 4)
        lp_ebd_record_random(rng, hostile, entry);
    else if (way == 4 && !hostile)
        lp_entry_waste(line, zero_record, entry);
    if (entry->sectors == 0)
        for (unsigned i = 0; i < LP_SECTOR_BYTES; i++)
            entry->bytes[i] = (uint8_t)lp_random(rng);
    if (hostile && way > 1)
        lp_entry_damage(rng, entry, entry->bits ? entry->bits / 8 : LP_SECTOR_BYTES);
    return !hostile && way > 3;
}

bool lp_ebd_entry_line(const struct lp_entry *entry, uint8_t line[LP_LINE_BYTES])
{
    memset(line, 0, LP_LINE_BYTES);
    if (entry->sectors == 0)
        return entry->beats == 1;
    if (entry->sectors == LP_LINE_SECTORS)
        memcpy(line, entry->bytes, LP_LINE_BYTES);
    if (entry->sectors >= LP_LINE_SECTORS)
        return entry->sectors == LP_LINE_SECTORS && entry->beats == LP_LINE_SECTORS;
    return entry->beats < LP_LINE_SECTORS &&
           lp_ebd_decode_entry(entry->bytes, entry->beats, line) == LP_OK;
}
