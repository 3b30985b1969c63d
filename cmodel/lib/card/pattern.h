/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the card's self-test fills memory with (rtl/card/lp_card_test.sv): words of 32 bits, lowest
 * byte first, in lines of 32 from the first one on. The generator is a 32-bit xorshift that makes a
 * step a word; a word's value comes from the state after its step, what is chosen for the word or
 * its line from the state before. Not installed.
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
    LPI_CARD_SPARSE, /* a word in four is random, the others 0 */
    LPI_CARD_SMALL,  /* signed integers of 8 bits */
    LPI_CARD_RAMP,   /* steps of 0 to 15 from a random word */
    LPI_CARD_FLOATS, /* from 1 to 2, 12 random bits of mantissa */
    LPI_CARD_ALONE,  /* one random word a line */
    LPI_CARD_MIXED,  /* one of the others for each line, sparse twice as often */
    LPI_CARD_KINDS   /* the others are those of their lowest 3 bits */
};

struct lpi_card_words {
    uint32_t state, word; /* word: the last one */
    uint8_t kind, of_line, spot, place;
};

/* The words of a kind from a seed on; 0 counts as 1. */
struct lpi_card_words lpi_card_words(unsigned kind, uint32_t seed);
uint32_t lpi_card_word(struct lpi_card_words *words);

/* Fills `bytes` bytes; a last word that does not fit is cut. */
void lpi_card_pattern(unsigned kind, uint32_t seed, uint8_t *to, size_t bytes);

#endif
