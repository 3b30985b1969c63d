/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))

int lpi_grp_avx2_usable(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

TARGET LPI_INLINE uint64_t take_bits(uint64_t bits, uint64_t mask)
{
    return _pext_u64(bits, mask);
}

TARGET LPI_INLINE uint64_t place_bits(uint64_t bits, uint64_t mask)
{
    return _pdep_u64(bits, mask);
}

TARGET LPI_INLINE __m256i load(const void *at)
{
    return _mm256_loadu_si256(at);
}

/* 32 bytes out of 32 words below 256. */
TARGET LPI_INLINE __m256i pack(__m256i low, __m256i high)
{
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xd8);
}

/* Bit k of each byte, for all k, by shifting it to the top. */
TARGET LPI_INLINE uint64_t plane_of(__m256i low, __m256i high, int shift)
{
    unsigned below = (unsigned)_mm256_movemask_epi8(_mm256_slli_epi16(low, shift));
    unsigned above = (unsigned)_mm256_movemask_epi8(_mm256_slli_epi16(high, shift));
    return below | (uint64_t)above << 32;
}

TARGET LPI_INLINE void classify(const struct lp_grp *grp, const uint8_t *line, uint64_t *planes)
{
    const __m256i bytes = _mm256_set1_epi16(255);
    __m256i e[2], code[2];
    for (unsigned i = 0; i < 2; i++) {
        __m256i low = load(line + 64 * i), high = load(line + 64 * i + 32);
        e[i] = pack(_mm256_and_si256(_mm256_srli_epi16(low, 7), bytes),
                    _mm256_and_si256(_mm256_srli_epi16(high, 7), bytes));
        code[i] = _mm256_setzero_si256();
    }
    /* Codes are kept as differences from the escape, so that an exponent without one needs none. */
    for (unsigned c = 0; c < 15; c++) {
        if (c >= 4 && c < 8)
            continue;
        __m256i wanted = _mm256_set1_epi8((char)grp->exponent[c]);
        __m256i bits = _mm256_set1_epi8((char)(15 ^ c));
        for (unsigned i = 0; i < 2; i++)
            code[i] = _mm256_or_si256(code[i],
                                      _mm256_and_si256(_mm256_cmpeq_epi8(e[i], wanted), bits));
    }
    for (int bit = 0; bit < 4; bit++)
        planes[bit] = ~plane_of(code[0], code[1], 7 - bit);
}

TARGET LPI_INLINE void split(const uint8_t *line, uint8_t *payload)
{
    const __m256i mantissa = _mm256_set1_epi16(127), sign = _mm256_set1_epi16(128);
    for (unsigned i = 0; i < 2; i++) {
        __m256i part[2];
        for (unsigned k = 0; k < 2; k++) {
            __m256i x = load(line + 64 * i + 32 * k);
            part[k] = _mm256_or_si256(_mm256_and_si256(x, mantissa),
                                      _mm256_and_si256(_mm256_srli_epi16(x, 8), sign));
        }
        _mm256_storeu_si256((__m256i *)(payload + 32 * i), pack(part[0], part[1]));
    }
}

/* 32 bytes of `value` where bits are set, and of 0 elsewhere. */
TARGET LPI_INLINE __m256i spread(uint32_t bits, char value)
{
    const __m256i bytes = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202,
                                             0x0303030303030303);
    const __m256i select = _mm256_set1_epi64x((long long)0x8040201008040201);
    __m256i v = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), bytes);
    v = _mm256_cmpeq_epi8(_mm256_and_si256(v, select), select);
    return _mm256_and_si256(v, _mm256_set1_epi8(value));
}

TARGET LPI_INLINE void restore(const struct lp_grp *grp, const uint64_t *planes,
                               const uint8_t *payload, uint8_t *line)
{
    const __m256i mantissa = _mm256_set1_epi16(127), sign = _mm256_set1_epi16(128);
    __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)grp->exponent));
    for (unsigned i = 0; i < 2; i++) {
        __m256i code = spread((uint32_t)(planes[0] >> 32 * i), 1);
        for (unsigned bit = 1; bit < 4; bit++)
            code = _mm256_or_si256(code,
                                   spread((uint32_t)(planes[bit] >> 32 * i), (char)(1 << bit)));
        __m256i e = _mm256_shuffle_epi8(table, code);
        for (unsigned k = 0; k < 2; k++) {
            __m128i half = k == 0 ? _mm256_castsi256_si128(e) : _mm256_extracti128_si256(e, 1);
            __m256i p = _mm256_cvtepu8_epi16(
                _mm_loadu_si128((const __m128i *)(payload + 32 * i + 16 * k)));
            __m256i x = _mm256_or_si256(_mm256_slli_epi16(_mm256_cvtepu8_epi16(half), 7),
                                        _mm256_and_si256(p, mantissa));
            x = _mm256_or_si256(x, _mm256_slli_epi16(_mm256_and_si256(p, sign), 8));
            _mm256_storeu_si256((__m256i *)(line + 64 * i + 32 * k), x);
        }
    }
}

#include "grp_form.h"

const struct lpi_grp_kernel lpi_grp_avx2 = {encode, state_of, decode};
#else
typedef int lpi_no_avx2;
#endif
