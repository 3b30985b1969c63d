/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The portable code path of BPC. Planes come from a transpose of 32 x 32 bits; what is done to each
 * plane is written as loops without branches, which compilers turn into vectors of any kind.
 */
#include "bpc_code.h"

/* Four rows, in whatever registers the machine has for them. */
typedef uint32_t rows __attribute__((vector_size(16)));

/* Bits `by` apart across the diagonal change places. */
LPI_INLINE void exchange(rows *a, rows *b, unsigned by, uint32_t keep)
{
    rows moved = (*a >> by ^ *b) & keep;
    *a ^= moved << by;
    *b ^= moved;
}

/* Bit i of row j and bit j of row i change places. */
LPI_INLINE void transpose(uint32_t a[32])
{
    rows r[8];
    memcpy(r, a, sizeof r);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        exchange(&r[i], &r[i + 4], 16, 0x0000ffff);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++)
        exchange(&r[i / 2 * 4 + i % 2], &r[i / 2 * 4 + i % 2 + 2], 8, 0x00ff00ff);
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i += 2) {
        exchange(&r[i], &r[i + 1], 4, 0x0f0f0f0f);
        rows p = __builtin_shufflevector(r[i], r[i + 1], 0, 1, 4, 5);
        rows q = __builtin_shufflevector(r[i], r[i + 1], 2, 3, 6, 7);
        exchange(&p, &q, 2, 0x33333333);
        rows even = __builtin_shufflevector(p, q, 0, 2, 4, 6);
        rows odd = __builtin_shufflevector(p, q, 1, 3, 5, 7);
        exchange(&even, &odd, 1, 0x55555555);
        r[i] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
        r[i + 1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
    }
    memcpy(a, r, sizeof r);
}

/* Bit i = flag[i], which is 0 or 1. */
static inline uint32_t gather_flags(const uint8_t flag[32])
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        uint64_t eight;
        memcpy(&eight, flag + i, sizeof eight);
        /* Flag k, now bit 56 - 8k, is moved to bit 56 + k by the factor's bit 9k. */
        eight = big_endian(eight);
        bits |= (uint32_t)(eight * 0x8040201008040201 >> 56) << i;
    }
    return bits;
}

/* Planes by number; dbx from [1] on, with a non-zero one on either side, so that runs end. */
struct planes {
    uint32_t base, dbp[PLANES + 1], dbx[PLANES + 2];
};

static void planes_of(const uint8_t *line, struct planes *p)
{
    uint32_t w[32];
    uint8_t less[32];
    memcpy(w, line, sizeof w);
    for (unsigned i = 0; i < 32; i++)
        w[i] = little_endian(w[i]);
    for (unsigned k = 0; k < 31; k++) {
        p->dbp[k] = w[k + 1] - w[k];
        less[k] = (int32_t)w[k + 1] < (int32_t)w[k];
    }
    p->dbp[31] = 0;
    less[31] = 0;
    p->base = w[0];
    transpose(p->dbp);
    p->dbp[32] = gather_flags(less);
    p->dbp[33] = 0;
    for (unsigned j = 0; j < PLANES; j++)
        p->dbx[j + 1] = p->dbp[j] ^ p->dbp[j + 1];
    p->dbx[0] = p->dbx[PLANES + 1] = 1;
}

/* Length of the symbol that begins with plane j, 0 within a run. */
LPI_INLINE uint32_t symbol_bits(const struct planes *p, unsigned j)
{
    uint32_t dbx = p->dbx[j + 1], low = dbx & (0 - dbx), bits = 32;
    uint32_t run = p->dbx[j] == 0 ? 7 : 3;
    bits = ((dbx == low) | (dbx == 3 * low)) != 0 ? 10 : bits;
    bits = ((dbx == ALL_ONES) | (p->dbp[j] == 0)) != 0 ? 5 : bits;
    run = p->dbx[j + 2] == 0 ? 0 : run;
    return dbx == 0 ? run : bits;
}

static size_t size_of(const uint8_t *line)
{
    struct planes p;
    planes_of(line, &p);
    uint32_t bits = lpi_bpc_base_bits[base_class(p.base)];
    for (unsigned j = 0; j < PLANES; j++)
        bits += symbol_bits(&p, j);
    return bits;
}

/* A bit's number; 0 or 1 << 31 give anything. Goes through a float, since those have vectors. */
LPI_INLINE uint32_t bit_number(uint32_t bit)
{
    union {
        float f;
        uint32_t u;
    } x = {.f = (float)(int32_t)bit};
    return (x.u >> 23) - 127;
}

/* The code of the symbol that begins with plane j; for a longer run, without its length. */
LPI_INLINE uint32_t symbol_value(const struct planes *p, unsigned j)
{
    uint32_t dbx = p->dbx[j + 1], low = dbx & (0 - dbx), k = bit_number(low);
    uint32_t value = dbx | 1u << 31;
    value = dbx == low ? 3u << 5 | k : value;
    value = dbx == 3 * low ? 2u << 5 | k : value;
    value = p->dbp[j] == 0 ? 1 : value;
    value = dbx == ALL_ONES ? 0 : value;
    uint32_t run = p->dbx[j] == 0 ? 1u << 5 : 1;
    run = p->dbx[j + 2] == 0 ? 0 : run;
    return dbx == 0 ? run : value;
}

static size_t encode_line(const uint8_t *line, uint8_t *stream)
{
    struct planes p;
    struct lpi_bpc_writer w = {.stream = stream};
    uint32_t value[PLANES], bits[PLANES], total = 0;
    planes_of(line, &p);
    for (unsigned j = 0; j < PLANES; j++)
        total += bits[j] = symbol_bits(&p, j);
    for (unsigned j = 0; j < PLANES; j++)
        value[j] = symbol_value(&p, j);
    struct lpi_bpc_code base = base_code(p.base);
    total += base.bits;
    if (total >= LP_BPC_RAW_BITS)
        return total;
    for (unsigned j = PLANES, n = 0; j-- > 0;) {
        n = p.dbx[j + 1] == 0 ? n + 1 : 0;
        if (n >= 2 && p.dbx[j] != 0)
            value[j + n - 1] |= n - 2;
    }
    append(&w, base.value << (64 - base.bits), base.bits);
    append(&w, (uint64_t)value[32] << 32 << (32 - bits[32]), bits[32]);
    for (unsigned j = 32; j > 0; j -= 2) {
        uint64_t both = (uint64_t)value[j - 1] << bits[j - 2] | value[j - 2];
        unsigned n = bits[j - 1] + bits[j - 2];
        append(&w, n == 0 ? 0 : both << (64 - n), n);
    }
    finish(&w);
    return total;
}

/* dbp[j] = plane j, from planes by order. */
static void planes_from_dbx(const uint32_t dbx[PLANES], uint32_t dbp[PLANES])
{
    uint32_t above = 0;
#pragma GCC unroll 33
    for (unsigned i = 0; i < PLANES; i++) {
        above = (above ^ dbx[i]) & ((dbx[i] >> 31) - 1);
        dbp[PLANES - 1 - i] = above;
    }
}

LPI_INLINE void words_of(const struct lpi_bpc_found *found, uint32_t w[32])
{
    uint32_t delta[PLANES], value = found->base;
    planes_from_dbx(found->dbx, delta);
    transpose(delta);
    for (unsigned i = 0; i < 32; i++) {
        w[i] = value;
        value += delta[i];
    }
}

void lpi_bpc_words(const struct lpi_bpc_found *found, uint32_t words[32])
{
    words_of(found, words);
}

static void rebuild(const struct lpi_bpc_found *found, uint8_t *line)
{
    uint32_t w[32];
    words_of(found, w);
    for (unsigned i = 0; i < 32; i++)
        w[i] = little_endian(w[i]);
    memcpy(line, w, sizeof w);
}

LPI_BPC_KERNEL(lpi_bpc_portable, , size_of, encode_line, rebuild, NULL);
