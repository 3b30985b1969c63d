/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZVC with AVX-512: VPCOMPRESS and VPEXPAND do all the work; 8-bit and 16-bit elements need VBMI2.
 */
#include "zvc_kernel.h"
#ifdef __x86_64__
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi2,popcnt")))
#include "zvc_x86.h"
#include <string.h>

/*
 * Outputs of at least this many bytes do not fit in the caches anyway; non-temporal stores avoid
 * reading each cache line before it is overwritten.
 */
#define STREAM_BYTES ((size_t)8 << 20)

/*
 * Prefetches the two cache lines of a line, eight lines ahead. In decoding the next mask's address
 * depends on this one, so a miss there is not overlapped.
 */
TARGET LPI_INLINE void prefetch(const uint8_t *at)
{
    _mm_prefetch((const char *)((uintptr_t)at + 1024), _MM_HINT_T0);
    _mm_prefetch((const char *)((uintptr_t)at + 1088), _MM_HINT_T0);
}

#define POPCOUNT(mask) ((size_t)_mm_popcnt_u64(mask))

/*
 * Elements in the record at `in`. The path from one mask to the next bounds the speed of decoding,
 * so it has the fewest possible steps: one load, one count, one addition.
 */
TARGET LPI_INLINE size_t elements_32(const uint8_t *in)
{
    uint32_t mask;
    memcpy(&mask, in, sizeof mask);
    return POPCOUNT(mask);
}

TARGET LPI_INLINE size_t elements_16(const uint8_t *in)
{
    uint64_t mask;
    memcpy(&mask, in, sizeof mask);
    return POPCOUNT(mask);
}

TARGET LPI_INLINE size_t elements_8(const uint8_t *in)
{
    return elements_16(in) + elements_16(in + 8);
}

TARGET LPI_INLINE void store_line(uint8_t *dst, __m512i a, __m512i b, int stream)
{
    if (stream) {
        _mm512_stream_si512((void *)dst, a);
        _mm512_stream_si512((void *)(dst + 64), b);
    } else {
        _mm512_storeu_si512(dst, a);
        _mm512_storeu_si512(dst + 64, b);
    }
}

/* mask_t: the mask of half a line, which is one vector. */
#define DEFINE_KERNEL(bits, mask_t)                                                                \
    /* Decodes lines without a zero, up to the first that has one. */                              \
    TARGET LPI_INLINE size_t copy_dense_##bits(const uint8_t **src, const uint8_t *src_end,        \
                                               uint8_t *dst, size_t lines, int stream)             \
    {                                                                                              \
        const uint8_t *in = *src;                                                                  \
        size_t done;                                                                               \
        for (done = 0; done < lines && (size_t)(src_end - in) >= LPI_ZVC_SLACK; done++) {          \
            if (elements_##bits(in) != 1024 / bits)                                                \
                break;                                                                             \
            const uint8_t *first = in + 2 * sizeof(mask_t);                                        \
            prefetch(in);                                                                          \
            store_line(dst, _mm512_loadu_si512(first), _mm512_loadu_si512(first + 64), stream);    \
            dst += LP_LINE_BYTES;                                                                  \
            in = first + LP_LINE_BYTES;                                                            \
        }                                                                                          \
        *src = in;                                                                                 \
        return done;                                                                               \
    }                                                                                              \
    TARGET LPI_INLINE size_t decode_to_##bits(const uint8_t **src, const uint8_t *src_end,         \
                                              uint8_t *dst, size_t lines, int stream)              \
    {                                                                                              \
        const uint8_t *in = *src;                                                                  \
        size_t done = 0, run = 0;                                                                  \
        while (done < lines && (size_t)(src_end - in) >= LPI_ZVC_SLACK) {                          \
            mask_t low, high;                                                                      \
            memcpy(&low, in, sizeof low);                                                          \
            memcpy(&high, in + sizeof low, sizeof high);                                           \
            prefetch(in);                                                                          \
            if (!stream)                                                                           \
                prefetch(dst + done * LP_LINE_BYTES);                                              \
            const uint8_t *first = in + 2 * sizeof(mask_t);                                        \
            const uint8_t *second = first + POPCOUNT(low) * (bits / 8);                            \
            in = first + elements_##bits(in) * (bits / 8);                                         \
            __m512i a = _mm512_maskz_expand_epi##bits(low, _mm512_loadu_si512(first));             \
            __m512i b = _mm512_maskz_expand_epi##bits(high, _mm512_loadu_si512(second));           \
            store_line(dst + done * LP_LINE_BYTES, a, b, stream);                                  \
            done++;                                                                                \
            run = (run + 1) & all_ones((low & high) == (mask_t)-1);                                \
            if (run >= DENSE_RUN) {                                                                \
                run = 0;                                                                           \
                done += copy_dense_##bits(&in, src_end, dst + done * LP_LINE_BYTES, lines - done,  \
                                          stream);                                                 \
            }                                                                                      \
        }                                                                                          \
        *src = in;                                                                                 \
        return done;                                                                               \
    }                                                                                              \
    TARGET static size_t decode_##bits(const uint8_t **src, const uint8_t *src_end, uint8_t *dst,  \
                                       size_t lines)                                               \
    {                                                                                              \
        if (lines < STREAM_BYTES / LP_LINE_BYTES || (uintptr_t)dst % 64 != 0)                      \
            return decode_to_##bits(src, src_end, dst, lines, 0);                                  \
        size_t done = decode_to_##bits(src, src_end, dst, lines, 1);                               \
        _mm_sfence();                                                                              \
        return done;                                                                               \
    }                                                                                              \
    TARGET static size_t encode_##bits(const uint8_t *src, size_t lines, uint8_t **dst,            \
                                       const uint8_t *dst_end)                                     \
    {                                                                                              \
        uint8_t *out = *dst;                                                                       \
        size_t done;                                                                               \
        for (done = 0; done < lines && (size_t)(dst_end - out) >= LPI_ZVC_SLACK; done++) {         \
            __m512i a = _mm512_loadu_si512(src), b = _mm512_loadu_si512(src + 64);                 \
            mask_t low = _mm512_test_epi##bits##_mask(a, a);                                       \
            mask_t high = _mm512_test_epi##bits##_mask(b, b);                                      \
            prefetch(src);                                                                         \
            memcpy(out, &low, sizeof low);                                                         \
            memcpy(out + sizeof low, &high, sizeof high);                                          \
            out += 2 * sizeof(mask_t);                                                             \
            _mm512_storeu_si512(out, _mm512_maskz_compress_epi##bits(low, a));                     \
            out += POPCOUNT(low) * (bits / 8);                                                     \
            _mm512_storeu_si512(out, _mm512_maskz_compress_epi##bits(high, b));                    \
            out += POPCOUNT(high) * (bits / 8);                                                    \
            src += LP_LINE_BYTES;                                                                  \
        }                                                                                          \
        *dst = out;                                                                                \
        return done;                                                                               \
    }                                                                                              \
    TARGET static size_t nonzero_##bits(const uint8_t *src, size_t lines)                          \
    {                                                                                              \
        size_t count = 0;                                                                          \
        for (size_t i = 0; i < 2 * lines; i++, src += 64) {                                        \
            __m512i half = _mm512_loadu_si512(src);                                                \
            count += POPCOUNT(_mm512_test_epi##bits##_mask(half, half));                           \
        }                                                                                          \
        return count;                                                                              \
    }

DEFINE_KERNEL(8, __mmask64)
DEFINE_KERNEL(16, __mmask32)
DEFINE_KERNEL(32, __mmask16)

const struct lpi_zvc_kernel lpi_zvc_avx512[3] = {
    {encode_8, decode_8, nonzero_8},
    {encode_16, decode_16, nonzero_16},
    {encode_32, decode_32, nonzero_32},
};
#else
typedef int lpi_no_avx512;
#endif
