/* SPDX-License-Identifier: Apache-2.0 */
/* From slots to a stream (docs/reference/format.md, section 21); and the launch of any kernel. */
#include "kernels.h"
#include "warp.h"

#define HEAD_COUNT WORD
#define HEAD_SIZE 8u

/*
 * Writes the sizes to the head, and their running sums as the parts' positions. One warp: there are
 * few, and each round depends on the previous one.
 */
__global__ void lpc_head(struct lpc_job job)
{
    uint64_t before = HEAD_COUNT + HEAD_SIZE * (1 + (uint64_t)job.parts);
    if (lane() == 0) {
        put_word(job.stream, job.parts);
        put_number(job.stream + HEAD_COUNT, job.bytes);
    }
    for (uint32_t first = 0; first < job.parts; first += WARP) {
        uint32_t i = first + lane();
        uint64_t size = i < job.parts ? job.sizes[i] : 0, sum = size;
        for (unsigned step = 1; step < WARP; step *= 2) {
            unsigned long long other = __shfl_up_sync(ALL, (unsigned long long)sum, step);
            sum += lane() >= step ? other : 0;
        }
        if (i < job.parts) {
            put_number(job.stream + HEAD_COUNT + HEAD_SIZE * (1 + (uint64_t)i), size);
            job.from[i] = before + sum - size;
        }
        before += __shfl_sync(ALL, (unsigned long long)sum, WARP - 1);
    }
    if (lane() == 0)
        job.from[job.parts] = before;
}

/* By words if a part begins at a word. */
__global__ void lpc_gather(struct lpc_job job)
{
    const uint8_t *slot = job.slots + job.room * blockIdx.x;
    uint8_t *out = job.stream + job.from[blockIdx.x];
    uint64_t bytes = job.sizes[blockIdx.x], at = job.from[blockIdx.x];
    if (at % WORD == 0) {
        for (uint64_t i = threadIdx.x; i < bytes / WORD; i += blockDim.x)
            ((uint32_t *)out)[i] = ((const uint32_t *)slot)[i];
        for (uint64_t i = bytes / WORD * WORD + threadIdx.x; i < bytes; i += blockDim.x)
            out[i] = slot[i];
        return;
    }
    for (uint64_t i = threadIdx.x; i < bytes; i += blockDim.x)
        out[i] = slot[i];
}

static lpc_function *const kernels[] = {
    lpc_compress_zvc,   lpc_compress_rle, lpc_compress_csr, lpc_compress_lz4,  lpc_compress_zvc16,
    lpc_compress_ebd16, lpc_expand_zvc,   lpc_expand_rle,   lpc_expand_csr,    lpc_expand_lz4,
    lpc_expand_zvc16,   lpc_expand_ebd16, lpc_head,         lpc_gather,        lpc_send_zvc,
    lpc_send_zvc16,     lpc_send_slots,   lpc_receive_zvc,  lpc_receive_zvc16, lpc_sum,
    lpc_check,
};

int lpc_launch(enum lpc_kernel kernel, const struct lpc_job *job, unsigned blocks, unsigned threads,
               void *stream)
{
    size_t shared = kernel == LPC_COMPRESS_LZ4 ? threads / WARP * (size_t)LPC_LZ4_TABLE : 0;
    cudaError_t error = cudaSuccess;
    if (shared > 0)
        error = cudaFuncSetAttribute(kernels[kernel], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     (int)shared);
    if (error == cudaSuccess)
        error = launch(kernels[kernel], job, blocks, threads, shared, stream);
    return error;
}
