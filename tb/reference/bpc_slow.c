/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_slow.h"
#include <stdbool.h>
#include <string.h>

#define PLANES 33
#define DELTAS 31

struct bits {
    uint8_t *bytes;
    const uint8_t *source;
    size_t at, end;
    int overrun;
};

/* The first bit of a stream is bit 7 of byte 0. */
static void put(struct bits *s, unsigned count, uint64_t value)
{
    for (unsigned i = count; i-- > 0; s->at++) {
        uint8_t bit = (uint8_t)(0x80 >> s->at % 8);
        s->bytes[s->at / 8] = (uint8_t)((s->bytes[s->at / 8] & ~bit) | (value >> i & 1 ? bit : 0));
    }
}

static uint64_t get(struct bits *s, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++, s->at++) {
        if (s->at >= s->end) {
            s->overrun = 1;
            return 0;
        }
        value = value << 1 | (s->source[s->at / 8] >> (7 - s->at % 8) & 1u);
    }
    return value;
}

static int64_t word(const uint8_t *line, unsigned i)
{
    uint32_t w = 0;
    for (unsigned b = 0; b < 4; b++)
        w |= (uint32_t)line[4 * i + b] << (8 * b);
    return w & 0x80000000u ? (int64_t)w - ((int64_t)1 << 32) : (int64_t)w;
}

/* Plane j of the deltas: bit k is bit j of d[k+1] in 33-bit two's complement. */
static void planes_of(const uint8_t *line, uint32_t dbp[PLANES])
{
    memset(dbp, 0, PLANES * sizeof dbp[0]);
    for (unsigned k = 0; k < DELTAS; k++) {
        int64_t delta = word(line, k + 1) - word(line, k);
        for (unsigned j = 0; j < PLANES; j++)
            if ((uint64_t)delta >> j & 1)
                dbp[j] |= UINT32_C(1) << k;
    }
}

static bool fits(int64_t value, unsigned bits)
{
    int64_t half = (int64_t)1 << (bits - 1);
    return value >= -half && value < half;
}

static void put_base(struct bits *s, int64_t base)
{
    if (base == 0)
        put(s, 3, 0);
    else if (fits(base, 4))
        put(s, 3, 1), put(s, 4, (uint64_t)base & 0xf);
    else if (fits(base, 8))
        put(s, 3, 2), put(s, 8, (uint64_t)base & 0xff);
    else if (fits(base, 16))
        put(s, 3, 3), put(s, 16, (uint64_t)base & 0xffff);
    else
        put(s, 1, 1), put(s, 32, (uint64_t)base & 0xffffffff);
}

static unsigned ones(uint32_t x)
{
    unsigned n = 0;
    for (; x != 0; x >>= 1)
        n += x & 1;
    return n;
}

static unsigned lowest(uint32_t x)
{
    unsigned k = 0;
    while (!(x >> k & 1))
        k++;
    return k;
}

static void put_plane(struct bits *s, uint32_t dbx, uint32_t dbp)
{
    if (dbx == 0x7fffffff)
        put(s, 5, 0);
    else if (dbp == 0)
        put(s, 5, 1);
    else if (ones(dbx) == 2 && (dbx >> lowest(dbx) & 3) == 3)
        put(s, 5, 2), put(s, 5, lowest(dbx));
    else if (ones(dbx) == 1)
        put(s, 5, 3), put(s, 5, lowest(dbx));
    else
        put(s, 1, 1), put(s, 31, dbx);
}

size_t lpi_bpc_slow_encode(const uint8_t *line, uint8_t *stream)
{
    struct bits s = {.bytes = stream};
    uint32_t dbp[PLANES], dbx[PLANES];
    planes_of(line, dbp);
    dbx[32] = dbp[32];
    for (unsigned j = 0; j < 32; j++)
        dbx[j] = dbp[j] ^ dbp[j + 1];
    put_base(&s, word(line, 0));
    for (int j = 32; j >= 0;) {
        int run = 0;
        while (j - run >= 0 && dbx[j - run] == 0)
            run++;
        if (run == 0)
            put_plane(&s, dbx[j], dbp[j]);
        else if (run == 1)
            put(&s, 3, 1);
        else
            put(&s, 2, 1), put(&s, 5, (uint64_t)run - 2);
        j -= run == 0 ? 1 : run;
    }
    return s.at;
}

static uint32_t sign_extend(uint64_t value, unsigned bits)
{
    uint64_t half = (uint64_t)1 << (bits - 1);
    return (uint32_t)((value ^ half) - half);
}

static uint32_t get_base(struct bits *s)
{
    if (get(s, 1))
        return (uint32_t)get(s, 32);
    switch (get(s, 2)) {
    case 1: return sign_extend(get(s, 4), 4);
    case 2: return sign_extend(get(s, 8), 8);
    case 3: return sign_extend(get(s, 16), 16);
    default: return 0;
    }
}

/* Reads one symbol; *run zero planes, or one plane in *dbx. Returns 0 if it is malformed. */
static int get_symbol(struct bits *s, uint32_t above, unsigned *run, uint32_t *dbx)
{
    uint64_t k;
    *run = 0;
    if (get(s, 1)) {
        *dbx = (uint32_t)get(s, 31);
        return 1;
    }
    if (get(s, 1)) {
        *run = (unsigned)get(s, 5) + 2;
        return 1;
    }
    if (get(s, 1)) {
        *run = 1;
        return 1;
    }
    switch (get(s, 2)) {
    case 0: *dbx = 0x7fffffff; return 1;
    case 1: *dbx = above; return 1;
    case 2:
        k = get(s, 5);
        *dbx = UINT32_C(3) << k;
        return k <= 29;
    default:
        k = get(s, 5);
        *dbx = UINT32_C(1) << k;
        return k <= 30;
    }
}

size_t lpi_bpc_slow_decode(const uint8_t *stream, size_t bits, uint8_t *line)
{
    struct bits s = {.source = stream, .end = bits};
    uint32_t dbp[PLANES + 1] = {0}, value = get_base(&s);
    for (int j = 32; j >= 0;) {
        unsigned run;
        uint32_t dbx = 0;
        if (!get_symbol(&s, dbp[j + 1], &run, &dbx) || s.overrun || (int)run > j + 1)
            return 0;
        if (run == 0)
            dbp[j] = dbx ^ dbp[j + 1], j--;
        for (; run > 0; run--, j--)
            dbp[j] = dbp[j + 1];
    }
    for (unsigned i = 0; i < 32; i++) {
        for (unsigned b = 0; b < 4; b++)
            line[4 * i + b] = (uint8_t)(value >> (8 * b));
        for (unsigned j = 0; i < DELTAS && j < 32; j++)
            value += (dbp[j] >> i & 1) << j;
    }
    return s.at;
}
