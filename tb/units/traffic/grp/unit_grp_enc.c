/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_grp_enc: sectors of groups in, of random ones with tables of their own or of a file
 * with the table that its bytes choose; the entries out must be those of the functional encoder. In
 * wild traffic tables may have an exponent twice, and only model and RTL are compared.
 */
#include <string.h>

#include "grp_entries.h"
#include "kit/grp_groups.h"
#include "units/cosim/registry.h"
#include "units/grp/grp_ports.h"

#define GROUPS 16 /* more than the unit holds */

struct enc {
    struct lp_traffic base;
    struct lp_rng rng;
    const struct lp_lines *file; /* NULL: random groups */
    uint64_t group_at;           /* of the file, next to go in */
    bool wild, one_table;
    uint8_t table[LP_GRP_TABLE_BYTES], group[LP_GRP_BYTES];
    unsigned sector_at, taken_at; /* sectors of it that were offered, and taken */
    struct lp_grp_case due[GROUPS];
    uint64_t groups_in, groups_out;
    unsigned beat;
    bool seen; /* the beat now offered was checked before */
};

static void random_group(struct enc *q)
{
    if (!q->one_table)
        grp_table(&q->rng, q->table);
    if (q->wild && lp_below(&q->rng, 4) == 0)
        q->table[lp_below(&q->rng, LP_GRP_EXPONENTS)] =
            q->table[lp_below(&q->rng, LP_GRP_EXPONENTS)];
    lp_grp_group_random(&q->rng, q->table, q->group);
}

static bool next_group(struct enc *q)
{
    struct lp_grp_case *due = &q->due[q->groups_in % GROUPS];

    if (!q->file)
        random_group(q);
    else if (!lp_grp_file_group(q->file, q->group_at++, q->group))
        return false;
    memcpy(due->table, q->table, sizeof due->table);
    lp_grp_case_make(q->group, due);
    q->groups_in++;
    q->sector_at = q->taken_at = 0;
    return true;
}

/* The table of later sectors is not read. */
static bool beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct enc *q = (struct enc *)self;
    struct lp_grp_enc_in *in = in_ports;

    (void)stream;
    if (q->sector_at == LP_GRP_SECTORS && !next_group(q))
        return false;
    memcpy(in->s_data, q->group + q->sector_at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    memset(in->s_table, 0, sizeof in->s_table);
    memcpy(in->s_table, q->table, LP_GRP_EXPONENTS);
    if (q->sector_at++ != 0)
        in->s_table[lp_below(&q->rng, 2)] = (uint32_t)lp_random(&q->rng);
    return true;
}

static const char *check_beat(const struct enc *q, const struct lp_grp_enc_out *out)
{
    const struct lp_grp_case *due = &q->due[q->groups_out % GROUPS];

    if (q->groups_out == q->groups_in)
        return "m_valid_o: more entries than groups went in";
    if (memcmp(out->m_data, due->bytes + q->beat * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not the entry's sector";
    if (out->m_last != (q->beat + 1 == due->beats))
        return "m_last_o is not with the entry's last beat";
    if (out->m_state != due->state)
        return "m_state_o is not the group's state";
    return NULL;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct enc *q = (struct enc *)self;
    const struct lp_grp_enc_in *in = in_ports;
    const struct lp_grp_enc_out *out = out_ports;
    const char *wrong;

    if (q->wild)
        return NULL;
    if (in->s_valid && out->s_ready && q->taken_at++ == 0)
        lp_traffic_line_in(self, cycle);
    if (!out->m_valid)
        return NULL;
    wrong = check_beat(q, out);
    if (wrong)
        return wrong;
    if (q->beat == 0 && !q->seen)
        lp_traffic_line_out(self, cycle);
    q->seen = !in->m_ready;
    if (in->m_ready && ++q->beat == q->due[q->groups_out % GROUPS].beats) {
        q->beat = 0;
        q->groups_out++;
        self->lines += LP_GRP_LINES;
        if (q->file && self->lines > q->file->count)
            self->lines = q->file->count;
    }
    return NULL;
}

static bool done(const struct lp_traffic *self)
{
    const struct enc *q = (const struct enc *)self;

    return q->file && LP_GRP_LINES * q->group_at >= q->file->count && q->groups_out == q->groups_in;
}

/* Groups inside and the one at the input are lost. */
static void reset(struct lp_traffic *self)
{
    struct enc *q = (struct enc *)self;

    self->lines_in = self->lines_out = 0;
    q->groups_in = q->groups_out = 0;
    q->beat = 0;
    q->seen = false;
    q->sector_at = LP_GRP_SECTORS;
}

static struct enc *enc_open(uint64_t seed)
{
    struct enc *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .beat = beat, .check = check, .done = done, .reset = reset, .close = lp_traffic_free};
    q->rng.state = seed;
    q->sector_at = LP_GRP_SECTORS;
    return q;
}

static struct lp_traffic *enc_random(const int *values, uint64_t seed)
{
    struct enc *q = enc_open(seed);

    (void)values;
    if (!q)
        return NULL;
    q->wild = lp_below(&q->rng, 4) == 0;
    q->one_table = lp_below(&q->rng, 2) == 0;
    grp_table(&q->rng, q->table);
    return &q->base;
}

static struct lp_traffic *enc_lines(const int *values, const struct lp_lines *file)
{
    struct enc *q = enc_open(0);

    (void)values;
    if (!q)
        return NULL;
    q->file = file;
    lp_grp_file_table(file, q->table);
    return &q->base;
}

extern const struct lp_hooks lp_grp_enc_hooks;
const struct lp_hooks lp_grp_enc_hooks = {enc_random, enc_lines, .streams = false};
