/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"
#include "../../../base/rng.h"

enum { PAGE_WORDS = 4096 / 8 };

static size_t words_of(const struct player_words *w)
{
    return w->chunk_bytes / 8;
}

static uint64_t made(const struct player_words *w, uint32_t number, size_t at)
{
    struct lp_rng rng = {(w->owner << 56) + number * (uint64_t)words_of(w) + at};
    return lp_random(&rng);
}

static uint64_t word_of(const struct player_words *w, uint32_t number, size_t at, uint32_t uses)
{
    if (uses == 0)
        return 0;
    if (at % PAGE_WORDS == 0)
        return made(w, number, at) + uses;
    if (w->data != NULL)
        return w->data[number % w->data_chunks * words_of(w) + at];
    return made(w, number, at);
}

bool player_words_good(const struct player_words *w, const uint64_t *chunk, uint32_t number,
                       uint32_t uses)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < words_of(w); i++)
        wrong |= chunk[i] ^ word_of(w, number, i, uses);
    return wrong == 0;
}

bool player_words_sampled(const struct player_words *w, const uint64_t *chunk, uint32_t number,
                          uint32_t uses)
{
    uint64_t wrong = 0;
    for (size_t page = 0; page < words_of(w); page += PAGE_WORDS) {
        size_t at = page + 1 + uses % (PAGE_WORDS - 1);
        wrong |= chunk[page] ^ word_of(w, number, page, uses);
        wrong |= chunk[at] ^ word_of(w, number, at, uses);
    }
    return wrong == 0;
}

void player_words_fill(const struct player_words *w, uint64_t *chunk, uint32_t number,
                       uint32_t uses)
{
    for (size_t i = 0; i < words_of(w); i++)
        chunk[i] = word_of(w, number, i, uses);
}

void player_words_use(const struct player_words *w, uint64_t *chunk, uint32_t number, uint32_t uses)
{
    if (uses == 0) {
        player_words_fill(w, chunk, number, 1);
        return;
    }
    for (size_t page = 0; page < words_of(w); page += PAGE_WORDS)
        chunk[page] = word_of(w, number, page, uses + 1);
}
