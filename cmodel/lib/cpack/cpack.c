/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C-Pack (Chen et al., TVLSI 2010): words are coded as full or partial matches with one of the last
 * 16 new words.
 */
#include "../../base/line_code.h"

#define ENTRIES 16u
#define INDEX 4u

struct dictionary {
    uint32_t entry[ENTRIES];
    unsigned next, used; /* next: the oldest entry, which the next new word replaces */
};

static void add(struct dictionary *d, uint32_t word)
{
    d->entry[d->next] = word;
    d->next = (d->next + 1) % ENTRIES;
    d->used += d->used < ENTRIES;
}

/* The first entry that agrees with the word in the bits of the mask, or ENTRIES. */
static unsigned find(const struct dictionary *d, uint32_t word, uint32_t mask)
{
    for (unsigned i = 0; i < d->used; i++)
        if (((d->entry[i] ^ word) & mask) == 0)
            return i;
    return ENTRIES;
}

static void put_match(struct lpi_bits_out *out, unsigned code, unsigned width, unsigned index,
                      uint32_t rest, unsigned rest_bits)
{
    lpi_bits_write(out, code, width);
    lpi_bits_write(out, index, INDEX);
    lpi_bits_write(out, rest, rest_bits);
}

static void put_word(struct lpi_bits_out *out, struct dictionary *d, uint32_t word)
{
    unsigned all = find(d, word, UINT32_MAX), three = find(d, word, 0xffffff00);
    unsigned two = find(d, word, 0xffff0000);
    if (word == 0) {
        lpi_bits_write(out, 0, 2);
        return;
    }
    if (all < ENTRIES) {
        put_match(out, 2, 2, all, 0, 0);
        return;
    }
    if (word < 256) {
        lpi_bits_write(out, 13, 4);
        lpi_bits_write(out, word, 8);
        return;
    }
    if (three < ENTRIES) {
        put_match(out, 14, 4, three, word, 8);
    } else if (two < ENTRIES) {
        put_match(out, 12, 4, two, word, 16);
    } else {
        lpi_bits_write(out, 1, 2);
        lpi_bits_write(out, word, 32);
    }
    add(d, word);
}

static void put(struct lpi_bits_out *out, const uint32_t *words)
{
    struct dictionary d = {.used = 0};
    for (unsigned i = 0; i < LPI_LINE_WORDS; i++)
        put_word(out, &d, words[i]);
}

/* Reads an entry's number and the low bits that replace its own. */
static int get_match(struct lpi_bits_in *in, const struct dictionary *d, unsigned rest_bits,
                     uint32_t *word)
{
    unsigned index = (unsigned)lpi_bits_read(in, INDEX);
    uint32_t mask = (UINT32_C(1) << rest_bits) - 1;
    uint32_t rest = (uint32_t)lpi_bits_read(in, rest_bits);
    if (index >= d->used)
        return LP_ERR_CORRUPT;
    *word = (d->entry[index] & ~mask) | rest;
    return LP_OK;
}

static int get_word(struct lpi_bits_in *in, struct dictionary *d, uint32_t *word)
{
    int error = LP_OK;
    unsigned code = (unsigned)lpi_bits_read(in, 2);
    *word = 0;
    if (code == 0)
        return LP_OK;
    if (code == 2)
        return get_match(in, d, 0, word);
    if (code == 1) {
        *word = (uint32_t)lpi_bits_read(in, 32);
    } else {
        code = (unsigned)lpi_bits_read(in, 2);
        if (code == 1) {
            *word = (uint32_t)lpi_bits_read(in, 8);
            return LP_OK;
        }
        error = code == 3 ? LP_ERR_CORRUPT : get_match(in, d, code == 0 ? 16 : 8, word);
    }
    if (error == LP_OK)
        add(d, *word);
    return error;
}

static int get(struct lpi_bits_in *in, uint32_t *words)
{
    struct dictionary d = {.used = 0};
    int error = LP_OK;
    for (unsigned i = 0; i < LPI_LINE_WORDS && error == LP_OK; i++)
        error = get_word(in, &d, &words[i]);
    return error;
}

static const struct lpi_line_code cpack_code = {put, get, LPI_LINE_WORDS * 34};
LPI_LINE_CODEC(cpack);
