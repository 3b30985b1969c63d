/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_bpc_dec (rtl/bpc/lp_bpc_dec.sv). A line's planes are computed in one step when
 * it leaves A; from there on it takes as many cycles as in the RTL, where all stages advance
 * together.
 *
 * RTL map of lp_bpc_dec:
 *   a_{base,upper,moved,some}_q = a_stream
 *   ax_{valid,beat}_q = pass: A's planes are computed as the line leaves it
 *   a_{last,bad}_q, b_{last,bad}_q, h_q = lpi_bpc_dec_line
 *   b_{valid,beat}_q = b.{}
 *   b_{raw,err}_q = lines[b.line].{}
 *   b_{plain,count,some,base,moved}_q = lpi_bpc_dec_line
 *   bx_{valid,beat}_q = bx.{}
 *   bx_{raw,err}_q = lines[bx.line].{}
 *   bx_{plain,base}_q = lpi_bpc_dec_line
 *   axis_q, out_axis_{0,1,2}_q = lines[e.line].words: already turned
 *   e_{valid,beat}_q = e.{}
 *   e_{raw,err}_q = lines[e.line].{}
 *   e_byte_q, e_plain_q = lines[e.line].end: 0 unless the line is plain
 *   s_carry_q = carry
 *
 * RTL map of lp_bpc_engine:
 *   near_q, far_q, lag_q, before_q, base_q = a_stream
 *   token_q, hold_q, fresh_q, run_q, from_q = lpi_bpc_dec_line
 *   x_{window,before,phase,word,raw,base}_q = lpi_bpc_dec_line
 *
 * RTL map of lp_bpc_tail:
 *   pair_q, token_q, fresh_q, phase_q, run_q, some_q, from_q, moved_q, count_q =
 *     lpi_bpc_dec_line
 *
 * RTL map of lp_bpc_prefix:
 *   part_q = part
 *   last_q = last
 */
#include <stdbool.h>
#include <string.h>

#include "../common/cut.h"
#include "../../lib/bpc/bpc_code.h"
#include "bpc_cycle.h"
#include "../../lib/bpc/bpc_dec_line.h"

typedef struct lp_bpc_dec_in LP_IN_T;
typedef struct lp_bpc_dec_out LP_OUT_T;

LPI_CUT(bpc_dec, LP_BPC_DEC_PORTS)

enum { SECTORS = 4, SECTOR_WORDS = 8 };

/* B, X, array, S: the line in a stage, and which of its four beats the stage works on. */
struct stage {
    bool valid;
    unsigned beat, line;
};

struct line {
    uint32_t words[LPI_BPC_WORDS];
    bool raw, err;
    unsigned end; /* the byte in which a good stream ends */
};

struct bpc_dec {
    /* A: the incoming entry. */
    bool a_valid, a_ended, a_raw, a_plain, a_err;
    unsigned a_beat, a_count;
    uint8_t a_stream[LP_LINE_BYTES];

    struct line lines[4]; /* as many as can be in flight from A to S */
    unsigned next;
    struct stage b, bx, e;

    /* S: sums within the sector, and the total before it. */
    bool s_valid, s_raw, s_err;
    unsigned s_beat, s_byte;
    uint32_t part[SECTOR_WORDS], last;
};
_Static_assert(sizeof(struct bpc_dec) <= LP_BPC_DEC_STATE, "raise LP_BPC_DEC_STATE");

/* The RTL's wires of the same names. */
struct wires {
    bool go, a_end, a_step, a_take, a_pass, load, s_ready;
};

static inline struct wires wires_of(const struct bpc_dec *q, const LP_IN_T *in)
{
    struct wires w;
    w.go = !q->s_valid || in->m_ready;
    w.a_end = q->a_beat == 3;
    w.a_step = w.go && q->a_valid && (q->a_ended || (!w.a_end && in->s_valid));
    w.a_take = w.go && q->a_valid && !q->a_ended && !w.a_end && in->s_valid;
    w.a_pass = w.a_step && w.a_end;
    w.load = w.go && in->s_valid && (!q->a_valid || (w.a_end && q->a_ended));
    w.s_ready = w.go && (!q->a_valid || w.a_end || !q->a_ended);
    return w;
}

static inline uint32_t carry(const struct bpc_dec *q)
{
    return q->s_beat != 0 && !q->s_raw ? q->last : 0;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct bpc_dec *q = state;
    const LP_IN_T own = lpi_bpc_dec_cut(in_ports);
    LP_OUT_T *out = out_ports;
    uint32_t low = carry(q);

    out->s_ready = wires_of(q, &own).s_ready;
    out->m_valid = q->s_valid;
    for (unsigned i = 0; i < SECTOR_WORDS; i++)
        out->m_data[i] = q->part[i] + low;
    out->m_last = q->s_valid && q->s_beat == 3;
    out->m_err = out->m_last && q->s_err;
    out->m_byte = out->m_last ? q->s_byte : 0;
}

/* Writes a sector to the stream: the k-th of a compressed or raw line. */
static void take(struct bpc_dec *q, const LP_IN_T *in, unsigned k)
{
    if (q->a_raw || (q->a_plain && k < 3))
        for (unsigned i = 0; i < SECTOR_WORDS; i++) {
            uint32_t word = little_endian(in->s_data[i]);
            memcpy(q->a_stream + 4 * (SECTOR_WORDS * k + i), &word, sizeof word);
        }
}

static void load(struct bpc_dec *q, const LP_IN_T *in)
{
    bool zero = in->s_sectors == 0;

    q->a_raw = in->s_sectors == SECTORS;
    q->a_plain = !zero && in->s_sectors < SECTORS;
    q->a_ended = in->s_last;
    q->a_count = 0;
    q->a_err = in->s_sectors > SECTORS || (zero && !in->s_last) || (q->a_raw && in->s_last);
    memset(q->a_stream, 0, sizeof q->a_stream);
    take(q, in, 0);
}

/* A sector that is not the entry's first. */
static void join(struct bpc_dec *q, const LP_IN_T *in, bool a_end)
{
    bool fourth = q->a_beat == 2;

    if (!a_end)
        take(q, in, q->a_beat + 1);
    q->a_ended = in->s_last;
    if (!a_end)
        q->a_count = q->a_beat + 1;
    /* A fourth sector is the last of a raw line and one too many for any other entry. */
    q->a_err = q->a_err || (q->a_raw ? (in->s_last != 0) != fourth : fourth);
}

/* The line leaves A. */
static void pass(struct bpc_dec *q)
{
    struct line *line = &q->lines[q->next];

    line->raw = q->a_raw;
    line->err = q->a_err;
    line->end = 0;
    memset(line->words, 0, sizeof line->words);
    for (unsigned i = 0; q->a_raw && i < LPI_BPC_WORDS; i++) {
        memcpy(&line->words[i], q->a_stream + 4 * i, sizeof line->words[i]);
        line->words[i] = little_endian(line->words[i]);
    }
    if (q->a_plain && !lpi_bpc_dec_line(q->a_stream, q->a_count + 1, line->words, &line->end))
        line->err = true;
    q->b.line = q->next;
    q->next = (q->next + 1) % 4;
}

static inline void beat_on(struct stage *stage)
{
    if (stage->valid)
        stage->beat = (stage->beat + 1) % SECTORS;
}

static void tick_s(struct bpc_dec *q)
{
    if (q->s_valid)
        q->last = q->part[SECTOR_WORDS - 1] + carry(q);
    q->s_valid = q->e.valid;
    if (!q->e.valid)
        return;
    const struct line *line = &q->lines[q->e.line];
    const uint32_t *words = line->words + SECTOR_WORDS * q->e.beat;
    uint32_t before = q->e.beat != 0 && !line->raw ? words[-1] : 0;
    for (unsigned i = 0; i < SECTOR_WORDS; i++)
        q->part[i] = words[i] - before;
    q->s_beat = q->e.beat;
    q->s_raw = line->raw;
    q->s_err = line->err;
    q->s_byte = line->err || line->raw ? 0 : line->end;
}

/* After A all stages advance together, the last one first. */
static void tick_rest(struct bpc_dec *q, bool a_pass)
{
    bool filled = q->bx.valid && q->bx.beat == 3;

    tick_s(q);
    if (filled)
        q->e.line = q->bx.line;
    bool e_end = q->e.beat == 3;
    bool e_valid = filled || (q->e.valid && !e_end);
    beat_on(&q->e);
    q->e.valid = e_valid;
    q->bx = q->b;
    bool b_end = q->b.valid && q->b.beat == 3;
    bool b_valid = a_pass || (q->b.valid && !b_end);
    beat_on(&q->b);
    q->b.valid = b_valid;
}

static void tick(void *state, const void *in_ports)
{
    struct bpc_dec *q = state;
    const LP_IN_T own = lpi_bpc_dec_cut(in_ports), *in = &own;
    struct wires w = wires_of(q, in);

    if (!w.go)
        return;
    tick_rest(q, w.a_pass);
    if (w.a_pass)
        pass(q);
    if (w.load)
        load(q, in);
    else if (in->s_valid && q->a_valid && !q->a_ended)
        join(q, in, w.a_end);
    q->a_valid = w.load || (q->a_valid && !w.a_pass);
    if (w.a_step)
        q->a_beat = (q->a_beat + 1) % SECTORS;
}

/* The array's last stages hold data, not control: the RTL does not reset them, and a sector in the
 * array still goes to S. */
static void reset(void *state)
{
    struct bpc_dec *q = state;

    if (!q->s_valid)
        tick_s(q);
    q->a_valid = q->s_valid = false;
    q->a_beat = 0;
    q->b = q->bx = q->e = (struct stage){false, 0, 0};
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct bpc_dec));
}

LP_UNIT_ROW(bpc_dec, LP_BPC_DEC_PORTS, struct bpc_dec, .set_up = init, .reset = reset, .eval = eval,
            .tick = tick);
