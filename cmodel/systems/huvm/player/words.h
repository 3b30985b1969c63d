/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a player writes to its chunks, so that a byte that is lost shows: each word is what its
 * place says, or a file; and the first one of each 4 KiB also counts how often the chunk was used,
 * so that an older copy of a chunk shows, too.
 */
#ifndef LPI_HUVM_WORDS_H
#define LPI_HUVM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct player_words {
    size_t chunk_bytes;
    uint64_t owner;       /* chunks of each have words of their own */
    const uint64_t *data; /* data_chunks whole chunks that follow each other; NULL: none */
    uint32_t data_chunks; /* 1 or more, with data */
};

/* A chunk that was used `uses` times; one that was not is zero. */
bool player_words_good(const struct player_words *w, const uint64_t *chunk, uint32_t number,
                       uint32_t uses);

/* Some of it: the count and one more word of each 4 KiB, another one with each use. */
bool player_words_sampled(const struct player_words *w, const uint64_t *chunk, uint32_t number,
                          uint32_t uses);

/* Writes the whole chunk as it is when it was used so often. */
void player_words_fill(const struct player_words *w, uint64_t *chunk, uint32_t number,
                       uint32_t uses);

/* Makes a good chunk one that was used once more; the first use fills it. */
void player_words_use(const struct player_words *w, uint64_t *chunk, uint32_t number,
                      uint32_t uses);

#endif
