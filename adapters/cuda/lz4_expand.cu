/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LZ4 blocks: all lanes of a warp read the same token, and share the copying. Refuses the same
 * input as LZ4_decompress_safe, and also an offset of 0.
 */
#include "kernels.h"
#include "lz4.h"

#define STREAM_MOST 131072u /* the C reader accepts no longer one */

/* A block being read; equal in all lanes. */
struct reader {
    const uint8_t *src;
    uint32_t at, bytes;
    int bad;
};

/* The rest of a length that begins with `length`; `spare` bytes must remain after it. */
DEVICE uint32_t read_more(struct reader *r, uint32_t length, uint32_t spare)
{
    uint32_t more = LENGTH_ON;
    if (length < LENGTH_MORE)
        return length;
    while (more == LENGTH_ON && !r->bad) {
        r->bad = r->at + spare >= r->bytes;
        more = r->bad ? 0 : r->src[r->at++];
        length += more;
    }
    return length;
}

DEVICE void copy_literals(const struct reader *r, uint8_t *to, uint32_t literals)
{
    for (uint32_t i = lane(); i < literals; i += WARP)
        to[i] = r->src[r->at + i];
}

/* The source may overlap the target and then repeats. */
DEVICE void copy_match(uint8_t *to, uint32_t offset, uint32_t length)
{
    __syncwarp(ALL);
    for (uint32_t i = lane(); i < length; i += WARP)
        to[i] = (to - offset)[i % offset];
}

static __device__ uint32_t decode_lz4(const uint8_t *src, uint32_t src_bytes, uint32_t *words,
                                      uint32_t count_words)
{
    struct reader r = {src, 0, src_bytes, 0};
    uint8_t *out = (uint8_t *)words;
    uint32_t bytes = WORD * count_words, at = 0;
    if (src_bytes > STREAM_MOST)
        return LONG_STREAM;
    while (r.at < r.bytes) {
        uint32_t token = src[r.at++];
        uint32_t literals = read_more(&r, token >> 4, 0), length;
        if (r.bad)
            return CORRUPT_STREAM;
        if (at + literals + MATCH_FAR > bytes ||
            r.at + literals + 2 + 1 + LITERALS_LAST > r.bytes) {
            if (r.at + literals != r.bytes || at + literals != bytes)
                return CORRUPT_STREAM;
            copy_literals(&r, out + at, literals);
            return 0;
        }
        copy_literals(&r, out + at, literals);
        at += literals;
        r.at += literals;
        uint32_t offset = src[r.at] | (uint32_t)src[r.at + 1] << 8;
        r.at += 2;
        length = read_more(&r, token & LENGTH_MORE, LITERALS_LAST - 1) + MATCH_LEAST;
        if (r.bad || offset == 0 || offset > at || at + length + LITERALS_LAST > bytes)
            return CORRUPT_STREAM;
        copy_match(out + at, offset, length);
        at += length;
    }
    return CORRUPT_STREAM;
}

__global__ void lpc_expand_lz4(struct lpc_job job)
{
    __shared__ struct lengths lengths;
    expand_windows<decode_lz4>(&job, &lengths);
}
