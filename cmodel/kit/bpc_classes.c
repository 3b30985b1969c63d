/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_classes.h"

#include <string.h>

#include "../base/wide.h"
#include "fill.h"

#define WORDS 32
#define DELTAS 31
#define PLANE_BITS 0x7fffffffu
/* Deltas of planes 0..CALM sum to less than 2^31, so that plane 32 holds only signs. */
#define CALM 25
#define LIMIT(sectors) (8 * LP_SECTOR_BYTES * (sectors))

typedef uint32_t words_t[WORDS];

static uint32_t any(struct lp_rng *rng)
{
    return (uint32_t)lp_random(rng);
}

/* Signed, of at most `bits` bits (0 to 32), including the extremes. */
static uint32_t within(struct lp_rng *rng, unsigned bits)
{
    uint32_t top = bits ? UINT32_C(1) << (bits - 1) : 0;

    switch (bits ? lp_below(rng, 6) : 0) {
    case 0: return bits ? top - 1 : 0;
    case 1: return 0 - top;
    default: return (any(rng) & (2 * top - 1)) - top;
    }
}

/* A base for each of its symbols, also just beyond the range of a shorter one. */
static uint32_t random_base(struct lp_rng *rng)
{
    static const unsigned bits[] = {0, 4, 8, 16, 32};
    uint32_t value = within(rng, bits[lp_below(rng, 5)]);

    return lp_below(rng, 8) ? value : value + (value >> 31 ? UINT32_MAX : 1);
}

static void fill_zero(struct lp_rng *rng, words_t w)
{
    (void)rng;
    memset(w, 0, sizeof(words_t));
}

static void fill_constant(struct lp_rng *rng, words_t w)
{
    uint32_t value = random_base(rng);

    for (unsigned i = 0; i < WORDS; i++)
        w[i] = value;
    if (lp_below(rng, 4) == 0) {
        uint32_t step = within(rng, 1 + lp_below(rng, 32));
        w[lp_below(rng, WORDS)] += step;
    }
}

static void fill_ramp(struct lp_rng *rng, words_t w)
{
    uint32_t base = random_base(rng), stride = within(rng, 1 + lp_below(rng, 32));
    unsigned noise = lp_below(rng, 3) ? 0 : lp_below(rng, 12);

    for (unsigned i = 0; i < WORDS; i++)
        w[i] = base + i * stride + (noise ? within(rng, noise) : 0);
}

static void fill_flips(struct lp_rng *rng, words_t w)
{
    uint32_t value = within(rng, 1 + lp_below(rng, 32)), drift = within(rng, lp_below(rng, 9));
    bool alternate = lp_below(rng, 2);

    for (unsigned i = 0; i < WORDS; i++, value += drift)
        w[i] = (alternate ? i % 2 : lp_below(rng, 2)) ? 0 - value : value;
}

/* Words of few bits: quantised data, counters, indices. */
static void fill_small(struct lp_rng *rng, words_t w)
{
    unsigned bits = lp_below(rng, 24);
    uint32_t base = random_base(rng);

    for (unsigned i = 0; i < WORDS; i++)
        w[i] = base + within(rng, bits);
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/*
 * Each result of float arithmetic is stored in a float, so that the same seed gives the same line
 * on machines that calculate with more bits.
 */
static float unit_float(struct lp_rng *rng)
{
    return (float)(lp_random(rng) >> 40) * 0x1p-24f;
}

/* Activations after a ReLU, or weights around zero. */
static void fill_activations(struct lp_rng *rng, words_t w)
{
    double zeros = unit_float(rng);
    bool relu = lp_below(rng, 2);

    for (unsigned i = 0; i < WORDS; i++) {
        float value = unit_float(rng);
        value += unit_float(rng);
        value += unit_float(rng);
        value -= 1.5f;
        w[i] = relu && lp_chance(rng, zeros) ? 0 : float_bits(relu && value < 0 ? -value : value);
    }
}

static void fill_smooth(struct lp_rng *rng, words_t w)
{
    float at = 1000 * unit_float(rng), step = unit_float(rng) - 0.5f;
    float noise = lp_below(rng, 2) ? 0 : 0.01f * unit_float(rng);

    for (unsigned i = 0; i < WORDS; i++, at += step) {
        float value = noise * unit_float(rng);
        value += at;
        w[i] = float_bits(value);
    }
}

static void put_double_word(words_t w, unsigned i, uint64_t value)
{
    w[2 * i] = (uint32_t)value;
    w[2 * i + 1] = (uint32_t)(value >> 32);
}

static void fill_doubles(struct lp_rng *rng, words_t w)
{
    double at = 1e6 * (double)unit_float(rng), step = (double)unit_float(rng);
    bool exact = lp_below(rng, 2);

    for (unsigned i = 0; i < WORDS / 2; i++, at += step) {
        double value = exact ? (double)(int64_t)at : at;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        put_double_word(w, i, bits);
    }
}

static void fill_pointers(struct lp_rng *rng, words_t w)
{
    uint64_t heap = 0x7f0000000000u | (lp_random(rng) & 0xfffffff000u);
    uint32_t stride = 16u << lp_below(rng, 8);
    bool array = lp_below(rng, 2);

    for (unsigned i = 0; i < WORDS / 2; i++)
        put_double_word(w, i, heap + (array ? i : lp_below(rng, 4096)) * (uint64_t)stride);
}

static void fill_sparse(struct lp_rng *rng, words_t w)
{
    uint8_t bytes[LP_LINE_BYTES] = {0};

    lp_fill_count(rng, bytes, 4, lp_below(rng, WORDS + 1));
    lpi_words_of_bytes(w, bytes, sizeof bytes);
}

static void fill_random(struct lp_rng *rng, words_t w)
{
    for (unsigned i = 0; i < WORDS; i++)
        w[i] = any(rng);
}

/* Kind of a plane: part of a run of DBX = 0, or one symbol. */
enum kind { RUN, ONES, CLEAR, PAIR, SINGLE, OTHER, KINDS };

/* DBX of a plane below the plane `above` (a DBP). */
static uint32_t plane_value(struct lp_rng *rng, enum kind kind, uint32_t above)
{
    switch (kind) {
    case RUN: return 0;
    case ONES: return PLANE_BITS;
    case CLEAR: return above;
    case PAIR: return UINT32_C(3) << lp_below(rng, DELTAS - 1);
    case SINGLE: return UINT32_C(1) << lp_below(rng, DELTAS);
    default: return (lp_below(rng, 3) ? any(rng) : any(rng) & any(rng)) & PLANE_BITS;
    }
}

static enum kind random_kind(struct lp_rng *rng)
{
    return (enum kind)lp_below(rng, KINDS);
}

/* Words whose deltas have the planes `dbp` 0..31; bit k of a plane is a bit of delta k + 1. */
static void from_planes(uint32_t base, const uint32_t dbp[32], words_t w)
{
    w[0] = base;
    for (unsigned k = 0; k < DELTAS; k++) {
        uint32_t delta = 0;
        for (unsigned j = 0; j < 32; j++)
            delta |= (dbp[j] >> k & 1) << j;
        w[k + 1] = w[k] + delta;
    }
}

/* Chosen symbols from plane `top` down; the planes above repeat the signs. */
static void fill_planes(struct lp_rng *rng, words_t w)
{
    enum kind favourite = random_kind(rng);
    int top = lp_below(rng, 3) ? (int)lp_below(rng, CALM + 2) - 1 : 31;
    uint32_t dbp[32], above = lp_below(rng, 2) ? 0 : plane_value(rng, random_kind(rng), 0);

    for (int j = 31, run = 31 - top; j >= 0; j--) {
        enum kind kind = lp_below(rng, 2) ? favourite : random_kind(rng);
        if (run == 0 && kind == RUN)
            run = 1 + (int)lp_below(rng, lp_below(rng, 2) ? 4 : (unsigned)j + 1);
        if (run > 0)
            run--;
        else
            above ^= plane_value(rng, kind, above);
        dbp[j] = above;
    }
    from_planes(random_base(rng), dbp, w);
}

/* Runs of 32 and 33 planes around each base, the longest runs. */
static void fill_flat(struct lp_rng *rng, words_t w)
{
    bool down = lp_below(rng, 2);
    uint32_t mask = plane_value(rng, random_kind(rng), 0);

    w[0] = random_base(rng);
    for (unsigned k = 0; k < DELTAS; k++)
        w[k + 1] = w[k] + ((mask >> k & 1) == 0 ? 0 : down ? UINT32_MAX : 1);
}

/* Planes in order, top first, with their kinds. */
struct recipe {
    unsigned count[KINDS];
    unsigned planes;
};

/*
 * Draws symbols of `bits` bits in total: raw planes of 32, positions of 10, all ones of 5 and lone
 * zero planes of 3. False if these do not fit.
 */
static bool draw_recipe(struct lp_rng *rng, unsigned bits, struct recipe *r)
{
    unsigned others = bits / 32, zeros = lp_below(rng, 5), fives;

    others -= others < 3 ? 0 : lp_below(rng, 3);
    bits -= 32 * others;
    if (bits < 3 * zeros || (bits - 3 * zeros) % 5)
        return false;
    fives = (bits - 3 * zeros) / 5;
    memset(r, 0, sizeof *r);
    r->count[OTHER] = others;
    r->count[RUN] = zeros;
    r->count[SINGLE] = lp_below(rng, fives / 2 + 1);
    r->count[PAIR] = lp_below(rng, fives / 2 - r->count[SINGLE] + 1);
    r->count[ONES] = fives - 2 * (r->count[SINGLE] + r->count[PAIR]);
    for (unsigned i = 0; i < KINDS; i++)
        r->planes += r->count[i];
    /* Lone zero planes stay apart, also from the run above. */
    return r->planes > 0 && r->planes <= CALM + 1 && 2 * zeros <= r->planes;
}

/* Draws the kind of the plane: never two consecutive zero planes while others are left. */
static enum kind cook(struct lp_rng *rng, struct recipe *r, bool after_zero)
{
    unsigned zeros = r->count[RUN], rest = r->planes - zeros, at;

    if (!after_zero && zeros > 0 && (rest <= zeros || lp_below(rng, r->planes) < zeros)) {
        r->planes--;
        r->count[RUN]--;
        return RUN;
    }
    at = rest > 0 ? lp_below(rng, rest) : 0;
    r->planes--;
    for (unsigned kind = ONES; kind < KINDS; kind++) {
        if (at < r->count[kind]) {
            r->count[kind]--;
            return (enum kind)kind;
        }
        at -= r->count[kind];
    }
    return OTHER;
}

/* A stream that ends at, or one bit past, the end of one to three sectors, or anywhere. */
static void fill_sized(struct lp_rng *rng, words_t w)
{
    static const struct {
        unsigned width, bits;
    } bases[] = {{0, 3}, {4, 7}, {8, 11}, {16, 19}, {32, 33}};
    unsigned sectors = 1 + lp_below(rng, 3), goal = LIMIT(sectors) + lp_below(rng, 2), base = 0;
    struct recipe recipe = {.planes = 0};
    uint32_t dbp[32] = {0}, above = 0, value;

    if (lp_below(rng, 4) == 0)
        goal = 60 + lp_below(rng, LIMIT(3) - 60);
    for (unsigned tries = 0; tries < 64 && recipe.planes == 0; tries++) {
        base = lp_below(rng, 5);
        if (!draw_recipe(rng, goal - bases[base].bits - 7, &recipe))
            recipe.planes = 0;
    }
    for (bool zero = true; recipe.planes > 0;) {
        unsigned j = recipe.planes - 1;
        enum kind kind = cook(rng, &recipe, zero);
        zero = kind == RUN;
        above ^= plane_value(rng, kind, above);
        dbp[j] = above;
    }
    value = within(rng, bases[base].width);
    from_planes(base < 4 ? value : (value & 0x3fffffff) | UINT32_C(1) << 31, dbp, w);
}

/*
 * Words at both ends of the 32-bit range: if bit k of `swings` is set, delta k + 1 exceeds 32 bits.
 * With `falls`, only downward ones do, so that plane 31 can be clear under them.
 */
static void fill_swings(struct lp_rng *rng, words_t w)
{
    uint32_t swings = plane_value(rng, random_kind(rng), 0);
    unsigned small = lp_below(rng, 30);
    bool high = lp_below(rng, 2), falls = lp_below(rng, 2);
    uint32_t low = UINT32_C(0xa0000000), step = UINT32_C(0x60000000);

    w[0] = high ? 0 - low : low;
    for (unsigned k = 0; k < DELTAS; k++) {
        bool swing = swings >> k & 1;
        if (!falls && swing)
            high = !high;
        if (!falls)
            w[k + 1] = (high ? 0 - low : low) + (small ? any(rng) >> (32 - small) >> 1 : 0);
        else if (swing && w[k] >> 30 == 1)
            w[k + 1] = low;
        else
            w[k + 1] = w[k] >> 30 == 1 ? w[k] : w[k] + step + lp_below(rng, 2);
    }
}

/* Falling and rising words: every pattern of signs, plane 32. */
static void fill_signs(struct lp_rng *rng, words_t w)
{
    uint32_t signs = plane_value(rng, random_kind(rng), 0), base = random_base(rng);
    unsigned bits = 1 + lp_below(rng, CALM + 1);

    w[0] = base;
    for (unsigned k = 0; k < DELTAS; k++) {
        uint32_t size = any(rng) >> (32 - bits);
        w[k + 1] = w[k] + (signs >> k & 1 ? ~size : size);
    }
}

/*
 * Every plane has one or two ones: in plane 32 that of a delta of -1, which keeps the others from
 * DBP = 0; then one delta's bits alternate, and below, where it does not matter, any deltas' do.
 */
static void fill_positions(struct lp_rng *rng, words_t w)
{
    unsigned minus = lp_below(rng, DELTAS);
    unsigned other = (minus + 1 + lp_below(rng, DELTAS - 1)) % DELTAS;
    int any_from = (int)lp_below(rng, 22) - 1;
    uint32_t dbp[32], above = UINT32_C(1) << minus;

    for (int j = 31; j >= 0; j--) {
        above ^= j > any_from ? UINT32_C(1) << other
                              : plane_value(rng, lp_below(rng, 2) ? PAIR : SINGLE, above);
        dbp[j] = above;
    }
    from_planes(UINT32_C(0x84000000) | (any(rng) & 0x0bffffff), dbp, w);
}

/* The first half of one class, the second of another. */
static void fill_halves(struct lp_rng *rng, words_t w);

typedef void fill_fn(struct lp_rng *rng, words_t w);
static fill_fn *const classes[LP_BPC_CLASSES] = {
    fill_zero,   fill_constant,  fill_ramp,   fill_flips,  fill_small, fill_activations,
    fill_smooth, fill_doubles,   fill_sparse, fill_random, fill_flat,  fill_pointers,
    fill_planes, fill_planes,    fill_planes, fill_sized,  fill_sized, fill_swings,
    fill_signs,  fill_positions, fill_halves,
};

static void fill_halves(struct lp_rng *rng, words_t w)
{
    words_t second;

    classes[lp_below(rng, LP_BPC_CLASSES - 1)](rng, w);
    classes[lp_below(rng, LP_BPC_CLASSES - 1)](rng, second);
    memcpy(w + WORDS / 2, second, sizeof second / 2);
}

void lp_bpc_class_line(struct lp_rng *rng, unsigned class, uint8_t bytes[LP_LINE_BYTES])
{
    words_t w;

    classes[class](rng, w);
    lpi_bytes_of_words(bytes, w, LP_LINE_BYTES);
}
