/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The test pattern of the card's self-test (rtl/card/lp_card_test.sv): 32-bit words, lowest byte
 * first, in lines of 32. The generator is a 32-bit xorshift that makes one step per word. The state
 * after the step gives the word's value; the state before it gives the choices for the word or its
 * line. Not installed.
 *
 * G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003.
 */
#ifndef LPI_CARD_PATTERN_H
#define LPI_CARD_PATTERN_H

#include <stddef.h>
#include <stdint.h>

enum lpi_card_kind {
    LPI_CARD_ZEROS,
    LPI_CARD_RANDOM,
    LPI_CARD_SPARSE, /* one word in four is random, the others are 0 */
    LPI_CARD_SMALL,  /* signed integers of 8 bits */
    LPI_CARD_RAMP,   /* steps of 0 to 15 from a random word */
    LPI_CARD_FLOATS, /* from 1 to 2, 12 random bits of mantissa */
    LPI_CARD_ALONE,  /* one random word per line */
    LPI_CARD_MIXED,  /* another kind for each line, sparse twice as often */
    LPI_CARD_KINDS   /* larger numbers count by their lowest 3 bits */
};

struct lpi_card_words {
    uint32_t state, word; /* word: the last one */
    uint8_t kind, of_line, spot, place;
};

/* Starts a pattern of this kind. Seed 0 counts as 1. */
struct lpi_card_words lpi_card_words(unsigned kind, uint32_t seed);
uint32_t lpi_card_word(struct lpi_card_words *words);

/* Fills `bytes` bytes; the last word is cut if it does not fit. */
void lpi_card_pattern(unsigned kind, uint32_t seed, uint8_t *to, size_t bytes);

#endif
