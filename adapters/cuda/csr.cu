/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed sparse rows of 32 words (format.md, section 6). A lane has the count of a row. */
#include "kernels.h"
#include "windows.h"

#define COLUMNS (LINE / WORD)
#define ROWS (LPC_WINDOW / LINE)
#define STAGE (ROWS + LPC_WINDOW / WORD * (1 + WORD))

static __device__ uint32_t encode_csr(const struct window *w, uint8_t *stage)
{
    uint32_t rows = w->words / COLUMNS, mine = 0;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t word = load_word(w->data, w->bytes, r * COLUMNS + lane());
        uint32_t mask = __ballot_sync(ALL, word != 0);
        mine = lane() == r ? count(mask) : mine;
    }
    uint32_t end = scan(mine), all = __shfl_sync(ALL, end, WARP - 1);
    uint8_t *columns = stage + rows, *words = columns + all;
    if (lane() < rows)
        stage[lane()] = (uint8_t)mine;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t word = load_word(w->data, w->bytes, r * COLUMNS + lane());
        uint32_t mask = __ballot_sync(ALL, word != 0);
        uint32_t at = __shfl_sync(ALL, end - mine, (int)r) + count(mask & below(lane()));
        if (word != 0) {
            columns[at] = (uint8_t)lane();
            put_word(words + WORD * at, word);
        }
    }
    return rows + all * (1 + WORD);
}

/* The set of the first `due` lanes' columns; 0 in *good: they are too large or do not ascend. */
DEVICE uint32_t columns_of(const uint8_t *columns, uint32_t due, int *good)
{
    uint32_t column = lane() < due ? columns[lane()] : 0;
    uint32_t before = __shfl_up_sync(ALL, column, 1);
    int bad = lane() < due && (column >= COLUMNS || (lane() > 0 && column <= before));
    *good = __ballot_sync(ALL, bad) == 0;
    uint32_t set = lane() < due && column < COLUMNS ? 1u << column : 0;
    for (unsigned step = 1; step < WARP; step *= 2)
        set |= __shfl_xor_sync(ALL, set, (int)step);
    return set;
}

static __device__ uint32_t decode_csr(const uint8_t *src, uint32_t src_bytes, uint32_t *out,
                                      uint32_t out_words)
{
    uint32_t rows = out_words / COLUMNS;
    if (src_bytes < rows)
        return SHORT_STREAM;
    uint32_t mine = lane() < rows ? src[lane()] : 0;
    uint32_t end = scan(mine), all = __shfl_sync(ALL, end, WARP - 1);
    uint32_t due = rows + all * (1 + WORD);
    if (src_bytes != due)
        return src_bytes < due ? SHORT_STREAM : LONG_STREAM;
    const uint8_t *columns = src + rows, *words = columns + all;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t here = __shfl_sync(ALL, mine, (int)r), at = __shfl_sync(ALL, end - mine, (int)r);
        int good;
        uint32_t set = columns_of(columns + at, here, &good);
        if (!good || here > COLUMNS)
            return CORRUPT_STREAM;
        uint32_t own = at + count(set & below(lane()));
        out[r * COLUMNS + lane()] = set >> lane() & 1 ? get_word(words + WORD * own) : 0;
    }
    return 0;
}

__global__ void lpc_compress_csr(struct lpc_job job)
{
    __shared__ uint8_t stages[LPC_WARPS_MAX][STAGE];
    __shared__ uint32_t sizes[LPC_WARPS_MAX];
    compress_windows<encode_csr>(&job, stages[warp()], {sizes, 1});
}

__global__ void lpc_expand_csr(struct lpc_job job)
{
    __shared__ struct lengths lengths;
    expand_windows<decode_csr>(&job, &lengths);
}
