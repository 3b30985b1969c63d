/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Test data that a player writes to its chunks, so that a lost byte is detected: each word is
 * derived from its position, or from a file. The first word of each 4 KiB also contains the chunk's
 * use count, so that a stale copy of a chunk is detected.
 */
#ifndef LPI_HUVM_WORDS_H
#define LPI_HUVM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct player_words {
    size_t chunk_bytes;
    uint64_t owner;       /* makes the words of each owner's chunks different */
    const uint64_t *data; /* data_chunks consecutive whole chunks; NULL: none */
    uint32_t data_chunks; /* at least 1, if there is data */
};

/* Checks a chunk that was used `uses` times; an unused one is zero. */
bool player_words_good(const struct player_words *w, const uint64_t *chunk, uint32_t number,
                       uint32_t uses);

/* Checks a sample: the count and one more word of each 4 KiB, which changes with each use. */
bool player_words_sampled(const struct player_words *w, const uint64_t *chunk, uint32_t number,
                          uint32_t uses);

/* Fills the chunk as after this number of uses. */
void player_words_fill(const struct player_words *w, uint64_t *chunk, uint32_t number,
                       uint32_t uses);

/* Updates a valid chunk for one more use; the first use fills it. */
void player_words_use(const struct player_words *w, uint64_t *chunk, uint32_t number,
                      uint32_t uses);

#endif
