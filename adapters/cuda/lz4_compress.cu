/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LZ4 blocks with the bytes of liblz4 at acceleration 1: a warp looks up 32 positions at a time, of
 * which the first match is used. A position sees the table entries of the earlier ones, and none
 * after the match writes an entry, as in sequential order.
 */
#include "kernels.h"
#include "lz4.h"

#define HASHES (LPC_LZ4_TABLE / 2)
#define HASH_FACTOR 2654435761u
#define HASH_SHIFT 19 /* 32 - log2(HASHES) */
#define PATIENCE 64u  /* lookups until steps grow by one */

/* A window being compressed. Positions are in bytes; all fields are equal in all lanes. */
struct lz4 {
    const struct window *window;
    uint16_t *table; /* by hash: the latest position */
    uint8_t *out;
    uint32_t at;     /* of the next byte in `out` */
    uint32_t anchor; /* start of the literals not written yet */
    uint32_t bytes;
};

DEVICE uint32_t byte_of(const struct lz4 *z, uint32_t at)
{
    return at < z->window->bytes ? z->window->data[at] : 0;
}

DEVICE uint32_t word_of(const struct lz4 *z, uint32_t at)
{
    return byte_of(z, at) | byte_of(z, at + 1) << 8 | byte_of(z, at + 2) << 16 |
           byte_of(z, at + 3) << 24;
}

DEVICE uint32_t hash_of(uint32_t word)
{
    return word * HASH_FACTOR >> HASH_SHIFT;
}

/* First position at which no match may begin. */
DEVICE uint32_t limit_of(const struct lz4 *z)
{
    return z->bytes - MATCH_FAR + 1;
}

/* ---- the search ---- */

/* Distance of lookup `number` from the first: steps of 1 at first, then increasing. */
DEVICE uint32_t offset_of(uint32_t number)
{
    if (number == 0)
        return 0;
    uint32_t rounds = (number - 1) / PATIENCE, rest = (number - 1) % PATIENCE;
    return 1 + (rounds + 1) * (PATIENCE / 2 * rounds + rest);
}

/* A lookup of a lane. */
struct lookup {
    uint32_t at, word, hash, earlier;
    int valid;
};

DEVICE struct lookup look(const struct lz4 *z, uint32_t from, uint32_t number)
{
    struct lookup l = {from + offset_of(number), 0, 0, 0, 0};
    l.valid = from + offset_of(number + 1) <= limit_of(z);
    if (l.valid) {
        l.word = word_of(z, l.at);
        l.hash = hash_of(l.word);
    }
    return l;
}

/* The first match from here on; 0: there is none. */
DEVICE int search(const struct lz4 *z, uint32_t from, uint32_t *at, uint32_t *match)
{
    for (uint32_t number = lane();; number += WARP) {
        struct lookup l = look(z, from, number);
        uint32_t valid = __ballot_sync(ALL, l.valid);
        uint32_t equal = __match_any_sync(ALL, l.valid ? l.hash : HASHES + lane());
        uint32_t lower = equal & below(lane());
        uint32_t other = __shfl_sync(ALL, l.at, (int)(lower != 0 ? highest(lower) : lane()));
        if (l.valid)
            l.earlier = lower != 0 ? other : z->table[l.hash];
        uint32_t hits = __ballot_sync(ALL, l.valid && word_of(z, l.earlier) == l.word);
        uint32_t last = hits != 0 ? (uint32_t)__ffs((int)hits) - 1 : WARP - 1;
        uint32_t counts = up_to(last);
        __syncwarp(ALL);
        if (l.valid && counts >> lane() & 1 && (equal & counts & ~up_to(lane())) == 0)
            z->table[l.hash] = (uint16_t)l.at;
        __syncwarp(ALL);
        *at = __shfl_sync(ALL, l.at, (int)last);
        *match = __shfl_sync(ALL, l.earlier, (int)last);
        if (hits != 0)
            return 1;
        if (valid != ALL)
            return 0;
    }
}

/* Whether a match begins exactly here, after another one. */
DEVICE int probe(const struct lz4 *z, uint32_t at, uint32_t *match)
{
    uint32_t word = word_of(z, at), hash = hash_of(word);
    if (lane() == 0)
        z->table[hash_of(word_of(z, at - 2))] = (uint16_t)(at - 2);
    __syncwarp(ALL);
    *match = z->table[hash];
    __syncwarp(ALL);
    if (lane() == 0)
        z->table[hash] = (uint16_t)at;
    __syncwarp(ALL);
    return word_of(z, *match) == word;
}

/* ---- the length of a match ---- */

/* Equal bytes before both, up to a maximum. */
DEVICE uint32_t count_back(const struct lz4 *z, uint32_t at, uint32_t match, uint32_t most)
{
    for (uint32_t done = 0;; done += WARP) {
        uint32_t i = done + lane() + 1;
        int equal = i <= most && byte_of(z, at - i) == byte_of(z, match - i);
        uint32_t others = ~__ballot_sync(ALL, equal);
        if (others != 0)
            return done + (uint32_t)__ffs((int)others) - 1;
    }
}

/* Equal bytes from both on. */
DEVICE uint32_t count_on(const struct lz4 *z, uint32_t at, uint32_t match)
{
    for (uint32_t done = 0;; done += WARP) {
        uint32_t i = done + lane();
        int equal = at + i < z->bytes - LITERALS_LAST &&
                    byte_of(z, at + i) == byte_of(z, match + i);
        uint32_t others = ~__ballot_sync(ALL, equal);
        if (others != 0)
            return done + (uint32_t)__ffs((int)others) - 1;
    }
}

/* ---- output ---- */

/* Writes the rest of a length that does not fit into the token. */
DEVICE void write_more(struct lz4 *z, uint32_t length)
{
    if (length < LENGTH_MORE)
        return;
    uint32_t full = (length - LENGTH_MORE) / LENGTH_ON;
    for (uint32_t i = lane(); i <= full; i += WARP)
        z->out[z->at + i] = (uint8_t)(i < full ? LENGTH_ON : (length - LENGTH_MORE) % LENGTH_ON);
    z->at += full + 1;
}

DEVICE uint32_t in_token(uint32_t length)
{
    return length < LENGTH_MORE ? length : LENGTH_MORE;
}

/* A token and the literals up to `end`. */
DEVICE void write_literals(struct lz4 *z, uint32_t end, uint32_t match_length)
{
    uint32_t literals = end - z->anchor;
    if (lane() == 0)
        z->out[z->at] = (uint8_t)(in_token(literals) << 4 | in_token(match_length));
    z->at++;
    write_more(z, literals);
    for (uint32_t i = lane(); i < literals; i += WARP)
        z->out[z->at + i] = (uint8_t)byte_of(z, z->anchor + i);
    z->at += literals;
}

DEVICE void write_match(struct lz4 *z, uint32_t offset, uint32_t length)
{
    if (lane() < 2)
        z->out[z->at + lane()] = (uint8_t)(offset >> 8 * lane());
    z->at += 2;
    write_more(z, length);
}

/* ---- a window ---- */

/* All matches; bytes after the anchor are literals. */
DEVICE void write_matches(struct lz4 *z)
{
    uint32_t at = 1, match;
    int more = search(z, at, &at, &match);
    while (more) {
        uint32_t room = at - z->anchor < match ? at - z->anchor : match;
        uint32_t back = count_back(z, at, match, room);
        at -= back, match -= back;
        uint32_t length = count_on(z, at + MATCH_LEAST, match + MATCH_LEAST);
        write_literals(z, at, length);
        write_match(z, at - match, length);
        z->anchor = at += MATCH_LEAST + length;
        more = at < limit_of(z);
        if (more && !probe(z, at, &match))
            more = search(z, at + 1, &at, &match);
    }
}

static __device__ uint32_t encode_lz4(const struct window *w, uint8_t *out)
{
    uint32_t *words = (uint32_t *)dynamic_shared() + HASHES / 2 * warp();
    struct lz4 z = {w, (uint16_t *)words, out, 0, 0, WORD * w->words};
    for (uint32_t i = lane(); i < HASHES / 2; i += WARP)
        words[i] = 0;
    __syncwarp(ALL);
    write_matches(&z);
    write_literals(&z, z.bytes, 0);
    return z.at;
}

/*
 * The tables of four warps take all shared memory of some devices, so that sizes are stored in
 * them.
 */
__global__ void lpc_compress_lz4(struct lpc_job job)
{
    uint64_t number = (uint64_t)blockIdx.x * warps() + warp();
    compress_windows<encode_lz4>(&job, job.spare + LPC_SPARE * number,
                                 {(uint32_t *)dynamic_shared(), HASHES / 2});
}
