/* SPDX-License-Identifier: Apache-2.0 */
#include "entry.h"

#include <string.h>

static void flip_bit(struct lp_rng *rng, uint8_t *bytes, unsigned count)
{
    uint8_t bit = (uint8_t)(1u << lp_below(rng, 8));

    bytes[lp_below(rng, count)] ^= bit;
}

static void garbage(struct lp_rng *rng, uint8_t *bytes)
{
    for (unsigned i = 0; i < LP_SECTOR_BYTES; i++)
        bytes[i] = (uint8_t)lp_random(rng);
}

static void add_beats(struct lp_rng *rng, struct lp_entry *entry, unsigned count, bool zero)
{
    for (; count > 0 && entry->beats < LP_ENTRY_MAX; count--) {
        uint8_t *beat = entry->bytes + entry->beats++ * LP_SECTOR_BYTES;
        if (zero)
            memset(beat, 0, LP_SECTOR_BYTES);
        else
            garbage(rng, beat);
    }
}

/* A bit after the record: the first, the last or any. */
static void hit_padding(struct lp_rng *rng, struct lp_entry *entry)
{
    unsigned end = 8 * LP_SECTOR_BYTES * entry->beats, bit = entry->bits;

    if (entry->bits == 0 || entry->bits >= end)
        return;
    switch (lp_below(rng, 3)) {
    case 0: break;
    case 1: bit = end - 1; break;
    default: bit += lp_below(rng, end - entry->bits); break;
    }
    entry->bytes[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
}

void lp_entry_damage(struct lp_rng *rng, struct lp_entry *entry, unsigned head)
{
    unsigned last = (entry->beats - 1) * LP_SECTOR_BYTES;

    switch (lp_below(rng, 9)) {
    case 0: flip_bit(rng, entry->bytes, head); break;
    case 1: entry->beats = 1 + lp_below(rng, entry->beats); break;
    case 2: add_beats(rng, entry, 1 + lp_below(rng, 3), false); break;
    case 3: add_beats(rng, entry, 1 + lp_below(rng, 2), true); break;
    case 4: entry->sectors = lp_below(rng, 8); break;
    case 5: garbage(rng, entry->bytes); break;
    case 6: flip_bit(rng, entry->bytes + last, LP_SECTOR_BYTES); break;
    case 7: hit_padding(rng, entry); break;
    default: break;
    }
}

void lp_entry_waste(const uint8_t line[LP_LINE_BYTES], const uint8_t zero[2],
                    struct lp_entry *entry)
{
    memset(entry, 0, sizeof *entry);
    if (lp_line_is_zero(line)) {
        memcpy(entry->bytes, zero, 2);
        entry->beats = entry->sectors = 1;
    } else {
        memcpy(entry->bytes, line, LP_LINE_BYTES);
        entry->beats = entry->sectors = LP_LINE_SECTORS;
    }
}

void lp_beat_damage(struct lp_rng *rng, uint8_t data[LP_SECTOR_BYTES], bool *last,
                    unsigned *sectors)
{
    switch (lp_below(rng, 20)) {
    case 0: flip_bit(rng, data, LP_SECTOR_BYTES); break;
    case 1: garbage(rng, data); break;
    case 2: *last = !*last; break;
    case 3: *sectors = lp_below(rng, 8); break;
    default: break;
    }
}
