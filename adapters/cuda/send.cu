/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts directly to host memory and back (docs/reference/format.md, section 21.1). A part gets its
 * position from a counter in device memory, so that the host need not know its size; the link sees
 * whole bursts of 16-byte stores and loads. Blocks take parts in turn.
 */
#include "kernels.h"
#include "warp.h"

#define EACH 4u                      /* lines that a warp takes at a time */
#define ROUND (EACH * LPC_WARPS_MAX) /* lines that a block takes at a time */
#define RECORD (1 + LINE / WORD)     /* largest number of words of a line's record */
#define BURST (LPC_BURST / WORD)     /* words */
#define VECTOR (sizeof(uint4) / WORD)

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

DEVICE uint64_t bursts_of(uint64_t words)
{
    return (words + BURST - 1) / BURST;
}

/* A part being sent by the block. */
struct parcel {
    uint32_t words[BURST + ROUND * RECORD + BURST]; /* words not sent yet */
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

DEVICE uint64_t words_not_zero(const uint8_t *data, const struct part *p)
{
    uint64_t found = 0, words = p->lines * (LINE / WORD);
    uint64_t vectors = is_vectors(data) ? p->bytes / sizeof(uint4) : 0;
    for (uint64_t i = threadIdx.x; i < vectors; i += blockDim.x) {
        uint4 v = ((const uint4 *)data)[i];
        found += (v.x != 0) + (v.y != 0) + (v.z != 0) + (v.w != 0);
    }
    for (uint64_t i = VECTOR * vectors + threadIdx.x; i < words; i += blockDim.x)
        found += load_word(data, p->bytes, i) != 0;
    return found;
}

/* Appends the records of up to ROUND lines to the `have` words; returns the sum of the lines. */
DEVICE uint64_t collect(struct parcel *c, const uint8_t *data, const struct part *p, uint64_t first,
                        uint32_t have, uint32_t *total)
{
    uint32_t word[EACH], mask[EACH], size = 0;
    uint64_t line = first + EACH * warp(), sum = 0;
    for (unsigned k = 0; k < EACH; k++) {
        uint64_t number = (line + k) * WARP + lane();
        word[k] = load_word(data, p->bytes, number);
        mask[k] = __ballot_sync(ALL, word[k] != 0);
        size += line + k < p->lines ? 1 + count(mask[k]) : 0;
        sum += line + k < p->lines ? term(word[k], number) : 0;
    }
    uint32_t *record = c->words + have + place({c->sizes, 1}, size, total);
    for (unsigned k = 0; k < EACH && line + k < p->lines; k++) {
        if (lane() == 0)
            record[0] = mask[k];
        if (word[k] != 0)
            record[1 + count(mask[k] & below(lane()))] = word[k];
        record += 1 + count(mask[k]);
    }
    __syncthreads();
    return sum;
}

/* Sends the whole bursts of the parcel; the rest moves to its front, which is not written before
 * the next wait. */
DEVICE void post(struct parcel *c, uint8_t *out, uint32_t words, uint32_t bursts)
{
    for (uint32_t i = threadIdx.x; i < bursts * (BURST / VECTOR); i += blockDim.x)
        ((uint4 *)out)[i] = ((const uint4 *)c->words)[i];
    __syncthreads();
    uint32_t sent = bursts * BURST;
    if (bursts > 0 && sent + threadIdx.x < words)
        c->words[threadIdx.x] = c->words[sent + threadIdx.x];
}

/* Returns the part's words; *sum: this thread's share. Never more bursts than its room: a
 * concurrent write of the tensor is detected by its sum. */
DEVICE uint64_t send_part(struct parcel *c, const uint8_t *data, const struct part *p, uint8_t *out,
                          uint64_t room, uint64_t *sum)
{
    uint32_t have = 0, total;
    uint64_t sent = 0;
    for (uint64_t first = 0; first < p->lines; first += EACH * warps()) {
        *sum += collect(c, data, p, first, have, &total);
        uint64_t whole = (have + total) / BURST;
        post(c, out + LPC_BURST * sent, have + total,
             (uint32_t)(whole < room - sent ? whole : room - sent));
        sent += whole < room - sent ? whole : room - sent;
        have = (have + total) % BURST;
    }
    if (have > 0 && sent < room) {
        if (threadIdx.x >= have && threadIdx.x < BURST)
            c->words[threadIdx.x] = 0;
        __syncthreads();
        post(c, out + LPC_BURST * sent, 0, 1);
    }
    return BURST * sent + have;
}

__global__ void __launch_bounds__(WARP *LPC_WARPS_MAX) lpc_send_zvc(struct lpc_job job)
{
    __shared__ __align__(16) struct parcel c;
    for (uint32_t number = blockIdx.x; number < job.parts; number += gridDim.x) {
        struct part p = part_at(&job, number);
        const uint8_t *data = job.tensor + p.at;
        uint64_t sum = 0, words = p.lines + block_sum(c.board, words_not_zero(data, &p));
        uint64_t from = reserve(&job, &c.from, bursts_of(words));
        uint64_t room = from < job.bursts ? job.bursts - from : 0;
        room = bursts_of(words) < room ? bursts_of(words) : room;
        words = send_part(&c, data, &p, job.stream + LPC_BURST * from, room, &sum);
        sum = block_sum(c.board, sum);
        if (threadIdx.x == 0)
            job.table[number] = {(uint32_t)from, (uint32_t)(WORD * words), sum};
    }
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

#define RING 1024u /* words of a part held at a time */

struct arrival {
    uint32_t ring[RING];
    uint32_t from[ROUND + 1]; /* start of each record, in words of the part */
    uint32_t whole;           /* complete records */
    uint32_t behind;          /* data past the tensor's end is not zero */
    uint64_t board[LPC_WARPS_MAX];
};

DEVICE uint32_t word_at(const struct arrival *a, uint32_t number)
{
    return a->ring[number % RING];
}

/* Loads words up to `until`, by vectors; returns the number loaded so far. */
DEVICE uint32_t load_until(struct arrival *a, const uint8_t *in, uint32_t have, uint32_t until)
{
    for (uint32_t i = have / VECTOR + threadIdx.x; i < until / VECTOR; i += blockDim.x)
        ((uint4 *)a->ring)[i % (RING / VECTOR)] = ((const uint4 *)in)[i];
    return until;
}

DEVICE void walk(struct arrival *a, uint32_t lines, uint32_t at, uint32_t have)
{
    a->whole = 0;
    a->from[0] = at;
    while (a->whole < lines && at < have && 1 + count(word_at(a, at)) <= have - at) {
        at += 1 + count(word_at(a, at));
        a->from[++a->whole] = at;
    }
}

/* The term of this lane's word. */
DEVICE uint64_t expand_line(struct arrival *a, uint32_t number, uint8_t *data, uint64_t bytes,
                            uint64_t line)
{
    uint32_t at = a->from[number], mask = word_at(a, at), word = 0;
    if (mask >> lane() & 1)
        word = word_at(a, at + 1 + count(mask & below(lane())));
    uint32_t behind = store_word(data, bytes, line * WARP + lane(), word);
    if (__ballot_sync(ALL, behind != 0) != 0 && lane() == 0)
        a->behind = 1;
    return term(word, line * WARP + lane());
}

/*
 * 0 or an error; *sum is this thread's share. `in` has `words` words of the part, padded to whole
 * bursts.
 */
DEVICE uint32_t receive_part(struct arrival *a, uint8_t *data, const struct part *p,
                             const uint8_t *in, uint32_t words, uint64_t *sum)
{
    uint32_t at = 0, have = 0, end = (words + VECTOR - 1) / VECTOR * VECTOR;
    if (threadIdx.x == 0)
        a->behind = 0;
    for (uint64_t first = 0; first < p->lines; first += a->whole) {
        uint32_t lines = (uint32_t)(p->lines - first < ROUND ? p->lines - first : ROUND);
        uint32_t until = at / VECTOR * VECTOR + RING < end ? at / VECTOR * VECTOR + RING : end;
        have = load_until(a, in, have, until);
        __syncthreads();
        if (threadIdx.x == 0)
            walk(a, lines, at, have < words ? have : words);
        __syncthreads();
        for (uint32_t k = warp(); k < a->whole; k += warps())
            *sum += expand_line(a, k, data, p->bytes, first + k);
        at = a->from[a->whole];
        uint32_t whole = a->whole;
        __syncthreads();
        if (whole < lines)
            return SHORT_STREAM;
    }
    return a->behind ? CORRUPT_STREAM : at < words ? LONG_STREAM : 0;
}

__global__ void __launch_bounds__(WARP *LPC_WARPS_MAX) lpc_receive_zvc(struct lpc_job job)
{
    __shared__ __align__(16) struct arrival a;
    for (uint32_t number = blockIdx.x; number < job.parts; number += gridDim.x) {
        struct part p = part_at(&job, number);
        struct lpc_entry e = job.table[number];
        uint64_t sum = 0, bursts = (e.bytes + (uint64_t)LPC_BURST - 1) / LPC_BURST;
        uint32_t error = SHORT_STREAM;
        if (e.bytes % WORD == 0 && e.from + bursts <= job.bursts)
            error = receive_part(&a, job.back + p.at, &p, job.stream + (uint64_t)LPC_BURST * e.from,
                                 e.bytes / WORD, &sum);
        sum = block_sum(a.board, sum);
        if (threadIdx.x == 0 && error == 0 && job.sums && sum != e.sum)
            error = CORRUPT_STREAM;
        if (threadIdx.x == 0 && error != 0)
            report(&job, error);
    }
}
