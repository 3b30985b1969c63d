/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts directly to host memory and back (docs/reference/format.md, section 21.1). A part gets its
 * position from a counter in device memory, so that the host need not know its size; the link sees
 * whole bursts of 16-byte stores and loads. Blocks take parts in turn.
 */
#include "kernels.h"
#include "zvc.h"

#define VECTOR (sizeof(uint4) / WORD)
/* In units of the elements E. */
#define BURST ((uint32_t)(LPC_BURST / sizeof(typename E::unit)))
#define UNITS_EACH ((uint32_t)(sizeof(uint4) / sizeof(typename E::unit)))

/* ---- sums ---- */

/* The term of a word at its position in the part; a part's sum is the sum of its terms. */
DEVICE uint64_t term(uint32_t word, uint64_t number)
{
    uint64_t x = word ^ (number + 1) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

/* The sum over a block's threads, in all of them; `board` has one number per warp. */
DEVICE uint64_t block_sum(uint64_t *board, uint64_t value)
{
    uint64_t sum = 0;
    for (unsigned step = WARP / 2; step > 0; step /= 2)
        value += __shfl_xor_sync(ALL, (unsigned long long)value, (int)step);
    if (lane() == 0)
        board[warp()] = value;
    __syncthreads();
    for (unsigned w = 0; w < warps(); w++)
        sum += board[w];
    __syncthreads();
    return sum;
}

DEVICE int is_vectors(const void *at)
{
    return (uintptr_t)at % sizeof(uint4) == 0;
}

/* This thread's share of a part's sum; in whole lines, padded with zeros past the tensor's end. */
DEVICE uint64_t share_of_sum(const uint8_t *data, const struct part *p)
{
    uint64_t sum = 0, words = p->lines * (LINE / WORD);
    uint64_t vectors = is_vectors(data) ? p->bytes / sizeof(uint4) : 0;
    for (uint64_t i = threadIdx.x; i < vectors; i += blockDim.x) {
        uint4 v = ((const uint4 *)data)[i];
        sum += term(v.x, VECTOR * i) + term(v.y, VECTOR * i + 1) + term(v.z, VECTOR * i + 2) +
               term(v.w, VECTOR * i + 3);
    }
    for (uint64_t i = VECTOR * vectors + threadIdx.x; i < words; i += blockDim.x)
        sum += term(load_word(data, p->bytes, i), i);
    return sum;
}

DEVICE void report(const struct lpc_job *job, uint32_t error)
{
    *job->trouble = job->tag << 8 | error;
}

__global__ void lpc_sum(struct lpc_job job)
{
    __shared__ uint64_t board[LPC_WARPS_MAX];
    for (uint32_t number = blockIdx.x; number < job.parts; number += gridDim.x) {
        struct part p = part_at(&job, number);
        uint64_t sum = block_sum(board, share_of_sum(job.tensor + p.at, &p));
        if (threadIdx.x == 0)
            job.table[number] = {0, 0, sum};
    }
}

__global__ void lpc_check(struct lpc_job job)
{
    __shared__ uint64_t board[LPC_WARPS_MAX];
    for (uint32_t number = blockIdx.x; number < job.parts; number += gridDim.x) {
        struct part p = part_at(&job, number);
        uint64_t sum = block_sum(board, share_of_sum(job.back + p.at, &p));
        uint32_t error = job.errors != NULL ? job.errors[number] : 0;
        if (error == 0 && job.sums && sum != job.table[number].sum)
            error = CORRUPT_STREAM;
        if (threadIdx.x == 0 && error != 0)
            report(&job, error);
    }
}

/* ---- out ---- */

template <class E> DEVICE uint64_t bursts_of(uint64_t units)
{
    return (units + BURST - 1) / BURST;
}

/* A part being sent by the block. */
template <class E> struct parcel {
    typename E::unit units[BURST + ZVC_ROUND * E::RECORD + BURST]; /* not sent yet */
    uint32_t sizes[LPC_WARPS_MAX];
    uint64_t board[LPC_WARPS_MAX];
    uint64_t from; /* bursts */
};

/* Reserves the part's bursts. Called by all threads. */
DEVICE uint64_t reserve(const struct lpc_job *job, uint64_t *from, uint64_t bursts)
{
    if (threadIdx.x == 0)
        *from = atomicAdd(job->counter, (unsigned long long)bursts);
    __syncthreads();
    return *from;
}

template <class E> DEVICE uint64_t elements_not_zero(const uint8_t *data, const struct part *p)
{
    uint64_t found = 0, words = p->lines * (LINE / WORD);
    uint64_t vectors = is_vectors(data) ? p->bytes / sizeof(uint4) : 0;
    for (uint64_t i = threadIdx.x; i < vectors; i += blockDim.x) {
        uint4 v = ((const uint4 *)data)[i];
        found += E::elements(v.x) + E::elements(v.y) + E::elements(v.z) + E::elements(v.w);
    }
    for (uint64_t i = VECTOR * vectors + threadIdx.x; i < words; i += blockDim.x)
        found += E::elements(load_word(data, p->bytes, i));
    return found;
}

/* Appends the records of up to ZVC_ROUND lines to the `have` units; returns the lines' sum. */
template <class E>
DEVICE uint64_t collect(struct parcel<E> *c, const uint8_t *data, const struct part *p,
                        uint64_t first, uint32_t have, uint32_t *total)
{
    uint32_t word[ZVC_EACH], size = 0;
    typename E::set set[ZVC_EACH];
    uint64_t line = first + ZVC_EACH * warp(), sum = 0;
    for (unsigned k = 0; k < ZVC_EACH; k++) {
        uint64_t number = (line + k) * WARP + lane();
        word[k] = load_word(data, p->bytes, number);
        set[k] = E::set_of(word[k]);
        size += line + k < p->lines ? E::MASK + E::elements(set[k]) : 0;
        sum += line + k < p->lines ? term(word[k], number) : 0;
    }
    typename E::unit *record = c->units + have + place({c->sizes, 1}, size, total);
    for (unsigned k = 0; k < ZVC_EACH && line + k < p->lines; k++) {
        E::put(record, set[k], word[k]);
        record += E::MASK + E::elements(set[k]);
    }
    __syncthreads();
    return sum;
}

/* Sends the whole bursts of the parcel; the rest moves to its front, which is not written before
 * the next wait. */
template <class E>
DEVICE void post(struct parcel<E> *c, uint8_t *out, uint32_t units, uint32_t bursts)
{
    for (uint32_t i = threadIdx.x; i < bursts * (BURST / UNITS_EACH); i += blockDim.x)
        ((uint4 *)out)[i] = ((const uint4 *)c->units)[i];
    __syncthreads();
    uint32_t sent = bursts * BURST;
    for (uint32_t i = threadIdx.x; bursts > 0 && sent + i < units; i += blockDim.x)
        c->units[i] = c->units[sent + i];
}

/* Returns the part's units; *sum: this thread's share. Never more bursts than its room: a
 * concurrent write of the tensor is detected by its sum. */
template <class E>
DEVICE uint64_t send_part(struct parcel<E> *c, const uint8_t *data, const struct part *p,
                          uint8_t *out, uint64_t room, uint64_t *sum)
{
    uint32_t have = 0, total;
    uint64_t sent = 0;
    for (uint64_t first = 0; first < p->lines; first += ZVC_EACH * warps()) {
        *sum += collect<E>(c, data, p, first, have, &total);
        uint64_t whole = (have + total) / BURST;
        post<E>(c, out + LPC_BURST * sent, have + total,
                (uint32_t)(whole < room - sent ? whole : room - sent));
        sent += whole < room - sent ? whole : room - sent;
        have = (have + total) % BURST;
    }
    if (have > 0 && sent < room) {
        for (uint32_t i = have + threadIdx.x; i < BURST; i += blockDim.x)
            c->units[i] = 0;
        __syncthreads();
        post<E>(c, out + LPC_BURST * sent, 0, 1);
    }
    return BURST * sent + have;
}

template <class E> static __device__ void send_parts(const struct lpc_job *job, struct parcel<E> *c)
{
    for (uint32_t number = blockIdx.x; number < job->parts; number += gridDim.x) {
        struct part p = part_at(job, number);
        const uint8_t *data = job->tensor + p.at;
        uint64_t units = E::MASK * p.lines + block_sum(c->board, elements_not_zero<E>(data, &p));
        uint64_t bursts = bursts_of<E>(units), from = reserve(job, &c->from, bursts), sum = 0;
        uint64_t room = from < job->bursts ? job->bursts - from : 0;
        room = bursts < room ? bursts : room;
        units = send_part<E>(c, data, &p, job->stream + LPC_BURST * from, room, &sum);
        sum = block_sum(c->board, sum);
        if (threadIdx.x == 0)
            job->table[number] = {(uint32_t)from, (uint32_t)(sizeof(typename E::unit) * units),
                                  sum};
    }
}

__global__ void __launch_bounds__(WARP *LPC_WARPS_MAX) lpc_send_zvc(struct lpc_job job)
{
    __shared__ __align__(16) struct parcel<zvc32> c;
    send_parts<zvc32>(&job, &c);
}

__global__ void __launch_bounds__(WARP *LPC_WARPS_MAX) lpc_send_zvc16(struct lpc_job job)
{
    __shared__ __align__(16) struct parcel<zvc16> c;
    send_parts<zvc16>(&job, &c);
}

__global__ void lpc_send_slots(struct lpc_job job)
{
    __shared__ uint64_t board[LPC_WARPS_MAX], place_of_part;
    for (uint32_t number = blockIdx.x; number < job.parts; number += gridDim.x) {
        struct part p = part_at(&job, number);
        const uint4 *slot = (const uint4 *)(job.slots + job.room * number);
        uint64_t bytes = job.sizes[number], bursts = (bytes + LPC_BURST - 1) / LPC_BURST;
        uint64_t from = reserve(&job, &place_of_part, bursts);
        uint4 *out = (uint4 *)(job.stream + LPC_BURST * from);
        for (uint64_t i = threadIdx.x; i < (bytes + sizeof *out - 1) / sizeof *out; i += blockDim.x)
            out[i] = slot[i];
        uint64_t sum = block_sum(board, share_of_sum(job.tensor + p.at, &p));
        if (threadIdx.x == 0)
            job.table[number] = {(uint32_t)from, (uint32_t)bytes, sum};
    }
}

/* ---- in ---- */

#define RING_BYTES 4096u /* of a part held at a time */
#define RING ((uint32_t)(RING_BYTES / sizeof(typename E::unit)))

template <class E> struct arrival {
    typename E::unit ring[RING];
    uint32_t from[ZVC_ROUND + 1]; /* start of each record, in units of the part */
    uint32_t whole;               /* complete records */
    uint32_t behind;              /* data past the tensor's end is not zero */
    uint64_t board[LPC_WARPS_MAX];

    __device__ __forceinline__ uint32_t operator()(uint32_t at) const { return ring[at % RING]; }
};

/* Loads units up to `until`, by vectors; returns the number loaded so far. */
template <class E>
DEVICE uint32_t load_until(struct arrival<E> *a, const uint8_t *in, uint32_t have, uint32_t until)
{
    for (uint32_t i = have / UNITS_EACH + threadIdx.x; i < until / UNITS_EACH; i += blockDim.x)
        ((uint4 *)a->ring)[i % (RING / UNITS_EACH)] = ((const uint4 *)in)[i];
    return until;
}

/* The term of this lane's word. */
template <class E>
DEVICE uint64_t expand_line(struct arrival<E> *a, uint32_t number, uint8_t *data, uint64_t bytes,
                            uint64_t line)
{
    uint32_t word = E::word_at(*a, a->from[number]);
    uint32_t behind = store_word(data, bytes, line * WARP + lane(), word);
    if (__ballot_sync(ALL, behind != 0) != 0 && lane() == 0)
        a->behind = 1;
    return term(word, line * WARP + lane());
}

/*
 * 0 or an error; *sum is this thread's share. `in` has `units` units of the part, padded to whole
 * bursts.
 */
template <class E>
DEVICE uint32_t receive_part(struct arrival<E> *a, uint8_t *data, const struct part *p,
                             const uint8_t *in, uint32_t units, uint64_t *sum)
{
    uint32_t at = 0, have = 0, end = (units + UNITS_EACH - 1) / UNITS_EACH * UNITS_EACH;
    if (threadIdx.x == 0)
        a->behind = 0;
    for (uint64_t first = 0; first < p->lines; first += a->whole) {
        uint32_t lines = (uint32_t)(p->lines - first < ZVC_ROUND ? p->lines - first : ZVC_ROUND);
        uint32_t until = at / UNITS_EACH * UNITS_EACH + RING;
        have = load_until<E>(a, in, have, until < end ? until : end);
        __syncthreads();
        if (threadIdx.x == 0)
            a->whole = zvc_walk<E>(*a, at, have < units ? have : units, lines, a->from);
        __syncthreads();
        for (uint32_t k = warp(); k < a->whole; k += warps())
            *sum += expand_line<E>(a, k, data, p->bytes, first + k);
        at = a->from[a->whole];
        uint32_t whole = a->whole;
        __syncthreads();
        if (whole < lines)
            return SHORT_STREAM;
    }
    return a->behind ? CORRUPT_STREAM : at < units ? LONG_STREAM : 0;
}

template <class E>
static __device__ void receive_parts(const struct lpc_job *job, struct arrival<E> *a)
{
    const uint32_t size = sizeof(typename E::unit);
    for (uint32_t number = blockIdx.x; number < job->parts; number += gridDim.x) {
        struct part p = part_at(job, number);
        struct lpc_entry e = job->table[number];
        uint64_t sum = 0, bursts = (e.bytes + (uint64_t)LPC_BURST - 1) / LPC_BURST;
        uint32_t error = SHORT_STREAM;
        if (e.bytes % size == 0 && e.from + bursts <= job->bursts)
            error = receive_part<E>(a, job->back + p.at, &p,
                                    job->stream + (uint64_t)LPC_BURST * e.from, e.bytes / size,
                                    &sum);
        sum = block_sum(a->board, sum);
        if (threadIdx.x == 0 && error == 0 && job->sums && sum != e.sum)
            error = CORRUPT_STREAM;
        if (threadIdx.x == 0 && error != 0)
            report(job, error);
    }
}

__global__ void __launch_bounds__(WARP *LPC_WARPS_MAX) lpc_receive_zvc(struct lpc_job job)
{
    __shared__ __align__(16) struct arrival<zvc32> a;
    receive_parts<zvc32>(&job, &a);
}

__global__ void __launch_bounds__(WARP *LPC_WARPS_MAX) lpc_receive_zvc16(struct lpc_job job)
{
    __shared__ __align__(16) struct arrival<zvc16> a;
    receive_parts<zvc16>(&job, &a);
}
