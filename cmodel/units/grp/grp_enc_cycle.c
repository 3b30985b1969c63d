/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_grp_enc (rtl/grp/lp_grp_enc.sv). Codes are found when a sector arrives and go
 * through the stages with it; the fields are made of the lists in one step when a group begins to
 * leave.
 *
 * RTL map of lp_grp_enc:
 *   v_q, beat_{1,2,3,4}_q, zero_{1,2,3}_q = stage[]
 *   exponent_{1,2}_q, {a,l,c,p,escape}_2_q, {a,l,c,p}_3_q, l_4_q = stage[]
 *   esc_3_q, b_sw_3_q, p_sw_3_q = stage[]: moved when they are put
 *   {b,p,esc}_at_q, {b,p,esc}_at_3_q, {b,p,esc}_count_3_q = {}_count
 *   ones_q = b_count
 *   table_q = table
 *   bits_q = list_bits
 *   crowd_q, zero_q, done_q = crowd, zero, done
 *   a_q, l_q = a, l
 *   third_q, fourth_q = lists
 *   phase_q, at_q, left_q, state_q = phase, at, left, code
 *   second_q = join: in one step
 *   o_q, o_kind_q = o_data
 *   o_valid_q, o_last_q = o_valid, o_last
 *
 * RTL map of lp_grp_list:
 *   list_q = b, p, esc
 *
 * RTL map of lp_ram:
 *   mem_q = pairs
 *   data_q = pair
 */
#include <stdbool.h>
#include <string.h>

#include "grp_ports.h"
#include "grp_shape.h"
#include "../common/cut.h"

typedef struct lp_grp_enc_in LP_IN_T;
typedef struct lp_grp_enc_out LP_OUT_T;

LPI_CUT(grp_enc, LP_GRP_ENC_PORTS)

enum { PAIRS = 12, STAGES = 5 };

enum phase { FIRST, FIELDS, REST };

struct stage {
    bool valid, zero;
    unsigned beat;
    uint32_t a, l, c, escape; /* a bit for each element */
    uint8_t p[LANES], exponent[LANES];
};

struct state {
    unsigned beat;
    uint32_t table[TABLE_WORDS];
    struct stage stage[STAGES]; /* 1 to 4 */

    uint32_t pairs[PAIRS][2 * WORDS], pair[2 * WORDS];
    unsigned wr, rd, used;

    /* The group that is put together. */
    uint32_t a[WORDS], l[WORDS];
    uint8_t b[ELEMENTS], p[ELEMENTS], esc[ELEMENTS];
    unsigned b_count, p_count, esc_count;
    bool crowd, zero, done;

    enum phase phase;
    unsigned at, left, code; /* the state of the group that leaves */
    uint32_t lists[2 * WORDS];

    bool o_valid, o_last;
    uint32_t o_data[WORDS]; /* zeros while empty */
};

/* The RTL's wires of the same names. */
struct wires {
    bool go, start, step, take;
};

static inline bool has_room(const struct state *q)
{
    return q->beat % 2 == 1 || q->used != PAIRS;
}

static inline struct wires wires_of(const struct state *q, const LP_IN_T *in)
{
    const struct stage *s3 = &q->stage[3], *s4 = &q->stage[4];
    struct wires w;

    w.go = !q->o_valid || in->m_ready;
    w.start = w.go && q->done && q->phase == FIRST;
    w.step = !(s3->valid && s3->beat == 0 && q->done && !w.start) &&
             !(s4->valid && s4->beat == 0 && q->phase == FIELDS && q->at == 1 && !w.go);
    w.take = in->s_valid && w.step && has_room(q);
    return w;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct state *q = state;
    const LP_IN_T own = lpi_grp_enc_cut(in_ports);
    LP_OUT_T *out = out_ports;

    out->s_ready = wires_of(q, &own).step && has_room(q);
    out->m_valid = q->o_valid;
    memcpy(out->m_data, q->o_data, sizeof out->m_data);
    out->m_last = q->o_valid && q->o_last;
    out->m_state = q->o_valid ? q->code : 0;
}

/* ---- S1: codes ---- */

static inline unsigned byte_of(const uint32_t *words, unsigned i)
{
    return words[i / 4] >> (8 * (i % 4)) & 0xff;
}

static inline unsigned half_of(const uint32_t *words, unsigned i)
{
    return words[i / 2] >> (16 * (i % 2)) & 0xffff;
}

/* One bit for each place of the table that has the exponent. */
static inline unsigned hits(const uint32_t *table, unsigned exponent)
{
    unsigned found = 0;

    for (unsigned k = 0; k < EXPONENTS; k++)
        found |= (unsigned)(byte_of(table, k) == exponent) << k;
    return found;
}

/* The number of an exponent of class 2: that of its place, or of its places, in the table. */
static inline unsigned number(unsigned found)
{
    unsigned sum = found == 0 ? 7 : 0;

    for (unsigned k = 4; k < EXPONENTS; k++)
        sum |= found >> k & 1 ? k - 4 : 0;
    return sum;
}

static void classify(const uint32_t *table, const uint32_t *data, struct stage *s)
{
    s->a = s->l = s->c = s->escape = 0;
    s->zero = true;
    for (unsigned i = 0; i < LANES; i++) {
        unsigned x = half_of(data, i), found, place;
        s->zero = s->zero && x == 0;
        s->exponent[i] = x >> 7 & 0xff;
        found = hits(table, s->exponent[i]);
        place = found & 3 ? found >> 1 & 1 : found & 12 ? found >> 3 & 1 : number(found);
        s->a |= (unsigned)((found & 3) == 0) << i;
        s->c |= (unsigned)((found & 15) == 0) << i;
        s->escape |= (unsigned)(found == 0) << i;
        s->l |= (place & 1) << i;
        s->p[i] = (uint8_t)(place >> 1);
    }
}

/* ---- S3: lists ---- */

static inline void put_flags(uint32_t *words, unsigned beat, uint32_t flags)
{
    words[beat / 2] &= ~(0xffffu << (16 * (beat % 2)));
    words[beat / 2] |= flags << (16 * (beat % 2));
}

static void put(struct state *q, const struct stage *s)
{
    unsigned escapes = 0;

    if (s->beat == 0) {
        q->b_count = q->p_count = q->esc_count = 0;
        q->crowd = false;
        q->zero = true;
    }
    put_flags(q->a, s->beat, s->a);
    for (unsigned i = 0; i < LANES; i++) {
        if (s->a >> i & 1)
            q->b[q->b_count++] = s->c >> i & 1;
        if (s->c >> i & 1)
            q->p[q->p_count++] = s->p[i];
        if (s->escape >> i & 1)
            q->esc[q->esc_count + escapes++] = s->exponent[i];
    }
    q->esc_count += escapes;
    q->crowd = q->crowd || escapes > MOST_ESCAPES;
    q->zero = q->zero && s->zero;
    q->done = s->beat == SECTORS - 1;
}

/* ---- a group begins to leave ---- */

static inline unsigned list_bits(const struct state *q)
{
    return q->b_count + 2 * q->p_count + 8 * q->esc_count;
}

static unsigned code_of(const struct state *q)
{
    unsigned bits = list_bits(q);

    if (q->zero)
        return 0;
    return q->crowd || bits > MOST_BITS ? RAW : 1 + (bits + SECTOR_BITS - 1) / SECTOR_BITS;
}

static inline void set_bits(uint32_t *words, unsigned at, unsigned bits)
{
    words[at / 32] |= bits << at % 32;
}

/* The third and the fourth sector of fields. */
static void join(struct state *q)
{
    unsigned at = q->b_count, end = (q->code - 1) * SECTOR_BITS;

    memset(q->lists, 0, sizeof q->lists);
    for (unsigned i = 0; i < q->b_count; i++)
        set_bits(q->lists, i, q->b[i]);
    for (unsigned i = 0; i < q->p_count; i++, at += 2) {
        set_bits(q->lists, at, q->p[i] & 1u);
        set_bits(q->lists, at + 1, q->p[i] >> 1);
    }
    for (unsigned i = 0; i < q->esc_count; i++)
        set_bits(q->lists, end - 8 * (i + 1), q->esc[i]);
}

static void pop(struct state *q)
{
    memcpy(q->pair, q->pairs[q->rd], sizeof q->pair);
    q->rd = (q->rd + 1) % PAIRS;
    q->used--;
}

static void begin(struct state *q)
{
    q->code = code_of(q);
    q->done = false;
    q->at = 1;
    q->left = SECTORS - 2;
    q->o_last = q->code == 0;
    if (q->code == 0) {
        q->rd = (q->rd + PAYLOADS) % PAIRS;
        q->used -= PAYLOADS;
    } else if (q->code == RAW) {
        pop(q);
        memcpy(q->o_data, q->pair, sizeof q->o_data);
        q->phase = REST;
    } else {
        join(q);
        memcpy(q->o_data, q->a, sizeof q->o_data);
        q->phase = FIELDS;
    }
}

/* ---- O ---- */

static void field(struct state *q)
{
    unsigned at = q->at++;

    memcpy(q->o_data, at == 1 ? q->l : q->lists + (at - 2) * WORDS, sizeof q->o_data);
    q->left = PAYLOADS - 1;
    q->phase = at == q->code ? REST : FIELDS;
}

/* A raw sector, or payload of two. */
static void rest(struct state *q)
{
    if (q->code != RAW || q->left % 2 == 1)
        pop(q);
    if (q->code == RAW) {
        memcpy(q->o_data, q->pair + (q->left % 2 == 1 ? 0 : WORDS), sizeof q->o_data);
    } else {
        for (unsigned i = 0; i < 2 * LANES; i++) {
            unsigned x = half_of(q->pair, i), byte = (x >> 8 & 0x80) | (x & 0x7f);
            q->o_data[i / 4] |= byte << (8 * (i % 4));
        }
    }
    q->o_last = q->left == 0;
    q->phase = q->left == 0 ? FIRST : REST;
    q->left--;
}

static void leave(struct state *q, bool start)
{
    memset(q->o_data, 0, sizeof q->o_data);
    q->o_valid = start || q->phase != FIRST;
    q->o_last = false;
    if (start)
        begin(q);
    else if (q->phase == FIELDS)
        field(q);
    else if (q->phase == REST)
        rest(q);
}

/* ---- the clock edge ---- */

/* S3 and S4 put their sectors; every stage passes its own on. */
static void advance(struct state *q)
{
    if (q->stage[3].valid)
        put(q, &q->stage[3]);
    if (q->stage[4].valid)
        put_flags(q->l, q->stage[4].beat, q->stage[4].l);
    for (unsigned i = STAGES - 1; i > 1; i--)
        q->stage[i] = q->stage[i - 1];
    q->stage[1].valid = false;
}

static void take(struct state *q, const LP_IN_T *in)
{
    struct stage *s1 = &q->stage[1];

    if (q->beat == 0)
        memcpy(q->table, in->s_table, sizeof q->table);
    classify(q->table, in->s_data, s1);
    s1->valid = true;
    s1->beat = q->beat;
    memcpy(q->pairs[q->wr] + q->beat % 2 * WORDS, in->s_data, sizeof in->s_data);
    if (q->beat % 2 == 0)
        q->used++;
    else
        q->wr = (q->wr + 1) % PAIRS;
    q->beat = (q->beat + 1) % SECTORS;
}

static void tick(void *state, const void *in_ports)
{
    struct state *q = state;
    const LP_IN_T own = lpi_grp_enc_cut(in_ports);
    struct wires w = wires_of(q, &own);

    if (w.go)
        leave(q, w.start);
    if (w.step)
        advance(q);
    if (w.take)
        take(q, &own);
}

static void reset(void *state)
{
    struct state *q = state;

    q->beat = q->wr = q->rd = q->used = 0;
    q->done = q->o_valid = false;
    q->phase = FIRST;
    memset(q->o_data, 0, sizeof q->o_data);
    for (unsigned i = 0; i < STAGES; i++)
        q->stage[i].valid = false;
}

static void set_up(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct state));
}

LP_UNIT_ROW(grp_enc, LP_GRP_ENC_PORTS, struct state, .set_up = set_up, .reset = reset, .eval = eval,
            .tick = tick);
