/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden vectors of GRP-16 by the slow twin, one a line, in hexadecimal:
 *
 *     TABLE STATE ENTRY GROUP    a group and its entry
 *     TABLE STATE ENTRY error    an entry that a decoder refuses
 *
 * ENTRY has the state's sectors; "-" is an entry without any. LP_SEED draws others.
 *
 *     grp_vectors [GROUPS]
 */
#include "../../../cmodel/kit/grp_groups.h"

#include "../../reference/grp_slow.h"
#include "../unit.h"

static struct lp_rng rng;

static void print(const uint8_t *bytes, size_t count, char end)
{
    for (size_t i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    if (count == 0)
        putchar('-');
    putchar(end);
}

static size_t stored(unsigned state)
{
    return state == 0 ? 0 : state == 4 ? 512 : 32 * (state + 9);
}

static void row(const uint8_t *table, unsigned state, const uint8_t *entry)
{
    uint8_t group[GRP_GROUP];
    print(table, GRP_TABLE, ' ');
    printf("%x ", state);
    print(entry, stored(state), ' ');
    if (lpi_grp_slow_decode(table, state, entry, group))
        print(group, sizeof group, '\n');
    else
        puts("error");
}

/* `n` escapes among 16 elements, and all else right; more than four are refused. State 2. */
static void crowd(unsigned n, uint8_t *entry)
{
    unsigned first = 16 * lp_below(&rng, 16);
    memset(entry, 0, GRP_GROUP);
    for (unsigned i = first; i < first + n; i++) {
        entry[i / 8] = (uint8_t)(entry[i / 8] | 1u << i % 8);
        entry[32 + i / 8] = (uint8_t)(entry[32 + i / 8] | 1u << i % 8);
    }
    for (unsigned i = 512; i < 512 + 3 * n; i++)
        entry[i / 8] = (uint8_t)(entry[i / 8] | 1u << i % 8);
    for (unsigned i = 96 - n; i < stored(2); i++)
        entry[i] = (uint8_t)unit_random();
}

int main(int argc, char **argv)
{
    unsigned groups = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 400;
    uint8_t table[GRP_TABLE], group[GRP_GROUP], entry[GRP_GROUP];
    unit_seed();
    rng.state = unit_random();
    for (unsigned i = 0; i < groups; i++) {
        grp_table(&rng, table);
        grp_group(&rng, table, group);
        if (i % 50 == 0)
            memset(group, 0, sizeof group);
        if (i % 20 == 0) {
            crowd(4 + lp_below(&rng, 3), entry);
            row(table, 2, entry);
        }
        memset(entry, 0, sizeof entry);
        unsigned state = lpi_grp_slow_encode(table, group, entry);
        row(table, state, entry);
        if (state == 0 || state == 4)
            continue;
        unsigned bit = lp_below(&rng, 256 * (state + 1));
        entry[bit / 8] = (uint8_t)(entry[bit / 8] ^ 1u << bit % 8);
        row(table, state, entry);
    }
    return 0;
}
