/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the AVX2 and AVX-512 paths of EBD. The includer defines TARGET, the attribute under
 * which its functions are compiled.
 */
#ifndef LPI_EBD_X86_H
#define LPI_EBD_X86_H

#include "ebd_form.h"
#include <immintrin.h>

#define COUNT(mask) ((unsigned)_mm_popcnt_u64(mask))

TARGET LPI_INLINE unsigned least_byte(__m256i v)
{
    __m128i w = _mm_min_epu8(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    /* The instruction finds the minimum of eight words, so the upper bytes are folded in first. */
    w = _mm_min_epu8(w, _mm_srli_epi16(w, 8));
    return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_and_si128(w, _mm_set1_epi16(255)))) &
           255u;
}

TARGET LPI_INLINE unsigned largest_byte(__m256i v)
{
    return 255u - least_byte(_mm256_xor_si256(v, _mm256_set1_epi8(-1)));
}

#endif
