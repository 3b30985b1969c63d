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

/* Swaps lane i of x[j] with lane j of x[i], in each half of the vectors. */
TARGET LPI_INLINE void exchange_lanes(__m256i x[4])
{
    __m256i a = _mm256_unpacklo_epi32(x[0], x[1]), b = _mm256_unpacklo_epi32(x[2], x[3]);
    __m256i c = _mm256_unpackhi_epi32(x[0], x[1]), d = _mm256_unpackhi_epi32(x[2], x[3]);
    x[0] = _mm256_unpacklo_epi64(a, b);
    x[1] = _mm256_unpackhi_epi64(a, b);
    x[2] = _mm256_unpacklo_epi64(c, d);
    x[3] = _mm256_unpackhi_epi64(c, d);
}

/* Swaps the high half of *a with the low half of *b. */
TARGET LPI_INLINE void exchange_halves(__m256i *a, __m256i *b)
{
    __m256i low = _mm256_permute2x128_si256(*a, *b, 0x20);
    *b = _mm256_permute2x128_si256(*a, *b, 0x31);
    *a = low;
}

/* Swaps bits that are `by` apart across the diagonal. */
TARGET LPI_INLINE void exchange(__m256i *a, __m256i *b, int by, uint32_t keep)
{
    __m256i moved = _mm256_xor_si256(_mm256_srli_epi32(*a, by), *b);
    moved = _mm256_and_si256(moved, all(keep));
    *a = _mm256_xor_si256(*a, _mm256_slli_epi32(moved, by));
    *b = _mm256_xor_si256(*b, moved);
}

/*
 * Swaps bit i of row j with bit j of row i. On input the lanes hold rows 0 to 31 in order, or 31 to
 * 0 if `down`. On output the bits of a lane's number are permuted to 4 3 1 2 0, the order that
 * SORT_UP expects within a vector. Each step below exchanges one or two bits of a position, which
 * is made of vector, half, lane in the half, byte in the lane, and bit.
 */
TARGET LPI_INLINE void transpose(__m256i x[4], int down)
{
    const __m128i up_bytes = _mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    const __m128i down_bytes = _mm_set_epi8(3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12);
    const __m256i bytes = _mm256_broadcastsi128_si256(down ? down_bytes : up_bytes);
    exchange_lanes(x);
    __m256i y[4] = {x[down ? 3 : 0], x[down ? 2 : 1], x[down ? 1 : 2], x[down ? 0 : 3]};
    exchange(&y[0], &y[2], 2, 0x33333333);
    exchange(&y[1], &y[3], 2, 0x33333333);
    exchange(&y[0], &y[1], 1, 0x55555555);
    exchange(&y[2], &y[3], 1, 0x55555555);
    exchange_halves(&y[0], &y[2]);
    exchange_halves(&y[1], &y[3]);
    exchange(&y[down ? 2 : 0], &y[down ? 0 : 2], 4, 0x0f0f0f0f);
    exchange(&y[down ? 3 : 1], &y[down ? 1 : 3], 4, 0x0f0f0f0f);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        x[i] = _mm256_shuffle_epi8(y[down ? i ^ 2 : i], bytes);
    exchange_lanes(x);
}

#define SORT_UP _mm256_set_epi32(7, 6, 3, 2, 5, 4, 1, 0)
#define SORT_DOWN _mm256_set_epi32(0, 1, 4, 5, 2, 3, 6, 7)

/* ---- planes ---- */

struct planes {
    __m256i dbp[4], dbx[4];
    uint32_t base, plane32;
};

/* Moves each lane up by one; lane 0 gets the last lane of `before`. */
TARGET LPI_INLINE __m256i lanes_up(__m256i x, __m256i before)
{
    __m256i halves = _mm256_permute2x128_si256(before, x, 0x21);
    return _mm256_alignr_epi8(x, halves, 12);
}

TARGET LPI_INLINE void planes_of(const uint8_t *line, struct planes *p)
{
    const __m256i upto = _mm256_set_epi32(7, 7, 6, 5, 4, 3, 2, 1);
    __m256i delta[4];
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
    transpose(delta, 0);
    __m256i before = all(p->plane32);
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        p->dbp[i] = _mm256_permutevar8x32_epi32(delta[3 - i], SORT_DOWN);
        p->dbx[i] = _mm256_xor_si256(p->dbp[i], lanes_up(p->dbp[i], before));
        before = p->dbp[i];
    }
}

/* Which symbol each plane has, in the order of the tests. A lane is all ones or 0. */
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

/*
 * Converts each lane's single one bit to 127 plus its number, a float's exponent; 256 more for bit
 * 31.
 */
TARGET LPI_INLINE __m256i exponent(__m256i one)
{
    return _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(one)), 23);
}

/* Lanes of all ones where the mask of planes has a one, for vector number `vector` of the four. */
TARGET LPI_INLINE __m256i lanes_of(uint32_t mask, unsigned vector)
{
    const __m256i first = _mm256_set_epi32(1 << 7, 1 << 6, 1 << 5, 1 << 4, 8, 4, 2, 1);
    const __m256i bit = _mm256_slli_epi32(first, (int)(8 * vector));
    return _mm256_cmpeq_epi32(_mm256_and_si256(all(mask), bit), bit);
}

/* Hides the mask from gcc 12, which else replaces the blend by a comparison of the mask with 0. */
TARGET LPI_INLINE __m256i blend(__m256i mask, __m256i x, __m256i otherwise)
{
    __asm__("" : "+x"(mask));
    return _mm256_blendv_epi8(otherwise, x, mask);
}

TARGET LPI_INLINE __m256i choose(__m256i mask, uint32_t x, __m256i otherwise)
{
    return blend(mask, all(x), otherwise);
}

/* Lengths of the symbols that begin at each of eight planes; 0 where none begins. */
TARGET LPI_INLINE __m256i bits_of(const struct kinds *kind, const struct runs *runs,
                                  unsigned vector)
{
    __m256i ten = _mm256_or_si256(kind->pair, kind->single);
    __m256i five = _mm256_or_si256(kind->ones, kind->flat);
    __m256i bits = choose(five, 5, choose(ten, 10, all(32)));
    bits = choose(lanes_of(runs->starts, vector), 3, _mm256_andnot_si256(kind->zero, bits));
    return choose(lanes_of(runs->longer, vector), 7, bits);
}

/* The codes of long runs, as if one began at each of eight planes. */
TARGET LPI_INLINE __m256i run_values(const struct runs *runs, unsigned vector)
{
    const __m256i first = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i lane = _mm256_add_epi32(first, all(8 * vector));
    /* The first plane is known to be zero; the one after the last counts as not zero. */
    __m256i after = _mm256_srlv_epi32(all(runs->nonzero >> 1 | 1u << 31), lane);
    __m256i more = _mm256_and_si256(exponent(lowest(after)), all(0xff));
    return _mm256_add_epi32(more, all((1 << 5) - 2 + 1 - 127));
}

/* The codes of the symbols that begin at these planes; 0 where none begins. */
TARGET LPI_INLINE __m256i values_of(__m256i dbx, const struct kinds *kind, const struct runs *runs,
                                    unsigned vector)
{
    __m256i ten = _mm256_or_si256(kind->pair, kind->single);
    __m256i prefix = choose(kind->pair, (2 << 5) - 127, all((3 << 5) - 127));
    __m256i marked = _mm256_add_epi32(exponent(lowest(dbx)), prefix);
    __m256i value = blend(ten, marked, _mm256_or_si256(dbx, all(1u << 31)));
    value = _mm256_andnot_si256(kind->ones, choose(kind->flat, 1, value));
    value = _mm256_andnot_si256(kind->zero, value);
    value = choose(lanes_of(runs->starts, vector), 1, value);
    return blend(lanes_of(runs->longer, vector), run_values(runs, vector), value);
}

/* Codes in pairs, left-aligned in 64 bits with zeros below, and the length of each pair. */
struct pairs {
    __m256i value, bits;
};

TARGET LPI_INLINE struct pairs in_pairs(__m256i value, __m256i bits)
{
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    __m256i second = _mm256_srli_epi64(bits, 32);
    __m256i sum = _mm256_add_epi64(_mm256_and_si256(bits, low), second);
    __m256i first = _mm256_sllv_epi64(_mm256_and_si256(value, low), second);
    __m256i both = _mm256_or_si256(first, _mm256_srli_epi64(value, 32));
    both = _mm256_sllv_epi64(both, _mm256_sub_epi64(_mm256_set1_epi64x(64), sum));
    return (struct pairs){both, sum};
}

/* The end of each of four pairs; the first begins at `start`, which is in all lanes. */
TARGET LPI_INLINE __m256i ends_of(__m256i bits, __m256i start)
{
    __m256i x = _mm256_add_epi64(bits, _mm256_slli_si256(bits, 8));
    /* Carries the low half's sum into the high half. */
    __m256i low = _mm256_permute2x128_si256(x, x, 0x08);
    return _mm256_add_epi64(_mm256_add_epi64(x, _mm256_unpackhi_epi64(low, low)), start);
}

/*
 * Pairs, cut where a 64-bit word ends: `left` goes into the word in which the pair begins, `right`
 * into the next. `stays` is all ones if no word ends within the pair. Bytes are in stream order.
 */
struct cuts {
    uint64_t word[16], left[16], right[16], stays[16];
};

TARGET LPI_INLINE __m256i swap_bytes(__m256i x)
{
    const __m128i order = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(order));
}

/* Cuts four of the 16 pairs, those of vector number `vector`. */
TARGET LPI_INLINE void cut(struct pairs pair, __m256i end, struct cuts *cuts, unsigned vector)
{
    __m256i start = _mm256_sub_epi64(end, pair.bits), word = _mm256_srli_epi64(start, 6);
    __m256i shift = _mm256_and_si256(start, _mm256_set1_epi64x(63));
    __m256i left = _mm256_srlv_epi64(pair.value, shift);
    __m256i back = _mm256_sub_epi64(_mm256_set1_epi64x(64), shift);
    __m256i right = _mm256_sllv_epi64(pair.value, back);
    __m256i stays = _mm256_cmpeq_epi64(word, _mm256_srli_epi64(end, 6));
    _mm256_storeu_si256((__m256i *)(cuts->word + 4 * vector), word);
    _mm256_storeu_si256((__m256i *)(cuts->left + 4 * vector), swap_bytes(left));
    _mm256_storeu_si256((__m256i *)(cuts->right + 4 * vector), swap_bytes(right));
    _mm256_storeu_si256((__m256i *)(cuts->stays + 4 * vector), stays);
}

/*
 * Appends all pairs and returns the stream's new length. Words are rewritten until they are full.
 */
TARGET LPI_INLINE void append_cuts(const struct lpi_bpc_writer *w, const struct cuts *cuts,
                                   size_t bits)
{
    uint64_t open = big_endian(w->open);
    /* Goes through memory, since extracting a vector's lanes costs more. */
    __asm__("" : : "r"(cuts) : "memory");
#pragma GCC unroll 16
    for (unsigned i = 0; i < 16; i++) {
        open |= cuts->left[i];
        memcpy(w->stream + 8 * cuts->word[i], &open, sizeof open);
        open = (open & cuts->stays[i]) | cuts->right[i];
    }
    memcpy(w->stream + bits / 64 * 8, &open, sizeof open);
}

struct lpi_bpc_plan {
    struct planes p;
    struct runs runs;
    struct lpi_bpc_code base, first;
    __m256i bits[4];
    size_t total;
};

TARGET LPI_INLINE size_t make_plan(const uint8_t *line, struct lpi_bpc_plan *plan)
{
    struct planes p;
    planes_of(line, &p);
    uint32_t zero = 0;
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++)
        zero |= mask_of(_mm256_cmpeq_epi32(p.dbx[i], _mm256_setzero_si256())) << (8 * i);
    struct runs runs = runs_of(zero, p.plane32);
    struct lpi_bpc_code base = base_code(p.base), first = first_code(p.plane32, &runs);
    __m256i sum = _mm256_setzero_si256();
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        struct kinds kind = kinds_of(p.dbx[i], p.dbp[i]);
        plan->bits[i] = bits_of(&kind, &runs, i);
        sum = _mm256_add_epi32(sum, plan->bits[i]);
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
    plan->p = p;
    plan->runs = runs;
    plan->base = base;
    plan->first = first;
    plan->total = base.bits + first.bits + (size_t)_mm_cvtsi128_si32(half) +
                  (size_t)_mm_extract_epi32(half, 1);
    return plan->total;
}

TARGET LPI_INLINE void emit(const struct lpi_bpc_plan *plan, uint8_t *stream)
{
    const struct planes *p = &plan->p;
    struct lpi_bpc_writer w = {.stream = stream};
    struct cuts cuts;
    append(&w, plan->base.value << (64 - plan->base.bits), plan->base.bits);
    append(&w, plan->first.value << (64 - plan->first.bits), plan->first.bits);
    __m256i end = _mm256_set1_epi64x((long long)w.bits);
#pragma GCC unroll 16
    for (unsigned i = 0; i < 4; i++) {
        struct kinds kind = kinds_of(p->dbx[i], p->dbp[i]);
        struct pairs pair = in_pairs(values_of(p->dbx[i], &kind, &plan->runs, i), plan->bits[i]);
        __m256i ends = ends_of(pair.bits, end);
        cut(pair, ends, &cuts, i);
        end = _mm256_permute4x64_epi64(ends, 0xff);
    }
    append_cuts(&w, &cuts, plan->total);
}

/* ---- decoding ---- */

/* Eight words of a stream, most significant bit first. */
TARGET LPI_INLINE __m256i stream_words(const uint8_t *from)
{
    const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m256i words = _mm256_loadu_si256((const __m256i *)from);
    return _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order));
}

/* The same, starting at bit `shift`, 0 to 7. */
TARGET LPI_INLINE __m256i shifted_words(const uint8_t *from, unsigned shift)
{
    __m128i by = _mm_cvtsi32_si128((int)shift), back = _mm_cvtsi32_si128((int)(32 - shift));
    return _mm256_or_si256(_mm256_sll_epi32(stream_words(from), by),
                           _mm256_srl_epi32(stream_words(from + 4), back));
}

/* Of 16 words, those before the first unmarked one are planes. */
TARGET LPI_INLINE size_t whole_planes(const uint8_t *stream, size_t at, uint32_t *dbx, size_t most)
{
    const uint8_t *from = stream + at / 8;
    __m256i a = shifted_words(from, at % 8), b = shifted_words(from + 32, at % 8);
    uint64_t marked = mask_of(a) | mask_of(b) << 8;
    size_t count = _tzcnt_u64((marked + 1) | UINT64_C(1) << most);
    _mm256_storeu_si256((__m256i *)dbx, _mm256_and_si256(a, all(ALL_ONES)));
    _mm256_storeu_si256((__m256i *)(dbx + 8), _mm256_and_si256(b, all(ALL_ONES)));
    _mm256_storeu_si256((__m256i *)(dbx + count), _mm256_setzero_si256());
    _mm256_storeu_si256((__m256i *)(dbx + count + 8), _mm256_setzero_si256());
    return count;
}

/* Running sum: lane i becomes the sum of lanes 0 to i. */
TARGET LPI_INLINE __m256i running_sum(__m256i x)
{
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 4));
    x = _mm256_add_epi32(x, _mm256_slli_si256(x, 8));
    /* Carries the low half's sum into the high half. */
    __m256i low = _mm256_permute2x128_si256(x, x, 0x08);
    return _mm256_add_epi32(x, _mm256_shuffle_epi32(low, 0xff));
}

/*
 * Turns words of DBX bits into deltas: each bit becomes the xor of itself and all bits above it. A
 * one in `flat` marks a bit whose DBP is 0, which stops what is carried down from above.
 */
TARGET LPI_INLINE void xor_down(__m256i word[4], __m256i flat)
{
#pragma GCC unroll 5
    for (int by = 1; by < 32; by *= 2) {
#pragma GCC unroll 4
        for (unsigned i = 0; i < 4; i++) {
            __m256i above = _mm256_andnot_si256(flat, _mm256_srli_epi32(word[i], by));
            word[i] = _mm256_xor_si256(word[i], above);
        }
        flat = _mm256_or_si256(flat, _mm256_srli_epi32(flat, by));
    }
}

TARGET LPI_INLINE void rebuild(const struct lpi_bpc_found *found, uint8_t *line)
{
    __m256i delta[4];
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        delta[i] = _mm256_loadu_si256((const __m256i *)(found->dbx + 1 + 8 * i));
    /* Plane 32 starts the running xor of plane 31, unless plane 31 has DBP = 0. */
    uint32_t plane32 = found->dbx[0] & ((found->dbx[0] >> 31) - 1);
    uint32_t above = plane32 & ((found->dbx[1] >> 31) - 1);
    delta[0] = _mm256_xor_si256(delta[0], _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)above)));
    transpose(delta, 1);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        delta[i] = _mm256_permutevar8x32_epi32(delta[i], SORT_UP);
    /* The marks of planes with DBP = 0 are in the place of delta 31. */
    xor_down(delta, _mm256_permutevar8x32_epi32(delta[3], all(7)));
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

LPI_BPC_KERNEL(lpi_bpc_avx2, TARGET, size_of, make_plan, emit, rebuild, whole_planes);
#else
typedef int lpi_no_avx2;
#endif
