/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EBD with AVX2: vectors find exponents, codes and counts; PEXT and PDEP move codes, nibbles and
 * payload, eight elements at a time.
 */
#include "ebd_form.h"
#ifdef __x86_64__
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#include "ebd_x86.h"
#include <string.h>

int lpi_ebd_avx2_usable(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

#define N LPI_EBD_ELEMENTS
#define BYTES(value) _mm256_set1_epi8((char)(value))
#define EIGHT_CODES UINT64_C(0x0707070707070707)
#define EIGHT_NIBBLES UINT64_C(0x0f0f0f0f0f0f0f0f)

/* 64 bytes, one per element. */
struct bytes64 {
    __m256i low, high;
};

struct elements {
    struct bytes64 exponent, payload;
    uint64_t nonzero;
};

TARGET LPI_INLINE uint64_t mask_of(__m256i low, __m256i high)
{
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}

/* All ones where a >= b. */
TARGET LPI_INLINE __m256i least_of(__m256i a, __m256i b)
{
    return _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a);
}

TARGET LPI_INLINE __m256i most_of(__m256i a, __m256i b)
{
    return _mm256_cmpeq_epi8(_mm256_min_epu8(a, b), a);
}

TARGET LPI_INLINE uint64_t at_least(struct bytes64 a, unsigned value)
{
    __m256i b = BYTES(value);
    return mask_of(least_of(a.low, b), least_of(a.high, b));
}

TARGET LPI_INLINE uint64_t at_most(struct bytes64 a, unsigned value)
{
    __m256i b = BYTES(value);
    return mask_of(most_of(a.low, b), most_of(a.high, b));
}

TARGET LPI_INLINE struct bytes64 minus(unsigned value, struct bytes64 a)
{
    __m256i b = BYTES(value);
    return (struct bytes64){_mm256_sub_epi8(b, a.low), _mm256_sub_epi8(b, a.high)};
}

TARGET LPI_INLINE __m256i load(const void *at)
{
    return _mm256_loadu_si256(at);
}

TARGET LPI_INLINE void store(void *at, struct bytes64 a)
{
    _mm256_storeu_si256(at, a.low);
    _mm256_storeu_si256((void *)((uint8_t *)at + 32), a.high);
}

/* Packs words below 256 to bytes, in order. */
TARGET LPI_INLINE __m256i narrow(__m256i a, __m256i b)
{
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8);
}

TARGET LPI_INLINE __m256i exponents_of(__m256i a, __m256i b)
{
    __m256i byte = _mm256_set1_epi16(0xff);
    return narrow(_mm256_and_si256(_mm256_srli_epi16(a, 7), byte),
                  _mm256_and_si256(_mm256_srli_epi16(b, 7), byte));
}

TARGET LPI_INLINE __m256i payload_of(__m256i a, __m256i b)
{
    __m256i high = narrow(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8));
    __m256i byte = _mm256_set1_epi16(0xff);
    __m256i low = narrow(_mm256_and_si256(a, byte), _mm256_and_si256(b, byte));
    return _mm256_or_si256(_mm256_and_si256(high, BYTES(0x80)), _mm256_and_si256(low, BYTES(0x7f)));
}

TARGET LPI_INLINE __m256i zeros_of(__m256i a, __m256i b)
{
    __m256i zero = _mm256_setzero_si256();
    return _mm256_permute4x64_epi64(
        _mm256_packs_epi16(_mm256_cmpeq_epi16(a, zero), _mm256_cmpeq_epi16(b, zero)), 0xd8);
}

TARGET LPI_INLINE struct elements take_apart(const uint8_t *line)
{
    __m256i a = load(line), b = load(line + 32), c = load(line + 64), d = load(line + 96);
    return (struct elements){{exponents_of(a, b), exponents_of(c, d)},
                             {payload_of(a, b), payload_of(c, d)},
                             ~mask_of(zeros_of(a, b), zeros_of(c, d))};
}

TARGET LPI_INLINE struct lpi_ebd_counts count(const struct elements *x)
{
    __m256i low = x->exponent.low, high = x->exponent.high, one = BYTES(1);
    struct lpi_ebd_counts c = {.nonzero = COUNT(x->nonzero),
                               .infinite = COUNT(at_least(x->exponent, LPI_EBD_INFINITE))};
    unsigned largest = largest_byte(
        _mm256_max_epu8(_mm256_add_epi8(low, one), _mm256_add_epi8(high, one)));
    c.most = lpi_ebd_most(largest - 1u, c.nonzero, c.infinite);
    c.least = (int)least_byte(
                  _mm256_min_epu8(_mm256_sub_epi8(low, one), _mm256_sub_epi8(high, one))) +
              1;
    if (c.most == (int)LPI_EBD_INFINITE)
        c.infinite = 0;
    struct bytes64 q = minus((unsigned)c.most, x->exponent);
    uint64_t counts = x->nonzero & at_most(x->exponent, (unsigned)c.most);
    c.below[1] = COUNT(counts & at_most(q, 0));
    c.below[2] = COUNT(counts & at_most(q, 1));
    for (unsigned k = 0; k < 4; k++)
        c.from[k] = COUNT(counts & at_least(q, 6 + k));
    return c;
}

TARGET LPI_INLINE uint64_t load64(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

TARGET LPI_INLINE void store64(uint8_t *at, uint64_t value)
{
    memcpy(at, &value, sizeof value);
}

/* Widens each of eight bits to a byte of ones or zeros. */
TARGET LPI_INLINE uint64_t widen(uint64_t bits)
{
    return _pdep_u64(bits, UINT64_C(0x0101010101010101)) * 255u;
}

/* Packs the bytes whose bits are set; the bytes after them are undefined. Then the inverse. */
TARGET LPI_INLINE void compress(const uint8_t *bytes, uint64_t mask, uint8_t *out)
{
    for (unsigned i = 0; i < N; i += 8, mask >>= 8) {
        store64(out, _pext_u64(load64(bytes + i), widen(mask & 255)));
        out += COUNT(mask & 255);
    }
}

TARGET LPI_INLINE void expand(const uint8_t *in, uint64_t mask, uint8_t *bytes)
{
    for (unsigned i = 0; i < N; i += 8, mask >>= 8) {
        store64(bytes + i, _pdep_u64(load64(in), widen(mask & 255)));
        in += COUNT(mask & 255);
    }
}

/* Codes and nibbles at the positions of their elements, and which elements escape. */
struct codes {
    uint8_t codes[N], nibbles[N];
    uint64_t escapes;
};

TARGET LPI_INLINE __m256i code_half(__m256i exponents, unsigned base, unsigned e, uint8_t *codes,
                                    uint8_t *nibbles)
{
    __m256i bases = BYTES(base), es = BYTES(e), d = _mm256_sub_epi8(bases, exponents);
    __m256i up = _mm256_xor_si256(most_of(exponents, bases), BYTES(255));
    __m256i escapes = _mm256_or_si256(least_of(d, es), up);
    __m256i far = _mm256_sub_epi8(d, es);
    far = _mm256_blendv_epi8(BYTES(LPI_EBD_BOTTOM), far, most_of(far, BYTES(LPI_EBD_FAR)));
    far = _mm256_blendv_epi8(far, _mm256_sub_epi8(BYTES(LPI_EBD_FAR), d), up);
    _mm256_storeu_si256((void *)codes, _mm256_blendv_epi8(d, es, escapes));
    _mm256_storeu_si256((void *)nibbles, far);
    return escapes;
}

TARGET LPI_INLINE void code_elements(const struct elements *x, uint64_t stored, unsigned base,
                                     unsigned e, struct codes *c)
{
    __m256i low = code_half(x->exponent.low, base, e, c->codes, c->nibbles);
    __m256i high = code_half(x->exponent.high, base, e, c->codes + 32, c->nibbles + 32);
    c->escapes = mask_of(low, high) & stored;
}

/*
 * Writes nibbles, given a byte each, with `first` before them unless it is negative; then the
 * payload.
 */
TARGET LPI_INLINE void put_tail(const struct elements *x, const struct codes *c, uint64_t stored,
                                int first, uint8_t *record)
{
    uint8_t nibbles[N + 16] = {(uint8_t)first}, payload[N];
    unsigned escapes = COUNT(c->escapes), head = first >= 0;
    if (escapes != 0)
        compress(c->nibbles, c->escapes, nibbles + head);
    store64(nibbles + head + escapes, 0);
    uint8_t *at = record + (head ? LPI_EBD_NIBBLES : LPI_EBD_MASK_NIBBLES);
    for (unsigned i = 0; i < head + escapes; i += 8) {
        uint32_t four = (uint32_t)_pext_u64(load64(nibbles + i), EIGHT_NIBBLES);
        memcpy(at + i / 2, &four, sizeof four);
    }
    store(payload, x->payload);
    compress(payload, stored, record + lpi_ebd_payload_at(!head, escapes));
}

TARGET LPI_INLINE void put_mask(const struct elements *x, unsigned base, uint8_t *record)
{
    struct codes c;
    uint8_t codes[N + 8];
    code_elements(x, x->nonzero, base, LPI_EBD_E_MASK, &c);
    compress(c.codes, x->nonzero, codes);
    uint64_t packed = _pext_u64(load64(codes), EIGHT_CODES) |
                      _pext_u64(load64(codes + 8), EIGHT_CODES) << 24;
    record[0] = (uint8_t)base;
    store64(record + LPI_EBD_MASK_AT, x->nonzero);
    store64(record + LPI_EBD_MASK_CODES, _bzhi_u64(packed, 3 * COUNT(x->nonzero)));
    put_tail(x, &c, x->nonzero, -1, record);
}

TARGET LPI_INLINE void put_codes(const struct elements *x, unsigned base, int full, uint8_t *record)
{
    struct codes c;
    uint64_t stored = full ? ~UINT64_C(0) : x->nonzero;
    code_elements(x, stored, base, full ? LPI_EBD_E_FULL : LPI_EBD_E_CODE, &c);
    record[0] = (uint8_t)base;
    for (unsigned i = 0; i < N; i += 8) {
        uint64_t codes = load64(c.codes + i) | ~widen(stored >> i & 255);
        uint32_t packed = (uint32_t)_pext_u64(codes, EIGHT_CODES);
        memcpy(record + LPI_EBD_CODES + 3 * (i / 8), &packed, sizeof packed);
    }
    put_tail(x, &c, stored, full, record);
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

TARGET LPI_INLINE void get_nibbles(const uint8_t *at, unsigned count, uint8_t *nibbles)
{
    for (unsigned i = 0; i < count; i += 8) {
        uint32_t four;
        memcpy(&four, at + i / 2, sizeof four);
        store64(nibbles + i, _pdep_u64(four, EIGHT_NIBBLES));
    }
}

/*
 * Computes exponents from codes and nibbles, each at the position of its element. Elements that do
 * not escape have nibble 0; elements that are not stored have code and nibble 0. *wrong marks
 * exponents outside 0..255.
 */
TARGET LPI_INLINE __m256i exponent_half(const uint8_t *codes, const uint8_t *nibbles, unsigned base,
                                        __m256i *wrong)
{
    __m256i bases = BYTES(base), far = BYTES(LPI_EBD_FAR), n = load(nibbles);
    __m256i up = _mm256_cmpgt_epi8(n, far), bottom = _mm256_cmpeq_epi8(n, BYTES(LPI_EBD_BOTTOM));
    __m256i d = _mm256_blendv_epi8(_mm256_add_epi8(load(codes), n), _mm256_sub_epi8(far, n), up);
    __m256i exponents = _mm256_sub_epi8(bases, d);
    __m256i fits = _mm256_blendv_epi8(most_of(exponents, bases), least_of(exponents, bases), up);
    *wrong = _mm256_andnot_si256(_mm256_or_si256(fits, bottom), BYTES(255));
    return _mm256_andnot_si256(bottom, exponents);
}

TARGET LPI_INLINE void put_half(__m256i exponents, __m256i payload, uint8_t *line)
{
    __m256i high = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(exponents, 1), BYTES(0x7f)),
                                   _mm256_and_si256(payload, BYTES(0x80)));
    __m256i bottom = _mm256_slli_epi16(_mm256_and_si256(exponents, BYTES(1)), 7);
    __m256i low = _mm256_or_si256(bottom, _mm256_and_si256(payload, BYTES(0x7f)));
    __m256i a = _mm256_unpacklo_epi8(low, high), b = _mm256_unpackhi_epi8(low, high);
    _mm256_storeu_si256((void *)line, _mm256_permute2x128_si256(a, b, 0x20));
    _mm256_storeu_si256((void *)(line + 32), _mm256_permute2x128_si256(a, b, 0x31));
}

TARGET LPI_INLINE size_t put_line(const struct codes *c, uint64_t stored, const uint8_t *record,
                                  unsigned at, uint8_t *line)
{
    uint8_t payload[N];
    __m256i wrong_low, wrong_high;
    __m256i low = exponent_half(c->codes, c->nibbles, record[0], &wrong_low);
    __m256i high = exponent_half(c->codes + 32, c->nibbles + 32, record[0], &wrong_high);
    /* Elements that are not stored have neither exponent nor payload. */
    uint8_t exponents[N];
    store(exponents, (struct bytes64){low, high});
    expand(record + at, stored, payload);
    for (unsigned i = 0; i < N; i += 8)
        store64(exponents + i, load64(exponents + i) & widen(stored >> i & 255));
    put_half(load(exponents), load(payload), line);
    put_half(load(exponents + 32), load(payload + 32), line + 64);
    return (mask_of(wrong_low, wrong_high) & stored) != 0 ? 0 : at + COUNT(stored);
}

/* Moves the nibbles to the positions of their escapes, skipping the first `head` nibbles. */
TARGET LPI_INLINE void spread_nibbles(struct codes *c, const uint8_t *at, unsigned head)
{
    uint8_t nibbles[N + 16] = {0};
    unsigned escapes = COUNT(c->escapes);
    if (escapes == 0) {
        memset(c->nibbles, 0, N);
        return;
    }
    get_nibbles(at, head + escapes, nibbles);
    expand(nibbles + head, c->escapes, c->nibbles);
}

TARGET LPI_INLINE uint64_t where(const uint8_t *codes, unsigned value)
{
    __m256i v = BYTES(value);
    return mask_of(_mm256_cmpeq_epi8(load(codes), v), _mm256_cmpeq_epi8(load(codes + 32), v));
}

TARGET LPI_INLINE size_t decode_mask(const uint8_t *record, uint8_t *line)
{
    uint64_t mask = load64(record + LPI_EBD_MASK_AT);
    uint64_t packed = _bzhi_u64(load64(record + LPI_EBD_MASK_CODES), 48);
    if (COUNT(mask) > LPI_EBD_MASK_MOST || packed >> 3 * COUNT(mask) != 0)
        return 0;
    uint8_t codes[24] = {0};
    struct codes c;
    store64(codes, _pdep_u64(packed, EIGHT_CODES));
    store64(codes + 8, _pdep_u64(packed >> 24, EIGHT_CODES));
    expand(codes, mask, c.codes);
    c.escapes = where(c.codes, LPI_EBD_E_MASK);
    unsigned escapes = COUNT(c.escapes);
    if (escapes % 2 != 0 && record[LPI_EBD_MASK_NIBBLES + escapes / 2] >> 4 != 0)
        return 0;
    spread_nibbles(&c, record + LPI_EBD_MASK_NIBBLES, 0);
    return put_line(&c, mask, record, lpi_ebd_payload_at(1, escapes), line);
}

TARGET LPI_INLINE size_t decode_codes(const uint8_t *record, uint8_t *line)
{
    unsigned head = record[LPI_EBD_NIBBLES] & 15u;
    struct codes c;
    for (unsigned i = 0; i < N; i += 8) {
        uint32_t packed;
        memcpy(&packed, record + LPI_EBD_CODES + 3 * (i / 8), sizeof packed);
        store64(c.codes + i, _pdep_u64(packed, EIGHT_CODES));
    }
    uint64_t sevens = where(c.codes, LPI_EBD_ZERO_CODE), stored = head & 1 ? ~UINT64_C(0) : ~sevens;
    c.escapes = head & 1 ? sevens : where(c.codes, LPI_EBD_E_CODE);
    unsigned escapes = COUNT(c.escapes);
    if (head > 1 || (escapes % 2 == 0 && record[LPI_EBD_NIBBLES + (escapes + 1) / 2] >> 4 != 0))
        return 0;
    spread_nibbles(&c, record + LPI_EBD_NIBBLES, 1);
    return put_line(&c, stored, record, lpi_ebd_payload_at(0, escapes), line);
}

TARGET static size_t decode(const uint8_t *record, int masked, uint8_t *line)
{
    return masked ? decode_mask(record, line) : decode_codes(record, line);
}

const struct lpi_ebd_kernel lpi_ebd_avx2 = {encode, sizes, decode};
#else
typedef int lpi_no_avx2;
#endif
