/* SPDX-License-Identifier: Apache-2.0 */
/* Zero-value compression (format.md, section 3): a warp takes a line. */
#include "kernels.h"
#include "zvc.h"

/* ---- compress ---- */

template <class E>
static __device__ void compress_lines(const struct lpc_job *job, struct board board)
{
    struct part p = part_of(job);
    uint8_t *slot = job->slots + job->room * blockIdx.x;
    typename E::unit *out = (typename E::unit *)slot;
    for (uint64_t first = 0; first < p.lines; first += ZVC_EACH * warps()) {
        uint32_t word[ZVC_EACH], size = 0, total;
        typename E::set set[ZVC_EACH];
        uint64_t line = first + ZVC_EACH * warp();
        for (unsigned k = 0; k < ZVC_EACH; k++) {
            word[k] = load_word(job->tensor + p.at, p.bytes, (line + k) * WARP + lane());
            set[k] = E::set_of(word[k]);
            size += line + k < p.lines ? E::MASK + E::elements(set[k]) : 0;
        }
        typename E::unit *record = out + place(board, size, &total);
        for (unsigned k = 0; k < ZVC_EACH && line + k < p.lines; k++) {
            E::put(record, set[k], word[k]);
            record += E::MASK + E::elements(set[k]);
        }
        out += total;
    }
    if (threadIdx.x == 0)
        job->sizes[blockIdx.x] = (uint64_t)((uint8_t *)out - slot);
}

__global__ void lpc_compress_zvc(struct lpc_job job)
{
    __shared__ uint32_t sizes[LPC_WARPS_MAX];
    compress_lines<zvc32>(&job, {sizes, 1});
}

__global__ void lpc_compress_zvc16(struct lpc_job job)
{
    __shared__ uint32_t sizes[LPC_WARPS_MAX];
    compress_lines<zvc16>(&job, {sizes, 1});
}

/* ---- expand ---- */

/* Records of a round, in shared memory. */
template <class E> struct batch {
    typename E::unit units[ZVC_ROUND * E::RECORD];
    uint32_t from[ZVC_ROUND + 1];
    uint32_t whole;  /* records that are there to their end */
    uint32_t behind; /* data past the tensor's end is not zero */

    __device__ __forceinline__ uint32_t operator()(uint32_t at) const { return units[at]; }
};

template <class E>
DEVICE void expand_line(struct batch<E> *r, uint32_t number, uint8_t *data, uint64_t bytes,
                        uint64_t line)
{
    uint32_t word = E::word_at(*r, r->from[number]);
    uint32_t behind = store_word(data, bytes, line * WARP + lane(), word);
    if (__ballot_sync(ALL, behind != 0) != 0 && lane() == 0)
        r->behind = 1;
}

/* The error of a part, given whether all records were complete. */
DEVICE uint32_t error_of(uint32_t behind, int all, uint64_t left)
{
    if (!all)
        return SHORT_STREAM;
    return behind ? CORRUPT_STREAM : left > 0 ? LONG_STREAM : 0;
}

template <class E>
static __device__ void expand_lines(const struct lpc_job *job, struct batch<E> *r)
{
    typedef typename E::unit unit;
    struct part p = part_of(job);
    uint64_t from = job->from[blockIdx.x], left = job->from[blockIdx.x + 1] - from;
    const unit *in = (const unit *)(job->stream + from);
    /* An earlier part has an impossible length, and is refused. */
    if (from % sizeof(unit) != 0)
        return;
    if (threadIdx.x == 0)
        r->behind = 0;
    int all = 1;
    for (uint64_t first = 0; first < p.lines && all; first += ZVC_ROUND) {
        uint32_t lines = (uint32_t)(p.lines - first < ZVC_ROUND ? p.lines - first : ZVC_ROUND);
        uint64_t most = lines * E::RECORD;
        uint32_t have = (uint32_t)(left / sizeof(unit) < most ? left / sizeof(unit) : most);
        for (uint32_t i = threadIdx.x; i < have; i += blockDim.x)
            r->units[i] = in[i];
        __syncthreads();
        if (threadIdx.x == 0)
            r->whole = zvc_walk<E>(*r, 0, have, lines, r->from);
        __syncthreads();
        for (uint32_t k = warp(); k < r->whole; k += warps())
            expand_line<E>(r, k, job->back + p.at, p.bytes, first + k);
        all = r->whole == lines;
        in += r->from[r->whole];
        left -= sizeof(unit) * r->from[r->whole];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        job->errors[blockIdx.x] = error_of(r->behind, all, left);
}

__global__ void lpc_expand_zvc(struct lpc_job job)
{
    __shared__ struct batch<zvc32> r;
    expand_lines<zvc32>(&job, &r);
}

__global__ void lpc_expand_zvc16(struct lpc_job job)
{
    __shared__ struct batch<zvc16> r;
    expand_lines<zvc16>(&job, &r);
}
