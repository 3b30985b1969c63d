/* SPDX-License-Identifier: Apache-2.0 */
#include "variant.h"
#include <string.h>

#define LINE_BITS 1024u

#define AS_FORMAT .width = 32, .words = 32, .code = {0, 1, 2, 3}

const struct variant variants[] = {
    {.name = "the format", AS_FORMAT},
    {.name = "words unsigned", AS_FORMAT, .reading = WORDS_UNSIGNED},
    {.name = "deltas modulo 2^32, 32 planes", AS_FORMAT, .reading = WORDS_MODULO},
    {.name = "single, two ones before DBP = 0", AS_FORMAT, .places_first = 1},
    {.name = "no code for single, two ones", AS_FORMAT, .no_places = 1},
    {.name = "base always 7 bits", AS_FORMAT, .base = BASE_SEVEN},
    {.name = "base always 32 bits", AS_FORMAT, .base = BASE_WHOLE},
    {.name = "one zero plane 01, run 001", AS_FORMAT, .short_zero = 1},
    {.name = "code numbers 2, 3, 1, 0", .width = 32, .words = 32, .code = {3, 2, 1, 0}},
    {.name = "plane 0 first", AS_FORMAT, .low_first = 1},
    {.name = "xor with the plane below", AS_FORMAT, .xor_below = 1},
    {.name = "no raw lines", AS_FORMAT, .uncapped = 1},
    {.name = "16 words a block", .width = 32, .words = 16, .code = {0, 1, 2, 3}},
    {.name = "64-bit words, 16 a block", .width = 64, .words = 16, .code = {0, 1, 2, 3}},
    {.name = "16-bit words, 16 a block", .width = 16, .words = 16, .code = {0, 1, 2, 3}},
    {.name = "gpgpusim_comp", .width = 32, .words = 32, .code = {3, 2, 1, 0}, .uncapped = 1},
    {.name = "CAL_22-MPC",
     .width = 32,
     .words = 32,
     .code = {3, 2, 1, 0},
     .reading = WORDS_UNSIGNED,
     .base = BASE_SEVEN,
     .uncapped = 1},
    {.name = "Compresso, transformed",
     .width = 32,
     .words = 16,
     .code = {0, 1, 2, 3},
     .reading = WORDS_MODULO,
     .places_first = 1,
     .uncapped = 1},
    {.name = "stream-ebpc's BPC, 32 x 32",
     AS_FORMAT,
     .base = BASE_WHOLE,
     .short_zero = 1,
     .xor_below = 1,
     .low_first = 1,
     .uncapped = 1},
    {.name = "stream-ebpc's BPC, 8 x 8",
     .width = 8,
     .words = 8,
     .code = {0, 1, 2, 3},
     .base = BASE_WHOLE,
     .short_zero = 1,
     .xor_below = 1,
     .low_first = 1,
     .uncapped = 1},
};
const size_t variant_count = sizeof variants / sizeof variants[0];

const struct variant *variant_by_name(const char *name)
{
    for (size_t i = 0; i < variant_count; i++)
        if (strcmp(variants[i].name, name) == 0)
            return &variants[i];
    return NULL;
}

/* ---- bits ---- */

struct bits {
    uint8_t *bytes;
    size_t count;
};

static void put(struct bits *s, unsigned count, uint64_t value)
{
    for (; count > 0; count--, s->count++) {
        if (s->count % 8 == 0)
            s->bytes[s->count / 8] = 0;
        s->bytes[s->count / 8] |= (uint8_t)((value >> (count - 1) & 1) << (7 - s->count % 8));
    }
}

/* Bits of a field that numbers n things. */
static unsigned field(unsigned n)
{
    unsigned bits = 0;
    while (1u << bits < n)
        bits++;
    return bits;
}

/* ---- transform ---- */

/* Wide enough for the difference of two words of 64 bits. */
__extension__ typedef __int128 wide;

struct block {
    unsigned planes, columns;
    wide base;
    uint64_t dbp[66], dbx[66];
};

static wide word(const struct variant *v, const uint8_t *block, unsigned i)
{
    wide w = 0;
    for (unsigned b = 0; b < v->width / 8; b++)
        w |= (wide)block[i * v->width / 8 + b] << (8 * b);
    if (v->reading != WORDS_UNSIGNED && w >> (v->width - 1) & 1)
        w -= (wide)1 << v->width;
    return w;
}

static void transform(const struct variant *v, const uint8_t *bytes, struct block *b)
{
    b->planes = v->width + (v->reading != WORDS_MODULO);
    b->columns = v->words - 1;
    b->base = word(v, bytes, 0);
    memset(b->dbp, 0, sizeof b->dbp);
    for (unsigned k = 0; k < b->columns; k++) {
        wide delta = word(v, bytes, k + 1) - word(v, bytes, k);
        for (unsigned j = 0; j < b->planes; j++)
            b->dbp[j] |= (uint64_t)(delta >> j & 1) << k;
    }
    for (unsigned j = 0; j < b->planes; j++) {
        int edge = v->xor_below ? j == 0 : j == b->planes - 1;
        b->dbx[j] = b->dbp[j] ^ (edge ? 0 : v->xor_below ? b->dbp[j - 1] : b->dbp[j + 1]);
    }
}

/* ---- symbols ---- */

static int fits(wide value, unsigned bits)
{
    return value >= -((wide)1 << (bits - 1)) && value < (wide)1 << (bits - 1);
}

/* 000, 001 + 4, 010 + 8, 011 + 16, 1 + 32; of 64 bits, 0010 + 4, 0011 + 8, 010 + 16, 011 + 32. */
static void put_classed_base(struct bits *s, wide base, unsigned width)
{
    uint64_t value = (uint64_t)base;
    unsigned most = width / 2 < 4 ? 4 : width / 2;
    for (unsigned bits = 4, number = 1; base != 0 && bits <= most; bits *= 2, number++)
        if (fits(base, bits)) {
            if (width < 64)
                put(s, 3, number);
            else if (bits < 16)
                put(s, 4, number + 1);
            else
                put(s, 3, number - 1);
            put(s, bits, value);
            return;
        }
    if (base == 0) {
        put(s, 3, 0);
    } else {
        put(s, 1, 1);
        put(s, width, value);
    }
}

static void put_base(const struct variant *v, struct bits *s, wide base)
{
    if (v->base == BASE_SEVEN)
        put(s, 7, 0);
    else if (v->base == BASE_WHOLE)
        put(s, v->width, (uint64_t)base);
    else
        put_classed_base(s, base, v->width);
}

static void put_run(const struct variant *v, struct bits *s, unsigned n)
{
    if (n == 0)
        return;
    if (n == 1) {
        put(s, v->short_zero ? 2 : 3, 1);
    } else {
        put(s, v->short_zero ? 3 : 2, 1);
        put(s, field(v->width), n - 2);
    }
}

/* A pair or a single one: 1 if it was written. */
static int put_place(const struct variant *v, struct bits *s, uint64_t dbx)
{
    unsigned k = (unsigned)__builtin_ctzll(dbx);
    int pair = dbx >> k == 3;
    if (v->no_places || (!pair && dbx >> k != 1))
        return 0;
    put(s, 5, v->code[pair ? CODE_PAIR : CODE_SINGLE]);
    put(s, field(v->words), k);
    return 1;
}

static void put_plane(const struct variant *v, struct bits *s, uint64_t dbx, uint64_t dbp,
                      unsigned columns)
{
    if (v->places_first && put_place(v, s, dbx))
        return;
    if (dbx == ((uint64_t)1 << columns) - 1) {
        put(s, 5, v->code[CODE_ONES]);
    } else if (dbp == 0) {
        put(s, 5, v->code[CODE_FLAT]);
    } else if (!put_place(v, s, dbx)) {
        put(s, 1, 1);
        put(s, columns, dbx);
    }
}

size_t variant_encode(const struct variant *v, const uint8_t *line, uint8_t *stream)
{
    struct bits s = {stream, 0};
    for (unsigned at = 0; at < LINE_BITS / 8; at += v->width * v->words / 8) {
        struct block b;
        unsigned run = 0;
        transform(v, line + at, &b);
        put_base(v, &s, b.base);
        for (unsigned i = 0; i < b.planes; i++) {
            unsigned j = v->low_first ? i : b.planes - 1 - i;
            if (b.dbx[j] == 0) {
                run++;
                continue;
            }
            put_run(v, &s, run);
            run = 0;
            put_plane(v, &s, b.dbx[j], b.dbp[j], b.columns);
        }
        put_run(v, &s, run);
    }
    return s.count;
}
