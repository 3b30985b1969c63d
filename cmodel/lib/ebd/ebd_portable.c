/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EBD in plain C. Nothing here depends on the host's byte order: wider values are assembled from
 * bytes.
 */
#include "ebd_form.h"
#include "../../base/bytes.h"
#include <string.h>

#define N LPI_EBD_ELEMENTS
#define BIT_0 UINT64_C(0x0101010101010101) /* of each byte */

/* Eight codes of 3 bits, from a byte each and back. */
LPI_INLINE uint32_t pack_codes(const uint8_t *codes)
{
    uint64_t c = lpi_get_le64(codes);
    c = (c | c >> 5) & UINT64_C(0x003f003f003f003f);
    c = (c | c >> 10) & UINT64_C(0x00000fff00000fff);
    return (uint32_t)(c | c >> 20) & 0xffffff;
}

LPI_INLINE uint64_t spread_codes(uint64_t packed)
{
    uint64_t c = packed & 0xffffff;
    c = (c | c << 20) & UINT64_C(0x00000fff00000fff);
    c = (c | c << 10) & UINT64_C(0x003f003f003f003f);
    return (c | c << 5) & UINT64_C(0x0707070707070707);
}

/* A line split into fields; `nonzero` holds 1 or 0. */
struct elements {
    uint8_t exponent[N], payload[N], nonzero[N];
};

LPI_INLINE void take_apart(const uint8_t *line, struct elements *x)
{
    for (unsigned i = 0; i < N; i++) {
        unsigned low = line[2 * i], high = line[2 * i + 1];
        x->exponent[i] = (uint8_t)(high << 1 | low >> 7);
        x->payload[i] = (uint8_t)((high & 0x80) | (low & 0x7f));
        x->nonzero[i] = (uint8_t)((low | high) != 0);
    }
}

LPI_INLINE struct lpi_ebd_counts count(const struct elements *x)
{
    uint8_t nonzero = 0, infinite = 0, largest = 0, least = 255;
    for (unsigned i = 0; i < N; i++) {
        uint8_t e = x->exponent[i], finite = (uint8_t)(e + 1), below = (uint8_t)(e - 1);
        nonzero = (uint8_t)(nonzero + x->nonzero[i]);
        infinite = (uint8_t)(infinite + (e == LPI_EBD_INFINITE));
        largest = finite > largest ? finite : largest;
        least = below < least ? below : least;
    }
    struct lpi_ebd_counts c = {.nonzero = nonzero, .least = least + 1};
    c.most = lpi_ebd_most(largest - 1u, nonzero, infinite);
    c.infinite = c.most == (int)LPI_EBD_INFINITE ? 0 : infinite;
    uint8_t most = (uint8_t)c.most, below1 = 0, below2 = 0, from[4] = {0};
    for (unsigned i = 0; i < N; i++) {
        uint8_t e = x->exponent[i], q = (uint8_t)(most - e);
        uint8_t counts = (uint8_t)(x->nonzero[i] & (e <= most));
        below1 = (uint8_t)(below1 + (counts & (q < 1)));
        below2 = (uint8_t)(below2 + (counts & (q < 2)));
        from[0] = (uint8_t)(from[0] + (counts & (q >= 6)));
        from[1] = (uint8_t)(from[1] + (counts & (q >= 7)));
        from[2] = (uint8_t)(from[2] + (counts & (q >= 8)));
        from[3] = (uint8_t)(from[3] + (counts & (q >= 9)));
    }
    c.below[1] = below1;
    c.below[2] = below2;
    for (unsigned k = 0; k < 4; k++)
        c.from[k] = from[k];
    return c;
}

/* The nibble of an exponent that has no code. */
LPI_INLINE uint8_t nibble_of(unsigned base, unsigned exponent, unsigned e)
{
    if (exponent > base)
        return (uint8_t)(LPI_EBD_FAR + exponent - base);
    return base - exponent <= e + LPI_EBD_FAR ? (uint8_t)(base - exponent - e) : LPI_EBD_BOTTOM;
}

/* The fields of a record: codes, nibbles in a byte each, and payload. */
struct fields {
    uint8_t codes[N + 8], nibbles[N + 9], payload[N];
    unsigned count, escapes;
};

LPI_INLINE void fill_fields(const struct elements *x, unsigned base, unsigned e, int all,
                            int zero_codes, struct fields *f)
{
    uint8_t code[N], escape[N];
    for (unsigned i = 0; i < N; i++) {
        /* Masks instead of branches. */
        uint8_t d = (uint8_t)(base - x->exponent[i]);
        uint8_t stored = all ? 255 : (uint8_t)(0 - x->nonzero[i]);
        uint8_t direct = (uint8_t)(0 - ((d < e) & (x->exponent[i] <= base)));
        uint8_t coded = (uint8_t)((d & direct) | ((uint8_t)e & ~direct));
        escape[i] = stored & (uint8_t)~direct;
        code[i] = (uint8_t)((coded & stored) | (LPI_EBD_ZERO_CODE & ~stored));
    }
    f->count = f->escapes = 0;
    unsigned places = 0;
    for (unsigned i = 0; i < N; i++) {
        unsigned stored = all ? 1 : x->nonzero[i];
        f->codes[places] = code[i];
        places += zero_codes ? 1 : stored;
        f->payload[f->count] = x->payload[i];
        f->count += stored;
    }
    for (unsigned i = 0; i < N; i += 8)
        for (uint64_t left = lpi_get_le64(escape + i) & BIT_0; left != 0; left &= left - 1) {
            unsigned j = i + (unsigned)__builtin_ctzll(left) / 8;
            f->nibbles[f->escapes++] = nibble_of(base, x->exponent[j], e);
        }
    if (!zero_codes)
        memset(f->codes + places, 0, LPI_EBD_MASK_MOST - places);
    memset(f->nibbles + f->escapes, 0, 8);
}

/* Nibbles, `first` before them if it is not negative, then the payload. */
LPI_INLINE void put_tail(const struct fields *f, int first, uint8_t *record, unsigned at)
{
    unsigned i = 0, pairs = 0;
    if (first >= 0) {
        record[at++] = (uint8_t)(first | f->nibbles[0] << 4);
        i = 1;
    }
    for (; i < f->escapes; i += 2)
        record[at + pairs++] = (uint8_t)(f->nibbles[i] | f->nibbles[i + 1] << 4);
    memcpy(record + at + pairs, f->payload, N);
}

static void put_mask(const struct elements *x, unsigned base, uint8_t *record)
{
    struct fields f;
    fill_fields(x, base, LPI_EBD_E_MASK, 0, 0, &f);
    for (unsigned i = 0; i < N / 8; i++) {
        unsigned byte = 0;
        for (unsigned b = 0; b < 8; b++)
            byte |= (unsigned)x->nonzero[8 * i + b] << b;
        record[LPI_EBD_MASK_AT + i] = (uint8_t)byte;
    }
    lpi_put_le64(record + LPI_EBD_MASK_CODES,
                 pack_codes(f.codes) | (uint64_t)pack_codes(f.codes + 8) << 24);
    record[0] = (uint8_t)base;
    put_tail(&f, -1, record, LPI_EBD_MASK_NIBBLES);
}

LPI_INLINE void put_codes(const struct elements *x, unsigned base, int full, uint8_t *record)
{
    struct fields f;
    fill_fields(x, base, full ? LPI_EBD_E_FULL : LPI_EBD_E_CODE, full, 1, &f);
    record[0] = (uint8_t)base;
    for (unsigned i = 0; i < N / 8; i++) {
        uint32_t packed = pack_codes(f.codes + 8 * i);
        for (unsigned b = 0; b < 3; b++)
            record[LPI_EBD_CODES + 3 * i + b] = (uint8_t)(packed >> 8 * b);
    }
    put_tail(&f, full, record, LPI_EBD_NIBBLES);
}

static size_t encode(const uint8_t *line, uint8_t *record)
{
    struct elements x;
    take_apart(line, &x);
    struct lpi_ebd_counts counts = count(&x);
    struct lpi_ebd_plan plan = lpi_ebd_plan(&counts);
    if (plan.form == LPI_EBD_MASK)
        put_mask(&x, plan.base, record);
    else if (plan.form == LPI_EBD_CODE)
        put_codes(&x, plan.base, 0, record);
    else if (plan.form == LPI_EBD_FULL)
        put_codes(&x, plan.base, 1, record);
    return plan.bytes;
}

static void sizes(const uint8_t *src, size_t lines, uint8_t *bytes)
{
    for (size_t i = 0; i < lines; i++) {
        struct elements x;
        take_apart(src + i * LP_LINE_BYTES, &x);
        struct lpi_ebd_counts counts = count(&x);
        bytes[i] = (uint8_t)lpi_ebd_plan(&counts).bytes;
    }
}

/* ---- decoding ---- */

LPI_INLINE unsigned nibble_at(const uint8_t *record, unsigned nibble)
{
    return record[nibble / 2] >> 4 * (nibble % 2) & 15u;
}

/* The exponent of an escape's nibble; invalid if outside 0..255. */
LPI_INLINE int far_exponent(unsigned base, unsigned e, unsigned nibble)
{
    if (nibble <= LPI_EBD_FAR)
        return (int)base - (int)(e + nibble);
    return nibble == LPI_EBD_BOTTOM ? 0 : (int)(base + nibble - LPI_EBD_FAR);
}

LPI_INLINE void put_element(uint8_t *line, unsigned i, unsigned exponent, unsigned payload)
{
    line[2 * i] = (uint8_t)(exponent << 7 | (payload & 0x7f));
    line[2 * i + 1] = (uint8_t)((payload & 0x80) | exponent >> 1);
}

/*
 * The exponents of `count` codes, a multiple of 8; a code above E has exponent 0. Returns a number
 * other than 0 if one is outside 0..255.
 */
LPI_INLINE unsigned get_exponents(const uint8_t *codes, unsigned count, unsigned base, unsigned e,
                                  const uint8_t *record, unsigned nibble, uint8_t *exponents)
{
    uint8_t escape[N], past = 0;
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        uint8_t stored = (uint8_t)(0 - (codes[i] <= e));
        escape[i] = codes[i] == e;
        exponents[i] = (uint8_t)((uint8_t)(base - codes[i]) & stored);
        past |= (uint8_t)((codes[i] > base) & (codes[i] < e));
    }
    for (unsigned i = 0; i < count; i += 8)
        for (uint64_t left = lpi_get_le64(escape + i); left != 0; left &= left - 1) {
            unsigned j = i + (unsigned)__builtin_ctzll(left) / 8;
            int exponent = far_exponent(base, e, nibble_at(record, nibble++));
            exponents[j] = (uint8_t)exponent;
            wrong |= (unsigned)exponent & ~255u;
        }
    return wrong | past;
}

static size_t decode_mask(const uint8_t *record, uint8_t *line)
{
    uint64_t mask = lpi_get_le64(record + LPI_EBD_MASK_AT);
    uint64_t packed = lpi_get_le64(record + LPI_EBD_MASK_CODES) & UINT64_C(0xffffffffffff);
    unsigned count = (unsigned)__builtin_popcountll(mask), escapes = 0;
    uint8_t codes[16], exponents[16];
    if (count > LPI_EBD_MASK_MOST || packed >> 3 * count != 0)
        return 0;
    lpi_put_le64(codes, spread_codes(packed));
    lpi_put_le64(codes + 8, spread_codes(packed >> 24));
    for (unsigned i = 0; i < count; i++)
        escapes += codes[i] == LPI_EBD_E_MASK;
    unsigned nibble = 2 * LPI_EBD_MASK_NIBBLES, at = lpi_ebd_payload_at(1, escapes);
    if (escapes % 2 != 0 && nibble_at(record, nibble + escapes) != 0)
        return 0;
    if (get_exponents(codes, 16, record[0], LPI_EBD_E_MASK, record, nibble, exponents))
        return 0;
    memset(line, 0, LP_LINE_BYTES);
    for (unsigned j = 0; mask != 0; j++, mask &= mask - 1)
        put_element(line, (unsigned)__builtin_ctzll(mask), exponents[j], record[at + j]);
    return at + count;
}

LPI_INLINE size_t decode_codes(const uint8_t *record, int full, uint8_t *line)
{
    unsigned e = full ? LPI_EBD_E_FULL : LPI_EBD_E_CODE;
    uint8_t codes[N], exponents[N];
    for (unsigned i = 0; i < N / 8; i++) {
        const uint8_t *three = record + LPI_EBD_CODES + 3 * i;
        lpi_put_le64(codes + 8 * i,
                     spread_codes(three[0] | (uint64_t)three[1] << 8 | (uint64_t)three[2] << 16));
    }
    uint8_t escapes = 0;
    for (unsigned i = 0; i < N; i++)
        escapes = (uint8_t)(escapes + (codes[i] == e));
    unsigned nibble = 2 * LPI_EBD_NIBBLES + 1, at = lpi_ebd_payload_at(0, escapes);
    if (nibble_at(record, nibble - 1) > 1 ||
        (escapes % 2 == 0 && nibble_at(record, nibble + escapes) != 0))
        return 0;
    if (get_exponents(codes, N, record[0], e, record, nibble, exponents))
        return 0;
    for (unsigned i = 0; i < N; i++) {
        unsigned stored = codes[i] <= e;
        put_element(line, i, exponents[i], record[at] & (0u - stored));
        at += stored;
    }
    return at;
}

static size_t decode(const uint8_t *record, int masked, uint8_t *line)
{
    if (masked)
        return decode_mask(record, line);
    return record[LPI_EBD_NIBBLES] & 1 ? decode_codes(record, 1, line)
                                       : decode_codes(record, 0, line);
}

const struct lpi_ebd_kernel lpi_ebd_portable = {encode, sizes, decode};
