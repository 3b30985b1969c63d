/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BDI (Pekhimenko et al., PACT 2012): stores a line's elements as small differences from one of two
 * bases, one of which is 0.
 */
#include "bdi.h"
#include <stdbool.h>

enum { ZERO, REPEATED, FIRST_FORM, RAW = 15 };
#define HEAD 4u

/* Bytes of an element and of a difference, from the shortest form of a line to the longest. */
static const struct {
    unsigned element, delta;
} forms[] = {{8, 1}, {4, 1}, {8, 2}, {4, 2}, {2, 1}, {8, 4}};
#define FORMS (sizeof forms / sizeof forms[0])

static uint64_t element(const uint32_t *words, unsigned bytes, unsigned i)
{
    if (bytes == 8)
        return words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
    return bytes == 4 ? words[i] : words[i / 2] >> 16 * (i % 2) & 0xffff;
}

static void set_element(uint32_t *words, unsigned bytes, unsigned i, uint64_t value)
{
    if (bytes == 8) {
        words[2 * i] = (uint32_t)value;
        words[2 * i + 1] = (uint32_t)(value >> 32);
    } else if (bytes == 4) {
        words[i] = (uint32_t)value;
    } else {
        uint32_t rest = words[i / 2] & (i % 2 ? 0xffffu : 0xffff0000u);
        words[i / 2] = rest | (uint32_t)(value & 0xffff) << 16 * (i % 2);
    }
}

/* Finds the base: the first element that is not itself a small number. 0: the form does not fit. */
static int find_base(const uint32_t *words, unsigned bytes, unsigned delta, uint64_t *base)
{
    int found = 0;
    *base = 0;
    for (unsigned i = 0; i < LP_LINE_BYTES / bytes; i++) {
        uint64_t value = element(words, bytes, i);
        if (lpi_bits_fit(value, 8 * delta, 8 * bytes))
            continue;
        if (!found)
            *base = value;
        found = 1;
        if (!lpi_bits_fit(value - *base, 8 * delta, 8 * bytes))
            return 0;
    }
    return 1;
}

/* Writes a bit for each element, 1 if its base is 0; then the other base; then the differences. */
static void put_form(struct lpi_bits_out *out, const uint32_t *words, unsigned form, uint64_t base)
{
    unsigned bytes = forms[form].element, delta = forms[form].delta;
    lpi_bits_write(out, FIRST_FORM + form, HEAD);
    for (unsigned i = 0; i < LP_LINE_BYTES / bytes; i++)
        lpi_bits_write(out, lpi_bits_fit(element(words, bytes, i), 8 * delta, 8 * bytes) != 0, 1);
    lpi_bits_write(out, base, 8 * bytes);
    for (unsigned i = 0; i < LP_LINE_BYTES / bytes; i++) {
        uint64_t value = element(words, bytes, i);
        int small = lpi_bits_fit(value, 8 * delta, 8 * bytes);
        lpi_bits_write(out, small ? value : value - base, 8 * delta);
    }
}

static bool is_repeated(const uint32_t *words)
{
    for (unsigned i = 2; i < LPI_LINE_WORDS; i++)
        if (words[i] != words[i - 2])
            return false;
    return true;
}

void lpi_bdi_put(struct lpi_bits_out *out, const uint32_t *words)
{
    uint64_t base, first = element(words, 8, 0);
    if (is_repeated(words)) {
        lpi_bits_write(out, first == 0 ? ZERO : REPEATED, HEAD);
        lpi_bits_write(out, first, first == 0 ? 0 : 64);
        return;
    }
    for (unsigned form = 0; form < FORMS; form++)
        if (find_base(words, forms[form].element, forms[form].delta, &base)) {
            put_form(out, words, form, base);
            return;
        }
    lpi_bits_write(out, RAW, HEAD);
    for (unsigned i = 0; i < LPI_LINE_WORDS; i++)
        lpi_bits_write(out, words[i], 32);
}

static void get_form(struct lpi_bits_in *in, uint32_t *words, unsigned form)
{
    unsigned bytes = forms[form].element, delta = forms[form].delta;
    uint64_t mask = lpi_bits_read(in, LP_LINE_BYTES / bytes);
    uint64_t base = lpi_bits_read(in, 8 * bytes);
    for (unsigned i = 0; i < LPI_LINE_WORDS; i++)
        words[i] = 0;
    for (unsigned i = 0; i < LP_LINE_BYTES / bytes; i++) {
        uint64_t small = mask >> (LP_LINE_BYTES / bytes - 1 - i) & 1;
        uint64_t value = lpi_bits_extend(lpi_bits_read(in, 8 * delta), 8 * delta);
        set_element(words, bytes, i, value + (small ? 0 : base));
    }
}

int lpi_bdi_get(struct lpi_bits_in *in, uint32_t *words)
{
    unsigned head = (unsigned)lpi_bits_read(in, HEAD);
    if (head >= FIRST_FORM + FORMS && head != RAW)
        return LP_ERR_CORRUPT;
    if (head >= FIRST_FORM && head != RAW) {
        get_form(in, words, head - FIRST_FORM);
        return LP_OK;
    }
    uint64_t value = head == REPEATED ? lpi_bits_read(in, 64) : 0;
    for (unsigned i = 0; i < LPI_LINE_WORDS; i++)
        words[i] = head == RAW ? (uint32_t)lpi_bits_read(in, 32)
                               : (uint32_t)(value >> 32 * (i % 2));
    return LP_OK;
}

static const struct lpi_line_code bdi_code = {lpi_bdi_put, lpi_bdi_get, LPI_BDI_MOST_BITS};
LPI_LINE_CODEC(bdi);
