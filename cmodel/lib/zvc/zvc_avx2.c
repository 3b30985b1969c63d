/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZVC with AVX2: groups of eight elements are moved by a shuffle that is looked up by the group's
 * mask byte. Both tables hold eight element numbers per row, which are widened to a shuffle for any
 * element width.
 */
#include "zvc_kernel.h"
#ifdef __x86_64__
#define TARGET __attribute__((target("avx2,popcnt")))
#include "zvc_x86.h"
#include <string.h>

/* Rank of element i in mask byte m: how many of the elements before it are set. */
#define SET(m, i) ((m) >> (i)&1)
#define RANK(m, i)                                                                                 \
    ((i > 0 && SET(m, 0)) + (i > 1 && SET(m, 1)) + (i > 2 && SET(m, 2)) + (i > 3 && SET(m, 3)) +   \
     (i > 4 && SET(m, 4)) + (i > 5 && SET(m, 5)) + (i > 6 && SET(m, 6)))
/* For expansion: the packed element that goes to place i; the top bit marks a zero. */
#define TO(m, i) (SET(m, i) ? RANK(m, i) : 0x80)
/* For compression: the place of the n-th set element, or 0 if there are fewer. */
#define IS(m, i, n) (SET(m, i) && RANK(m, i) == n ? i : 0)
#define FROM(m, n)                                                                                 \
    (IS(m, 1, n) + IS(m, 2, n) + IS(m, 3, n) + IS(m, 4, n) + IS(m, 5, n) + IS(m, 6, n) +           \
     IS(m, 7, n))
/* clang-format off */
#define ROW(F, m) {F(m, 0), F(m, 1), F(m, 2), F(m, 3), F(m, 4), F(m, 5), F(m, 6), F(m, 7)}
/* clang-format on */
#define ROWS4(F, m) ROW(F, m), ROW(F, m + 1), ROW(F, m + 2), ROW(F, m + 3)
#define ROWS16(F, m) ROWS4(F, m), ROWS4(F, m + 4), ROWS4(F, m + 8), ROWS4(F, m + 12)
#define ROWS64(F, m) ROWS16(F, m), ROWS16(F, m + 16), ROWS16(F, m + 32), ROWS16(F, m + 48)
#define ROWS256(F) ROWS64(F, 0), ROWS64(F, 64), ROWS64(F, 128), ROWS64(F, 192)

static const uint8_t gather_row[256][8] = {ROWS256(FROM)};
static const uint8_t spread_row[256][8] = {ROWS256(TO)};

TARGET LPI_INLINE __m128i row(const uint8_t (*table)[8], unsigned mask)
{
    return _mm_loadl_epi64((const __m128i *)table[mask]);
}

/* Element numbers to byte numbers of 16-bit elements; saturation keeps the top bit. */
TARGET LPI_INLINE __m128i byte_pairs(__m128i elements)
{
    __m128i twice = _mm_unpacklo_epi8(elements, elements);
    return _mm_add_epi8(_mm_adds_epi8(twice, twice), _mm_set1_epi16(0x0100));
}

TARGET LPI_INLINE unsigned group_mask_32(const uint8_t *src)
{
    __m256i v = _mm256_loadu_si256((const __m256i *)src);
    __m256i zero = _mm256_cmpeq_epi32(v, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(zero)) ^ 0xff;
}

TARGET LPI_INLINE unsigned group_mask_16(const uint8_t *src)
{
    __m128i zero = _mm_cmpeq_epi16(_mm_loadu_si128((const __m128i *)src), _mm_setzero_si128());
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(zero, _mm_setzero_si128())) ^ 0xff;
}

TARGET LPI_INLINE unsigned group_mask_8(const uint8_t *src)
{
    __m128i v = _mm_loadl_epi64((const __m128i *)src);
    return ((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) ^ 0xff) & 0xff;
}

/* Packs the set elements of a group; the rest of the eight places is overwritten later. */
TARGET LPI_INLINE void gather_32(const uint8_t *src, unsigned mask, uint8_t *dst)
{
    __m256i v = _mm256_loadu_si256((const __m256i *)src);
    __m256i order = _mm256_cvtepu8_epi32(row(gather_row, mask));
    _mm256_storeu_si256((__m256i *)dst, _mm256_permutevar8x32_epi32(v, order));
}

TARGET LPI_INLINE void gather_16(const uint8_t *src, unsigned mask, uint8_t *dst)
{
    __m128i v = _mm_loadu_si128((const __m128i *)src);
    __m128i order = byte_pairs(row(gather_row, mask));
    _mm_storeu_si128((__m128i *)dst, _mm_shuffle_epi8(v, order));
}

TARGET LPI_INLINE void gather_8(const uint8_t *src, unsigned mask, uint8_t *dst)
{
    __m128i v = _mm_loadl_epi64((const __m128i *)src);
    _mm_storel_epi64((__m128i *)dst, _mm_shuffle_epi8(v, row(gather_row, mask)));
}

TARGET LPI_INLINE void spread_32(const uint8_t *src, unsigned mask, uint8_t *dst)
{
    __m256i v = _mm256_loadu_si256((const __m256i *)src);
    __m256i order = _mm256_cvtepi8_epi32(row(spread_row, mask));
    __m256i moved = _mm256_permutevar8x32_epi32(v, order);
    _mm256_storeu_si256((__m256i *)dst, _mm256_andnot_si256(_mm256_srai_epi32(order, 31), moved));
}

TARGET LPI_INLINE void spread_16(const uint8_t *src, unsigned mask, uint8_t *dst)
{
    __m128i v = _mm_loadu_si128((const __m128i *)src);
    __m128i order = byte_pairs(row(spread_row, mask));
    _mm_storeu_si128((__m128i *)dst, _mm_shuffle_epi8(v, order));
}

TARGET LPI_INLINE void spread_8(const uint8_t *src, unsigned mask, uint8_t *dst)
{
    __m128i v = _mm_loadl_epi64((const __m128i *)src);
    _mm_storel_epi64((__m128i *)dst, _mm_shuffle_epi8(v, row(spread_row, mask)));
}

TARGET LPI_INLINE size_t count(uint64_t mask)
{
    return (size_t)_mm_popcnt_u64(mask);
}

/*
 * Elements in the record at `in`, whose mask is `groups` bytes: 4, 8 or 16. The path from one mask
 * to the next bounds the speed of decoding, so it has the fewest possible steps: one load, one
 * count, one addition.
 */
TARGET LPI_INLINE size_t elements(const uint8_t *in, size_t groups)
{
    uint64_t low = 0, high = 0;
    memcpy(&low, in, groups < 8 ? groups : 8);
    memcpy(&high, in + 8, groups < 16 ? 0 : 8);
    return groups < 16 ? count(low) : count(low) + count(high);
}

/* Decodes lines without a zero, up to the first that has one. */
TARGET LPI_INLINE size_t copy_dense(const uint8_t **src, const uint8_t *src_end, uint8_t *dst,
                                    size_t lines, size_t groups)
{
    const uint8_t *in = *src;
    size_t done;
    for (done = 0; done < lines && (size_t)(src_end - in) >= LPI_ZVC_SLACK; done++) {
        if (elements(in, groups) != 8 * groups)
            break;
        in += groups;
#pragma GCC unroll 4
        for (unsigned i = 0; i < 4; i++, in += 32, dst += 32)
            _mm256_storeu_si256((__m256i *)dst, _mm256_loadu_si256((const __m256i *)in));
    }
    *src = in;
    return done;
}

/* A group of eight elements is `bits` bytes long; a line has 128 / bits groups. */
#define DEFINE_KERNEL(bits)                                                                        \
    TARGET static size_t encode_##bits(const uint8_t *src, size_t lines, uint8_t **dst,            \
                                       const uint8_t *dst_end)                                     \
    {                                                                                              \
        uint8_t *out = *dst;                                                                       \
        size_t done;                                                                               \
        for (done = 0; done < lines && (size_t)(dst_end - out) >= LPI_ZVC_SLACK; done++) {         \
            uint8_t *masks = out;                                                                  \
            out += 128 / bits;                                                                     \
            for (size_t group = 0; group < 128 / bits; group++, src += bits) {                     \
                unsigned mask = group_mask_##bits(src);                                            \
                masks[group] = (uint8_t)mask;                                                      \
                gather_##bits(src, mask, out);                                                     \
                out += count(mask) * (bits / 8);                                                   \
            }                                                                                      \
        }                                                                                          \
        *dst = out;                                                                                \
        return done;                                                                               \
    }                                                                                              \
    /* Spreads the elements of one record. */                                                      \
    TARGET LPI_INLINE void spread_line_##bits(const uint8_t *record, uint8_t *dst)                 \
    {                                                                                              \
        const uint8_t *in = record + 128 / bits;                                                   \
        for (size_t group = 0; group < 128 / bits; group++, dst += bits) {                         \
            spread_##bits(in, record[group], dst);                                                 \
            in += count(record[group]) * (bits / 8);                                               \
        }                                                                                          \
    }                                                                                              \
    TARGET static size_t decode_##bits(const uint8_t **src, const uint8_t *src_end, uint8_t *dst,  \
                                       size_t lines)                                               \
    {                                                                                              \
        const uint8_t *in = *src;                                                                  \
        size_t done = 0, run = 0;                                                                  \
        while (done < lines && (size_t)(src_end - in) >= LPI_ZVC_SLACK) {                          \
            size_t set = elements(in, 128 / bits);                                                 \
            spread_line_##bits(in, dst + done * LP_LINE_BYTES);                                    \
            in += 128 / bits + set * (bits / 8);                                                   \
            done++;                                                                                \
            run = (run + 1) & all_ones(set == 1024 / bits);                                        \
            if (run >= DENSE_RUN) {                                                                \
                run = 0;                                                                           \
                done += copy_dense(&in, src_end, dst + done * LP_LINE_BYTES, lines - done,         \
                                   128 / bits);                                                    \
            }                                                                                      \
        }                                                                                          \
        *src = in;                                                                                 \
        return done;                                                                               \
    }                                                                                              \
    TARGET static size_t nonzero_##bits(const uint8_t *src, size_t lines)                          \
    {                                                                                              \
        size_t set = 0;                                                                            \
        for (size_t group = 0; group < lines * (128 / bits); group++, src += bits)                 \
            set += count(group_mask_##bits(src));                                                  \
        return set;                                                                                \
    }

DEFINE_KERNEL(8)
DEFINE_KERNEL(16)
DEFINE_KERNEL(32)

const struct lpi_zvc_kernel lpi_zvc_avx2[3] = {
    {encode_8, decode_8, nonzero_8},
    {encode_16, decode_16, nonzero_16},
    {encode_32, decode_32, nonzero_32},
};
#else
typedef int lpi_no_avx2;
#endif
