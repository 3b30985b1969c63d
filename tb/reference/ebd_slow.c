/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_slow.h"
#include <stdbool.h>
#include <string.h>

#define ELEMENTS 64
#define NO_CODE (-1)

/* A form of the table. Positions in bits. */
struct form {
    unsigned direct;    /* E: codes below it are distances, E itself is the escape */
    unsigned codes_at;  /* the first code's */
    unsigned escape_at; /* the first nibble's */
    int masked;         /* 64 bits at 8 tell which elements are stored, at most 16 */
    int zero_code;      /* code 7 stands for +0 */
    unsigned full;      /* the bit at 200, in forms that have one */
    size_t least, most; /* bytes */
};

static const struct form mask_form = {7, 72, 120, 1, 0, 0, 0, 32};
static const struct form code_form = {6, 8, 204, 0, 1, 0, 33, 96};
static const struct form full_form = {7, 8, 204, 0, 0, 1, 33, 96};

static unsigned get(const uint8_t *bytes, size_t at, unsigned width)
{
    unsigned value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (bytes[(at + i) / 8] >> ((at + i) % 8) & 1u) << i;
    return value;
}

static void put(uint8_t *bytes, size_t at, unsigned width, unsigned value)
{
    for (unsigned i = 0; i < width; i++)
        if (value >> i & 1)
            bytes[(at + i) / 8] |= (uint8_t)(1u << ((at + i) % 8));
}

static unsigned element(const uint8_t *line, unsigned i)
{
    return get(line, 16 * i, 16);
}

static int exponent(unsigned x)
{
    return x >> 7 & 255;
}

static unsigned payload(unsigned x)
{
    return x >> 15 << 7 | (x & 127);
}

static bool is_stored(const struct form *form, unsigned x)
{
    return form->full || x != 0;
}

/* The nibble of an element that no code reaches; NO_CODE: none does either. */
static int nibble_of(const struct form *form, int base, int e)
{
    int d = base - e;
    if (d >= (int)form->direct && d <= (int)form->direct + 12)
        return d - (int)form->direct;
    if (d == -1)
        return 13;
    if (d == -2)
        return 14;
    return e == 0 ? 15 : NO_CODE;
}

static bool is_direct(const struct form *form, int base, int e)
{
    return base - e >= 0 && base - e < (int)form->direct;
}

/* Escapes with this base; NO_CODE: some element is out of reach. */
static int escapes_of(const struct form *form, const uint8_t *line, int base)
{
    int escapes = 0;
    for (unsigned i = 0; i < ELEMENTS; i++) {
        int e = exponent(element(line, i));
        if (!is_stored(form, element(line, i)) || is_direct(form, base, e))
            continue;
        if (nibble_of(form, base, e) == NO_CODE)
            return NO_CODE;
        escapes++;
    }
    return escapes;
}

static int largest_exponent(const uint8_t *line)
{
    int most = -1;
    for (unsigned i = 0; i < ELEMENTS; i++) {
        int e = exponent(element(line, i));
        if (element(line, i) != 0 && e < 255 && e > most)
            most = e;
    }
    return most < 0 ? 255 : most;
}

static size_t payload_at(const struct form *form, size_t escapes)
{
    return (form->escape_at + 4 * escapes + 7) / 8;
}

/* The record in one form, with the best of the three bases; 0: it does not fit. */
static size_t encode_as(const struct form *form, const uint8_t *line, uint8_t *record)
{
    int most = largest_exponent(line), base = -1, fewest = 0;
    for (int b = most; b >= 0 && b >= most - 2; b--) {
        int escapes = escapes_of(form, line, b);
        if (escapes != NO_CODE && (base < 0 || escapes < fewest)) {
            base = b;
            fewest = escapes;
        }
    }
    size_t stored = 0, at, escape = form->escape_at, place = 0;
    for (unsigned i = 0; i < ELEMENTS; i++)
        stored += is_stored(form, element(line, i)) != 0;
    if (base < 0 || (form->masked && stored > 16))
        return 0;
    at = payload_at(form, (size_t)fewest);
    if (at + stored > form->most)
        return 0;
    memset(record, 0, at);
    put(record, 0, 8, (unsigned)base);
    if (form->full)
        put(record, 200, 1, 1);
    for (unsigned i = 0; i < ELEMENTS; i++) {
        unsigned x = element(line, i), code = 7;
        int e = exponent(x), here = is_stored(form, x);
        if (here && form->masked)
            put(record, 8 + i, 1, 1);
        if (here && is_direct(form, base, e)) {
            code = (unsigned)(base - e);
        } else if (here) {
            code = form->direct;
            put(record, escape, 4, (unsigned)nibble_of(form, base, e));
            escape += 4;
        }
        if (here || form->zero_code)
            put(record, form->codes_at + 3 * place++, 3, code);
        if (here)
            record[at++] = (uint8_t)payload(x);
    }
    return at;
}

size_t lpi_ebd_slow_encode(const uint8_t *line, uint8_t *record)
{
    uint8_t code[96], full[96];
    size_t bytes = encode_as(&mask_form, line, record);
    if (bytes != 0)
        return bytes;
    size_t code_bytes = encode_as(&code_form, line, code);
    size_t full_bytes = encode_as(&full_form, line, full);
    int use_full = full_bytes != 0 && (code_bytes == 0 || full_bytes < code_bytes);
    bytes = use_full ? full_bytes : code_bytes;
    memcpy(record, use_full ? full : code, bytes);
    return bytes;
}

/* The exponent that a code, and for the escape a nibble, stands for; outside 0..255: malformed. */
static int exponent_of(const struct form *form, int base, unsigned code, unsigned nibble)
{
    if (code < form->direct)
        return base - (int)code;
    if (nibble <= 12)
        return base - (int)form->direct - (int)nibble;
    return nibble == 13 ? base + 1 : nibble == 14 ? base + 2 : 0;
}

int lpi_ebd_slow_decode(const uint8_t *record, size_t bytes, uint8_t *line)
{
    uint8_t again[200] = {0}, padded[200] = {0};
    if (bytes > 96)
        return 0;
    memcpy(padded, record, bytes);
    const struct form *form = bytes <= 32           ? &mask_form
                              : get(padded, 200, 1) ? &full_form
                                                    : &code_form;
    unsigned codes[ELEMENTS];
    size_t stored = 0, escapes = 0, escape = form->escape_at, place = 0;
    memset(line, 0, 128);
    put(again, 0, 8, get(padded, 0, 8));
    if (form->full)
        put(again, 200, 1, 1);
    for (unsigned i = 0; i < ELEMENTS; i++) {
        int here = form->masked ? (int)get(padded, 8 + i, 1) : 1;
        if (form->masked && here) {
            put(again, 8 + i, 1, 1);
            if (stored == 16)
                return 0;
        }
        codes[i] = here ? get(padded, form->codes_at + 3 * place, 3) : 0;
        if (here)
            put(again, form->codes_at + 3 * place++, 3, codes[i]);
        if (!here || (form->zero_code && codes[i] == 7)) {
            codes[i] = 8;
            continue;
        }
        stored++;
        escapes += codes[i] == form->direct;
    }
    size_t at = payload_at(form, escapes);
    if (bytes != at + stored || bytes < form->least)
        return 0;
    for (unsigned i = 0; i < ELEMENTS; i++) {
        unsigned nibble = 0;
        if (codes[i] == 8)
            continue;
        if (codes[i] == form->direct) {
            nibble = get(padded, escape, 4);
            put(again, escape, 4, nibble);
            escape += 4;
        }
        int e = exponent_of(form, (int)get(padded, 0, 8), codes[i], nibble);
        if (e < 0 || e > 255)
            return 0;
        again[at] = padded[at];
        unsigned sign = padded[at] >> 7, mantissa = padded[at] & 127u;
        put(line, 16 * i, 16, sign << 15 | (unsigned)e << 7 | mantissa);
        at++;
    }
    /* Bits outside all fields must be 0. */
    return memcmp(again, padded, bytes) == 0;
}
