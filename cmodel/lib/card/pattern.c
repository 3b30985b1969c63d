/* SPDX-License-Identifier: Apache-2.0 */
#include "pattern.h"

#include "../../base/wide.h"

#define LINE_WORDS 32

struct lpi_card_words lpi_card_words(unsigned kind, uint32_t seed)
{
    return (struct lpi_card_words){.state = seed ? seed : 1,
                                   .kind = (uint8_t)(kind % LPI_CARD_KINDS)};
}

static uint32_t xorshift(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

/* Makes the choices at the start of a line. */
static void begin_line(struct lpi_card_words *w)
{
    uint8_t drawn = w->state >> 8 & 7;

    w->of_line = w->kind != LPI_CARD_MIXED ? w->kind
                 : drawn == LPI_CARD_MIXED ? LPI_CARD_SPARSE
                                           : drawn;
    w->spot = w->state >> 16 & (LINE_WORDS - 1);
}

static uint32_t value(const struct lpi_card_words *w, uint32_t before, uint32_t x)
{
    switch (w->of_line) {
    case LPI_CARD_RANDOM: return x;
    case LPI_CARD_SPARSE: return (before >> 28 & 3) == 0 ? x : 0;
    case LPI_CARD_SMALL: return (x & 0x7f) - (x & 0x80);
    case LPI_CARD_RAMP: return w->place == 0 ? x : w->word + (x & 15);
    case LPI_CARD_FLOATS: return 0x3f800000 | (x & 0xfff) << 11;
    case LPI_CARD_ALONE: return w->place == w->spot ? x : 0;
    default: return 0;
    }
}

uint32_t lpi_card_word(struct lpi_card_words *w)
{
    uint32_t before = w->state;

    if (w->place == 0)
        begin_line(w);
    w->state = xorshift(before);
    w->word = value(w, before, w->state);
    w->place = (w->place + 1) % LINE_WORDS;
    return w->word;
}

void lpi_card_pattern(unsigned kind, uint32_t seed, uint8_t *to, size_t bytes)
{
    struct lpi_card_words words = lpi_card_words(kind, seed);

    for (size_t at = 0; at < bytes; at += 4) {
        uint32_t word = lpi_card_word(&words);
        lpi_bytes_of_words(to + at, &word, bytes - at < 4 ? bytes - at : 4);
    }
}
