/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_slow.h"

#include <string.h>

enum { ELEMENTS = 256, SECTOR = 32, ESCAPE = 7, ENDS = 11, BEAT = 16, MOST = 4 };

/* An element's class and its number in the class; the escape is number 7 of class 2. */
struct place {
    int class, number;
};

static const int first[] = {0, 2, 4, ENDS};

int lpi_grp_slow_table(const uint8_t *table)
{
    for (int i = 0; i < ENDS; i++)
        for (int k = 0; k < i; k++)
            if (table[i] == table[k])
                return 0;
    for (int i = ENDS; i < 16; i++)
        if (table[i] != 0)
            return 0;
    return 1;
}

static unsigned element(const uint8_t *group, int i)
{
    return group[2 * i] | (unsigned)group[2 * i + 1] << 8;
}

static struct place place_of(const uint8_t *table, unsigned exponent)
{
    for (int class = 0; class < 3; class ++)
        for (int i = first[class]; i < first[class + 1]; i++)
            if (table[i] == exponent)
                return (struct place){class, i - first[class]};
    return (struct place){2, ESCAPE};
}

static void put(uint8_t *bytes, int at, int bit)
{
    bytes[at / 8] = (uint8_t)(bytes[at / 8] | bit << at % 8);
}

static int get(const uint8_t *bytes, int at)
{
    return bytes[at / 8] >> at % 8 & 1;
}

/* Writes the fields of the exponents; returns the bits after the two planes, or -1: too many. */
static int put_exponents(const uint8_t *table, const uint8_t *group, uint8_t *fields)
{
    struct place places[ELEMENTS];
    uint8_t escaped[ELEMENTS];
    int at = 2 * ELEMENTS, escapes = 0, in_beat = 0;
    for (int i = 0; i < ELEMENTS; i++) {
        unsigned exponent = element(group, i) >> 7 & 255;
        places[i] = place_of(table, exponent);
        in_beat = i % BEAT == 0 ? 0 : in_beat;
        if (places[i].class == 2 && places[i].number == ESCAPE) {
            escaped[escapes++] = (uint8_t)exponent;
            in_beat++;
        }
        if (in_beat > MOST)
            return -1;
        put(fields, i, places[i].class != 0);
        put(fields, ELEMENTS + i, places[i].number & 1);
    }
    for (int i = 0; i < ELEMENTS; i++)
        if (places[i].class != 0)
            put(fields, at++, places[i].class == 2);
    for (int i = 0; i < ELEMENTS; i++)
        if (places[i].class == 2) {
            put(fields, at++, places[i].number >> 1 & 1);
            put(fields, at++, places[i].number >> 2 & 1);
        }
    int bits = at - 2 * ELEMENTS + 8 * escapes, sectors = 2 + (bits + 255) / 256;
    if (sectors > 4)
        return -1;
    for (int i = 0; i < escapes; i++)
        fields[sectors * SECTOR - 1 - i] = escaped[i];
    return bits;
}

unsigned lpi_grp_slow_encode(const uint8_t *table, const uint8_t *group, uint8_t *entry)
{
    uint8_t fields[512] = {0};
    int zero = 1;
    for (int i = 0; i < 512; i++)
        zero &= group[i] == 0;
    if (zero)
        return 0;
    int bits = put_exponents(table, group, fields);
    if (bits < 0) {
        memcpy(entry, group, 512);
        return 4;
    }
    int sectors = 2 + (bits + 255) / 256;
    memcpy(entry, fields, (size_t)sectors * SECTOR);
    for (int i = 0; i < ELEMENTS; i++) {
        unsigned x = element(group, i);
        entry[sectors * SECTOR + i] = (uint8_t)(x >> 15 << 7 | (x & 127));
    }
    return (unsigned)sectors - 1;
}

/* Reads the fields of `sectors` sectors; returns whether they are well-formed. */
static int get_exponents(const uint8_t *table, const uint8_t *fields, int sectors,
                         uint8_t *exponents)
{
    int class[ELEMENTS], at = 2 * ELEMENTS, end = sectors * SECTOR, in_beat = 0;
    for (int i = 0; i < ELEMENTS; i++) {
        class[i] = get(fields, i);
        if (class[i] != 0) {
            if (at >= 8 * end)
                return 0;
            class[i] += get(fields, at++);
        }
    }
    for (int i = 0; i < ELEMENTS; i++) {
        int number = get(fields, ELEMENTS + i);
        in_beat = i % BEAT == 0 ? 0 : in_beat;
        if (class[i] == 2) {
            if (at + 2 > 8 * end)
                return 0;
            number |= get(fields, at) << 1 | get(fields, at + 1) << 2;
            at += 2;
        }
        if (class[i] == 2 && number == ESCAPE) {
            if (++in_beat > MOST || --end < 2 * SECTOR)
                return 0;
            exponents[i] = fields[end];
        } else {
            exponents[i] = table[first[class[i]] + number];
        }
    }
    int bits = at - 2 * ELEMENTS + 8 * (sectors * SECTOR - end);
    if (at > 8 * end || 2 + (bits + 255) / 256 != sectors)
        return 0;
    for (; at < 8 * end; at++)
        if (get(fields, at))
            return 0;
    return 1;
}

int lpi_grp_slow_decode(const uint8_t *table, unsigned state, const uint8_t *entry, uint8_t *group)
{
    uint8_t exponents[ELEMENTS];
    if (state == 0)
        memset(group, 0, 512);
    if (state == 4)
        memcpy(group, entry, 512);
    if (state == 0 || state == 4)
        return 1;
    if (state > 4 || !get_exponents(table, entry, (int)state + 1, exponents))
        return 0;
    for (int i = 0; i < ELEMENTS; i++) {
        unsigned byte = entry[(state + 1) * SECTOR + (unsigned)i];
        unsigned x = byte >> 7 << 15 | (unsigned)exponents[i] << 7 | (byte & 127);
        group[2 * i] = (uint8_t)x;
        group[2 * i + 1] = (uint8_t)(x >> 8);
    }
    return 1;
}
