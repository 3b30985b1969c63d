/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An SDR SDRAM of 16 bits with four banks, at its pins: it refuses commands that break its timing,
 * and has some pages of 4 KiB of the memory.
 */
#ifndef LP_SDRAM_CHIP_H
#define LP_SDRAM_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

#define LP_CHIP_PAGES 8u
#define LP_CHIP_PAGE 4096u /* bytes */
#define LP_CHIP_BANKS 4u

/* In cycles, but for the widths. ras: activate to precharge. */
struct lp_chip_is {
    unsigned col_w, row_w, cas, rcd, rp, ras, wr, rfc, refresh, init;
};

struct lp_chip {
    struct lp_chip_is is;
    struct lp_rng rng; /* of words while none is due */
    uint32_t page[LP_CHIP_PAGES];
    uint8_t bytes[LP_CHIP_PAGES][LP_CHIP_PAGE];
    uint8_t *contents; /* in place of pages: the whole memory, or NULL */
    uint64_t now;      /* cycles */
    /* The initialisation: since when, precharged, mode set, refreshes. */
    uint64_t began;
    bool precharged, set;
    unsigned refreshes, since_set; /* since the mode register is set */
    /* When the latest of each was; `row` of a bank that is not open is negative. */
    struct lp_chip_bank {
        int32_t row;
        uint64_t activated, written, precharged;
    } bank[LP_CHIP_BANKS];
    uint64_t refreshed, mode_set;
    /* Words that are due, by cycle modulo 4, with the bytes that DQM hides. */
    struct lp_chip_word {
        bool due;
        uint16_t word;
    } word[4];
    uint64_t reads, writes; /* columns */
};

/* Pages that are there are drawn, with their content. */
void lp_chip_init(struct lp_chip *chip, const struct lp_chip_is *is, uint64_t seed);

/* The controller was reset: the content stays, and rows may be open. */
void lp_chip_reset(struct lp_chip *chip);

/* A cycle with these pins. NULL, or what is wrong. */
const char *lp_chip_cycle(struct lp_chip *chip, unsigned cmd, unsigned ba, unsigned a, unsigned dqm,
                          unsigned d, bool d_oe);

/* The word at the pins in the cycle that follows the last one. */
uint16_t lp_chip_word(struct lp_chip *chip);

#endif
