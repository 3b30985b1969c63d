/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_classes.h"

#include <string.h>

#include "../lib/ebd/ebd_form.h"

/* ---- lines ---- */

/* Distribution of exponents, and the odd elements. */
struct shape {
    unsigned nonzero, top, octaves;
    unsigned odd; /* one in this many is Inf, NaN, subnormal or -0; 0: none */
};

static unsigned odd_element(struct lp_rng *rng)
{
    static const unsigned odd[] = {0x8000, 0x7f80, 0xff80, 0x7fc0, 0x0001, 0x807f, 0x0080, 0xff7f};

    if (lp_below(rng, 2))
        return odd[lp_below(rng, sizeof odd / sizeof *odd)];
    /* NaN or subnormal with any mantissa. */
    return (lp_below(rng, 2) ? 0x7f80 : 0) | (1 + lp_below(rng, 127)) | lp_below(rng, 2) << 15;
}

static unsigned element(struct lp_rng *rng, const struct shape *shape)
{
    unsigned down = lp_below(rng, shape->octaves + 1);
    unsigned e = down > shape->top ? 0 : shape->top - down;

    if (shape->odd && lp_below(rng, shape->odd) == 0)
        return odd_element(rng);
    return e << 7 | lp_below(rng, 128) | lp_below(rng, 2) << 15;
}

static void shaped_line(struct lp_rng *rng, const struct shape *shape, uint8_t *bytes)
{
    unsigned left = shape->nonzero;

    for (unsigned i = 0; i < LPI_EBD_ELEMENTS; i++) {
        if (lp_below(rng, LPI_EBD_ELEMENTS - i) >= left)
            continue;
        left--;
        unsigned x = element(rng, shape);
        bytes[2 * i] = (uint8_t)x;
        bytes[2 * i + 1] = (uint8_t)(x >> 8);
    }
}

static unsigned any_top(struct lp_rng *rng)
{
    static const unsigned tops[] = {0, 1, 2, 6, 7, 8, 18, 19, 20, 252, 253, 254, 255};

    if (lp_below(rng, 2))
        return 110 + lp_below(rng, 30);
    return lp_below(rng, 3) ? tops[lp_below(rng, sizeof tops / sizeof *tops)] : lp_below(rng, 256);
}

void lp_ebd_class_line(struct lp_rng *rng, unsigned class, uint8_t bytes[LP_LINE_BYTES])
{
    struct shape shape = {64, any_top(rng), 3 + lp_below(rng, 6), 0};

    memset(bytes, 0, LP_LINE_BYTES);
    switch (class) {
    case LP_EBD_CLASS_ZERO: return;
    case LP_EBD_CLASS_RANDOM:
        for (unsigned i = 0; i < LP_LINE_BYTES; i++)
            bytes[i] = (uint8_t)lp_random(rng);
        return;
    case 2: /* for the mask form */ shape.nonzero = lp_below(rng, 19); break;
    case 3:
        shape.nonzero = lp_below(rng, 19);
        shape.octaves = lp_below(rng, 31);
        shape.odd = 8;
        break;
    case 4: /* code or full */
        shape.nonzero = 61 + lp_below(rng, 4);
        shape.octaves = 5 + lp_below(rng, 5);
        break;
    case 5: /* dense, with one odd element here and there */ shape.odd = 20; break;
    case 6:
        shape.nonzero = 20 + lp_below(rng, 40);
        shape.octaves = lp_below(rng, 31);
        break;
    case 7: /* almost all escapes */
        shape.nonzero = 40 + lp_below(rng, 10);
        shape.octaves = 19;
        break;
    case 8:
        shape.nonzero = lp_below(rng, 65);
        shape.octaves = lp_below(rng, 31);
        shape.odd = 4 + lp_below(rng, 20);
        break;
    default: break;
    }
    shaped_line(rng, &shape, bytes);
}

/* ---- records ---- */

struct record {
    enum lpi_ebd_form form;
    unsigned base, stored, escapes;
    uint8_t *bytes;
    unsigned nibble_at, code_at, payload_at; /* bits, bits, bytes */
};

static void put(uint8_t *bytes, unsigned at, unsigned width, unsigned value)
{
    for (unsigned i = 0; i < width; i++)
        bytes[(at + i) / 8] |= (uint8_t)((value >> i & 1) << ((at + i) % 8));
}

static unsigned bytes_of(const struct record *r)
{
    return lpi_ebd_payload_at(r->form == LPI_EBD_MASK, r->escapes) + r->stored;
}

static bool fits(const struct record *r)
{
    unsigned bytes = bytes_of(r);

    return r->form == LPI_EBD_MASK ? bytes <= LPI_EBD_MASK_BYTES
                                   : bytes > LPI_EBD_MASK_BYTES && bytes <= LPI_EBD_BYTES;
}

/* Number of stored elements and escapes, so that the length is often at a limit. */
static void choose(struct lp_rng *rng, bool hostile, struct record *r)
{
    static const unsigned bases[] = {0, 1, 5, 6, 7, 12, 18, 19, 127, 253, 254, 255};
    static const unsigned limits[] = {31, 32, 33, 34, 63, 64, 65, 66, 95, 96, 97};
    unsigned most;

    r->base = lp_below(rng, 2) ? lp_below(rng, 256) : bases[lp_below(rng, 12)];
    do {
        r->form = (enum lpi_ebd_form)lp_below(rng, 3);
        most = r->form == LPI_EBD_MASK ? 16 + (hostile ? lp_below(rng, 3) : 0) : LPI_EBD_ELEMENTS;
        r->stored = r->form == LPI_EBD_FULL ? most : lp_below(rng, most + 1);
        r->escapes = lp_below(rng, 2) ? lp_below(rng, r->stored + 1) : 0;
        if (lp_below(rng, 2)) {
            unsigned limit = limits[lp_below(rng, sizeof limits / sizeof *limits)];
            while (r->escapes < r->stored && bytes_of(r) < limit)
                r->escapes++;
            while (r->escapes > 0 && bytes_of(r) > limit)
                r->escapes--;
            if (r->escapes > 0 && bytes_of(r) == limit && lp_below(rng, 2))
                r->escapes--;
        }
    } while (!fits(r) && !(hostile && lp_below(rng, 4) == 0));
}

/* A nibble for an exponent in 0..255. */
static unsigned good_nibble(struct lp_rng *rng, const struct record *r)
{
    unsigned nibble = lp_below(rng, 16),
             e = r->form == LPI_EBD_CODE ? LPI_EBD_E_CODE : LPI_EBD_E_FULL;

    if (nibble <= LPI_EBD_FAR && r->base < e + nibble)
        return LPI_EBD_BOTTOM;
    if (nibble == LPI_EBD_UP1 || nibble == LPI_EBD_UP2)
        return r->base + nibble - LPI_EBD_FAR > 255 ? LPI_EBD_BOTTOM : nibble;
    return nibble;
}

static void put_element(struct lp_rng *rng, bool wild, bool escape, struct record *r)
{
    unsigned e = r->form == LPI_EBD_CODE ? LPI_EBD_E_CODE : LPI_EBD_E_FULL;
    unsigned code = escape ? e : lp_below(rng, e);

    if (!escape && !wild && code > r->base)
        code = 0;
    put(r->bytes, r->code_at, 3, code);
    r->bytes[r->payload_at++] = (uint8_t)lp_random(rng);
    if (escape) {
        put(r->bytes, r->nibble_at, 4, wild ? lp_below(rng, 16) : good_nibble(rng, r));
        r->nibble_at += 4;
    }
}

static void put_elements(struct lp_rng *rng, bool wild, struct record *r)
{
    unsigned stored = r->stored, escapes = r->escapes;
    bool masked = r->form == LPI_EBD_MASK;

    for (unsigned i = 0; i < LPI_EBD_ELEMENTS; i++) {
        bool here = lp_below(rng, LPI_EBD_ELEMENTS - i) < stored;
        if (here) {
            bool escape = lp_below(rng, stored) < escapes;
            put_element(rng, wild, escape, r);
            stored--;
            escapes -= escape;
        } else if (!masked) {
            put(r->bytes, r->code_at, 3, LPI_EBD_ZERO_CODE);
        }
        if (masked && here)
            put(r->bytes, 8 * LPI_EBD_MASK_AT + i, 1, 1);
        r->code_at += here || !masked ? 3 : 0;
    }
}

/* One of the bits that must be 0, or a beat too few or too many. */
static void spoil(struct lp_rng *rng, const struct record *r, unsigned bytes,
                  struct lp_entry *entry)
{
    switch (lp_below(rng, 5)) {
    case 0:
        if (r->form == LPI_EBD_MASK && r->stored < 16)
            put(entry->bytes, r->code_at + lp_below(rng, 3 * (16 - r->stored)), 1, 1);
        else
            put(entry->bytes, 201 + lp_below(rng, 3), 1, 1);
        break;
    case 1:
        if (r->nibble_at % 8 != 0)
            put(entry->bytes, r->nibble_at + lp_below(rng, 4), 1, 1);
        break;
    case 2:
        if (bytes % LP_SECTOR_BYTES != 0)
            put(entry->bytes,
                8 * bytes + lp_below(rng, 8 * (LP_SECTOR_BYTES - bytes % LP_SECTOR_BYTES)), 1, 1);
        break;
    case 3: entry->beats = 1 + lp_below(rng, 5); break;
    default: break;
    }
}

void lp_ebd_record_random(struct lp_rng *rng, bool hostile, struct lp_entry *entry)
{
    struct record r = {.bytes = entry->bytes};
    bool wild = hostile && lp_below(rng, 4) == 0;
    unsigned bytes;

    memset(entry, 0, sizeof *entry);
    choose(rng, hostile, &r);
    bytes = bytes_of(&r);
    r.code_at = 8 * (r.form == LPI_EBD_MASK ? LPI_EBD_MASK_CODES : LPI_EBD_CODES);
    r.nibble_at = 8 * (r.form == LPI_EBD_MASK ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES) +
                  (r.form == LPI_EBD_MASK ? 0 : 4);
    r.payload_at = lpi_ebd_payload_at(r.form == LPI_EBD_MASK, r.escapes);
    entry->bytes[0] = (uint8_t)r.base;
    if (r.form == LPI_EBD_FULL)
        put(entry->bytes, 8 * LPI_EBD_NIBBLES, 1, 1);
    put_elements(rng, wild, &r);
    entry->bits = 8 * bytes;
    entry->beats = (bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES;
    if (r.form == LPI_EBD_MASK && lp_below(rng, 2))
        entry->beats = 1;
    if (hostile && lp_below(rng, 2))
        spoil(rng, &r, bytes, entry);
    entry->sectors = entry->beats < LP_LINE_SECTORS ? entry->beats : LP_LINE_SECTORS - 1;
}
