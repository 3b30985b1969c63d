/* SPDX-License-Identifier: Apache-2.0 */
/* Zero-value compression of 32-bit words (format.md, section 3): a warp takes a line. */
#include "kernels.h"
#include "warp.h"

#define EACH 4u                  /* lines that a warp takes at a time */
#define RECORD (1 + LINE / WORD) /* words, at most */

/* ---- compress ---- */

__global__ void lpc_compress_zvc(struct lpc_job job)
{
    __shared__ uint32_t sizes[LPC_WARPS_MAX];
    struct part p = part_of(&job);
    uint32_t *out = (uint32_t *)(job.slots + job.room * blockIdx.x);
    for (uint64_t first = 0; first < p.lines; first += EACH * warps()) {
        uint32_t word[EACH], mask[EACH], size = 0, total;
        uint64_t line = first + EACH * warp();
        for (unsigned k = 0; k < EACH; k++) {
            word[k] = load_word(job.tensor + p.at, p.bytes, (line + k) * WARP + lane());
            mask[k] = __ballot_sync(ALL, word[k] != 0);
            size += line + k < p.lines ? 1 + count(mask[k]) : 0;
        }
        uint32_t *record = out + place({sizes, 1}, size, &total);
        for (unsigned k = 0; k < EACH && line + k < p.lines; k++) {
            if (lane() == 0)
                record[0] = mask[k];
            if (word[k] != 0)
                record[1 + count(mask[k] & below(lane()))] = word[k];
            record += 1 + count(mask[k]);
        }
        out += total;
    }
    if (threadIdx.x == 0)
        job.sizes[blockIdx.x] = (uint64_t)((uint8_t *)out - (job.slots + job.room * blockIdx.x));
}

/* ---- expand ---- */

#define ROUND (EACH * LPC_WARPS_MAX)

/* Records of a round, in shared memory. */
struct round {
    uint32_t words[ROUND * RECORD];
    uint32_t from[ROUND + 1];
    uint32_t whole;  /* records that are there to their end */
    uint32_t behind; /* data past the tensor's end is not zero */
};

/* Finds the start of each of `lines` records in sequence. */
DEVICE void walk(struct round *r, uint32_t lines, uint32_t have)
{
    uint32_t at = 0;
    r->whole = 0;
    r->from[0] = 0;
    while (r->whole < lines && at < have && 1 + count(r->words[at]) <= have - at) {
        at += 1 + count(r->words[at]);
        r->from[++r->whole] = at;
    }
}

DEVICE void expand_line(struct round *r, uint32_t number, uint8_t *data, uint64_t bytes,
                        uint64_t line)
{
    const uint32_t *record = r->words + r->from[number];
    uint32_t mask = record[0], word = 0;
    if (mask >> lane() & 1)
        word = record[1 + count(mask & below(lane()))];
    uint32_t behind = store_word(data, bytes, line * WARP + lane(), word);
    if (__ballot_sync(ALL, behind != 0) != 0 && lane() == 0)
        r->behind = 1;
}

/* The error of a part, given whether all records were complete. */
DEVICE uint32_t error_of(const struct round *r, int all, uint64_t left)
{
    if (!all)
        return SHORT_STREAM;
    return r->behind ? CORRUPT_STREAM : left > 0 ? LONG_STREAM : 0;
}

__global__ void lpc_expand_zvc(struct lpc_job job)
{
    __shared__ struct round r;
    struct part p = part_of(&job);
    uint64_t from = job.from[blockIdx.x], left = job.from[blockIdx.x + 1] - from;
    const uint32_t *in = (const uint32_t *)(job.stream + from);
    /* An earlier part has an impossible length, and is refused. */
    if (from % WORD != 0)
        return;
    if (threadIdx.x == 0)
        r.behind = 0;
    int all = 1;
    for (uint64_t first = 0; first < p.lines && all; first += ROUND) {
        uint32_t lines = (uint32_t)(p.lines - first < ROUND ? p.lines - first : ROUND);
        uint32_t have = (uint32_t)(left / WORD < lines * RECORD ? left / WORD : lines * RECORD);
        for (uint32_t i = threadIdx.x; i < have; i += blockDim.x)
            r.words[i] = in[i];
        __syncthreads();
        if (threadIdx.x == 0)
            walk(&r, lines, have);
        __syncthreads();
        for (uint32_t k = warp(); k < r.whole; k += warps())
            expand_line(&r, k, job.back + p.at, p.bytes, first + k);
        all = r.whole == lines;
        in += r.from[r.whole];
        left -= WORD * r.from[r.whole];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        job.errors[blockIdx.x] = error_of(&r, all, left);
}
