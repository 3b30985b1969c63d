/* SPDX-License-Identifier: Apache-2.0 */
#include "grp_classes.h"

#include <string.h>

#include "grp_groups.h"

#define ESCAPE_BITS 11u /* one of B, two of P, and the exponent */

/* Lists of 255 to 257 or 511 to 513 bits, if they can have a number of escapes that is drawn. */
static void limit(struct lp_rng *rng, const uint8_t *table, uint8_t *group)
{
    unsigned bits = (lp_below(rng, 2) ? 256 : 512) - 1 + lp_below(rng, 3);
    unsigned escapes = lp_below(rng, bits / ESCAPE_BITS + 1), twos = 0, ones;

    while (ESCAPE_BITS * escapes + 3 * twos + (GRP_ELEMENTS - escapes - twos) < bits)
        twos++;
    while (ESCAPE_BITS * escapes + 3 * twos > bits)
        escapes--;
    ones = bits - ESCAPE_BITS * escapes - 3 * twos;
    grp_counted(rng, table, ones, twos, escapes, group);
}

/* So much of P that it reaches from the third sector of fields to the fourth, at any bit. */
static void long_p(struct lp_rng *rng, const uint8_t *table, uint8_t *group)
{
    unsigned twos = 128 + lp_below(rng, 43), ones = lp_below(rng, 512 - 3 * twos + 1);

    if (ones > GRP_ELEMENTS - twos)
        ones = GRP_ELEMENTS - twos;
    grp_counted(rng, table, ones, twos, 0, group);
}

static void bytes(struct lp_rng *rng, uint8_t *to, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = (uint8_t)lp_random(rng);
}

/* Zeros, but for two elements at most, which may be negative zeros. */
static void sparse(struct lp_rng *rng, uint8_t *group)
{
    static const uint8_t minus_zero[2] = {0, 0x80};
    unsigned elements = lp_below(rng, 3);

    memset(group, 0, LP_GRP_BYTES);
    for (unsigned k = 0; k < elements; k++) {
        uint8_t *to = group + 2 * lp_below(rng, GRP_ELEMENTS);
        if (lp_below(rng, 2))
            memcpy(to, minus_zero, sizeof minus_zero);
        else
            bytes(rng, to, sizeof minus_zero);
    }
}

void lp_grp_group_random(struct lp_rng *rng, const uint8_t table[LP_GRP_TABLE_BYTES],
                         uint8_t group[LP_GRP_BYTES])
{
    switch (lp_below(rng, 12)) {
    case 0: sparse(rng, group); break;
    case 1: bytes(rng, group, LP_GRP_BYTES); break;
    case 2: grp_counted(rng, table, 0, 0, 0, group); break;
    case 3:
    case 4:
    case 5: limit(rng, table, group); break;
    case 6: long_p(rng, table, group); break;
    default: grp_group(rng, table, group); break;
    }
}

void lp_grp_case_make(const uint8_t group[LP_GRP_BYTES], struct lp_grp_case *c)
{
    struct lp_grp grp;
    unsigned sectors;

    memset(c->bytes, 0, sizeof c->bytes);
    lp_grp_load(c->table, &grp);
    lp_grp_encode_entry(&grp, group, c->bytes, &c->state);
    lp_grp_state_sectors(c->state, &sectors);
    c->beats = sectors > 0 ? sectors : 1;
}

static void flip(struct lp_rng *rng, uint8_t *of, unsigned count)
{
    of[lp_below(rng, count)] ^= (uint8_t)(1u << lp_below(rng, 8));
}

/* Sectors of fields that the entry has, if it is of such a state; else all. */
static unsigned fields(const struct lp_grp_case *c)
{
    return c->state >= LP_GRP_10_SECTORS && c->state <= LP_GRP_12_SECTORS ? c->state + 1 : c->beats;
}

/* Makes set bits rare, or frequent: with each turn half of those that differ are left. */
static void weigh(struct lp_rng *rng, uint8_t *of, unsigned count, unsigned turns, bool thick)
{
    for (unsigned k = 0; k < turns; k++)
        for (unsigned i = 0; i < count; i++)
            of[i] = (uint8_t)(thick ? of[i] | lp_random(rng) : of[i] & lp_random(rng));
}

/*
 * Fields by hand: any bits, A sparse or not, or most bits set, as of a group of many escapes. 170,
 * the most, take two thirds of A, since P has the bits that B leaves, and all of the rest.
 */
static void any_fields(struct lp_rng *rng, struct lp_grp_case *c)
{
    unsigned x = 2 + lp_below(rng, 3);
    bool thick = lp_below(rng, 2);

    bytes(rng, c->bytes, sizeof c->bytes);
    weigh(rng, c->bytes, LP_SECTOR_BYTES, lp_below(rng, 4), thick);
    if (thick)
        weigh(rng, c->bytes + LP_SECTOR_BYTES, (x - 1) * LP_SECTOR_BYTES, lp_below(rng, 8), true);
    else
        for (unsigned i = 2 * LP_SECTOR_BYTES; i < x * LP_SECTOR_BYTES; i++)
            if (lp_below(rng, 3) == 0)
                c->bytes[i] = 0;
    c->state = x - 1;
    c->beats = x + 8;
}

/*
 * Four to six escapes in a sector, or all of its elements, and all else as it must be; four are
 * good. Their exponents may be 0: then nothing else tells that there are too many.
 */
static void crowded(struct lp_rng *rng, struct lp_grp_case *c)
{
    unsigned n = lp_below(rng, 4) ? 4 + lp_below(rng, 3) : GRP_LANES;
    unsigned first = GRP_LANES * lp_below(rng, GRP_LANES);
    unsigned lists = 2 * LP_SECTOR_BYTES * 8;

    memset(c->bytes, 0, 3 * LP_SECTOR_BYTES);
    if (lp_below(rng, 2))
        bytes(rng, c->bytes + 3 * LP_SECTOR_BYTES - n, n);
    for (unsigned i = first; i < first + n; i++) {
        c->bytes[i / 8] |= (uint8_t)(1u << i % 8);
        c->bytes[LP_SECTOR_BYTES + i / 8] |= (uint8_t)(1u << i % 8);
    }
    for (unsigned i = lists; i < lists + 3 * n; i++)
        c->bytes[i / 8] |= (uint8_t)(1u << i % 8);
    c->state = LP_GRP_11_SECTORS;
    c->beats = 11;
}

void lp_grp_case_damage(struct lp_rng *rng, struct lp_grp_case *c)
{
    unsigned head = fields(c) * LP_SECTOR_BYTES;

    switch (lp_below(rng, 11)) {
    case 0: c->state = lp_below(rng, 16); break;
    case 1: c->beats = 1 + lp_below(rng, c->beats); break;
    case 2:
        bytes(rng, c->bytes + c->beats * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        c->beats = c->beats < LP_GRP_ENTRY_MAX ? c->beats + 1 : 1;
        break;
    case 3: c->beats = 1 + lp_below(rng, LP_GRP_ENTRY_MAX); break;
    case 4: flip(rng, c->bytes, head); /* and another */ /* fall through */
    case 5: flip(rng, c->bytes, head); break;
    case 6: flip(rng, c->bytes + head - LP_SECTOR_BYTES, LP_SECTOR_BYTES); break;
    case 7: any_fields(rng, c); break;
    case 8: c->state = LP_GRP_POISON; break;
    case 9: crowded(rng, c); break;
    default: c->beats = 1 + lp_below(rng, 12); break;
    }
}

bool lp_grp_case_group(const struct lp_grp_case *c, uint8_t group[LP_GRP_BYTES])
{
    struct lp_grp grp;
    unsigned sectors;

    if (lp_grp_state_sectors(c->state, &sectors) != LP_OK)
        return false;
    return c->beats == (sectors > 0 ? sectors : 1) && lp_grp_load(c->table, &grp) == LP_OK &&
           lp_grp_decode_entry(&grp, c->bytes, c->state, group) == LP_OK;
}
