/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of zero words and of others (docs/reference/format.md, section 6). */
#include "kernels.h"
#include "windows.h"

#define RUN_MAX 128u
#define NONZERO 0x80u
#define STAGE (LPC_WINDOW / WORD * (1 + WORD))

/* A run in progress: its first word, and the position of its token. */
struct run {
    uint32_t first, token;
};

DEVICE void close_run(uint8_t *stage, struct run run, uint32_t end, uint32_t kind)
{
    stage[run.token] = (uint8_t)(kind * NONZERO | (end - run.first - 1));
}

/* 32 words at a time; `starts` has the lanes at which runs start, `mask` those of nonzero words. */
DEVICE uint32_t token_of(uint32_t out, uint32_t starts, uint32_t mask, unsigned number)
{
    return out + count(starts & below(number)) + WORD * count(mask & below(number));
}

static __device__ uint32_t encode_rle(const struct window *w, uint8_t *stage)
{
    struct run open = {0, 0};
    uint32_t out = 0, stretch = 0, kind = 0;
    for (uint32_t base = 0; base < w->words; base += WARP) {
        uint32_t word = load_word(w->data, w->bytes, base + lane());
        uint32_t mask = __ballot_sync(ALL, word != 0);
        uint32_t before = mask << 1 | kind;
        uint32_t changes = (mask ^ before) | (base == 0);
        uint32_t mine = changes & up_to(lane());
        uint32_t since = mine != 0 ? base + highest(mine) : stretch;
        uint32_t starts = __ballot_sync(ALL, (base + lane() - since) % RUN_MAX == 0);
        /* A lane that starts a run closes the previous one. */
        if (starts >> lane() & 1 && base + lane() > 0) {
            uint32_t earlier = starts & below(lane());
            struct run last = open;
            if (earlier != 0)
                last = {base + highest(earlier), token_of(out, starts, mask, highest(earlier))};
            close_run(stage, last, base + lane(), before >> lane() & 1);
        }
        if (word != 0)
            put_word(stage + token_of(out, starts, mask, lane()) + (starts >> lane() & 1), word);
        if (starts != 0)
            open = {base + highest(starts), token_of(out, starts, mask, highest(starts))};
        stretch = changes != 0 ? base + highest(changes) : stretch;
        out += count(starts) + WORD * count(mask);
        kind = mask >> 31;
    }
    if (lane() == 0)
        close_run(stage, open, w->words, kind);
    return out;
}

static __device__ uint32_t decode_rle(const uint8_t *src, uint32_t src_bytes, uint32_t *out,
                                      uint32_t words)
{
    uint32_t in = 0;
    for (uint32_t at = 0, run; at < words; at += run) {
        if (in == src_bytes)
            return SHORT_STREAM;
        uint32_t token = src[in++];
        run = token % NONZERO + 1;
        if (run > words - at)
            return LONG_STREAM;
        uint32_t stored = token >= NONZERO ? run : 0;
        if (WORD * stored > src_bytes - in)
            return SHORT_STREAM;
        for (uint32_t i = lane(); i < run; i += WARP)
            out[at + i] = stored != 0 ? get_word(src + in + WORD * i) : 0;
        in += WORD * stored;
    }
    return in == src_bytes ? 0 : LONG_STREAM;
}

__global__ void lpc_compress_rle(struct lpc_job job)
{
    __shared__ uint8_t stages[LPC_WARPS_MAX][STAGE];
    __shared__ uint32_t sizes[LPC_WARPS_MAX];
    compress_windows<encode_rle>(&job, stages[warp()], {sizes, 1});
}

__global__ void lpc_expand_rle(struct lpc_job job)
{
    __shared__ struct lengths lengths;
    expand_windows<decode_rle>(&job, &lengths);
}
