/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_grp_dec: entries of groups in, the groups out. Entries of the functional encoder
 * must decode to their groups in order. They may also be damaged in one of two ways: entry by
 * entry, where the bench knows which groups are bad and all others must be right; or wild, beat by
 * beat, where only model and RTL are compared.
 */
#include <string.h>

#include "grp_entries.h"
#include "kit/grp_groups.h"
#include "units/cosim/registry.h"
#include "units/grp/grp_ports.h"

enum mode { CLEAN, DAMAGED, WILD };

#define GROUPS 32 /* more than the unit holds */

struct due {
    uint8_t bytes[LP_GRP_BYTES];
    bool bad;
};

struct dec {
    struct lp_traffic base;
    struct lp_rng rng;
    const struct lp_lines *file; /* NULL: random groups */
    uint64_t group_at;           /* of the file, next to go in */
    enum mode mode;
    bool one_table;
    struct lp_grp_case entry; /* going in */
    unsigned entry_at;        /* beats of it that were offered */
    unsigned taken_at;        /* and taken */
    struct due due[GROUPS];
    uint64_t groups_in, groups_out;
    unsigned sector;
    bool seen; /* the sector now offered was checked before */
};

/* False: the file has no more. */
static bool next_entry(struct dec *q)
{
    struct due *due = &q->due[q->groups_in % GROUPS];

    if (!q->one_table)
        grp_table(&q->rng, q->entry.table);
    if (!q->file)
        lp_grp_group_random(&q->rng, q->entry.table, due->bytes);
    else if (!lp_grp_file_group(q->file, q->group_at++, due->bytes))
        return false;
    q->groups_in++;
    lp_grp_case_make(due->bytes, &q->entry);
    if (q->mode != CLEAN && lp_below(&q->rng, 3) == 0)
        lp_grp_case_damage(&q->rng, &q->entry);
    due->bad = !lp_grp_case_group(&q->entry, due->bytes);
    q->entry_at = q->taken_at = 0;
    return true;
}

static void put_table(const uint8_t *table, struct lp_grp_dec_in *in)
{
    memset(in->s_table, 0, sizeof in->s_table);
    memcpy(in->s_table, table, LP_GRP_EXPONENTS);
}

static void wild(struct dec *q, struct lp_grp_dec_in *in)
{
    switch (lp_below(&q->rng, 20)) {
    case 0: in->s_last ^= 1; break;
    case 1: in->s_state = lp_below(&q->rng, 16); break;
    case 2: in->s_data[lp_below(&q->rng, 8)] ^= 1u << lp_below(&q->rng, 32); break;
    case 3: in->s_data[lp_below(&q->rng, 8)] = (uint32_t)lp_random(&q->rng); break;
    case 4: in->s_table[lp_below(&q->rng, 2)] = (uint32_t)lp_random(&q->rng); break;
    default: break;
    }
}

/* State and table of later beats are not read. */
static bool beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct dec *q = (struct dec *)self;
    struct lp_grp_dec_in *in = in_ports;

    (void)stream;
    if (q->entry_at == q->entry.beats && !next_entry(q))
        return false;
    memcpy(in->s_data, q->entry.bytes + q->entry_at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    put_table(q->entry.table, in);
    in->s_state = q->entry.state;
    if (q->entry_at++ != 0) {
        in->s_state = lp_below(&q->rng, 16);
        in->s_table[0] = (uint32_t)lp_random(&q->rng);
    }
    in->s_last = q->entry_at == q->entry.beats;
    if (q->mode == WILD)
        wild(q, in);
    return true;
}

static const char *check_sector(const struct dec *q, const struct lp_grp_dec_out *out)
{
    const struct due *due = &q->due[q->groups_out % GROUPS];
    bool end = q->sector == LP_GRP_SECTORS - 1;

    if (q->groups_out == q->groups_in)
        return "m_valid_o: more groups than went in";
    if (!due->bad &&
        memcmp(out->m_data, due->bytes + q->sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not the group's sector";
    if (out->m_last != end)
        return "m_last_o is not with the sixteenth sector";
    if (out->m_err != (end && due->bad))
        return due->bad ? "m_err_o: a bad group passed" : "m_err_o on a good group";
    return NULL;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct dec *q = (struct dec *)self;
    const struct lp_grp_dec_in *in = in_ports;
    const struct lp_grp_dec_out *out = out_ports;
    const char *wrong;

    if (q->mode == WILD)
        return NULL;
    if (in->s_valid && out->s_ready && q->taken_at++ == 0)
        lp_traffic_line_in(self, cycle);
    if (!out->m_valid)
        return NULL;
    wrong = check_sector(q, out);
    if (wrong)
        return wrong;
    if (q->sector == 0 && !q->seen)
        lp_traffic_line_out(self, cycle);
    q->seen = !in->m_ready;
    if (in->m_ready && ++q->sector == LP_GRP_SECTORS) {
        q->sector = 0;
        q->groups_out++;
        self->lines += LP_GRP_LINES;
        if (q->file && self->lines > q->file->count)
            self->lines = q->file->count;
    }
    return NULL;
}

static bool done(const struct lp_traffic *self)
{
    const struct dec *q = (const struct dec *)self;

    return q->file && LP_GRP_LINES * q->group_at >= q->file->count && q->groups_out == q->groups_in;
}

/* Groups inside and the entry at the input are lost. */
static void reset(struct lp_traffic *self)
{
    struct dec *q = (struct dec *)self;

    self->lines_in = self->lines_out = 0;
    q->groups_in = q->groups_out = 0;
    q->sector = 0;
    q->seen = false;
    q->entry.beats = q->entry_at = 0;
}

static struct dec *dec_open(uint64_t seed)
{
    struct dec *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .beat = beat, .check = check, .done = done, .reset = reset, .close = lp_traffic_free};
    q->rng.state = seed;
    return q;
}

static struct lp_traffic *dec_random(const int *values, uint64_t seed)
{
    struct dec *q = dec_open(seed);

    (void)values;
    if (!q)
        return NULL;
    q->mode = (enum mode)lp_below(&q->rng, 3);
    q->one_table = lp_below(&q->rng, 2) == 0;
    grp_table(&q->rng, q->entry.table);
    return &q->base;
}

static struct lp_traffic *dec_lines(const int *values, const struct lp_lines *file)
{
    struct dec *q = dec_open(0);

    (void)values;
    if (!q)
        return NULL;
    q->file = file;
    q->one_table = true;
    lp_grp_file_table(file, q->entry.table);
    return &q->base;
}

extern const struct lp_hooks lp_grp_dec_hooks;
const struct lp_hooks lp_grp_dec_hooks = {dec_random, dec_lines, .streams = false};
