/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the AVX2 and AVX-512 paths of BPC share. The includer defines TARGET, the attribute under
 * which its functions are compiled. Bit i of a mask of planes stands for plane 31 - i.
 */
#ifndef LPI_BPC_X86_H
#define LPI_BPC_X86_H

#include "bpc_code.h"
#include <immintrin.h>

#define COUNT(mask) ((unsigned)_mm_popcnt_u32(mask))

/* The stream's length, from which planes are zero and which of the others have 5 or 10 bits. */
TARGET LPI_INLINE unsigned length_of(uint32_t base, uint32_t plane32, uint32_t zero, uint32_t five,
                                     uint32_t ten)
{
    unsigned first = plane32 == 0 ? 0 : plane_code(plane32, plane32).bits;
    five &= ~zero;
    ten &= ~(zero | five);
    return lpi_bpc_base_bits[base_class(base)] + first +
           run_bits((uint64_t)zero << 1 | (plane32 == 0)) + 5 * COUNT(five) + 10 * COUNT(ten) +
           32 * COUNT(~(zero | five | ten));
}

/* starts: where a run begins, except one begun by plane 32; longer: runs of several planes. */
struct runs {
    uint32_t nonzero, starts, longer;
};

LPI_INLINE struct runs runs_of(uint32_t zero, uint32_t plane32)
{
    uint32_t starts = zero & ~(zero << 1 | (plane32 == 0));
    return (struct runs){~zero, starts, starts & zero >> 1};
}

/* The symbol that begins with plane 32. */
TARGET LPI_INLINE struct lpi_bpc_code first_code(uint32_t plane32, const struct runs *runs)
{
    unsigned planes = runs->nonzero == 0 ? 32 : (unsigned)_tzcnt_u32(runs->nonzero);
    return plane32 == 0 ? run_code(1 + planes) : plane_code(plane32, plane32);
}

/* Eight words of a stream, the first bit at the top. */
TARGET LPI_INLINE __m256i stream_words(const uint8_t *from)
{
    const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m256i words = _mm256_loadu_si256((const __m256i *)from);
    return _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order));
}

/* The end of an lpi_bpc_whole_fn: of eight words, those before the first unmarked are planes. */
TARGET LPI_INLINE size_t keep_whole(__m256i word, uint32_t *dbx, size_t most)
{
    uint64_t marked = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(word));
    size_t count = _tzcnt_u64((marked + 1) | UINT64_C(1) << most);
    __m256i plane = _mm256_and_si256(word, _mm256_set1_epi32((int)ALL_ONES));
    _mm256_storeu_si256((__m256i *)dbx, plane);
    _mm256_storeu_si256((__m256i *)(dbx + count), _mm256_setzero_si256());
    return count;
}

#endif
