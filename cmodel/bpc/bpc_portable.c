/* SPDX-License-Identifier: Apache-2.0 */
/* The portable code path of BPC: planes by a 32 x 32 transpose, runs by leading zeros. */
#include "bpc_kernel.h"
#include <string.h>

#define PLANES 33
#define ALL_ONES 0x7fffffffu

static uint32_t load_word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store_word(uint8_t *p, uint32_t w)
{
    for (unsigned b = 0; b < 4; b++)
        p[b] = (uint8_t)(w >> (8 * b));
}

/* Bit i of row j and bit j of row i change places. */
static void transpose(uint32_t a[32])
{
    static const uint32_t keep[5] = {0x0000ffffu, 0x00ff00ffu, 0x0f0f0f0fu, 0x33333333u,
                                     0x55555555u};
    for (unsigned step = 0, half = 16; half > 0; step++, half /= 2)
        for (unsigned block = 0; block < 32; block += 2 * half)
            for (unsigned i = block; i < block + half; i++) {
                uint32_t moved = (a[i] >> half ^ a[i + half]) & keep[step];
                a[i] ^= moved << half;
                a[i + half] ^= moved;
            }
}

/* A line's base and its planes: dbx[j] as in the format, dbx[32] the deltas' signs. */
struct planes {
    uint32_t base, dbx[PLANES];
};

static void planes_of(const uint8_t *line, struct planes *p)
{
    uint32_t w[32], sign = 0;
    for (unsigned i = 0; i < 32; i++)
        w[i] = load_word(line + 4 * i);
    p->base = w[0];
    for (unsigned k = 0; k < 31; k++) {
        int64_t delta = (int64_t)(int32_t)w[k + 1] - (int32_t)w[k];
        /* Bit j of this is bit j of the delta xor bit j + 1: the transpose gives DBX at once. */
        p->dbx[k] = (uint32_t)(delta ^ delta >> 1);
        sign |= (uint32_t)((uint64_t)delta >> 63) << k;
    }
    p->dbx[31] = 0;
    transpose(p->dbx);
    p->dbx[32] = sign;
}

/* Bits go in from the top of a 64-bit word, which leaves in whole bytes. */
struct writer {
    uint8_t *at;
    uint64_t held;
    unsigned count; /* bits in held, below 32 */
};

static inline void put(struct writer *s, unsigned count, uint64_t value)
{
    s->held = s->held << count | value;
    s->count += count;
    if (s->count >= 32) {
        s->count -= 32;
        uint32_t full = (uint32_t)(s->held >> s->count);
        for (unsigned b = 0; b < 4; b++)
            s->at[b] = (uint8_t)(full >> (24 - 8 * b));
        s->at += 4;
    }
}

static inline unsigned top_zeros(uint64_t x)
{
    return (unsigned)__builtin_clzll(x);
}

/* The code of the base: its length, and its bits in *code. */
static inline unsigned base_code(uint32_t base, uint64_t *code)
{
    int32_t value = (int32_t)base;
    if (value == 0)
        return *code = 0, 3;
    if (value >= -8 && value < 8)
        return *code = 1u << 4 | (base & 0xf), 7;
    if (value >= -128 && value < 128)
        return *code = 2u << 8 | (base & 0xff), 11;
    if (value >= -32768 && value < 32768)
        return *code = 3u << 16 | (base & 0xffff), 19;
    return *code = (uint64_t)1 << 32 | base, 33;
}

/* The code of a plane that is not zero; dbp is its plane before the xor. */
static inline unsigned plane_code(uint32_t dbx, uint32_t dbp, uint32_t *code)
{
    uint32_t low = dbx & (0 - dbx);
    if (dbx == ALL_ONES)
        return *code = 0, 5;
    if (dbp == 0)
        return *code = 1, 5;
    if (dbx == (low | low << 1))
        return *code = 2u << 5 | (uint32_t)__builtin_ctz(dbx), 10;
    if (dbx == low)
        return *code = 3u << 5 | (uint32_t)__builtin_ctz(dbx), 10;
    return *code = 1u << 31 | dbx, 32;
}

/* Bit 63 - (32 - j) of the result: plane j is not zero. Plane 32 is bit 63. */
static inline uint64_t nonzero_planes(const uint32_t dbx[PLANES])
{
    uint64_t mask = 0;
    for (unsigned j = 0; j < PLANES; j++)
        mask |= (uint64_t)(dbx[j] != 0) << (31 + j);
    return mask;
}

static size_t encode(const uint8_t *line, uint8_t *stream)
{
    struct planes p;
    struct writer s = {.at = stream};
    uint64_t code64;
    uint32_t code, dbp = 0;
    planes_of(line, &p);
    unsigned n = base_code(p.base, &code64);
    if (n > 32) {
        put(&s, 1, 1);
        put(&s, 32, (uint32_t)code64);
    } else {
        put(&s, n, code64);
    }
    /* A bit below plane 0 ends the last run. */
    uint64_t left = nonzero_planes(p.dbx) | (uint64_t)1 << 30;
    for (unsigned j = 0; j < PLANES;) {
        unsigned run = top_zeros(left << j);
        if (run == 1)
            put(&s, 3, 1);
        else if (run > 1)
            put(&s, 7, 1u << 5 | (run - 2));
        j += run;
        if (j < PLANES) {
            uint32_t dbx = p.dbx[32 - j];
            dbp ^= dbx;
            n = plane_code(dbx, dbp, &code);
            put(&s, n, code);
            j++;
        }
    }
    size_t bits = (size_t)(s.at - stream) * 8 + s.count;
    uint32_t rest = s.count ? (uint32_t)(s.held << (32 - s.count)) : 0;
    for (unsigned b = 0; b < 4; b++)
        s.at[b] = (uint8_t)(rest >> (24 - 8 * b));
    return bits;
}

static size_t size_bits(const uint8_t *line)
{
    struct planes p;
    uint64_t code64;
    uint32_t dbp = 0;
    planes_of(line, &p);
    size_t bits = base_code(p.base, &code64);
    uint64_t left = nonzero_planes(p.dbx) | (uint64_t)1 << 30;
    for (unsigned j = 0; j < PLANES;) {
        unsigned run = top_zeros(left << j);
        bits += run == 0 ? 0 : run == 1 ? 3 : 7;
        j += run;
        if (j < PLANES) {
            uint32_t dbx = p.dbx[32 - j], code;
            dbp ^= dbx;
            bits += plane_code(dbx, dbp, &code);
            j++;
        }
    }
    return bits;
}

/* The next 64 bits of a stream, high bit first; zeros behind its end. */
struct reader {
    const uint8_t *bytes;
    size_t at; /* bits */
};

static inline uint64_t peek(const struct reader *s)
{
    uint64_t x;
    memcpy(&x, s->bytes + s->at / 8, sizeof x);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x << s->at % 8;
}

static inline uint32_t signed_top(uint64_t x, unsigned bits)
{
    return (uint32_t)((int64_t)x >> (64 - bits));
}

static uint32_t get_base(struct reader *s)
{
    uint64_t x = peek(s);
    if (x >> 63) {
        s->at += 33;
        return (uint32_t)(x >> 31);
    }
    switch (x >> 61) {
    case 0:
        s->at += 3;
        return 0;
    case 1:
        s->at += 7;
        return signed_top(x << 3, 4);
    case 2:
        s->at += 11;
        return signed_top(x << 3, 8);
    default:
        s->at += 19;
        return signed_top(x << 3, 16);
    }
}

/* Reads the symbol of plane j and the planes below it that it covers; returns how many, or 0. */
static inline unsigned get_planes(struct reader *s, int j, uint32_t *above, uint32_t dbp[32])
{
    uint64_t x = peek(s);
    unsigned run = 1;
    uint32_t dbx = 0;
    if (x >> 63) {
        dbx = (uint32_t)(x >> 32) & ALL_ONES;
        s->at += 32;
    } else if (x >> 62) {
        run = (unsigned)(x >> 57 & 31) + 2;
        s->at += 7;
    } else if (x >> 61) {
        s->at += 3;
    } else {
        unsigned kind = (unsigned)(x >> 59 & 3), k = (unsigned)(x >> 54 & 31);
        s->at += kind < 2 ? 5 : 10;
        if ((kind == 2 && k > 29) || (kind == 3 && k > 30))
            return 0;
        dbx = kind == 0 ? ALL_ONES : kind == 1 ? *above : (kind == 2 ? 3u : 1u) << k;
    }
    if ((int)run > j + 1)
        return 0;
    *above ^= dbx;
    for (int i = j; i > j - (int)run; i--)
        if (i < 32)
            dbp[i] = *above;
    return run;
}

static int decode(const uint8_t *stream, size_t bits, uint8_t *line, size_t *used)
{
    struct reader s = {stream, 0};
    uint32_t dbp[32], above = 0, value = get_base(&s);
    for (int j = 32; j >= 0;) {
        if (s.at >= bits)
            return LP_ERR_SHORT;
        unsigned planes = get_planes(&s, j, &above, dbp);
        if (s.at > bits)
            return LP_ERR_SHORT;
        if (planes == 0)
            return LP_ERR_CORRUPT;
        j -= (int)planes;
    }
    transpose(dbp);
    for (unsigned i = 0; i < 32; i++) {
        store_word(line + 4 * i, value);
        value += dbp[i];
    }
    *used = s.at;
    return LP_OK;
}

const struct lpi_bpc_kernel lpi_bpc_portable = {encode, size_bits, decode};
