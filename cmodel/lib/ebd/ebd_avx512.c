/* SPDX-License-Identifier: Apache-2.0 */
/* EBD with AVX-512: a line's 64 exponents, codes and payloads are one vector of bytes each. */
#include "ebd_form.h"
#ifdef __x86_64__
#define TARGET                                                                                     \
    __attribute__((                                                                                \
        target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt,sse4.1")))
#include "ebd_x86.h"
#include <string.h>

int lpi_ebd_avx512_usable(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

#define BYTES(value) _mm512_set1_epi8((char)(value))

/* A line split into fields, one byte per element. */
struct elements {
    __m512i exponent, payload;
    __mmask64 nonzero;
};

TARGET LPI_INLINE __m512i narrow(__m512i low, __m512i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(low)),
                              _mm512_cvtepi16_epi8(high), 1);
}

/* Moves the sign to bit 7; the mantissa is already below it. */
TARGET LPI_INLINE __m512i payload_of(__m512i words)
{
    __m512i sign = _mm512_and_si512(_mm512_srli_epi16(words, 8), _mm512_set1_epi16(0x80));
    return _mm512_or_si512(sign, _mm512_and_si512(words, _mm512_set1_epi16(0x7f)));
}

TARGET LPI_INLINE struct elements take_apart(const uint8_t *line)
{
    __m512i low = _mm512_loadu_si512(line), high = _mm512_loadu_si512(line + 64);
    return (struct elements){narrow(_mm512_srli_epi16(low, 7), _mm512_srli_epi16(high, 7)),
                             narrow(payload_of(low), payload_of(high)),
                             _mm512_test_epi16_mask(low, low) |
                                 (__mmask64)_mm512_test_epi16_mask(high, high) << 32};
}

TARGET LPI_INLINE __m256i fold_max(__m512i v)
{
    return _mm256_max_epu8(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
}

TARGET LPI_INLINE __m256i fold_min(__m512i v)
{
    return _mm256_min_epu8(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
}

TARGET LPI_INLINE struct lpi_ebd_counts count(const struct elements *x)
{
    __m512i e = x->exponent, one = BYTES(1);
    __mmask64 infinite = _mm512_cmpeq_epi8_mask(e, BYTES(LPI_EBD_INFINITE));
    struct lpi_ebd_counts c = {.nonzero = COUNT(x->nonzero), .infinite = COUNT(infinite)};
    c.most = lpi_ebd_most(largest_byte(fold_max(_mm512_add_epi8(e, one))) - 1u, c.nonzero,
                          c.infinite);
    c.least = (int)least_byte(fold_min(_mm512_sub_epi8(e, one))) + 1;
    if (c.most == (int)LPI_EBD_INFINITE)
        c.infinite = 0;
    __m512i most = BYTES(c.most), q = _mm512_sub_epi8(most, e);
    __mmask64 counts = _mm512_mask_cmple_epu8_mask(x->nonzero, e, most);
    c.below[1] = COUNT(_mm512_mask_cmplt_epu8_mask(counts, q, one));
    c.below[2] = COUNT(_mm512_mask_cmplt_epu8_mask(counts, q, BYTES(2)));
    for (unsigned k = 0; k < 4; k++)
        c.from[k] = COUNT(_mm512_mask_cmpge_epu8_mask(counts, q, BYTES(6 + k)));
    return c;
}

/* Packs the eight codes of each quadword into its low 24 bits. */
TARGET LPI_INLINE __m512i pack_codes(__m512i codes)
{
    __m512i six = _mm512_maddubs_epi16(codes, _mm512_set1_epi16(0x0801));
    __m512i twelve = _mm512_madd_epi16(six, _mm512_set1_epi32(0x00400001));
    return _mm512_or_si512(_mm512_and_si512(twelve, _mm512_set1_epi64(0xfff)),
                           _mm512_srli_epi64(twelve, 20));
}

/* The bytes 0, 1, 2, ..., 63. */
TARGET LPI_INLINE __m512i places(void)
{
    uint64_t eight[8];
    for (unsigned i = 0; i < 8; i++)
        eight[i] = UINT64_C(0x0706050403020100) + i * UINT64_C(0x0808080808080808);
    return _mm512_loadu_si512(eight);
}

/* Packs bytes 0 to 2 of each of the eight quadwords. Then the inverse. */
TARGET LPI_INLINE __m512i close_gaps(__m512i quads)
{
    static const uint8_t from[64] __attribute__((aligned(64))) = {
        0, 1, 2, 8, 9, 10, 16, 17, 18, 24, 25, 26, 32, 33, 34, 40, 41, 42, 48, 49, 50, 56, 57, 58};
    return _mm512_permutexvar_epi8(_mm512_load_si512(from), quads);
}

TARGET LPI_INLINE __m512i open_gaps(__m512i packed)
{
    __m512i from = _mm512_setr_epi64(0x020100, 0x050403, 0x080706, 0x0b0a09, 0x0e0d0c, 0x11100f,
                                     0x141312, 0x171615);
    return _mm512_permutexvar_epi8(from, packed);
}

struct codes {
    __m512i codes, nibbles; /* nibbles: at the positions of their escapes */
    __mmask64 escapes;
};

TARGET LPI_INLINE struct codes code_elements(const struct elements *x, __mmask64 stored,
                                             unsigned base, unsigned e)
{
    __m512i bases = BYTES(base), es = BYTES(e), d = _mm512_sub_epi8(bases, x->exponent);
    __mmask64 up = _mm512_cmpgt_epu8_mask(x->exponent, bases);
    __mmask64 escapes = stored & (_mm512_cmpge_epu8_mask(d, es) | up);
    __m512i far = _mm512_sub_epi8(d, es);
    far = _mm512_mask_mov_epi8(far, _mm512_cmpgt_epu8_mask(far, BYTES(LPI_EBD_FAR)),
                               BYTES(LPI_EBD_BOTTOM));
    far = _mm512_mask_sub_epi8(far, up, BYTES(LPI_EBD_FAR), d);
    return (struct codes){_mm512_mask_mov_epi8(d, escapes, es), far, escapes};
}

/* Writes nibbles, given one per byte, in pairs. */
TARGET LPI_INLINE void put_nibbles(__m512i nibbles, uint8_t *at)
{
    __m512i pairs = _mm512_maddubs_epi16(nibbles, _mm512_set1_epi16(0x1001));
    _mm256_storeu_si256((void *)at, _mm512_cvtepi16_epi8(pairs));
}

TARGET LPI_INLINE void put_mask(const struct elements *x, unsigned base, uint8_t *record)
{
    struct codes c = code_elements(x, x->nonzero, base, LPI_EBD_E_MASK);
    uint64_t mask = x->nonzero;
    __m512i codes = pack_codes(_mm512_maskz_compress_epi8(x->nonzero, c.codes));
    record[0] = (uint8_t)base;
    memcpy(record + LPI_EBD_MASK_AT, &mask, sizeof mask);
    _mm_storeu_si128((void *)(record + LPI_EBD_MASK_CODES),
                     _mm512_castsi512_si128(close_gaps(codes)));
    put_nibbles(_mm512_maskz_compress_epi8(c.escapes, c.nibbles), record + LPI_EBD_MASK_NIBBLES);
    _mm512_storeu_si512(record + lpi_ebd_payload_at(1, COUNT(c.escapes)),
                        _mm512_maskz_compress_epi8(x->nonzero, x->payload));
}

TARGET LPI_INLINE void put_codes(const struct elements *x, unsigned base, int full, uint8_t *record)
{
    __mmask64 stored = full ? ~(__mmask64)0 : x->nonzero;
    struct codes c = code_elements(x, stored, base, full ? LPI_EBD_E_FULL : LPI_EBD_E_CODE);
    __m512i codes = _mm512_mask_mov_epi8(BYTES(LPI_EBD_ZERO_CODE), stored, c.codes);
    /* All nibbles move up by one, since the first one is `full`. */
    __m512i up = _mm512_sub_epi8(places(), BYTES(1));
    __m512i nibbles = _mm512_maskz_compress_epi8(c.escapes, c.nibbles);
    nibbles = _mm512_mask_permutexvar_epi8(BYTES(full), ~(__mmask64)1, up, nibbles);
    record[0] = (uint8_t)base;
    _mm256_storeu_si256((void *)(record + LPI_EBD_CODES),
                        _mm512_castsi512_si256(close_gaps(pack_codes(codes))));
    put_nibbles(nibbles, record + LPI_EBD_NIBBLES);
    _mm512_storeu_si512(record + lpi_ebd_payload_at(0, COUNT(c.escapes)),
                        _mm512_maskz_compress_epi8(stored, x->payload));
}

TARGET static size_t encode(const uint8_t *line, uint8_t *record)
{
    struct elements x = take_apart(line);
    struct lpi_ebd_counts counts = count(&x);
    struct lpi_ebd_plan plan = lpi_ebd_plan(&counts);
    if (plan.form == LPI_EBD_MASK)
        put_mask(&x, plan.base, record);
    else if (plan.form != LPI_EBD_NONE)
        put_codes(&x, plan.base, plan.form == LPI_EBD_FULL, record);
    return plan.bytes;
}

TARGET static void sizes(const uint8_t *src, size_t lines, uint8_t *bytes)
{
    for (size_t i = 0; i < lines; i++) {
        struct elements x = take_apart(src + i * LP_LINE_BYTES);
        struct lpi_ebd_counts counts = count(&x);
        bytes[i] = (uint8_t)lpi_ebd_plan(&counts).bytes;
    }
}

/* ---- decoding ---- */

/* Unpacks 64 nibbles from 32 bytes, one per byte. */
TARGET LPI_INLINE __m512i get_nibbles(const uint8_t *at)
{
    __m512i v = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)at));
    v = _mm512_or_si512(v, _mm512_slli_epi16(v, 4));
    return _mm512_and_si512(v, BYTES(15));
}

/*
 * Exponents of the elements that are stored, 0 elsewhere. Nibbles are at the positions of their
 * escapes. *wrong marks exponents outside 0..255.
 */
TARGET LPI_INLINE __m512i exponents_of(const struct codes *c, __mmask64 stored, unsigned base,
                                       unsigned e, __mmask64 *wrong)
{
    __m512i bases = BYTES(base), far = BYTES(LPI_EBD_FAR);
    __mmask64 up = _mm512_mask_cmpgt_epu8_mask(c->escapes, c->nibbles, far);
    __mmask64 bottom = _mm512_mask_cmpeq_epi8_mask(up, c->nibbles, BYTES(LPI_EBD_BOTTOM));
    __m512i d = _mm512_mask_add_epi8(c->codes, c->escapes, c->nibbles, BYTES(e));
    *wrong = _mm512_mask_cmpgt_epu8_mask(stored & ~up, d, bases);
    d = _mm512_mask_sub_epi8(d, up, far, c->nibbles);
    __m512i exponents = _mm512_maskz_sub_epi8(stored & ~bottom, bases, d);
    /* An upward distance whose sum is below the base has wrapped past 255. */
    *wrong |= _mm512_mask_cmplt_epu8_mask(up & ~bottom, exponents, bases);
    return exponents;
}

TARGET LPI_INLINE void put_half(uint8_t *line, __m256i exponents, __m256i payload)
{
    __m512i e = _mm512_slli_epi16(_mm512_cvtepu8_epi16(exponents), 7);
    __m512i p = _mm512_cvtepu8_epi16(payload);
    __m512i sign = _mm512_slli_epi16(_mm512_and_si512(p, _mm512_set1_epi16(0x80)), 8);
    p = _mm512_and_si512(p, _mm512_set1_epi16(0x7f));
    _mm512_storeu_si512(line, _mm512_or_si512(_mm512_or_si512(e, p), sign));
}

TARGET LPI_INLINE size_t put_line(const struct codes *c, __mmask64 stored, unsigned e,
                                  const uint8_t *record, unsigned at, uint8_t *line)
{
    __mmask64 wrong;
    __m512i exponents = exponents_of(c, stored, record[0], e, &wrong);
    __m512i payload = _mm512_maskz_expand_epi8(stored, _mm512_loadu_si512(record + at));
    put_half(line, _mm512_castsi512_si256(exponents), _mm512_castsi512_si256(payload));
    put_half(line + 64, _mm512_extracti64x4_epi64(exponents, 1),
             _mm512_extracti64x4_epi64(payload, 1));
    return wrong != 0 ? 0 : at + COUNT(stored);
}

TARGET LPI_INLINE __m512i spread_codes(__m512i packed)
{
    __m512i shifts = _mm512_set1_epi64(0x15120f0c09060300);
    return _mm512_and_si512(_mm512_multishift_epi64_epi8(shifts, open_gaps(packed)), BYTES(7));
}

TARGET LPI_INLINE size_t decode_mask(const uint8_t *record, uint8_t *line)
{
    uint64_t mask, packed;
    memcpy(&mask, record + LPI_EBD_MASK_AT, sizeof mask);
    memcpy(&packed, record + LPI_EBD_MASK_CODES, sizeof packed);
    packed &= UINT64_C(0xffffffffffff);
    if (COUNT(mask) > LPI_EBD_MASK_MOST || packed >> 3 * COUNT(mask) != 0)
        return 0;
    struct codes c;
    c.codes = spread_codes(_mm512_castsi128_si512(_mm_cvtsi64_si128((long long)packed)));
    c.codes = _mm512_maskz_expand_epi8(mask, c.codes);
    c.escapes = _mm512_mask_cmpeq_epi8_mask(mask, c.codes, BYTES(LPI_EBD_E_MASK));
    unsigned escapes = COUNT(c.escapes);
    if (escapes % 2 != 0 && record[LPI_EBD_MASK_NIBBLES + escapes / 2] >> 4 != 0)
        return 0;
    c.nibbles = _mm512_maskz_expand_epi8(c.escapes, get_nibbles(record + LPI_EBD_MASK_NIBBLES));
    return put_line(&c, mask, LPI_EBD_E_MASK, record, lpi_ebd_payload_at(1, escapes), line);
}

TARGET LPI_INLINE size_t decode_codes(const uint8_t *record, uint8_t *line)
{
    unsigned head = record[LPI_EBD_NIBBLES] & 15u;
    unsigned e = head & 1 ? LPI_EBD_E_FULL : LPI_EBD_E_CODE;
    struct codes c;
    c.codes = spread_codes(
        _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(record + LPI_EBD_CODES))));
    c.escapes = _mm512_cmpeq_epi8_mask(c.codes, BYTES(e));
    __mmask64 stored = _mm512_cmple_epu8_mask(c.codes, BYTES(e));
    unsigned escapes = COUNT(c.escapes);
    if (head > 1 || (escapes % 2 == 0 && record[LPI_EBD_NIBBLES + (escapes + 1) / 2] >> 4 != 0))
        return 0;
    __m512i down = _mm512_add_epi8(places(), BYTES(1));
    __m512i nibbles = get_nibbles(record + LPI_EBD_NIBBLES);
    c.nibbles = _mm512_maskz_expand_epi8(c.escapes, _mm512_permutexvar_epi8(down, nibbles));
    return put_line(&c, stored, e, record, lpi_ebd_payload_at(0, escapes), line);
}

TARGET static size_t decode(const uint8_t *record, int masked, uint8_t *line)
{
    return masked ? decode_mask(record, line) : decode_codes(record, line);
}

const struct lpi_ebd_kernel lpi_ebd_avx512 = {encode, sizes, decode};
#else
typedef int lpi_no_avx512;
#endif
