/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-length coding of 32-bit words (cDMA, section V-A; the paper leaves the byte layout open,
 * format.md defines it). A window is a sequence of runs: a byte 0nnnnnnn stands for n + 1 zero
 * words, a byte 1nnnnnnn for n + 1 words that are not zero, which follow it.
 */
#include "compare.h"
#include <string.h>

#define WORD 4u
#define RUN_MAX 128u
#define NONZERO 0x80u

static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    /* The worst case is a token for each word. */
    return bytes / WORD * (1 + WORD);
}

static uint32_t is_nonzero(const uint8_t *word)
{
    uint32_t value;
    memcpy(&value, word, WORD);
    return value != 0 ? NONZERO : 0;
}

static int encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)state, (void)elem;
    size_t out = 0, words = bytes / WORD;
    for (size_t at = 0, run; at < words; at += run) {
        uint32_t kind = is_nonzero(src + WORD * at);
        for (run = 1; run < RUN_MAX && at + run < words; run++)
            if (is_nonzero(src + WORD * (at + run)) != kind)
                break;
        size_t stored = kind ? WORD * run : 0;
        if (capacity - out < 1 + stored)
            return LP_ERR_SPACE;
        dst[out++] = (uint8_t)(kind | (run - 1));
        memcpy(dst + out, src + WORD * at, stored);
        out += stored;
    }
    *dst_bytes = out;
    return LP_OK;
}

static int decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)state, (void)elem;
    size_t in = 0;
    for (size_t at = 0, run; at < dst_bytes; at += run) {
        if (in == src_bytes)
            return LP_ERR_SHORT;
        unsigned token = src[in++];
        run = WORD * ((token & (RUN_MAX - 1)) + 1);
        if (run > dst_bytes - at)
            return LP_ERR_LONG;
        if (!(token & NONZERO)) {
            memset(dst + at, 0, run);
            continue;
        }
        if (run > src_bytes - in)
            return LP_ERR_SHORT;
        memcpy(dst + at, src + in, run);
        in += run;
    }
    return in == src_bytes ? LP_OK : LP_ERR_LONG;
}

const struct lpi_codec lpi_codec_rle = {
    LPI_CODEC_IS(rle), .elems = LP_ELEM_32, .elem = LP_ELEM_32,
    .bound = bound,    .encode = encode,    .decode = decode,
};
