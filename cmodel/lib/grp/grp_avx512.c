/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx2,bmi,bmi2,popcnt")))

int lpi_grp_avx512_usable(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

TARGET LPI_INLINE uint64_t take_bits(uint64_t bits, uint64_t mask)
{
    return _pext_u64(bits, mask);
}

TARGET LPI_INLINE uint64_t place_bits(uint64_t bits, uint64_t mask)
{
    return _pdep_u64(bits, mask);
}

/* 64 bytes out of 64 words, their low bytes. */
TARGET LPI_INLINE __m512i pack(__m512i low, __m512i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(low)),
                              _mm512_cvtepi16_epi8(high), 1);
}

TARGET LPI_INLINE void classify(const struct lp_grp *grp, const uint8_t *line, uint64_t *planes)
{
    __m512i e = pack(_mm512_srli_epi16(_mm512_loadu_si512(line), 7),
                     _mm512_srli_epi16(_mm512_loadu_si512(line + 64), 7));
    __m512i below = _mm512_permutex2var_epi8(_mm512_loadu_si512(grp->code), e,
                                             _mm512_loadu_si512(grp->code + 64));
    __m512i above = _mm512_permutex2var_epi8(_mm512_loadu_si512(grp->code + 128), e,
                                             _mm512_loadu_si512(grp->code + 192));
    __m512i code = _mm512_mask_blend_epi8(_mm512_movepi8_mask(e), below, above);
    for (unsigned bit = 0; bit < 4; bit++)
        planes[bit] = _mm512_test_epi8_mask(code, _mm512_set1_epi8((char)(1 << bit)));
}

TARGET LPI_INLINE void split(const uint8_t *line, uint8_t *payload)
{
    const __m512i mantissa = _mm512_set1_epi16(127), sign = _mm512_set1_epi16(128);
    __m512i part[2];
    for (unsigned k = 0; k < 2; k++) {
        __m512i x = _mm512_loadu_si512(line + 64 * k);
        part[k] = _mm512_or_si512(_mm512_and_si512(x, mantissa),
                                  _mm512_and_si512(_mm512_srli_epi16(x, 8), sign));
    }
    _mm512_storeu_si512(payload, pack(part[0], part[1]));
}

TARGET LPI_INLINE void restore(const struct lp_grp *grp, const uint64_t *planes,
                               const uint8_t *payload, uint8_t *line)
{
    const __m512i mantissa = _mm512_set1_epi16(127), sign = _mm512_set1_epi16(128);
    __m512i code = _mm512_maskz_set1_epi8(planes[0], 1);
    for (unsigned bit = 1; bit < 4; bit++)
        code = _mm512_or_si512(code, _mm512_maskz_set1_epi8(planes[bit], (char)(1 << bit)));
    __m512i table = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)grp->exponent));
    __m512i e = _mm512_shuffle_epi8(table, code);
    for (unsigned k = 0; k < 2; k++) {
        __m256i half = k == 0 ? _mm512_castsi512_si256(e) : _mm512_extracti64x4_epi64(e, 1);
        __m512i p = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(payload + 32 * k)));
        __m512i x = _mm512_or_si512(_mm512_slli_epi16(_mm512_cvtepu8_epi16(half), 7),
                                    _mm512_and_si512(p, mantissa));
        x = _mm512_or_si512(x, _mm512_slli_epi16(_mm512_and_si512(p, sign), 8));
        _mm512_storeu_si512(line + 64 * k, x);
    }
}

#include "grp_form.h"

const struct lpi_grp_kernel lpi_grp_avx512 = {encode, state_of, decode};
#else
typedef int lpi_no_avx512;
#endif
