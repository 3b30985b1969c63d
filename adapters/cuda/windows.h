/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Codecs whose records do not delimit themselves: a part is windows of LPC_WINDOW bytes, each after
 * its length (docs/reference/format.md, section 6). A warp takes a window. Others are compressed
 * likewise, in windows of any whole lines without a length.
 */
#ifndef LPC_WINDOWS_H
#define LPC_WINDOWS_H

#include "warp.h"

/* A window of a tensor: whole lines, of which the last may be short and is padded with zeros. */
struct window {
    const uint8_t *data;
    uint32_t bytes;
    uint32_t words; /* of its lines */
};

/* Of `size` bytes each. */
DEVICE uint64_t windows_of(const struct part *p, uint32_t size)
{
    return (p->bytes + size - 1) / size;
}

DEVICE struct window window_of(const uint8_t *tensor, const struct part *p, uint32_t size,
                               uint64_t number)
{
    uint64_t left = p->bytes - size * number;
    struct window w = {tensor + p->at + size * number, 0, 0};
    w.bytes = (uint32_t)(left < size ? left : size);
    w.words = (w.bytes + LINE - 1) / LINE * (LINE / WORD);
    return w;
}

/* ---- compress ---- */

/* Compresses a window to `stage` and returns its bytes; called by all lanes of a warp. */
typedef uint32_t encoder(const struct window *window, uint8_t *stage);

template <encoder encode, uint32_t SIZE = LPC_WINDOW, uint32_t HEAD = WORD>
static __device__ void compress_windows(const struct lpc_job *job, uint8_t *stage,
                                        struct board board)
{
    struct part p = part_of(job);
    uint8_t *slot = job->slots + job->room * blockIdx.x, *out = slot;
    uint64_t windows = windows_of(&p, SIZE);
    for (uint64_t first = 0; first < windows; first += warps()) {
        uint64_t number = first + warp();
        uint32_t size = 0, total;
        if (number < windows) {
            struct window w = window_of(job->tensor, &p, SIZE, number);
            size = HEAD + encode(&w, stage);
        }
        uint8_t *at = out + place(board, size, &total);
        if (HEAD > 0 && size > 0 && lane() == 0)
            put_word(at, size - HEAD);
        for (uint32_t i = HEAD + lane(); i < size; i += WARP)
            at[i] = stage[i - HEAD];
        __syncwarp(ALL);
        out += total;
    }
    if (threadIdx.x == 0)
        job->sizes[blockIdx.x] = (uint64_t)(out - slot);
}

/* ---- expand ---- */

/* Expands a window's bytes to `words` words; 0 or an error, the same in all lanes of a warp. */
typedef uint32_t decoder(const uint8_t *src, uint32_t src_bytes, uint32_t *out, uint32_t words);

#define ROUND 8u /* windows whose lengths are read at a time */

struct lengths {
    uint64_t from[ROUND];
    uint32_t bytes[ROUND];
    uint32_t whole;           /* complete windows */
    uint64_t at;              /* start of the next one */
    unsigned long long error; /* of the first bad window: its number and error */
};

DEVICE void note_error(struct lengths *l, uint64_t number, uint32_t error)
{
    atomicMin(&l->error, (unsigned long long)(number << 8 | error));
}

DEVICE void read_lengths(struct lengths *l, const uint8_t *src, uint64_t src_bytes, uint32_t due)
{
    for (l->whole = 0; l->whole < due; l->whole++) {
        if (src_bytes - l->at < WORD)
            return;
        uint32_t bytes = get_word(src + l->at);
        if (bytes > src_bytes - l->at - WORD)
            return;
        l->from[l->whole] = l->at + WORD;
        l->bytes[l->whole] = bytes;
        l->at += WORD + bytes;
    }
}

/* Copies a window that was expanded to a buffer, since the tensor's last line is short. */
DEVICE uint32_t copy_window(const uint32_t *words, const struct window *w)
{
    uint32_t behind = 0;
    for (uint32_t i = lane(); i < w->words; i += WARP)
        behind |= store_word((uint8_t *)w->data, w->bytes, i, words[i]);
    return __ballot_sync(ALL, behind) != 0 ? CORRUPT_STREAM : 0;
}

template <decoder decode>
DEVICE uint32_t expand_window(const uint8_t *src, uint32_t src_bytes, const struct window *w,
                              uint8_t *spare)
{
    if (w->bytes % LINE == 0)
        return decode(src, src_bytes, (uint32_t *)w->data, w->words);
    uint32_t error = decode(src, src_bytes, (uint32_t *)spare, w->words);
    __syncwarp(ALL);
    return error != 0 ? error : copy_window((const uint32_t *)spare, w);
}

template <decoder decode>
static __device__ void expand_windows(const struct lpc_job *job, struct lengths *l)
{
    struct part p = part_of(job);
    struct source source = source_of(job);
    const uint8_t *src = job->stream + source.from;
    uint64_t src_bytes = source.bytes;
    uint64_t windows = windows_of(&p, LPC_WINDOW);
    if (threadIdx.x == 0) {
        l->at = 0;
        l->error = ~0ull;
    }
    int good = 1;
    for (uint64_t first = 0; first < windows && good; first += ROUND) {
        uint32_t due = (uint32_t)(windows - first < ROUND ? windows - first : ROUND);
        if (threadIdx.x == 0)
            read_lengths(l, src, src_bytes, due);
        __syncthreads();
        for (uint32_t k = warp(); k < l->whole; k += warps()) {
            struct window w = window_of(job->back, &p, LPC_WINDOW, first + k);
            uint32_t error = expand_window<decode>(src + l->from[k], l->bytes[k], &w, job->spare);
            if (error != 0 && lane() == 0)
                note_error(l, first + k, error);
        }
        if (threadIdx.x == 0 && l->whole < due)
            note_error(l, first + l->whole, SHORT_STREAM);
        __syncthreads();
        good = l->error == ~0ull;
    }
    if (threadIdx.x == 0)
        job->errors[blockIdx.x] = !good               ? (uint32_t)(l->error & 0xff)
                                  : l->at < src_bytes ? LONG_STREAM
                                                      : 0;
}

#endif
