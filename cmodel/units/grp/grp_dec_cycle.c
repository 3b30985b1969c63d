/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_grp_dec (rtl/grp/lp_grp_dec.sv). The stages move numbers of sectors; in S5 the
 * elements of a sector are computed in one step, from the fields of its group.
 *
 * RTL map of lp_grp_dec:
 *   v_q, bank_q, beat_{1,2,3,4,5}_q = stage[]
 *   beat_q, rd_q = beat, rd
 *   a_q, l_q, v0_q, v1_q = groups[].fields
 *   table_q = groups[].table
 *   count_q, count_bank_q, quarter_q, sum_q, ones_q = begin: the ones of A
 *   a_1_q, a_2_q, a_3_q, a_4_q = is_set: of A
 *   b_at_q = groups[].b_at
 *   b_2_q, b_sw_q, c_3_q, c_4_q = class_of
 *   l_4_q = is_set: of L
 *   p_at_q, p_end_q = groups[].p_at
 *   p_lane_q, p_odd_q, p_sw_q, p_even_q, p_far_q, code_q = code_of
 *   escape_q = escape: of elements
 *   front_q, part_q = spoiled
 *   ended_q = ended
 *   esc_at_q, esc_end_q = groups[].esc_at
 *   o_valid_q, o_end_q, o_bank_q = o_valid, o_end, o_bank
 *   o_on_q, o_q = o_data
 *
 * RTL map of lp_grp_front:
 *   phase_q, at_q, left_q, bank_q = phase, at, left, wr
 *   state_q, two_q, four_q = groups[].sectors
 *   used_q, full_q, plain_q, raw_q, bad_q = groups[].{}
 */
#include <stdbool.h>
#include <string.h>

#include "grp_ports.h"
#include "grp_shape.h"
#include "../common/cut.h"
#include "../common/ring.h"

typedef struct lp_grp_dec_in LP_IN_T;
typedef struct lp_grp_dec_out LP_OUT_T;

LPI_CUT(grp_dec, LP_GRP_DEC_PORTS)

enum { BANKS = 2, DEPTH = 7, STAGES = 6 };

enum phase { FIRST, FIELDS, REST, DROP };

struct group {
    bool used, full, plain, raw, bad;
    unsigned sectors;           /* of fields */
    uint32_t fields[4 * WORDS]; /* A, L and two sectors more */
    uint32_t table[TABLE_WORDS];

    /* Progress of S5: bits of B, items of P, escapes. */
    unsigned b_at, p_at, esc_at, ones;
};

struct stage {
    bool valid;
    unsigned bank, beat;
};

struct state {
    enum phase phase;
    unsigned at, left, wr;
    struct group groups[BANKS];

    struct lpi_ring queue;
    uint32_t beats[DEPTH][WORDS];
    bool ends[DEPTH];

    unsigned beat, rd;
    struct stage stage[STAGES]; /* 1 to 5 */
    bool ended;

    bool o_valid, o_end, o_err;
    unsigned o_bank;
    uint32_t o_data[WORDS]; /* zeros while empty */
};

/* The RTL's wires of the same names. */
struct wires {
    bool take, go, need, step;
};

static inline bool is_ready(const struct state *q, const LP_IN_T *in)
{
    bool room = lpi_ring_ready(&q->queue);

    if (q->phase == FIRST)
        return !q->groups[q->wr].used && (room || (in->s_valid && in->s_state != RAW));
    return q->phase != REST || room;
}

static inline struct wires wires_of(const struct state *q, const LP_IN_T *in)
{
    const struct stage *s5 = &q->stage[5];
    const struct group *group = &q->groups[s5->bank];
    struct wires w;

    w.take = in->s_valid && is_ready(q, in);
    w.go = !q->o_valid || in->m_ready;
    w.need = (group->raw || group->plain) && !q->ended;
    w.step = w.go && !(s5->valid && w.need && !lpi_ring_valid(&q->queue));
    return w;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct state *q = state;
    const LP_IN_T own = lpi_grp_dec_cut(in_ports);
    LP_OUT_T *out = out_ports;

    out->s_ready = is_ready(q, &own);
    out->m_valid = q->o_valid;
    memcpy(out->m_data, q->o_data, sizeof out->m_data);
    out->m_last = q->o_valid && q->o_end;
    out->m_err = out->m_last && q->o_err;
}

/* ---- fields of a group ---- */

static inline bool is_set(const uint32_t *words, unsigned i)
{
    return words[i / 32] >> (i % 32) & 1;
}

static inline unsigned byte_of(const uint32_t *words, unsigned i)
{
    return words[i / 4] >> (8 * (i % 4)) & 0xff;
}

/* Bit i of the third and the fourth sector; 0 after them. */
static inline unsigned list_bit(const struct group *group, unsigned i)
{
    return i < MOST_BITS && is_set(group->fields + 2 * WORDS, i);
}

static inline unsigned list_byte(const struct group *group, unsigned i)
{
    return byte_of(group->fields + 2 * WORDS, i);
}

static void begin(struct group *group)
{
    group->ones = 0;
    for (unsigned i = 0; i < WORDS; i++)
        for (uint32_t w = group->fields[i]; w != 0; w &= w - 1)
            group->ones++;
    group->b_at = group->esc_at = 0;
    group->p_at = group->ones / 2;
    if (group->sectors == 2 && group->ones != 0)
        group->bad = true;
}

/* Class of element i, whose turn it is. */
static unsigned class_of(struct group *group, unsigned i)
{
    if (group->sectors == 2 || !is_set(group->fields, i))
        return 0;
    return 1 + list_bit(group, group->b_at++);
}

/* Its number in the table. */
static unsigned code_of(struct group *group, unsigned i)
{
    unsigned kind = class_of(group, i), low = is_set(group->fields + WORDS, i), at;

    if (kind < 2)
        return 2 * kind + low;
    at = 2 * group->p_at++ + group->ones % 2;
    return 4 + 4 * list_bit(group, at + 1) + 2 * list_bit(group, at) + low;
}

/*
 * Exponent of escape `rank` of a sector. After the fourth, those of the sector come again; a bad
 * group may reach past the fields.
 */
static unsigned escape(const struct group *group, unsigned rank)
{
    unsigned at = group->esc_at % 64 + rank % MOST_ESCAPES;
    return at < 64 ? list_byte(group, 63 - at) : 0;
}

/* A sector of a group with fields; payload NULL: it is missing. */
static void elements(struct group *group, unsigned beat, const uint32_t *payload, uint32_t *data)
{
    unsigned escapes = 0;

    for (unsigned i = 0; i < LANES; i++) {
        unsigned code = code_of(group, LANES * beat + i);
        unsigned e = code == EXPONENTS ? escape(group, escapes++) : byte_of(group->table, code);
        if (payload) {
            unsigned rest = byte_of(payload, beat % 2 * LANES + i);
            unsigned x = (rest >> 7) << 15 | e << 7 | (rest & 127);
            data[i / 2] |= x << (16 * (i % 2));
        }
    }
    group->esc_at += escapes;
    if (escapes > MOST_ESCAPES)
        group->bad = true;
}

/* After the last sector: the lists do not fill the entry, or there is a bit between them. */
static bool spoiled(const struct group *group)
{
    unsigned bits = 2 * group->p_at + group->ones % 2, front = (bits + 7) / 8;
    unsigned most = group->sectors == 4 ? 64 : 32, above = group->sectors == 4 ? 32 : 0;
    unsigned total = front + group->esc_at;

    if (group->sectors == 2)
        return false;
    if (total > most || total <= above)
        return true;
    for (unsigned i = bits; i < 8 * (most - group->esc_at); i++)
        if (list_bit(group, i))
            return true;
    return false;
}

/* ---- S5 and O ---- */

/* S5's sector advances to O. True: a beat of the queue is used up. */
static bool expand(struct state *q, const struct wires *w)
{
    const struct stage *s5 = &q->stage[5];
    struct group *group = &q->groups[s5->bank];
    const uint32_t *head = w->need ? q->beats[q->queue.rd] : NULL;
    bool end = s5->beat == SECTORS - 1, pop = w->need && (group->raw || s5->beat % 2 == 1);

    if (group->raw && head)
        memcpy(q->o_data, head, sizeof q->o_data);
    if (group->plain) {
        if (s5->beat == 0)
            begin(group);
        elements(group, s5->beat, head, q->o_data);
    }
    if (pop && q->ends[q->queue.rd] != end)
        group->bad = true;
    q->o_end = end;
    q->o_bank = s5->bank;
    q->o_err = end && (group->bad || (group->plain && spoiled(group)));
    q->ended = !end && (q->ended || (pop && q->ends[q->queue.rd]));
    return pop;
}

/* ---- the input side ---- */

static void complete(struct state *q)
{
    q->groups[q->wr].full = true;
    q->wr = !q->wr;
}

static void take_first(struct state *q, const LP_IN_T *in)
{
    struct group *group = &q->groups[q->wr];
    bool zero = in->s_state == 0, fields = !zero && in->s_state < RAW;

    group->used = true;
    group->raw = in->s_state == RAW;
    group->plain = fields && !in->s_last;
    group->sectors = in->s_state + 1;
    group->bad = !group->raw && (zero ? !in->s_last : !fields || in->s_last);
    memcpy(group->fields, in->s_data, sizeof in->s_data);
    memcpy(group->table, in->s_table, sizeof group->table);
    q->at = 1;
    q->left = SECTORS - 1;
    if (!in->s_last)
        q->phase = fields ? FIELDS : group->raw ? REST : DROP;
    if (!group->plain)
        complete(q);
}

static void take_fields(struct state *q, const LP_IN_T *in)
{
    struct group *group = &q->groups[q->wr];
    unsigned at = q->at++;

    memcpy(group->fields + WORDS * at, in->s_data, sizeof in->s_data);
    /* With three sectors, escapes are at the end of the third. */
    if (at == 2)
        memcpy(group->fields + WORDS * 3, in->s_data, sizeof in->s_data);
    q->left = PAYLOADS;
    if (in->s_last) {
        group->plain = false;
        group->bad = true;
        q->phase = FIRST;
        complete(q);
    } else if (q->at == group->sectors) {
        q->phase = REST;
        complete(q);
    }
}

static void take_beat(struct state *q, const LP_IN_T *in)
{
    switch (q->phase) {
    case FIRST: take_first(q, in); break;
    case FIELDS: take_fields(q, in); break;
    case REST:
        q->left--;
        q->phase = in->s_last ? FIRST : q->left == 0 ? DROP : REST;
        break;
    case DROP: q->phase = in->s_last ? FIRST : DROP; break;
    }
}

/* ---- the clock edge ---- */

/* Every stage passes its sector on. */
static void advance(struct state *q)
{
    struct stage s0 = {q->groups[q->rd].full, q->rd, q->beat};

    for (unsigned i = STAGES - 1; i > 1; i--)
        q->stage[i] = q->stage[i - 1];
    q->stage[1] = s0;
    if (s0.valid && ++q->beat == SECTORS) {
        q->groups[q->rd].full = false;
        q->rd = !q->rd;
        q->beat = 0;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct state *q = state;
    const LP_IN_T own = lpi_grp_dec_cut(in_ports), *in = &own;
    struct wires w = wires_of(q, in);
    bool push = w.take && (q->phase == REST || (q->phase == FIRST && in->s_state == RAW));
    bool pop = false;

    if (push) {
        memcpy(q->beats[lpi_ring_wr(&q->queue)], in->s_data, sizeof in->s_data);
        q->ends[lpi_ring_wr(&q->queue)] = in->s_last;
    }
    if (w.go) {
        if (q->o_valid && q->o_end)
            q->groups[q->o_bank].used = false;
        memset(q->o_data, 0, sizeof q->o_data);
        q->o_valid = w.step && q->stage[5].valid;
        if (q->o_valid)
            pop = expand(q, &w);
    }
    if (w.step)
        advance(q);
    lpi_ring_tick(&q->queue, push, pop);
    if (w.take)
        take_beat(q, in);
}

static void reset(void *state)
{
    struct state *q = state;

    q->phase = FIRST;
    q->wr = q->rd = q->beat = 0;
    q->ended = q->o_valid = false;
    q->queue.count = q->queue.rd = 0;
    memset(q->o_data, 0, sizeof q->o_data);
    for (unsigned i = 0; i < BANKS; i++)
        q->groups[i].used = q->groups[i].full = false;
    for (unsigned i = 0; i < STAGES; i++)
        q->stage[i].valid = false;
}

static void set_up(void *state, const int *values)
{
    struct state *q = state;

    (void)values;
    memset(q, 0, sizeof *q);
    q->queue.depth = DEPTH;
}

LP_UNIT_ROW(grp_dec, LP_GRP_DEC_PORTS, struct state, .set_up = set_up, .reset = reset, .eval = eval,
            .tick = tick);
