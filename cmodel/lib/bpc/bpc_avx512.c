/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC with AVX-512: a line is two vectors of 16 words, GFNI turns them into planes and back, and
 * all plane symbols are made and joined at once. Vectors of planes are in the stream's order: 31 to
 * 16, then 15 to 0; plane 32 is handled separately.
 */
#ifdef __x86_64__

#define TARGET                                                                                     \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,"    \
                          "gfni,bmi,bmi2,popcnt")))
#include "bpc_x86.h"

int lpi_bpc_avx512_usable(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("gfni") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

/* Byte b of x is 1 << b, so the affine transformation by A gives the transpose of A. */
#define TRANSPOSE(a) _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(0x8040201008040201), a, 0)

/* Builds a table of 64 bytes from a function of the byte number. */
#define ROW8(F, i) F(i), F(i + 1), F(i + 2), F(i + 3), F(i + 4), F(i + 5), F(i + 6), F(i + 7)
#define ROW64(F)                                                                                   \
    {                                                                                              \
        ROW8(F, 0), ROW8(F, 8), ROW8(F, 16), ROW8(F, 24), ROW8(F, 32), ROW8(F, 40), ROW8(F, 48),   \
            ROW8(F, 56)                                                                            \
    }

TARGET LPI_INLINE __m512i table(const uint8_t bytes[64])
{
    return _mm512_loadu_si512(bytes);
}

/*
 * Regroups 16 words into blocks of 8 x 8 bits, rows from 7 to 0 as the transpose wants them: block
 * 2c + g holds byte c of words 8g to 8g + 7. Then gathers planes, four bytes each, from the blocks
 * of words 0..15 (bytes 0..63 of the pair) and 16..31.
 */
#define BLOCK_BYTE(i) (uint8_t)(4 * (8 * ((i) / 8 % 2) + 7 - (i) % 8) + (i) / 16)
#define PLANE_FROM(j, b) (uint8_t)((b) / 2 * 64 + 8 * (2 * ((j) / 8) + (b) % 2) + (j) % 8)
#define HIGH_PLANES(i) PLANE_FROM(31 - (i) / 4, (i) % 4)
#define LOW_PLANES(i) PLANE_FROM(15 - (i) / 4, (i) % 4)

/* The inverse: block 4c + g holds byte g of planes 8c to 8c + 7, with c counted per vector. */
#define PLANE_BYTE(i) (uint8_t)(4 * (15 - (8 * ((i) / 32) + 7 - (i) % 8)) + (i) / 8 % 4)
/* Byte b of word w from the blocks of planes 0..15 (bytes 0..63) and 16..31. */
#define WORD_FROM(w, b) (uint8_t)((b) / 2 * 64 + 32 * ((b) % 2) + 8 * ((w) / 8) + (w) % 8)
#define LOW_WORDS(i) WORD_FROM((i) / 4, (i) % 4)
#define HIGH_WORDS(i) WORD_FROM(16 + (i) / 4, (i) % 4)

static const uint8_t block_byte[64] = ROW64(BLOCK_BYTE);
static const uint8_t high_planes[64] = ROW64(HIGH_PLANES), low_planes[64] = ROW64(LOW_PLANES);
static const uint8_t plane_byte[64] = ROW64(PLANE_BYTE);
static const uint8_t low_words[64] = ROW64(LOW_WORDS), high_words[64] = ROW64(HIGH_WORDS);

/* A line's planes: dbp and dbx of 31..16 in [0] and of 15..0 in [1], and plane 32. */
struct planes {
    __m512i dbp[2], dbx[2];
    uint32_t base, plane32;
};

TARGET LPI_INLINE struct planes planes_of(const uint8_t *line)
{
    struct planes p;
    __m512i low = _mm512_loadu_si512(line), high = _mm512_loadu_si512(line + 64);
    __m512i after_low = _mm512_alignr_epi32(high, low, 1);
    __m512i after_high = _mm512_alignr_epi32(high, high, 1);
    __mmask16 sign_low = _mm512_cmplt_epi32_mask(after_low, low);
    __mmask16 sign_high = _mm512_mask_cmplt_epi32_mask(0x7fff, after_high, high);
    __m512i delta_low = _mm512_sub_epi32(after_low, low);
    __m512i delta_high = _mm512_maskz_sub_epi32(0x7fff, after_high, high);
    __m512i block_low = TRANSPOSE(_mm512_permutexvar_epi8(table(block_byte), delta_low));
    __m512i block_high = TRANSPOSE(_mm512_permutexvar_epi8(table(block_byte), delta_high));
    p.base = (uint32_t)_mm512_cvtsi512_si32(low);
    p.plane32 = (uint32_t)sign_low | (uint32_t)sign_high << 16;
    p.dbp[0] = _mm512_permutex2var_epi8(block_low, table(high_planes), block_high);
    p.dbp[1] = _mm512_permutex2var_epi8(block_low, table(low_planes), block_high);
    __m512i above = _mm512_set1_epi32((int)p.plane32);
    p.dbx[0] = _mm512_xor_si512(p.dbp[0], _mm512_alignr_epi32(p.dbp[0], above, 15));
    p.dbx[1] = _mm512_xor_si512(p.dbp[1], _mm512_alignr_epi32(p.dbp[1], p.dbp[0], 15));
    return p;
}

/* Which symbol each of 16 planes has, in the order of the tests. */
struct kinds {
    __mmask16 zero, ones, flat, pair, single;
};

TARGET LPI_INLINE struct kinds kinds_of(__m512i dbx, __m512i dbp)
{
    /* x & -x is the lowest one; a pair of ones is that bit and the next. */
    __m512i low = _mm512_and_si512(dbx, _mm512_sub_epi32(_mm512_setzero_si512(), dbx));
    __m512i sum = _mm512_add_epi32(low, low);
    return (struct kinds){
        .zero = _mm512_testn_epi32_mask(dbx, dbx),
        .ones = _mm512_cmpeq_epi32_mask(dbx, _mm512_set1_epi32((int)ALL_ONES)),
        .flat = _mm512_testn_epi32_mask(dbp, dbp),
        .pair = _mm512_cmpeq_epi32_mask(dbx, _mm512_add_epi32(sum, low)),
        .single = _mm512_cmpeq_epi32_mask(dbx, low),
    };
}

/* ---- size ---- */

TARGET LPI_INLINE uint32_t join(__mmask16 low, __mmask16 high)
{
    return (uint32_t)low | (uint32_t)high << 16;
}

TARGET LPI_INLINE unsigned size_of(const uint8_t *line)
{
    struct planes p = planes_of(line);
    struct kinds a = kinds_of(p.dbx[0], p.dbp[0]), b = kinds_of(p.dbx[1], p.dbp[1]);
    uint32_t zero = join(a.zero, b.zero);
    uint32_t five = join(a.ones, b.ones) | join(a.flat, b.flat);
    uint32_t ten = join(a.pair, b.pair) | join(a.single, b.single);
    return length_of(p.base, p.plane32, zero, five, ten);
}

/* ---- encoding ---- */

/* The codes of 16 planes, in the low `bits` bits of each lane. */
struct codes {
    __m512i value, bits;
};

/* `half` 0: planes 31 to 16; 1: planes 15 to 0. */
TARGET LPI_INLINE struct codes codes_of(__m512i dbx, __m512i dbp, const struct runs *runs,
                                        unsigned half)
{
    __m512i nonzero = _mm512_set1_epi32((int)(runs->nonzero >> 16 * half));
    __mmask16 starts = (__mmask16)(runs->starts >> 16 * half);
    __mmask16 longer = (__mmask16)(runs->longer >> 16 * half);
    __m512i left = _mm512_set1_epi32(32 - 16 * (int)half);
    const __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i top = _mm512_set1_epi32(31);
    struct codes c;
    struct kinds kind = kinds_of(dbx, dbp);
    __m512i low = _mm512_and_si512(dbx, _mm512_sub_epi32(_mm512_setzero_si512(), dbx));
    __m512i k = _mm512_sub_epi32(top, _mm512_lzcnt_epi32(low));
    c.value = _mm512_or_si512(dbx, _mm512_set1_epi32((int)(1u << 31)));
    c.bits = _mm512_set1_epi32(32);
    __mmask16 ten = kind.pair | kind.single, five = kind.ones | kind.flat;
    c.value = _mm512_mask_or_epi32(c.value, kind.single, k, _mm512_set1_epi32(3 << 5));
    c.value = _mm512_mask_or_epi32(c.value, kind.pair, k, _mm512_set1_epi32(2 << 5));
    c.bits = _mm512_mask_mov_epi32(c.bits, ten, _mm512_set1_epi32(10));
    c.bits = _mm512_mask_mov_epi32(c.bits, five, _mm512_set1_epi32(5));
    c.value = _mm512_mask_mov_epi32(c.value, kind.flat, _mm512_set1_epi32(1));
    c.value = _mm512_mask_mov_epi32(c.value, kind.ones, _mm512_setzero_si512());
    /* The number of planes to the next one that is not zero, or to the end. */
    __m512i ahead = _mm512_srlv_epi32(nonzero, lane);
    ahead = _mm512_and_si512(ahead, _mm512_sub_epi32(_mm512_setzero_si512(), ahead));
    __m512i run = _mm512_sub_epi32(top, _mm512_lzcnt_epi32(ahead));
    run = _mm512_min_epu32(run, _mm512_sub_epi32(left, lane));
    c.value = _mm512_mask_mov_epi32(c.value, kind.zero, _mm512_setzero_si512());
    c.bits = _mm512_mask_mov_epi32(c.bits, kind.zero, _mm512_setzero_si512());
    c.value = _mm512_mask_mov_epi32(c.value, starts, _mm512_set1_epi32(1));
    c.bits = _mm512_mask_mov_epi32(c.bits, starts, _mm512_set1_epi32(3));
    c.value = _mm512_mask_add_epi32(c.value, longer, run, _mm512_set1_epi32((1 << 5) - 2));
    c.bits = _mm512_mask_mov_epi32(c.bits, longer, _mm512_set1_epi32(7));
    return c;
}

/* Codes in pairs, left-aligned in 64 bits with zeros below, and the length of each pair. */
TARGET LPI_INLINE struct codes in_pairs(struct codes c)
{
    const __m512i low = _mm512_set1_epi64(0xffffffff);
    __m512i second = _mm512_srli_epi64(c.bits, 32);
    __m512i bits = _mm512_add_epi64(_mm512_and_si512(c.bits, low), second);
    __m512i first = _mm512_sllv_epi64(_mm512_and_si512(c.value, low), second);
    __m512i both = _mm512_or_si512(first, _mm512_srli_epi64(c.value, 32));
    both = _mm512_sllv_epi64(both, _mm512_sub_epi64(_mm512_set1_epi64(64), bits));
    return (struct codes){both, bits};
}

/* Running sum: lane i becomes the sum of lanes 0 to i. */
TARGET LPI_INLINE __m512i running_sum(__m512i x)
{
    const __m512i zero = _mm512_setzero_si512();
    x = _mm512_add_epi64(x, _mm512_alignr_epi64(x, zero, 7));
    x = _mm512_add_epi64(x, _mm512_alignr_epi64(x, zero, 6));
    return _mm512_add_epi64(x, _mm512_alignr_epi64(x, zero, 4));
}

TARGET LPI_INLINE __m512i last_lane(__m512i x)
{
    return _mm512_permutexvar_epi64(_mm512_set1_epi64(7), x);
}

TARGET LPI_INLINE __m512i swap_bytes(__m512i x)
{
    const __m128i order = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(order));
}

/* Base and plane 32: up to 65 bits, left-aligned. */
struct head {
    uint64_t first, second;
    unsigned bits;
};

TARGET LPI_INLINE struct head head_of(uint32_t base, uint32_t plane32, const struct runs *runs)
{
    struct lpi_bpc_code a = base_code(base), b = first_code(plane32, runs);
    uint64_t first = a.value << (64 - a.bits), second = b.value << (64 - b.bits);
    return (struct head){first | second >> a.bits, second << (64 - a.bits), a.bits + b.bits};
}

/*
 * Joins 16 pairs, after the head, into words of 64 bits. A pair is cut where its word ends: `left`
 * goes into the word in which it begins, `right` into the next. The bits of a word do not overlap,
 * so the word is a difference of running sums over all `left`, taken where words end; pairs that
 * end a word are moved to the front. Zeros follow the stream.
 */
TARGET LPI_INLINE void store_pairs(struct head head, const struct codes pair[2],
                                   const __m512i end[2], uint8_t *stream)
{
    const __m512i width = _mm512_set1_epi64(64), within = _mm512_set1_epi64(63);
    uint64_t open = head.bits < 64 ? head.first : head.second;
    __m512i before = _mm512_set_epi64(0, 0, 0, 0, 0, 0, 0, (long long)open);
    __m512i sum[2], rest[2];
    unsigned ends[2];
    for (int h = 0; h < 2; h++) {
        __m512i start = _mm512_sub_epi64(end[h], pair[h].bits);
        __m512i shift = _mm512_and_si512(start, within);
        __m512i left = _mm512_srlv_epi64(pair[h].value, shift);
        __m512i right = _mm512_sllv_epi64(pair[h].value, _mm512_sub_epi64(width, shift));
        sum[h] = running_sum(h == 0 ? _mm512_add_epi64(left, before) : left);
        if (h == 1)
            sum[1] = _mm512_add_epi64(sum[1], last_lane(sum[0]));
        rest[h] = _mm512_sub_epi64(sum[h], right);
        ends[h] = _mm512_cmpneq_epi64_mask(_mm512_srli_epi64(start, 6),
                                           _mm512_srli_epi64(end[h], 6));
    }
    /* Front lanes hold the sums at the ends of words, the other lanes the sum of all pairs. */
    __m512i all = last_lane(sum[1]);
    unsigned count = COUNT(ends[0]), tail = 0xffu << count & 0xff, beyond = 0xffu << (8 - count);
    __m512i upto[2], done[2];
    __m512i a = _mm512_mask_compress_epi64(all, (__mmask8)ends[0], sum[0]);
    __m512i b = _mm512_mask_compress_epi64(all, (__mmask8)ends[1], sum[1]);
    upto[0] = _mm512_mask_expand_epi64(a, (__mmask8)tail, b);
    upto[1] = _mm512_mask_compress_epi64(all, (__mmask8)beyond, b);
    a = _mm512_mask_compress_epi64(all, (__mmask8)ends[0], rest[0]);
    b = _mm512_mask_compress_epi64(all, (__mmask8)ends[1], rest[1]);
    done[0] = _mm512_mask_expand_epi64(a, (__mmask8)tail, b);
    done[1] = _mm512_mask_compress_epi64(all, (__mmask8)beyond, b);
    __m512i first = _mm512_alignr_epi64(done[0], _mm512_setzero_si512(), 7);
    __m512i second = _mm512_alignr_epi64(done[1], done[0], 7);
    uint64_t top = big_endian(head.first);
    memcpy(stream, &top, sizeof top);
    uint8_t *rest_of_stream = stream + head.bits / 64 * 8;
    _mm512_storeu_si512(rest_of_stream, swap_bytes(_mm512_sub_epi64(upto[0], first)));
    _mm512_storeu_si512(rest_of_stream + 64, swap_bytes(_mm512_sub_epi64(upto[1], second)));
}

struct lpi_bpc_plan {
    struct head head;
    struct codes pair[2];
    __m512i end[2];
};

TARGET LPI_INLINE size_t make_plan(const uint8_t *line, struct lpi_bpc_plan *plan)
{
    struct planes p = planes_of(line);
    uint32_t zero = join(_mm512_testn_epi32_mask(p.dbx[0], p.dbx[0]),
                         _mm512_testn_epi32_mask(p.dbx[1], p.dbx[1]));
    struct runs runs = runs_of(zero, p.plane32);
    struct codes first = in_pairs(codes_of(p.dbx[0], p.dbp[0], &runs, 0));
    struct codes second = in_pairs(codes_of(p.dbx[1], p.dbp[1], &runs, 1));
    struct head head = head_of(p.base, p.plane32, &runs);
    __m512i start = _mm512_set1_epi64(head.bits);
    __m512i middle = _mm512_add_epi64(running_sum(first.bits), start);
    __m512i end = _mm512_add_epi64(running_sum(second.bits), last_lane(middle));
    size_t bits = (size_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(last_lane(end)));
    /* Raw lines, of which there may be many in a row, skip these stores. */
    if (bits < LP_BPC_RAW_BITS)
        *plan = (struct lpi_bpc_plan){head, {first, second}, {middle, end}};
    return bits;
}

TARGET LPI_INLINE void emit(const struct lpi_bpc_plan *plan, uint8_t *stream)
{
    store_pairs(plan->head, plan->pair, plan->end, stream);
}

/* ---- decoding ---- */

/* 16 words of a stream, most significant bit first. */
TARGET LPI_INLINE __m512i stream_words(const uint8_t *from)
{
    const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    return _mm512_shuffle_epi8(_mm512_loadu_si512(from), _mm512_broadcast_i32x4(order));
}

/* Of 16 words, those before the first unmarked one are planes. */
TARGET LPI_INLINE size_t whole_planes(const uint8_t *stream, size_t at, uint32_t *dbx, size_t most)
{
    const uint8_t *from = stream + at / 8;
    __m512i word = _mm512_shldv_epi32(stream_words(from), stream_words(from + 4),
                                      _mm512_set1_epi32(at % 8));
    uint64_t marked = _mm512_movepi32_mask(word);
    size_t count = _tzcnt_u64((marked + 1) | UINT64_C(1) << most);
    _mm512_storeu_si512(dbx, _mm512_and_si512(word, _mm512_set1_epi32((int)ALL_ONES)));
    _mm512_storeu_si512(dbx + count, _mm512_setzero_si512());
    return count;
}

TARGET LPI_INLINE __m512i words_xor(__m512i x)
{
    const __m512i zero = _mm512_setzero_si512();
    x = _mm512_xor_si512(x, _mm512_alignr_epi32(x, zero, 15));
    x = _mm512_xor_si512(x, _mm512_alignr_epi32(x, zero, 14));
    x = _mm512_xor_si512(x, _mm512_alignr_epi32(x, zero, 12));
    return _mm512_xor_si512(x, _mm512_alignr_epi32(x, zero, 8));
}

TARGET LPI_INLINE __m512i words_sum(__m512i x)
{
    const __m512i zero = _mm512_setzero_si512();
    x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 15));
    x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 14));
    x = _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 12));
    return _mm512_add_epi32(x, _mm512_alignr_epi32(x, zero, 8));
}

/*
 * Computes DBP from DBX. The running xor over all planes restarts where DBP is marked as 0, so its
 * value at the last such plane is xored out. Bit 31 of the result is undefined.
 */
TARGET LPI_INLINE void planes_from(const struct lpi_bpc_found *found, __m512i dbp[2])
{
    const __m512i upto = _mm512_set_epi32(0xffff, 0x7fff, 0x3fff, 0x1fff, 0xfff, 0x7ff, 0x3ff,
                                          0x1ff, 0xff, 0x7f, 0x3f, 0x1f, 0xf, 7, 3, 1);
    __m512i a = _mm512_loadu_si512(found->dbx + 1), b = _mm512_loadu_si512(found->dbx + 17);
    uint32_t plane32 = found->dbx[0] & ((found->dbx[0] >> 31) - 1);
    __m512i flat = _mm512_set1_epi32((int)join(_mm512_movepi32_mask(a), _mm512_movepi32_mask(b)));
    a = _mm512_xor_si512(words_xor(a), _mm512_set1_epi32((int)plane32));
    b = _mm512_xor_si512(words_xor(b), _mm512_permutexvar_epi32(_mm512_set1_epi32(15), a));
    __m512i upto_b = _mm512_or_si512(_mm512_slli_epi32(upto, 16), _mm512_set1_epi32(0xffff));
    __m512i flat_a = _mm512_and_si512(flat, upto), flat_b = _mm512_and_si512(flat, upto_b);
    /* The last plane marked is 31 less the leading zeros; its low 5 bits are their complement. */
    __m512i last_a = _mm512_xor_si512(_mm512_lzcnt_epi32(flat_a), _mm512_set1_epi32(31));
    __m512i last_b = _mm512_xor_si512(_mm512_lzcnt_epi32(flat_b), _mm512_set1_epi32(31));
    __mmask16 some_a = _mm512_test_epi32_mask(flat_a, flat_a);
    __mmask16 some_b = _mm512_test_epi32_mask(flat_b, flat_b);
    dbp[0] = _mm512_xor_si512(a, _mm512_maskz_permutex2var_epi32(some_a, a, last_a, b));
    dbp[1] = _mm512_xor_si512(b, _mm512_maskz_permutex2var_epi32(some_b, a, last_b, b));
}

TARGET LPI_INLINE void rebuild(const struct lpi_bpc_found *found, uint8_t *line)
{
    const __m512i last = _mm512_set1_epi32(15);
    __m512i dbp[2];
    planes_from(found, dbp);
    __m512i high = TRANSPOSE(_mm512_permutexvar_epi8(table(plane_byte), dbp[0]));
    __m512i low = TRANSPOSE(_mm512_permutexvar_epi8(table(plane_byte), dbp[1]));
    __m512i a = _mm512_permutex2var_epi8(low, table(low_words), high);
    __m512i b = _mm512_permutex2var_epi8(low, table(high_words), high);
    b = words_sum(_mm512_alignr_epi32(b, a, 15));
    a = words_sum(_mm512_alignr_epi32(a, _mm512_set1_epi32((int)found->base), 15));
    _mm512_storeu_si512(line, a);
    _mm512_storeu_si512(line + 64, _mm512_add_epi32(b, _mm512_permutexvar_epi32(last, a)));
}

LPI_BPC_KERNEL(lpi_bpc_avx512, TARGET, size_of, make_plan, emit, rebuild, whole_planes);
#else
typedef int lpi_no_avx512;
#endif
