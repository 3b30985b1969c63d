/* SPDX-License-Identifier: Apache-2.0 */
#include "sdram_chip.h"

#include <string.h>

/* CS#, RAS#, CAS#, WE#. */
enum { MODE, REFRESH, PRECHARGE, ACTIVATE, WRITE, READ, STOP, NOTHING };
#define SELECT 8u /* CS# */
#define A10 0x400u
#define WARM 2u /* refreshes before the mode register is set, as the data sheets have it */
#define MRD 2u
#define CLOSED (-1)
#define UNKNOWN (-2)

void lp_chip_init(struct lp_chip *chip, const struct lp_chip_is *is, uint64_t seed)
{
    unsigned pages_w = is->col_w + is->row_w + 3 - 12;

    memset(chip, 0, sizeof *chip);
    chip->is = *is;
    chip->rng.state = seed;
    for (unsigned i = 0; i < LP_CHIP_PAGES; i++) {
        /* Different pages; the ends of the memory are among them. */
        chip->page[i] = i == 0 ? 0 : i == 1 ? (1u << pages_w) - 1 : 0;
        for (unsigned j = 0; i > 1 && j < i; j++) {
            if (j == 0 || chip->page[i] == chip->page[j]) {
                chip->page[i] = lp_below(&chip->rng, 1u << pages_w);
                j = 0;
            }
        }
        for (unsigned b = 0; b < LP_CHIP_PAGE; b++)
            chip->bytes[i][b] = (uint8_t)lp_random(&chip->rng);
    }
    lp_chip_reset(chip);
}

void lp_chip_reset(struct lp_chip *chip)
{
    chip->began = chip->now;
    chip->precharged = chip->set = false;
    chip->refreshes = chip->since_set = 0;
    memset(chip->word, 0, sizeof chip->word);
    for (unsigned b = 0; b < LP_CHIP_BANKS; b++)
        chip->bank[b].row = UNKNOWN;
}

static bool all_closed(const struct lp_chip *chip)
{
    for (unsigned b = 0; b < LP_CHIP_BANKS; b++)
        if (chip->bank[b].row != CLOSED || chip->now - chip->bank[b].precharged < chip->is.rp)
            return false;
    return true;
}

static const char *precharge(struct lp_chip *chip, unsigned ba, bool all)
{
    for (unsigned b = 0; b < LP_CHIP_BANKS; b++) {
        struct lp_chip_bank *bank = &chip->bank[b];
        if (!all && b != ba)
            continue;
        if (bank->row >= 0 && chip->now - bank->activated < chip->is.ras)
            return "precharge: tRAS";
        if (bank->row >= 0 && chip->now - bank->written < chip->is.wr)
            return "precharge: tWR";
        bank->row = CLOSED;
        bank->precharged = chip->now;
    }
    chip->precharged = chip->precharged || all;
    return NULL;
}

static const char *refresh(struct lp_chip *chip)
{
    /* An access and another refresh may be before it. */
    unsigned access = chip->is.rcd + 16 + chip->is.cas + chip->is.wr + chip->is.rp + chip->is.rfc;

    if (!all_closed(chip))
        return "refresh: a bank is open, or tRP";
    if (chip->set && chip->now - chip->refreshed > chip->is.refresh + access)
        return "refresh: too late";
    chip->refreshed = chip->now;
    chip->refreshes++;
    chip->since_set += chip->set;
    return NULL;
}

static const char *mode(struct lp_chip *chip, unsigned ba, unsigned a)
{
    if (!all_closed(chip) || !chip->precharged)
        return "mode: a bank is open, or tRP";
    if (chip->refreshes < WARM)
        return "mode: too few refreshes before it";
    if (ba != 0 || a != chip->is.cas << 4)
        return "mode: not bursts of one word of this CAS latency";
    chip->set = true;
    chip->mode_set = chip->now;
    return NULL;
}

static const char *activate(struct lp_chip *chip, unsigned ba, unsigned a)
{
    struct lp_chip_bank *bank = &chip->bank[ba];

    if (bank->row != CLOSED)
        return "activate: the bank is open";
    if (chip->now - bank->precharged < chip->is.rp)
        return "activate: tRP";
    if (chip->now - bank->activated < chip->is.ras + chip->is.rp)
        return "activate: tRC";
    if (a >> chip->is.row_w)
        return "activate: no such row";
    bank->row = (int32_t)a;
    bank->activated = chip->now;
    return NULL;
}

/* The low byte of a column's word, NULL if its page is not there. */
static uint8_t *word_at(struct lp_chip *chip, unsigned ba, unsigned a)
{
    uint64_t row = (uint64_t)chip->bank[ba].row;
    uint64_t at = ((row << 2 | ba) << chip->is.col_w | (a & 0x3ff)) * 2;

    if (chip->contents)
        return chip->contents + at;
    for (unsigned i = 0; i < LP_CHIP_PAGES; i++)
        if (at / LP_CHIP_PAGE == chip->page[i])
            return &chip->bytes[i][at % LP_CHIP_PAGE];
    return NULL;
}

static const char *column(struct lp_chip *chip, bool write, unsigned ba, unsigned a, unsigned dqm,
                          unsigned d)
{
    struct lp_chip_bank *bank = &chip->bank[ba];
    struct lp_chip_word *word = &chip->word[(chip->now + chip->is.cas - 1) % 4];
    uint8_t *at;

    if (bank->row < 0)
        return "column: the bank is not open";
    if (chip->now - bank->activated < chip->is.rcd)
        return "column: tRCD";
    if (a >> chip->is.col_w)
        return "column: no such column, or A10";
    at = word_at(chip, ba, a);
    if (!at)
        return "column: of no page that is used";
    if (write) {
        for (unsigned i = 0; i < 2; i++)
            if (!(dqm >> i & 1))
                at[i] = (uint8_t)(d >> 8 * i);
        bank->written = chip->now;
        chip->writes++;
    } else {
        *word = (struct lp_chip_word){true, (uint16_t)(at[0] | at[1] << 8)};
        chip->reads++;
    }
    return NULL;
}

static const char *command(struct lp_chip *chip, unsigned cmd, unsigned ba, unsigned a,
                           unsigned dqm, unsigned d, bool d_oe)
{
    if (chip->now - chip->began < chip->is.init)
        return "a command before the chip is up";
    if (cmd != PRECHARGE && !chip->precharged)
        return "a command before all banks are precharged";
    if (chip->refreshes > 0 && chip->now - chip->refreshed < chip->is.rfc)
        return "a command after a refresh: tRFC";
    if (chip->set && chip->now - chip->mode_set < MRD)
        return "a command after the mode register: tMRD";
    if (!chip->set && cmd >= ACTIVATE)
        return "an access before the mode register is set";
    if (d_oe != (cmd == WRITE))
        return "d_oe is not that of a write";
    switch (cmd) {
    case MODE: return mode(chip, ba, a);
    case REFRESH: return refresh(chip);
    case PRECHARGE: return precharge(chip, ba, a & A10);
    case ACTIVATE: return activate(chip, ba, a);
    case WRITE:
    case READ: return column(chip, cmd == WRITE, ba, a, dqm, d);
    default: return "a command that is not used";
    }
}

const char *lp_chip_cycle(struct lp_chip *chip, unsigned cmd, unsigned ba, unsigned a, unsigned dqm,
                          unsigned d, bool d_oe)
{
    struct lp_chip_word *next = &chip->word[(chip->now + 1) % 4];
    const char *wrong = NULL;

    if (d_oe && chip->word[chip->now % 4].due)
        wrong = "both sides drive the word";
    if (!wrong && !(cmd & SELECT) && cmd != NOTHING)
        wrong = command(chip, cmd, ba, a, dqm, d, d_oe);
    else if (!wrong && d_oe)
        wrong = "d_oe without a write";
    chip->word[chip->now % 4].due = false;
    /* DQM hides a byte two cycles of the chip later, the one after the pins' next. */
    for (unsigned i = 0; i < 2; i++)
        if (next->due && dqm >> i & 1)
            next->word ^= (uint16_t)((1 + lp_below(&chip->rng, 255)) << 8 * i);
    /* On average one in `refresh` cycles; one may be due, and wait for an access. */
    if (!wrong && chip->set &&
        chip->now - chip->mode_set >= (uint64_t)chip->is.refresh * (chip->since_set + 2))
        wrong = "too few refreshes";
    chip->now++;
    return wrong;
}

uint16_t lp_chip_word(struct lp_chip *chip)
{
    const struct lp_chip_word *word = &chip->word[chip->now % 4];
    uint16_t other = (uint16_t)lp_random(&chip->rng);

    return word->due ? word->word : other;
}
