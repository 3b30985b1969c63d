/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of GRP-16: a group with a table, and its entry; docs/reference/format.md, section 23. */
#include <linepress/grp.h>
#include <stdio.h>
#include <string.h>

#include "entry_case.h"
#include "grp_classes.h"
#include "grp_groups.h"
#include "kinds.h"

#define ENC_ONCE 300u /* cases of level 1 */
#define DEC_ONCE 500u
#define PATTERNS 256u /* of an element, in a case */

static const struct lpi_kit_field plain[] = {
    {"codes", 0, LP_GRP_TABLE_BYTES, "a table of 16 bytes"},
    {"group", 0, LP_GRP_BYTES, "a raw group of 512 bytes"},
};
static const struct lpi_kit_field stored[] = {
    {"stored", 0, LP_GRP_BYTES, "the group's entry"},
    {"state", 4, 0, "of the group, 0..4"},
};
static const struct lpi_kit_field asked[] = {
    {"codes", 0, LP_GRP_TABLE_BYTES, "a table of 16 bytes"},
    {"stored", 0, LP_GRP_BYTES, "an entry"},
    {"state", 4, 0, "of the group, 0..15; above 4 nothing is stored"},
};
static const struct lpi_kit_field back[] = {
    {"err", 1, 0, "the entry is malformed, or its state has none"},
    {"group", 0, LP_GRP_BYTES, "the group; nothing with err"},
};

/* Loads the table in field 0. NULL, or the reason why no unit may take it. */
static const char *load(const struct lpi_kit_side *in, struct lp_grp *grp)
{
    if (in->field[0].bytes != LP_GRP_TABLE_BYTES)
        return "codes is not 16 bytes";
    return lp_grp_load(in->field[0].data, grp) == LP_OK
               ? NULL
               : "codes has an exponent twice, or a reserved byte that is not 0";
}

/* Sectors of a state; 0 also for those without an entry. */
static unsigned sectors_of(uint64_t state)
{
    unsigned sectors;
    return state <= LP_GRP_RAW && lp_grp_state_sectors((unsigned)state, &sectors) == LP_OK ? sectors
                                                                                           : 0;
}

/* ---- the encoder ---- */

/* Elements of all 16-bit patterns from `first` on, whose two exponents have the shortest codes. */
static void all_patterns(unsigned first, uint8_t *table, uint8_t *group)
{
    unsigned exponent = first >> 7 & 255;

    for (unsigned i = 0; i < LP_GRP_EXPONENTS; i++)
        table[i] = (uint8_t)(exponent + i);
    for (unsigned i = 0; i < PATTERNS; i++) {
        group[2 * i] = (uint8_t)(first + i);
        group[2 * i + 1] = (uint8_t)((first + i) >> 8);
    }
}

static void enc_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    uint8_t table[LP_GRP_TABLE_BYTES], group[LP_GRP_BYTES];

    (void)own;
    (void)values;
    uint64_t patterns = PATTERNS * (maker->index - ENC_ONCE);

    grp_table(&maker->rng, table);
    lp_grp_group_random(&maker->rng, table, group);
    if (maker->level > 1 && maker->index >= ENC_ONCE && patterns < 65536)
        all_patterns((unsigned)patterns, table, group);
    lpi_kit_bytes(in, 0, table, sizeof table);
    lpi_kit_bytes(in, 1, group, sizeof group);
}

static const char *enc_expect(void *state, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    uint8_t entry[LP_GRP_BYTES];
    struct lp_grp grp;
    unsigned of_group;
    const char *why = load(in, &grp);

    (void)state;
    (void)values;
    if (why != NULL)
        return why;
    if (in->field[1].bytes != LP_GRP_BYTES)
        return "group is not 512 bytes";
    lp_grp_encode_entry(&grp, in->field[1].data, entry, &of_group);
    lpi_kit_bytes(out, 0, entry, sectors_of(of_group) * LP_SECTOR_BYTES);
    lpi_kit_number(out, 1, of_group);
    return NULL;
}

/* The field of an entry that has byte `at`; `x` sectors are fields. */
static const char *part_of(size_t at, size_t x)
{
    return at < LP_SECTOR_BYTES       ? "in A"
           : at < 2 * LP_SECTOR_BYTES ? "in L"
           : at < x * LP_SECTOR_BYTES ? "in B, P or the escapes"
                                      : "in the payload";
}

static void enc_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                        size_t field, char *text, size_t room)
{
    size_t sectors = due->field[0].bytes / LP_SECTOR_BYTES;
    size_t at = lpi_kit_first(&due->field[0], &got->field[0]);

    (void)values;
    (void)in;
    if (got->field[1].number != due->field[1].number)
        snprintf(text, room, "state %u, due %u: %zu sectors", (unsigned)got->field[1].number,
                 (unsigned)due->field[1].number, sectors);
    else if (field == 0 && got->field[0].bytes != due->field[0].bytes)
        snprintf(text, room, "%zu bytes, due %zu", got->field[0].bytes, due->field[0].bytes);
    else if (field == 0)
        snprintf(text, room, "byte %zu of the entry, %s", at,
                 sectors == LP_GRP_SECTORS ? "which is raw" : part_of(at, sectors - 8));
}

const struct lpi_kit_unit lpi_kit_grp_enc = {
    .name = "grp-enc",
    .module = "lp_grp_enc",
    .ports = &lpi_kit_grp_enc_ports,
    .does = "groups of four lines to GRP-16 entries",
    .in = plain,
    .out = stored,
    .nin = 2,
    .nout = 2,
    .cases = {ENC_ONCE, 20000},
    .make = enc_make,
    .expect = enc_expect,
    .explain = enc_explain,
};

/* ---- the decoder ---- */

/*
 * In level 2, each bit of a stored entry in turn, and then the next entry. False: these cases are
 * over, or come later.
 */
static bool flipped(struct lpi_kit_maker *maker, struct lp_grp_case *kept, struct lp_grp_case *c)
{
    static const unsigned bits[] = {10 * 256, 11 * 256, 12 * 256};
    uint64_t at = maker->index - DEC_ONCE;
    unsigned state = 0;
    uint8_t group[LP_GRP_BYTES];

    if (maker->level < 2 || maker->index < DEC_ONCE)
        return false;
    while (state < 3 && at >= bits[state])
        at -= bits[state++];
    if (state == 3)
        return false;
    while (at == 0 && kept->state != state + LP_GRP_10_SECTORS) {
        grp_table(&maker->rng, kept->table);
        lp_grp_group_random(&maker->rng, kept->table, group);
        lp_grp_case_make(group, kept);
    }
    *c = *kept;
    c->bytes[at / 8] ^= (uint8_t)(1u << at % 8);
    return true;
}

/* As many bytes as the state has, also of an entry that is damaged. */
static void dec_make(struct lpi_kit_maker *maker, void *own, const int *values,
                     struct lpi_kit_side *in)
{
    struct lp_grp_case c;
    uint8_t group[LP_GRP_BYTES];

    (void)values;
    if (!flipped(maker, own, &c)) {
        grp_table(&maker->rng, c.table);
        lp_grp_group_random(&maker->rng, c.table, group);
        lp_grp_case_make(group, &c);
        if (lp_below(&maker->rng, 3) != 0)
            lp_grp_case_damage(&maker->rng, &c);
    }
    lpi_kit_bytes(in, 0, c.table, sizeof c.table);
    lpi_kit_bytes(in, 1, c.bytes, sectors_of(c.state) * LP_SECTOR_BYTES);
    lpi_kit_number(in, 2, c.state);
}

static const char *dec_expect(void *state, const int *values, const struct lpi_kit_side *in,
                              struct lpi_kit_side *out)
{
    uint8_t group[LP_GRP_BYTES];
    struct lp_grp grp;
    uint64_t of_group = in->field[2].number;
    const char *why = load(in, &grp);

    (void)state;
    (void)values;
    if (why != NULL)
        return why;
    if (in->field[1].bytes != sectors_of(of_group) * LP_SECTOR_BYTES)
        return "stored is not the sectors of the state";
    bool err = lp_grp_decode_entry(&grp, in->field[1].data, (unsigned)of_group, group) != LP_OK;
    lpi_kit_number(out, 0, err);
    lpi_kit_bytes(out, 1, group, err ? 0 : sizeof group);
    return NULL;
}

static void dec_explain(const int *values, const struct lpi_kit_side *in,
                        const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                        size_t field, char *text, size_t room)
{
    (void)values;
    (void)in;
    if (field == 1)
        lpi_kit_explain_lines(&due->field[1], &got->field[1], 2, text, room);
}

const struct lpi_kit_unit lpi_kit_grp_dec = {
    .name = "grp-dec",
    .module = "lp_grp_dec",
    .ports = &lpi_kit_grp_dec_ports,
    .does = "GRP-16 entries to groups of four lines; malformed ones to an error",
    .in = asked,
    .out = back,
    .nin = 3,
    .nout = 2,
    .maker_size = sizeof(struct lp_grp_case),
    .cases = {DEC_ONCE, 20000},
    .make = dec_make,
    .expect = dec_expect,
    .explain = dec_explain,
};
