/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GRP-16 (format.md, section 23): a warp takes a group, eight consecutive elements a lane. A lane's
 * share of a plane is then a byte, and its payload 8 bytes; running sums over the lanes tell where
 * its bits of the other fields are.
 */
#include "grp_job.h"
#include "kernels.h"
#include "warp.h"

#define EACH 8u /* elements of a lane */
#define ESCAPE 15u
#define BEAT_ESCAPES 4u /* at most among 16 elements, which are two lanes */
#define PLANES_BITS 512u
#define FIELD_BITS 256u /* of a sector of fields */
#define FIELD_SECTORS 4u
#define SECTOR_WORDS 8u
#define SPACE 2u /* -LP_ERR_SPACE, which grp.c checks */

/* A lane's bits: bit k is element k's. p1 and p2 count where c is set. */
struct planes {
    uint32_t a, l, c, p1, p2;
};

DEVICE uint32_t escapes_of(struct planes s)
{
    return s.c & s.l & s.p1 & s.p2;
}

/* Elements of class 1 or 2, of class 2, and escapes: of the lanes below this one, and of all. */
struct sums {
    uint32_t a, b, c, all_a, all_b, all_c;
};

DEVICE struct sums sums_of(struct planes s)
{
    uint32_t mine = count(s.a) | count(s.c) << 10 | count(escapes_of(s)) << 20;
    uint32_t to = scan(mine), all = __shfl_sync(ALL, to, WARP - 1), at = to - mine;
    return {at & 1023, at >> 10 & 1023, at >> 20, all & 1023, all >> 10 & 1023, all >> 20};
}

/* Sectors of the fields; more than FIELD_SECTORS: the group is raw. */
DEVICE uint32_t field_sectors(struct sums n)
{
    return 2 + (n.all_a + 2 * n.all_b + 8 * n.all_c + FIELD_BITS - 1) / FIELD_BITS;
}

/* Whether no 16 elements have too many escapes, the same for all lanes. */
DEVICE uint32_t beats_fit(struct planes s)
{
    uint32_t mine = count(escapes_of(s)), other = __shfl_xor_sync(ALL, mine, 1);
    return __ballot_sync(ALL, mine + other > BEAT_ESCAPES) == 0;
}

DEVICE uint32_t exponent_of(uint32_t element)
{
    return element >> 7 & 255;
}

/* Two elements in a word. */
struct eight {
    uint32_t word[EACH / 2];
};

DEVICE uint32_t element(struct eight e, unsigned k)
{
    return e.word[k / 2] >> 16 * (k % 2) & 0xffff;
}

DEVICE struct eight load_eight(const uint8_t *group)
{
    uint4 four = ((const uint4 *)group)[lane()];
    return {{four.x, four.y, four.z, four.w}};
}

DEVICE void store_eight(uint8_t *group, struct eight e)
{
    uint4 four;
    four.x = e.word[0], four.y = e.word[1], four.z = e.word[2], four.w = e.word[3];
    ((uint4 *)group)[lane()] = four;
}

DEVICE uint32_t is_zero(struct eight e)
{
    return __ballot_sync(ALL, (e.word[0] | e.word[1] | e.word[2] | e.word[3]) != 0) == 0;
}

/* ---- entries ---- */

/* Where an entry is, in sectors. */
struct room {
    uint64_t at;
    uint32_t sectors;
};

/* No room: the places do not rise, or lead out of the entries. */
DEVICE struct room room_of(const struct lpc_grp_job *job, uint64_t group)
{
    if (job->places == NULL)
        return {LP_GRP_SECTORS * group, LP_GRP_SECTORS};
    uint32_t from = job->places[group], to = job->places[group + 1];
    if (from > to || to > job->sectors)
        return {0, 0};
    return {from, to - from};
}

DEVICE uint32_t sectors_of(uint32_t state)
{
    return state == LP_GRP_ZERO ? 0 : state == LP_GRP_RAW ? LP_GRP_SECTORS : state + 9;
}

DEVICE void complain(const struct lpc_grp_job *job, uint64_t group, uint32_t error)
{
    if (lane() == 0)
        atomicMin(job->trouble, group << 8 | error);
}

/* ---- encode ---- */

DEVICE struct planes classify(const uint8_t *codes, struct eight e)
{
    struct planes s = {0, 0, 0, 0, 0};
    for (unsigned k = 0; k < EACH; k++) {
        uint32_t code = codes[exponent_of(element(e, k))];
        uint32_t c = code >> 3, p1 = code >> 1 & 1;
        s.c |= c << k;
        s.a |= (c | p1) << k;
        s.l |= (code & 1) << k;
        s.p1 |= p1 << k;
        s.p2 |= (code >> 2 & 1) << k;
    }
    return s;
}

/* The state of a group that is not all zero. */
DEVICE uint32_t state_of(struct planes s, struct sums n)
{
    uint32_t sectors = field_sectors(n), fit = beats_fit(s);
    return fit && sectors <= FIELD_SECTORS ? sectors - 1 : (uint32_t)LP_GRP_RAW;
}

/* A warp's fields before they leave; the word after the last takes zeros. */
struct fields {
    uint32_t words[FIELD_SECTORS * SECTOR_WORDS + 1];
};

DEVICE void put_bits(struct fields *f, uint32_t at, uint32_t bits)
{
    uint32_t low = bits << at % 32, high = at % 32 != 0 ? bits >> (32 - at % 32) : 0;
    if (low != 0)
        atomicOr(&f->words[at / 32], low);
    if (high != 0)
        atomicOr(&f->words[at / 32 + 1], high);
}

/* The bits of B and P of a lane. */
DEVICE void put_lane(struct fields *f, struct planes s, struct sums n)
{
    uint32_t b = 0, p = 0, b_bits = 0, p_bits = 0;
    for (unsigned k = 0; k < EACH; k++) {
        uint32_t a = s.a >> k & 1, c = s.c >> k & 1;
        b |= (c & a) << b_bits;
        p |= ((s.p1 >> k & 1) | (s.p2 >> k & 1) << 1) * c << p_bits;
        b_bits += a;
        p_bits += 2 * c;
    }
    put_bits(f, PLANES_BITS + n.a, b);
    put_bits(f, PLANES_BITS + n.all_a + 2 * n.b, p);
    put_bits(f, EACH * lane(), s.a);
    put_bits(f, FIELD_BITS + EACH * lane(), s.l);
}

/* Exponents of escapes, from the end of the fields downwards. */
DEVICE void put_escapes(struct fields *f, struct planes s, struct sums n, struct eight e,
                        uint32_t sectors)
{
    uint32_t left = escapes_of(s), number = n.c;
    for (unsigned k = 0; k < EACH; k++)
        if (left >> k & 1)
            put_bits(f, FIELD_BITS * sectors - 8 * ++number, exponent_of(element(e, k)));
}

DEVICE uint32_t payload_of(struct eight e, unsigned half)
{
    uint32_t bytes = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t x = element(e, 4 * half + k);
        bytes |= ((x & 127) | (x >> 8 & 128)) << 8 * k;
    }
    return bytes;
}

DEVICE void write_entry(struct fields *f, struct planes s, struct sums n, struct eight e,
                        uint32_t sectors, uint8_t *entry)
{
    /* This lane's own word, which it read in the entry before. */
    f->words[lane()] = 0;
    __syncwarp(ALL);
    put_lane(f, s, n);
    put_escapes(f, s, n, e, sectors);
    __syncwarp(ALL);
    if (lane() < SECTOR_WORDS * sectors)
        ((uint32_t *)entry)[lane()] = f->words[lane()];
    uint2 payload;
    payload.x = payload_of(e, 0), payload.y = payload_of(e, 1);
    ((uint2 *)(entry + LP_SECTOR_BYTES * sectors))[lane()] = payload;
}

DEVICE void encode_group(const struct lpc_grp_job *job, uint64_t group, const uint8_t *codes,
                         struct fields *f)
{
    struct eight e = load_eight(job->groups + LP_GRP_BYTES * group);
    struct planes s = classify(codes, e);
    struct sums n = sums_of(s);
    uint32_t state = state_of(s, n);
    if (is_zero(e))
        state = LP_GRP_ZERO;
    if (lane() == 0)
        job->states[group] = (uint8_t)state;
    if (f == NULL)
        return;
    struct room room = room_of(job, group);
    uint8_t *entry = job->entries + LP_SECTOR_BYTES * room.at;
    if (sectors_of(state) > room.sectors)
        complain(job, group, SPACE);
    else if (state == LP_GRP_RAW)
        store_eight(entry, e);
    else if (state != LP_GRP_ZERO)
        write_entry(f, s, n, e, state + 1, entry);
}

/* Copies the codes to shared memory, where lanes may read different ones at once. */
DEVICE void load_codes(const struct lpc_grp_job *job, uint8_t *codes)
{
    for (unsigned i = threadIdx.x; i < sizeof job->grp.code; i += blockDim.x)
        codes[i] = job->grp.code[i];
    __syncthreads();
}

DEVICE uint64_t first_group(void)
{
    return (uint64_t)blockIdx.x * warps() + warp();
}

DEVICE uint64_t next_group(uint64_t group)
{
    return group + (uint64_t)gridDim.x * warps();
}

__global__ void lpc_grp_states(struct lpc_grp_job job)
{
    __shared__ uint8_t codes[256];
    load_codes(&job, codes);
    for (uint64_t i = first_group(); i < job.count; i = next_group(i))
        encode_group(&job, i, codes, NULL);
}

__global__ void lpc_grp_encode(struct lpc_grp_job job)
{
    __shared__ uint8_t codes[256];
    __shared__ struct fields fields[LPC_WARPS_MAX];
    load_codes(&job, codes);
    for (uint64_t i = first_group(); i < job.count; i = next_group(i))
        encode_group(&job, i, codes, &fields[warp()]);
}

/* ---- decode ---- */

/*
 * 32 bits from a position of the fields, of which each lane holds a word. Positions past the last word
 * begin again at the first: there are only such where the fields are too long, whatever is read.
 */
DEVICE uint32_t get_bits(uint32_t word, uint32_t at)
{
    uint32_t low = __shfl_sync(ALL, word, (int)(at / 32 % WARP));
    uint32_t high = __shfl_sync(ALL, word, (int)((at / 32 + 1) % WARP));
    return at % 32 != 0 ? low >> at % 32 | high << (32 - at % 32) : low;
}

/* Reads all planes of the lane's elements, and the sums. */
DEVICE struct planes read_planes(uint32_t word, struct sums *n)
{
    struct planes s = {0, 0, 0, 0, 0};
    s.a = get_bits(word, EACH * lane()) & 255;
    s.l = get_bits(word, FIELD_BITS + EACH * lane()) & 255;
    *n = sums_of(s);
    uint32_t b = get_bits(word, PLANES_BITS + n->a);
    for (unsigned k = 0; k < EACH; k++) {
        s.c |= (b & s.a >> k & 1) << k;
        b >>= s.a >> k & 1;
    }
    *n = sums_of(s);
    uint32_t p = get_bits(word, PLANES_BITS + n->all_a + 2 * n->b);
    for (unsigned k = 0; k < EACH; k++) {
        uint32_t c = s.c >> k & 1;
        s.p1 |= (p & c) << k;
        s.p2 |= (p >> 1 & c) << k;
        p >>= 2 * c;
    }
    *n = sums_of(s);
    return s;
}

/* Bits from .. to - 1 of a lane's word, numbered in all the fields. */
DEVICE uint32_t bits_between(uint32_t from, uint32_t to)
{
    uint32_t first = 32 * lane(), low = from > first ? from - first : 0;
    uint32_t high = to > first ? to - first : 0;
    uint32_t under = high >= 32 ? ALL : below(high);
    return low >= 32 ? 0 : under & ~below(low);
}

/* 0 or the error of the fields, the same for all lanes. */
DEVICE uint32_t error_of_fields(uint32_t word, struct planes s, struct sums n, uint32_t sectors)
{
    uint32_t due = field_sectors(n), fit = beats_fit(s);
    if (due != sectors)
        return due > sectors ? SHORT_STREAM : LONG_STREAM;
    uint32_t rest = bits_between(PLANES_BITS + n.all_a + 2 * n.all_b,
                                 FIELD_BITS * sectors - 8 * n.all_c);
    uint32_t dirty = __ballot_sync(ALL, (word & rest) != 0);
    return fit && dirty == 0 ? 0 : CORRUPT_STREAM;
}

/* The lane's elements; the payload begins at the end of the fields. */
DEVICE struct eight merge(const uint8_t *exponents, struct planes s, uint32_t number,
                          const uint8_t *end)
{
    struct eight e = {{0, 0, 0, 0}};
    uint2 payload = ((const uint2 *)end)[lane()];
    uint32_t bytes[2] = {payload.x, payload.y};
    for (unsigned k = 0; k < EACH; k++) {
        uint32_t c = s.c >> k & 1, p1 = (c ? s.p1 : s.a) >> k & 1;
        uint32_t code = (s.l >> k & 1) | p1 << 1 | (s.p2 >> k & 1) << 2 | c << 3;
        uint32_t byte = bytes[k / 4] >> 8 * (k % 4) & 255;
        uint32_t exponent = exponents[code];
        if (code == ESCAPE)
            exponent = *(end - ++number);
        e.word[k / 2] |= ((byte & 127) | exponent << 7 | (byte & 128) << 8) << 16 * (k % 2);
    }
    return e;
}

/* An entry of `sectors` sectors of fields; 0 or the error. */
DEVICE uint32_t read_entry(const uint8_t *exponents, const uint8_t *entry, uint32_t sectors,
                           uint8_t *group)
{
    uint32_t word = lane() < SECTOR_WORDS * sectors ? ((const uint32_t *)entry)[lane()] : 0;
    struct sums n;
    struct planes s = read_planes(word, &n);
    uint32_t error = error_of_fields(word, s, n, sectors);
    if (error == 0)
        store_eight(group, merge(exponents, s, n.c, entry + LP_SECTOR_BYTES * sectors));
    return error;
}

DEVICE uint32_t decode_group(const struct lpc_grp_job *job, uint64_t number,
                             const uint8_t *exponents)
{
    uint32_t state = job->states[number];
    uint8_t *group = job->groups + LP_GRP_BYTES * number;
    if (state > LP_GRP_RAW)
        return CORRUPT_STREAM;
    if (state == LP_GRP_ZERO) {
        store_eight(group, {{0, 0, 0, 0}});
        return 0;
    }
    struct room room = room_of(job, number);
    const uint8_t *entry = job->entries + LP_SECTOR_BYTES * room.at;
    if (sectors_of(state) > room.sectors)
        return SHORT_STREAM;
    if (state != LP_GRP_RAW)
        return read_entry(exponents, entry, state + 1, group);
    store_eight(group, load_eight(entry));
    return 0;
}

__global__ void lpc_grp_decode(struct lpc_grp_job job)
{
    __shared__ uint8_t exponents[16];
    if (threadIdx.x < sizeof exponents)
        exponents[threadIdx.x] = job.grp.exponent[threadIdx.x];
    __syncthreads();
    for (uint64_t i = first_group(); i < job.count; i = next_group(i)) {
        uint32_t error = decode_group(&job, i, exponents);
        if (error != 0)
            complain(&job, i, error);
    }
}

/* ---- from the host ---- */

int lpc_grp_launch(enum lpc_grp_kernel kernel, const struct lpc_grp_job *job, unsigned blocks,
                   unsigned threads, void *stream)
{
    static void (*const kernels[])(struct lpc_grp_job) = {lpc_grp_states, lpc_grp_encode,
                                                          lpc_grp_decode};
    struct lpc_grp_job copy = *job;
    void *arguments[] = {&copy};
    return cudaLaunchKernel(kernels[kernel], dim3(blocks), dim3(threads), arguments, 0,
                            (cudaStream_t)stream);
}
