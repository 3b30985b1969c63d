/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_bpc_dec_serial (rtl/bpc/lp_bpc_dec_serial.sv). A line is computed in one step
 * when it enters P; from there on it takes as many cycles as in the RTL, where all stages advance
 * together.
 *
 * RTL map of lp_bpc_dec_serial:
 *   g_held_q, g_line_q, g_some_q = g_stream
 *   p_valid_q, p_step_q = p.{}
 *   p_{raw,err}_q = lines[p.line].{}
 *   p_{plain,count,some,base}_q, at_q, left_q = lpi_bpc_dec_line
 *   x_{valid,step}_q = x.{}
 *   x_{raw,err}_q = lines[x.line].{}
 *   x_{plain,word,window,phase,base}_q, bad_q = lpi_bpc_dec_line
 *   m_in_q, m_last_q = m.{valid,step}
 *   m_{raw,err}_q = lines[m.line].{}
 *   m_plain_q, m_end_q, y0_q, y1_q = lpi_bpc_dec_line
 *   axis_q = lines[e.line].words: already turned
 *   e_{valid,step}_q = e.{}
 *   e_{raw,err,end}_q = lines[e.line].{}
 *   sum_q = lines[e.line].words: already summed
 *
 * RTL map of lp_bpc_slots:
 *   slot_q = g_stream
 *
 * RTL map of lp_bpc_walk:
 *   near_q, before_q, pair_q, held_q, full_q, moved_q = lpi_bpc_dec_line
 *   token_q, hold_q, fresh_q, run_q, from_q = lpi_bpc_dec_line
 *
 * RTL map of lp_bpc_corner:
 *   cell_q = lines[e.line].words
 */
#include <stdbool.h>
#include <string.h>

#include "../common/cut.h"
#include "../../base/bytes.h"
#include "bpc_cycle.h"
#include "../../lib/bpc/bpc_dec_line.h"

typedef struct lp_bpc_dec_serial_in LP_IN_T;
typedef struct lp_bpc_dec_serial_out LP_OUT_T;

LPI_CUT(bpc_dec_serial, LP_BPC_DEC_SERIAL_PORTS)

enum { SECTORS = 4, SECTOR_WORDS = 8, STEPS = 16 };

/* The line in a stage, and which of its sixteen steps the stage works on. */
struct stage {
    bool valid;
    unsigned step, line;
};

struct line {
    uint32_t words[LPI_BPC_WORDS];
    bool raw, err;
    unsigned end; /* the byte in which a good stream ends */
};

struct bpc_dec_serial {
    /* G: the incoming entry. */
    bool g_done, skip, g_raw, g_plain, g_err;
    unsigned g_beat, g_count;
    uint8_t g_stream[LP_LINE_BYTES];

    struct line lines[4]; /* as many as can be in flight from P to E */
    unsigned next;
    struct stage p, x, m, e;

    /* The sector at the output. */
    bool m_valid, m_last_line, m_bad;
    unsigned m_byte;
    uint32_t data[SECTOR_WORDS];
};

_Static_assert(sizeof(struct bpc_dec_serial) <= LP_BPC_DEC_STATE, "raise LP_BPC_DEC_STATE");

/* The RTL's wires of the same names. */
struct wires {
    bool go, load, s_ready;
};

static inline struct wires wires_of(const struct bpc_dec_serial *q, const LP_IN_T *in)
{
    struct wires w;
    w.go = !q->m_valid || in->m_ready;
    w.load = w.go && q->g_done && (!q->p.valid || q->p.step == STEPS - 1);
    w.s_ready = q->skip || !q->g_done;
    return w;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct bpc_dec_serial *q = state;
    const LP_IN_T own = lpi_bpc_dec_serial_cut(in_ports);
    LP_OUT_T *out = out_ports;

    out->s_ready = wires_of(q, &own).s_ready;
    out->m_valid = q->m_valid;
    memcpy(out->m_data, q->data, sizeof q->data);
    out->m_last = q->m_valid && q->m_last_line;
    out->m_err = out->m_last && q->m_bad;
    out->m_byte = out->m_last ? q->m_byte : 0;
}

/* G takes a beat of its entry. */
static void gather(struct bpc_dec_serial *q, const LP_IN_T *in)
{
    bool first = q->g_beat == 0, fourth = q->g_beat == SECTORS - 1, zero = in->s_sectors == 0;
    bool none = first && (zero || in->s_sectors > SECTORS);

    if (first) {
        q->g_raw = in->s_sectors == SECTORS;
        q->g_plain = !none && !q->g_raw;
        q->g_err = in->s_sectors > SECTORS || (zero && !in->s_last) || (q->g_raw && in->s_last);
        memset(q->g_stream, 0, sizeof q->g_stream);
    } else {
        /* A fourth sector is the last of a raw line and one too many for any other entry. */
        q->g_err = q->g_err || (q->g_raw ? (in->s_last != 0) != fourth : fourth);
    }
    if (!none && (q->g_raw || !fourth))
        lpi_bytes_of_words(q->g_stream + LP_SECTOR_BYTES * q->g_beat, in->s_data, LP_SECTOR_BYTES);
    q->g_count = q->g_beat;
    q->g_done = in->s_last || fourth || none;
    q->skip = q->g_done && !in->s_last;
    q->g_beat = q->g_done ? 0 : q->g_beat + 1;
}

/* The line that P loads. */
static void decode(const struct bpc_dec_serial *q, struct line *line)
{
    memset(line, 0, sizeof *line);
    line->raw = q->g_raw;
    line->err = q->g_err;
    if (q->g_raw)
        lpi_words_of_bytes(line->words, q->g_stream, LP_LINE_BYTES);
    if (!q->g_plain)
        return;
    line->err |= !lpi_bpc_dec_line(q->g_stream, q->g_count + 1, line->words, &line->end);
    if (line->err)
        line->end = 0;
}

static void load(struct bpc_dec_serial *q)
{
    decode(q, &q->lines[q->next]);
    q->p = (struct stage){true, 0, q->next};
    q->next = (q->next + 1) % 4;
    q->g_done = false;
}

static void tick_e(struct bpc_dec_serial *q)
{
    const struct line *line = &q->lines[q->e.line];

    q->m_valid = q->e.valid && q->e.step % 4 == 3;
    if (!q->e.valid)
        return;
    memmove(q->data, q->data + 2, sizeof q->data - 2 * sizeof q->data[0]);
    memcpy(q->data + SECTOR_WORDS - 2, line->words + 2 * q->e.step, 2 * sizeof q->data[0]);
    q->m_last_line = q->e.step == STEPS - 1;
    q->m_bad = line->err;
    q->m_byte = line->end;
    q->e.step++;
}

/* After G all stages advance together, the last one first. */
static void tick_rest(struct bpc_dec_serial *q, const struct wires *w)
{
    tick_e(q);
    if (q->m.valid && q->m.step == STEPS - 1)
        q->e = (struct stage){true, 0, q->m.line};
    else if (q->e.step == STEPS)
        q->e.valid = false;
    q->m = q->x;
    q->x = q->p;
    q->p.step += q->p.valid;
    if (q->p.step == STEPS)
        q->p = (struct stage){false, 0, 0};
    if (w->load)
        load(q);
}

static void tick(void *state, const void *in_ports)
{
    struct bpc_dec_serial *q = state;
    const LP_IN_T own = lpi_bpc_dec_serial_cut(in_ports), *in = &own;
    struct wires w = wires_of(q, in);

    if (w.go)
        tick_rest(q, &w);
    if (!in->s_valid || !w.s_ready)
        return;
    if (q->skip)
        q->skip = !in->s_last;
    else
        gather(q, in);
}

/* The sector at the output is data: the RTL does not reset it, and it still takes words. */
static void reset(void *state)
{
    struct bpc_dec_serial *q = state;

    if (!q->m_valid)
        tick_e(q);
    q->g_done = q->skip = q->m_valid = false;
    q->g_beat = 0;
    q->p = q->x = q->m = q->e = (struct stage){false, 0, 0};
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct bpc_dec_serial));
}

LP_UNIT_ROW(bpc_dec_serial, LP_BPC_DEC_SERIAL_PORTS, struct bpc_dec_serial, .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
