/* SPDX-License-Identifier: Apache-2.0 */
#include "gbbr_state.h"

#include "../../base/auto_state.h"

/* A state from 6 to 14. */
static bool named_entry(unsigned mixed, unsigned state, struct lpi_gbbr_entry *entry)
{
    for (unsigned c = 0; c < LP_AUTO_CODECS; c++)
        if (mixed >> c & 1 && state >= lpi_first_state[c] && state < lpi_first_state[c] + 3u) {
            *entry = (struct lpi_gbbr_entry){c, state - lpi_first_state[c] + 1, false};
            return true;
        }
    return false;
}

bool lpi_gbbr_entry(unsigned mixed, unsigned state, unsigned codec, struct lpi_gbbr_entry *entry)
{
    bool eight = state == LP_STATE_EIGHT, stored = state != LP_STATE_ZERO && state != LP_STATE_RAW;

    if (state > LP_STATE_EIGHT)
        return named_entry(mixed, state, entry);
    if (mixed != 0)
        codec = stored ? (unsigned)LP_AUTO_BPC : (unsigned)__builtin_ctz(mixed);
    *entry = (struct lpi_gbbr_entry){codec, eight ? 1 : state, eight};
    return mixed == 0 || !stored || mixed >> LP_AUTO_BPC & 1;
}

bool lpi_gbbr_state_asks(unsigned target, unsigned sectors)
{
    return target == LP_TARGET_16 && sectors == 1;
}

unsigned lpi_gbbr_state(unsigned mixed, unsigned target, unsigned codec, unsigned sectors,
                        size_t bits)
{
    bool record = sectors > 0 && sectors < LP_STATE_RAW, small = bits <= 8 * LP_EIGHT_BYTES;

    if (record && small && target == LP_TARGET_16 && (mixed == 0 || codec == LP_AUTO_BPC))
        return LP_STATE_EIGHT;
    if (!record || mixed == 0 || codec >= LP_AUTO_CODECS)
        return sectors;
    return lpi_first_state[codec] + sectors - 1;
}

unsigned lp_gbbr_state(unsigned target, unsigned sectors, size_t bits)
{
    return lpi_gbbr_state(0, target, 0, sectors, bits);
}

int lpi_gbbr_split(unsigned mixed, unsigned state, unsigned target, struct lp_gbbr_split *split)
{
    struct lpi_gbbr_entry entry;

    if (target < LP_TARGETS && state == LP_STATE_POISON)
        return LP_ANSWER_MEMORY;
    if (target >= LP_TARGETS || !lpi_gbbr_entry(mixed, state, 0, &entry) ||
        (entry.eight && target != LP_TARGET_16))
        return LP_ANSWER_STATE;
    unsigned sectors = entry.eight ? 0 : entry.sectors;
    unsigned room = lp_gbbr_device_bytes(target) / LP_SECTOR_BYTES;
    unsigned dev = sectors < room ? sectors : room;
    *split = (struct lp_gbbr_split){(uint8_t)dev, entry.eight, (uint8_t)(sectors - dev)};
    return LP_ANSWER_OK;
}

int lp_gbbr_split(unsigned state, unsigned target, struct lp_gbbr_split *split)
{
    return split == NULL ? LP_ERR_ARG : lpi_gbbr_split(0, state, target, split);
}

int lp_gbbr_split_mixed(unsigned codecs, unsigned state, unsigned target,
                        struct lp_gbbr_split *split)
{
    if (split == NULL || codecs == 0 || codecs > LP_AUTO_ALL)
        return LP_ERR_ARG;
    return lpi_gbbr_split(codecs, state, target, split);
}
