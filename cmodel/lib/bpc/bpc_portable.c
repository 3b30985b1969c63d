/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The portable code path of BPC. A line is eight vectors of four: lane l of vector v is word or
 * plane 8 l + v. So the next word or plane is in the same lane of the next vector, eight
 * consecutive ones share a lane, and one bit of each makes a byte. Runs are found in such masks;
 * everything else treats all planes alike, without branches.
 */
#include "bpc_code.h"

/* Every function with vector arguments is inlined, so the ABI of passing them does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Four rows; the compiler chooses the registers. */
typedef uint32_t rows __attribute__((vector_size(16)));
typedef int32_t signed_rows __attribute__((vector_size(16)));
typedef uint8_t row_bytes __attribute__((vector_size(16)));
typedef float row_floats __attribute__((vector_size(16)));

LPI_INLINE rows all(uint32_t x)
{
    return (rows){x, x, x, x};
}

/* ---- transposes ---- */

/* Swaps lane i of r[j] with lane j of r[i], for the four rows r[0], r[step], ... */
LPI_INLINE void exchange_lanes(rows *r, unsigned step)
{
    rows a = __builtin_shufflevector(r[0], r[2 * step], 0, 4, 1, 5);
    rows b = __builtin_shufflevector(r[0], r[2 * step], 2, 6, 3, 7);
    rows c = __builtin_shufflevector(r[step], r[3 * step], 0, 4, 1, 5);
    rows d = __builtin_shufflevector(r[step], r[3 * step], 2, 6, 3, 7);
    r[0] = __builtin_shufflevector(a, c, 0, 4, 1, 5);
    r[step] = __builtin_shufflevector(a, c, 2, 6, 3, 7);
    r[2 * step] = __builtin_shufflevector(b, d, 0, 4, 1, 5);
    r[3 * step] = __builtin_shufflevector(b, d, 2, 6, 3, 7);
}

/* Loads 32 words from memory into vectors, each word in the host's byte order. */
LPI_INLINE void rows_of(const void *words, rows r[8])
{
    rows in[8];
    memcpy(in, words, sizeof in);
    exchange_lanes(in, 2);
    exchange_lanes(in + 1, 2);
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++)
        r[v] = in[v % 4 * 2 + v / 4];
}

/* The inverse. */
LPI_INLINE void words_of_rows(const rows r[8], void *words)
{
    rows out[8];
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++)
        out[v % 4 * 2 + v / 4] = r[v];
    exchange_lanes(out, 2);
    exchange_lanes(out + 1, 2);
    memcpy(words, out, sizeof out);
}

LPI_INLINE row_bytes interleave_halves(row_bytes x)
{
    row_bytes high = __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12,
                                             13, 14, 15);
    return __builtin_shufflevector(x, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/* Swaps byte i of lane j with byte j of lane i; byte 0 is the lowest. */
LPI_INLINE rows exchange_bytes(rows x)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (rows)interleave_halves(interleave_halves((row_bytes)x));
#else
    return (rows)__builtin_shufflevector((row_bytes)x, (row_bytes)x, 15, 11, 7, 3, 14, 10, 6, 2, 13,
                                         9, 5, 1, 12, 8, 4, 0);
#endif
}

/* Swaps bits that are `by` apart across the diagonal. */
LPI_INLINE void exchange(rows *a, rows *b, unsigned by, uint32_t keep)
{
    rows moved = (*a >> by ^ *b) & keep;
    *a ^= moved << by;
    *b ^= moved;
}

/* Swaps bit i of row j with bit j of row i. */
LPI_INLINE void transpose(rows r[8])
{
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        exchange(&r[i], &r[i + 4], 4, 0x0f0f0f0f);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        exchange(&r[i / 2 * 4 + i % 2], &r[i / 2 * 4 + i % 2 + 2], 2, 0x33333333);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 8; i += 2)
        exchange(&r[i], &r[i + 1], 1, 0x55555555);
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        r[i] = exchange_bytes(r[i]);
}

/* Joins the low bytes of lanes 0 to 3, lane 0 lowest; the lanes have no other bits. */
LPI_INLINE uint32_t join_bytes(rows x)
{
    return exchange_bytes(x)[0];
}

/* Moves each lane down by one; the last lane gets `beyond`. */
LPI_INLINE rows lanes_down(rows x, uint32_t beyond)
{
    return __builtin_shufflevector(x, all(beyond), 1, 2, 3, 4);
}

/* ---- planes ---- */

/* Planes 31 to 0 in vectors; plane 32 is handled by itself, its DBX is its DBP. */
struct planes {
    rows dbp[8], dbx[8];
    uint32_t base, plane32;
};

LPI_INLINE void planes_of(const uint8_t *line, struct planes *p)
{
    uint32_t words[32];
    rows w[9], less = all(0);
    memcpy(words, line, sizeof words);
    for (unsigned i = 0; i < 32; i++)
        words[i] = little_endian(words[i]);
    rows_of(words, w);
    /* The last word is repeated: its delta is 0 and it is not smaller. */
    w[8] = lanes_down(w[0], words[31]);
#pragma GCC unroll 8
    for (unsigned v = 8; v-- > 0;) {
        less = less + less - (rows)((signed_rows)w[v + 1] < (signed_rows)w[v]);
        p->dbp[v] = w[v + 1] - w[v];
    }
    p->base = words[0];
    p->plane32 = join_bytes(less);
    transpose(p->dbp);
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++)
        p->dbx[v] = p->dbp[v] ^ (v < 7 ? p->dbp[v + 1] : lanes_down(p->dbp[0], p->plane32));
}

/* Which symbol each plane has, in the order of the tests. A lane is all ones or 0. */
struct kinds {
    rows zero, ones, flat, pair, single;
};

LPI_INLINE rows lowest(rows x)
{
    return x & (0 - x);
}

LPI_INLINE struct kinds kinds_of(rows dbx, rows dbp)
{
    rows low = lowest(dbx);
    return (struct kinds){
        .zero = (rows)(dbx == 0),
        .ones = (rows)(dbx == ALL_ONES),
        .flat = (rows)(dbp == 0),
        .pair = (rows)(dbx == low + low + low),
        .single = (rows)(dbx == low),
    };
}

/* Lengths of the symbols of four planes; 0 for zero planes, which have no symbol of their own. */
LPI_INLINE rows bits_of(const struct kinds *kind)
{
    rows five = kind->ones | kind->flat, ten = kind->pair | kind->single;
    rows bits = 32 - (ten & (32 - 10));
    return ((bits & ~five) | (five & 5)) & ~kind->zero;
}

/* Bit j of `zeros`: plane j is zero, j up to 32. `total`: the stream's length. */
struct lengths {
    uint64_t zeros;
    uint32_t total;
};

/* `bits`: those of planes 31 to 0 as bits_of() gives them, or NULL. */
LPI_INLINE struct lengths lengths_of(const struct planes *p, rows bits[8])
{
    rows zero = all(0), sum = all(0);
#pragma GCC unroll 8
    for (unsigned v = 8; v-- > 0;) {
        struct kinds kind = kinds_of(p->dbx[v], p->dbp[v]);
        rows four = bits_of(&kind);
        zero = zero + zero - kind.zero;
        sum += four;
        if (bits != NULL)
            bits[v] = four;
    }
    struct lengths l = {.zeros = (uint64_t)(p->plane32 == 0) << 32 | join_bytes(zero)};
    unsigned first = p->plane32 == 0 ? 0 : plane_code(p->plane32, p->plane32).bits;
    l.total = sum[0] + sum[1] + sum[2] + sum[3] + first + run_bits(l.zeros) +
              lpi_bpc_base_bits[base_class(p->base)];
    return l;
}

static size_t size_of(const uint8_t *line)
{
    struct planes p;
    planes_of(line, &p);
    return lengths_of(&p, NULL).total;
}

/* ---- encoding ---- */

/* The codes of four planes that are not zero, and 0 for the others. */
LPI_INLINE rows values_of(rows dbx, rows dbp)
{
    struct kinds kind = kinds_of(dbx, dbp);
    rows ten = kind.pair | kind.single, five = kind.ones | kind.flat;
    /* Converting to float puts a bit's number in the exponent; neither kind has bit 31. */
    rows exponent = (rows) __builtin_convertvector((signed_rows)lowest(dbx), row_floats) >> 23;
    rows marked = exponent + ((3 << 5) - 127) - (kind.pair & 1 << 5);
    rows value = (marked & ten) | ((dbx | 1u << 31) & ~ten);
    value = (value & ~five) | (kind.flat & ~kind.ones & 1);
    return value & ~kind.zero;
}

/* Codes of planes 31 to 0 in the order of the vectors' lanes: plane j at LANE(j). */
#define LANE(j) ((j) % 8 * 4 + (j) / 8)

struct codes {
    uint32_t value[32], bits[32];
};

/* Adds the codes of runs, each at its first plane; returns the code of a run from plane 32 on. */
LPI_INLINE struct lpi_bpc_code add_runs(uint64_t zeros, struct codes *c)
{
    struct lpi_bpc_code run = {0, 0};
    while (zeros != 0) {
        unsigned last = (unsigned)__builtin_ctzll(zeros);
        unsigned count = (unsigned)__builtin_ctzll(~(zeros >> last)), first = last + count - 1;
        run = run_code(count);
        zeros &= zeros + (UINT64_C(1) << last);
        if (first == 32)
            return run;
        c->value[LANE(first)] = (uint32_t)run.value;
        c->bits[LANE(first)] = run.bits;
    }
    return (struct lpi_bpc_code){0, 0};
}

/* Appends the low `bits` bits of `value`, 0 to 64; its higher bits are 0. */
LPI_INLINE void append_low(struct lpi_bpc_writer *w, uint64_t value, unsigned bits)
{
    append(w, value << ((0 - bits) & 63), bits);
}

struct lpi_bpc_plan {
    struct planes p;
    rows bits[8];
    struct lengths length;
};

LPI_INLINE size_t make_plan(const uint8_t *line, struct lpi_bpc_plan *plan)
{
    planes_of(line, &plan->p);
    plan->length = lengths_of(&plan->p, plan->bits);
    return plan->length.total;
}

LPI_INLINE void emit(const struct lpi_bpc_plan *plan, uint8_t *stream)
{
    const struct planes *p = &plan->p;
    struct lpi_bpc_writer w = {.stream = stream};
    struct codes c;
    rows value[8];
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++)
        value[v] = values_of(p->dbx[v], p->dbp[v]);
    memcpy(c.value, value, sizeof value);
    memcpy(c.bits, plan->bits, sizeof plan->bits);
    struct lpi_bpc_code base = base_code(p->base), first = add_runs(plan->length.zeros, &c);
    if (p->plane32 != 0)
        first = plane_code(p->plane32, p->plane32);
    append_low(&w, base.value, base.bits);
    append_low(&w, first.value, first.bits);
    for (unsigned lane = 4; lane-- > 0;) {
        const uint32_t *v = c.value + lane, *n = c.bits + lane;
#pragma GCC unroll 4
        for (unsigned i = 32; i > 0; i -= 8)
            append_low(&w, (uint64_t)v[i - 4] << n[i - 8] | v[i - 8], n[i - 4] + n[i - 8]);
    }
    finish(&w);
}

/* ---- decoding ---- */

/* Loads planes 31 to 0 into vectors; plane 32 starts the running xor of plane 31. */
LPI_INLINE void rows_found(const struct lpi_bpc_found *found, rows r[8])
{
    rows in[8];
    uint32_t plane32 = found->dbx[0] & ((found->dbx[0] >> 31) - 1);
    uint32_t above = plane32 & ((found->dbx[1] >> 31) - 1);
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++) {
        rows four;
        memcpy(&four, found->dbx + 1 + 4 * i, sizeof four);
        in[7 - i] = __builtin_shufflevector(four, four, 3, 2, 1, 0);
    }
    in[7] ^= (rows){0, 0, 0, above};
    rows_of(in, r);
}

/*
 * Turns words of DBX bits into deltas: each bit becomes the xor of itself and all bits above it. A
 * one in `flat` marks a bit whose DBP is 0, which stops what is carried down from above.
 */
LPI_INLINE void xor_down(rows r[8], rows flat)
{
#pragma GCC unroll 5
    for (unsigned by = 1; by < 32; by *= 2) {
#pragma GCC unroll 8
        for (unsigned v = 0; v < 8; v++)
            r[v] ^= r[v] >> by & ~flat;
        flat |= flat >> by;
    }
}

/* Word 0 is the base, and delta k is word k + 1 minus word k. Sums within the lanes come first. */
LPI_INLINE void add_up(rows r[8], uint32_t base)
{
    rows sum = all(0);
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++) {
        rows delta = r[v];
        r[v] = sum;
        sum += delta;
    }
    uint32_t second = base + sum[0], third = second + sum[1];
    rows before = {base, second, third, third + sum[2]};
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++)
        r[v] += before;
}

LPI_INLINE void words_found(const struct lpi_bpc_found *found, uint32_t words[32])
{
    rows r[8];
    rows_found(found, r);
    transpose(r);
    /* The marks of planes with DBP = 0 are in the place of delta 31. */
    xor_down(r, __builtin_shufflevector(r[7], r[7], 3, 3, 3, 3));
    add_up(r, found->base);
    words_of_rows(r, words);
}

void lpi_bpc_words(const struct lpi_bpc_found *found, uint32_t words[32])
{
    words_found(found, words);
}

static void rebuild(const struct lpi_bpc_found *found, uint8_t *line)
{
    uint32_t words[32];
    words_found(found, words);
    for (unsigned i = 0; i < 32; i++)
        words[i] = little_endian(words[i]);
    memcpy(line, words, sizeof words);
}

LPI_BPC_KERNEL(lpi_bpc_portable, , size_of, make_plan, emit, rebuild, NULL);
