/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC with AVX2: a line is four vectors of eight words or planes. Planes are in the stream's order,
 * 31 to 24 in vector 0; plane 32 is handled separately.
 */
#ifdef __x86_64__

#define TARGET __attribute__((target("avx2,popcnt,bmi,bmi2")))
#include "bpc_x86.h"

int lpi_bpc_avx2_usable(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

TARGET LPI_INLINE __m256i all(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}

/* ---- transpose ---- */

/* In each 64 bits: bit c of byte r and bit r of byte c change places. */
TARGET LPI_INLINE __m256i transpose_8x8(__m256i x)
{
    const __m256i ones = _mm256_set1_epi64x(0x00aa00aa00aa00aa);
    const __m256i pairs = _mm256_set1_epi64x(0x0000cccc0000cccc);
    const __m256i fours = _mm256_set1_epi64x(0x00000000f0f0f0f0);
    __m256i t = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 7)), ones);
    x = _mm256_xor_si256(x, _mm256_xor_si256(t, _mm256_slli_epi64(t, 7)));
    t = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 14)), pairs);
    x = _mm256_xor_si256(x, _mm256_xor_si256(t, _mm256_slli_epi64(t, 14)));
    t = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 28)), fours);
    return _mm256_xor_si256(x, _mm256_xor_si256(t, _mm256_slli_epi64(t, 28)));
}

/* Eight words to four blocks of 8 x 8 bits: block c holds byte c of each. */
TARGET LPI_INLINE __m256i blocks_of(__m256i words)
{
    const __m128i column = _mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    const __m256i halves = _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
    words = _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(column));
    return transpose_8x8(_mm256_permutevar8x32_epi32(words, halves));
}

/* Word j holds bit j of all: low halves of q are words 0 to 15, high halves 16 to 31. */
TARGET LPI_INLINE void transpose(const __m256i w[4], __m256i q[4])
{
    __m256i a = blocks_of(w[0]), b = blocks_of(w[1]), c = blocks_of(w[2]), d = blocks_of(w[3]);
    __m256i ab = _mm256_unpacklo_epi8(a, b), cd = _mm256_unpacklo_epi8(c, d);
    q[0] = _mm256_unpacklo_epi16(ab, cd);
    q[1] = _mm256_unpackhi_epi16(ab, cd);
    ab = _mm256_unpackhi_epi8(a, b);
    cd = _mm256_unpackhi_epi8(c, d);
    q[2] = _mm256_unpacklo_epi16(ab, cd);
    q[3] = _mm256_unpackhi_epi16(ab, cd);
}

#define LOW_HALVES 0x20
#define HIGH_HALVES 0x31

/* ---- planes ---- */

struct planes {
    __m256i dbp[4], dbx[4];
    uint32_t base, plane32;
};

/* Each lane gets the one before it; lane 0 gets the last lane of `before`. */
TARGET LPI_INLINE __m256i lanes_up(__m256i x, __m256i before)
{
    __m256i halves = _mm256_permute2x128_si256(before, x, 0x21);
    return _mm256_alignr_epi8(x, halves, 12);
}

TARGET LPI_INLINE void planes_of(const uint8_t *line, struct planes *p)
{
    const __m256i down = _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i upto = _mm256_set_epi32(7, 7, 6, 5, 4, 3, 2, 1);
    __m256i delta[4], q[4];
    p->plane32 = 0;
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        __m256i word = _mm256_loadu_si256((const __m256i *)(line + 32 * i));
        __m256i next = i < 3 ? _mm256_loadu_si256((const __m256i *)(line + 32 * i + 4))
                             : _mm256_permutevar8x32_epi32(word, upto);
        __m256i less = _mm256_cmpgt_epi32(word, next);
        delta[i] = _mm256_sub_epi32(next, word);
        p->plane32 |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(less)) << (8 * i);
        if (i == 0)
            p->base = (uint32_t)_mm256_cvtsi256_si32(word);
    }
    transpose(delta, q);
#pragma GCC unroll 16
    for (unsigned i = 0; i < 2; i++) {
        __m256i high = _mm256_permute2x128_si256(q[2 - 2 * i], q[3 - 2 * i], HIGH_HALVES);
        __m256i low = _mm256_permute2x128_si256(q[2 - 2 * i], q[3 - 2 * i], LOW_HALVES);
        p->dbp[i] = _mm256_permutevar8x32_epi32(high, down);
        p->dbp[2 + i] = _mm256_permutevar8x32_epi32(low, down);
    }
    __m256i before = all(p->plane32);
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        p->dbx[i] = _mm256_xor_si256(p->dbp[i], lanes_up(p->dbp[i], before));
        before = p->dbp[i];
    }
}

/* Which planes have which symbol, in the order of the tests; each lane all ones or 0. */
struct kinds {
    __m256i zero, ones, flat, pair, single;
};

TARGET LPI_INLINE __m256i lowest(__m256i x)
{
    return _mm256_and_si256(x, _mm256_sub_epi32(_mm256_setzero_si256(), x));
}

TARGET LPI_INLINE struct kinds kinds_of(__m256i dbx, __m256i dbp)
{
    __m256i low = lowest(dbx), thrice = _mm256_add_epi32(_mm256_add_epi32(low, low), low);
    return (struct kinds){
        .zero = _mm256_cmpeq_epi32(dbx, _mm256_setzero_si256()),
        .ones = _mm256_cmpeq_epi32(dbx, all(ALL_ONES)),
        .flat = _mm256_cmpeq_epi32(dbp, _mm256_setzero_si256()),
        .pair = _mm256_cmpeq_epi32(dbx, thrice),
        .single = _mm256_cmpeq_epi32(dbx, low),
    };
}

TARGET LPI_INLINE uint32_t mask_of(__m256i x)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(x));
}

/* ---- size ---- */

TARGET LPI_INLINE unsigned size_of(const uint8_t *line)
{
    struct planes p;
    planes_of(line, &p);
    uint32_t zero = 0, five = 0, ten = 0;
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        struct kinds kind = kinds_of(p.dbx[i], p.dbp[i]);
        zero |= mask_of(kind.zero) << (8 * i);
        five |= mask_of(_mm256_or_si256(kind.ones, kind.flat)) << (8 * i);
        ten |= mask_of(_mm256_or_si256(kind.pair, kind.single)) << (8 * i);
    }
    return length_of(p.base, p.plane32, zero, five, ten);
}

/* ---- encoding ---- */

/* 127 plus the number of each lane's one bit, as in a float's exponent; 256 more for bit 31. */
TARGET LPI_INLINE __m256i exponent(__m256i one)
{
    return _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(one)), 23);
}

TARGET LPI_INLINE __m256i choose(__m256i mask, uint32_t x, __m256i otherwise)
{
    return _mm256_blendv_epi8(otherwise, all(x), mask);
}

/* The codes of eight planes, in the low `bits` bits of each lane. */
struct codes {
    __m256i value, bits;
};

/* vector: which of the four. */
TARGET LPI_INLINE struct codes codes_of(__m256i dbx, __m256i dbp, const struct runs *runs,
                                        unsigned vector)
{
    const __m256i first = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i lane = _mm256_add_epi32(first, all(8 * vector));
    const __m256i bit = _mm256_sllv_epi32(all(1), lane);
    struct codes c;
    struct kinds kind = kinds_of(dbx, dbp);
    __m256i two = all((2 << 5) - 127), one = all((3 << 5) - 127);
    __m256i marked = _mm256_add_epi32(exponent(lowest(dbx)),
                                      _mm256_blendv_epi8(one, two, kind.pair));
    __m256i ten = _mm256_or_si256(kind.pair, kind.single);
    __m256i five = _mm256_or_si256(kind.ones, kind.flat);
    c.value = _mm256_blendv_epi8(_mm256_or_si256(dbx, all(1u << 31)), marked, ten);
    c.bits = choose(five, 5, choose(ten, 10, all(32)));
    c.value = choose(kind.ones, 0, choose(kind.flat, 1, c.value));
    /* Planes up to the next that is not zero, or to the end. */
    __m256i run = exponent(lowest(_mm256_srlv_epi32(all(runs->nonzero), lane)));
    run = _mm256_sub_epi32(_mm256_and_si256(run, all(0xff)), all(127));
    run = _mm256_min_epu32(run, _mm256_sub_epi32(all(32), lane));
    __m256i starts = _mm256_cmpeq_epi32(_mm256_and_si256(all(runs->starts), bit), bit);
    __m256i longer = _mm256_cmpeq_epi32(_mm256_and_si256(all(runs->longer), bit), bit);
    c.value = choose(starts, 1, _mm256_andnot_si256(kind.zero, c.value));
    c.value = _mm256_blendv_epi8(c.value, _mm256_add_epi32(run, all((1 << 5) - 2)), longer);
    c.bits = choose(starts, 3, _mm256_andnot_si256(kind.zero, c.bits));
    c.bits = choose(longer, 7, c.bits);
    return c;
}

/* Codes in pairs, at the top of 64 bits with zeros below, and the bits of each. */
TARGET LPI_INLINE struct codes in_pairs(struct codes c)
{
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    __m256i second = _mm256_srli_epi64(c.bits, 32);
    __m256i bits = _mm256_add_epi64(_mm256_and_si256(c.bits, low), second);
    __m256i first = _mm256_sllv_epi64(_mm256_and_si256(c.value, low), second);
    __m256i both = _mm256_or_si256(first, _mm256_srli_epi64(c.value, 32));
    both = _mm256_sllv_epi64(both, _mm256_sub_epi64(_mm256_set1_epi64x(64), bits));
    return (struct codes){both, bits};
}

TARGET LPI_INLINE size_t encode_line(const uint8_t *line, uint8_t *stream)
{
    struct planes p;
    planes_of(line, &p);
    struct lpi_bpc_writer w = {.stream = stream};
    uint64_t value[16], bits[16];
    uint32_t zero = 0;
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++)
        zero |= mask_of(_mm256_cmpeq_epi32(p.dbx[i], _mm256_setzero_si256())) << (8 * i);
    struct runs runs = runs_of(zero, p.plane32);
    struct lpi_bpc_code base = base_code(p.base), first = first_code(p.plane32, &runs);
    append(&w, base.value << (64 - base.bits), base.bits);
    append(&w, first.value << (64 - first.bits), first.bits);
    __m256i sum = _mm256_setzero_si256();
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        struct codes pair = in_pairs(codes_of(p.dbx[i], p.dbp[i], &runs, i));
        _mm256_storeu_si256((__m256i *)(value + 4 * i), pair.value);
        _mm256_storeu_si256((__m256i *)(bits + 4 * i), pair.bits);
        sum = _mm256_add_epi64(sum, pair.bits);
    }
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    size_t total = w.bits + (size_t)_mm_cvtsi128_si64(half) + (size_t)_mm_extract_epi64(half, 1);
    if (total >= LP_BPC_RAW_BITS)
        return total;
    /* Through memory: taking a vector apart costs more. */
    __asm__("" : : "r"(value), "r"(bits) : "memory");
#pragma GCC unroll 16
    for (unsigned i = 0; i < 16; i++)
        append(&w, value[i], bits[i]);
    finish(&w);
    return total;
}

/* ---- decoding ---- */

TARGET LPI_INLINE size_t whole_planes(const uint8_t *stream, size_t at, uint32_t *dbx,
                                      size_t most)
{
    const uint8_t *from = stream + at / 8;
    __m256i here = stream_words(from), next = stream_words(from + 4);
    __m128i shift = _mm_cvtsi64_si128((long long)(at % 8));
    __m128i back = _mm_cvtsi64_si128((long long)(32 - at % 8));
    __m256i word = _mm256_or_si256(_mm256_sll_epi32(here, shift), _mm256_srl_epi32(next, back));
    return keep_whole(word, dbx, most);
}

/* Lane i becomes the sum of lanes 0 to i. */
TARGET LPI_INLINE __m256i running_sum(__m256i x)
{
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 4));
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 8));
    /* The low half's sum goes to the high half. */
    __m256i low = _mm256_permute2x128_si256(x, x, 0x08);
    return _mm256_add_epi32(x, _mm256_shuffle_epi32(low, 0xff));
}

/*
 * Deltas from words whose bits are DBX: bit by bit the xor of what is above. flat: where DBP is 0,
 * so that nothing from above is carried further down.
 */
TARGET LPI_INLINE void xor_down(__m256i word[4], uint32_t flat)
{
#pragma GCC unroll 5
    for (int by = 1; by < 32; by *= 2) {
        __m256i open = all(~flat);
#pragma GCC unroll 4
        for (unsigned i = 0; i < 4; i++) {
            __m256i above = _mm256_and_si256(_mm256_srli_epi32(word[i], by), open);
            word[i] = _mm256_xor_si256(word[i], above);
        }
        flat |= flat >> by;
    }
}

TARGET LPI_INLINE void rebuild(const struct lpi_bpc_found *found, uint8_t *line)
{
    const __m256i down = _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i plane[4], q[4];
    uint32_t flat = 0, plane32 = found->dbx[0] & ((found->dbx[0] >> 31) - 1);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        plane[i] = _mm256_loadu_si256((const __m256i *)(found->dbx + 25 - 8 * i));
        plane[i] = _mm256_permutevar8x32_epi32(plane[i], down);
        flat |= mask_of(plane[i]) << (8 * i);
    }
    /* A flat plane holds no bits but the mark, which belongs to no delta. */
    __m256i above = all(flat >> 31 ? 0 : plane32);
    plane[3] = _mm256_xor_si256(plane[3], _mm256_blend_epi32(_mm256_setzero_si256(), above, 0x80));
    transpose(plane, q);
    __m256i delta[4] = {
        _mm256_permute2x128_si256(q[0], q[1], LOW_HALVES),
        _mm256_permute2x128_si256(q[2], q[3], LOW_HALVES),
        _mm256_permute2x128_si256(q[0], q[1], HIGH_HALVES),
        _mm256_permute2x128_si256(q[2], q[3], HIGH_HALVES),
    };
    xor_down(delta, flat);
    __m256i before = all(found->base), sum = _mm256_setzero_si256();
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        __m256i word = running_sum(lanes_up(delta[i], before));
        word = _mm256_add_epi32(word, sum);
        before = delta[i];
        sum = _mm256_permutevar8x32_epi32(word, all(7));
        _mm256_storeu_si256((__m256i *)(line + 32 * i), word);
    }
}

LPI_BPC_KERNEL(lpi_bpc_avx2, TARGET, size_of, encode_line, rebuild, whole_planes);
#else
typedef int lpi_no_avx2;
#endif
