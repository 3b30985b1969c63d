/* SPDX-License-Identifier: Apache-2.0 */
#include "gbbr_state.h"

bool lpi_gbbr_entry(unsigned state, unsigned codec, struct lpi_gbbr_entry *entry)
{
    bool eight = state == LP_STATE_EIGHT;

    if (state > LP_STATE_EIGHT)
        return false;
    *entry = (struct lpi_gbbr_entry){codec, eight ? 1 : state, eight};
    return true;
}

bool lpi_gbbr_state_asks(unsigned target, unsigned sectors)
{
    return target == LP_TARGET_16 && sectors == 1;
}

unsigned lpi_gbbr_state(unsigned target, unsigned codec, unsigned sectors, size_t bits)
{
    bool small = sectors > 0 && sectors < LP_STATE_RAW && bits <= 8 * LP_EIGHT_BYTES;

    (void)codec;
    return small && target == LP_TARGET_16 ? (unsigned)LP_STATE_EIGHT : sectors;
}

unsigned lp_gbbr_state(unsigned target, unsigned sectors, size_t bits)
{
    return lpi_gbbr_state(target, 0, sectors, bits);
}

int lp_gbbr_split(unsigned state, unsigned target, struct lp_gbbr_split *split)
{
    if (split == NULL)
        return LP_ERR_ARG;
    struct lpi_gbbr_entry entry;

    if (target < LP_TARGETS && state == LP_STATE_POISON)
        return LP_ANSWER_MEMORY;
    if (target >= LP_TARGETS || !lpi_gbbr_entry(state, 0, &entry) ||
        (entry.eight && target != LP_TARGET_16))
        return LP_ANSWER_STATE;
    unsigned sectors = entry.eight ? 0 : entry.sectors;
    unsigned room = lp_gbbr_device_bytes(target) / LP_SECTOR_BYTES;
    unsigned dev = sectors < room ? sectors : room;
    *split = (struct lp_gbbr_split){(uint8_t)dev, entry.eight, (uint8_t)(sectors - dev)};
    return LP_ANSWER_OK;
}
