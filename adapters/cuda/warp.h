/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the kernels: lanes, scans, and a block's part of a tensor. */
#ifndef LPC_WARP_H
#define LPC_WARP_H

#include "job.h"
#include <cuda_runtime.h>

#define LINE 128u
#define WORD 4u
#define WARP 32u
#define ALL 0xffffffffu /* lanes */
#define SHORT_STREAM 3u /* -LP_ERR_SHORT, -LP_ERR_LONG, -LP_ERR_CORRUPT, which host.c checks */
#define LONG_STREAM 4u
#define CORRUPT_STREAM 5u

#define DEVICE static __device__ __forceinline__

DEVICE unsigned lane(void)
{
    return threadIdx.x % WARP;
}

DEVICE unsigned warp(void)
{
    return threadIdx.x / WARP;
}

DEVICE unsigned warps(void)
{
    return blockDim.x / WARP;
}

/* Dynamic shared memory of the launch. */
#ifdef __CUDACC__
DEVICE void *dynamic_shared(void)
{
    extern __shared__ uint32_t shared_words[];
    return shared_words;
}
#endif

/* Lanes below this one; these and itself. */
DEVICE uint32_t below(unsigned number)
{
    return (1u << number) - 1;
}

DEVICE uint32_t up_to(unsigned number)
{
    return below(number) << 1 | 1;
}

/* The highest lane of a nonempty set. */
DEVICE unsigned highest(uint32_t set)
{
    return 31 - (unsigned)__clz((int)set);
}

DEVICE unsigned count(uint32_t set)
{
    return (unsigned)__popc(set);
}

/* 16 bits of each, alternately: bit i of `even` is bit 2i, bit i of `odd` is bit 2i + 1. */
DEVICE uint32_t interleave(uint32_t even, uint32_t odd)
{
    uint64_t both = even | (uint64_t)odd << 32;
    both = (both | both << 8) & 0x00ff00ff00ff00ffull;
    both = (both | both << 4) & 0x0f0f0f0f0f0f0f0full;
    both = (both | both << 2) & 0x3333333333333333ull;
    both = (both | both << 1) & 0x5555555555555555ull;
    return (uint32_t)both | (uint32_t)(both >> 32) << 1;
}

/* The sum of the values of the lanes up to this one. */
DEVICE uint32_t scan(uint32_t value)
{
    for (unsigned step = 1; step < WARP; step *= 2) {
        uint32_t other = __shfl_up_sync(ALL, value, step);
        value += lane() >= step ? other : 0;
    }
    return value;
}

/* Shared memory for one number per warp of a block, `apart` from each other. */
struct board {
    uint32_t *numbers;
    uint32_t apart;
};

/* The sum of `size` of the warps below this one, and of all. The board may then be reused. */
DEVICE uint32_t place(struct board board, uint32_t size, uint32_t *total)
{
    uint32_t before = 0, sum = 0;
    if (lane() == 0)
        board.numbers[board.apart * warp()] = size;
    __syncthreads();
    for (unsigned w = 0; w < warps(); w++) {
        before += w < warp() ? board.numbers[board.apart * w] : 0;
        sum += board.numbers[board.apart * w];
    }
    __syncthreads();
    *total = sum;
    return before;
}

/* ---- a part ---- */

struct part {
    uint64_t at, bytes; /* of the tensor */
    uint64_t lines;
};

DEVICE uint64_t line_of(uint64_t lines, uint32_t parts, uint32_t number)
{
    return lines / parts * number + lines % parts * number / parts;
}

DEVICE struct part part_at(const struct lpc_job *job, uint32_t number)
{
    uint64_t lines = (job->bytes + LINE - 1) / LINE;
    uint64_t first = line_of(lines, job->parts, number);
    uint64_t last = line_of(lines, job->parts, number + 1), end = last * LINE;
    struct part p = {first * LINE, 0, last - first};
    p.bytes = (end < job->bytes ? end : job->bytes) - p.at;
    return p;
}

/* The block's part. */
DEVICE struct part part_of(const struct lpc_job *job)
{
    return part_at(job, blockIdx.x);
}

/* Start of the block's part in `stream`, and its bytes. */
struct source {
    uint64_t from, bytes;
};

DEVICE struct source source_of(const struct lpc_job *job)
{
    if (job->table == NULL)
        return {job->from[blockIdx.x], job->from[blockIdx.x + 1] - job->from[blockIdx.x]};
    struct lpc_entry e = job->table[blockIdx.x];
    struct source s = {(uint64_t)LPC_BURST * e.from, e.bytes};
    /* The table was not written by a kernel: nothing is read, and the part is short. */
    if (s.from + s.bytes > LPC_BURST * job->bursts)
        s.from = s.bytes = 0;
    return s;
}

/* Word `number` of data of this many bytes, padded with zeros; data is aligned to 4. */
DEVICE uint32_t load_word(const uint8_t *data, uint64_t bytes, uint64_t number)
{
    uint64_t at = WORD * number;
    uint32_t word = 0;
    if (at + WORD <= bytes)
        return ((const uint32_t *)data)[number];
    for (unsigned i = 0; at + i < bytes; i++)
        word |= (uint32_t)data[at + i] << (8 * i);
    return word;
}

/* The inverse; 1: a nonzero byte would be past the end of the data. */
DEVICE uint32_t store_word(uint8_t *data, uint64_t bytes, uint64_t number, uint32_t word)
{
    uint64_t at = WORD * number;
    if (at + WORD <= bytes) {
        ((uint32_t *)data)[number] = word;
        return 0;
    }
    for (; at < bytes; at++, word >>= 8)
        data[at] = (uint8_t)word;
    return word != 0;
}

/* A word at any address. */
DEVICE void put_word(uint8_t *at, uint32_t word)
{
    for (unsigned i = 0; i < WORD; i++)
        at[i] = (uint8_t)(word >> (8 * i));
}

DEVICE uint32_t get_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

DEVICE void put_number(uint8_t *at, uint64_t number)
{
    put_word(at, (uint32_t)number);
    put_word(at + WORD, (uint32_t)(number >> 32));
}

/* ---- from the host ---- */

typedef void lpc_function(struct lpc_job job);

static inline cudaError_t launch(lpc_function *kernel, const struct lpc_job *job, unsigned blocks,
                                 unsigned threads, size_t shared, void *stream)
{
    struct lpc_job copy = *job;
    void *arguments[] = {&copy};
    return cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments, shared,
                            (cudaStream_t)stream);
}

#endif
