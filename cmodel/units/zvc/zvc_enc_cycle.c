/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_zvc_enc (rtl/zvc/lp_zvc_enc.sv); cDMA (HPCA'18) section V-B, figure 10(a).
 *
 * A beat leaves when it is full or its line ends, so the beats are the records one after the other,
 * cut at every sector. A line's record is computed in one step when its fourth sector enters D0;
 * the cycles in which its beats leave follow from the number of elements in each sector.
 *
 * RTL map of lp_zvc_enc:
 *   d{0,1,2,3}_q = line_in, beats: until the fourth sector, from then on
 *   f{0,1,2,3}_q = mask
 *   n0_q, sum_q, n3_q = n
 *   mem0_q = line[!of].mem
 *   last0_q, last_q = ends: or mem
 *   raw_q = full
 *   {mem,size,sectors}_q = line[of].{}
 *   line_q = l_line
 *   start_q, sw_q = put_record
 *   r_data_q, over_data_q = beats
 */
#include <stdbool.h>
#include <string.h>

#include "zvc_sector.h"

/* R takes up to two beats, a record up to five more; the beat after them may be written to. */
#define BEATS 8
/* Index of the zeros shown at the ports without a beat, and without a line. */
#define NO_BEAT BEATS
#define NO_LINE 2

/* Fields of a line's beats. */
struct facts {
    unsigned valid, mem, size, sectors;
};

struct zvc_enc {
    uint8_t elem, lanes;

    /* D0..D3: bit k of v: stage k is valid. */
    uint8_t v, in_idx;
    bool open;

    /*
     * State of the line in D3: its next sector, idx; the lanes that sector i adds to R, byte i of n
     * (the first also adds the mask); the number of lanes that must be exceeded for a beat to
     * leave, full; whether its last beat leaves without waiting for the next line, ends.
     */
    uint32_t n;
    uint8_t full, ends, idx;

    bool closed;
    unsigned r;

    /* The RTL's wires that depend on no input, the next value of R with a step, and the output. */
    bool can_take, emit, closed_next;
    uint8_t m_line, l_line, m_beat;
    unsigned r_next, m_last, m_count;

    /* line[of]: the last line whose first sector left D3; line[!of]: the one in D0..D3. */
    uint8_t of;
    struct facts line[3];

    /* R's elements and the line in D3, from beat `out` to before lane `end`. */
    uint8_t out;
    unsigned end;
    uint8_t beats[(BEATS + 1) * LP_SECTOR];

    /* The line that enters. */
    uint8_t line_in[4][LP_SECTOR];
    uint64_t mask[2];
};
_Static_assert(sizeof(struct zvc_enc) <= LP_ZVC_ENC_STATE, "raise LP_ZVC_ENC_STATE");

/* Mask and elements of the line, from lane `at` of the beats on; byte i of n: those of sector i. */
LPI_INLINE void put_record(struct lp_zvc_geometry g, struct zvc_enc *q, unsigned at, uint32_t n)
{
    for (unsigned i = 0; i < 128 / g.elem; i++)
        q->beats[at * (g.elem / 8) + i] = (uint8_t)(q->mask[i / 8] >> (8 * (i % 8)));
    at += g.mask;
    for (unsigned i = 0; i < 4; i++) {
        lp_sector_append(q->beats, at, q->line_in[i], g.elem);
        at += n >> (8 * i) & 0xff;
    }
}

/* The line follows R's content, which moves to the front. */
LPI_INLINE void put_line(struct lp_zvc_geometry g, struct zvc_enc *q, bool raw, uint32_t n,
                         unsigned size)
{
    uint8_t held[2 * LP_SECTOR];
    unsigned at = q->end - q->out * g.lanes, end = at + (raw ? 4 * g.lanes : size);

    memcpy(held, q->beats + q->out * LP_SECTOR, sizeof held);
    memcpy(q->beats, held, sizeof held);
    q->out = 0;
    if (raw)
        memcpy(q->beats + at * (g.elem / 8), q->line_in, sizeof q->line_in);
    else
        put_record(g, q, at, n);
    memset(q->beats + end * (g.elem / 8), 0, LP_SECTOR);
    q->end = q->ends ? (end + g.lanes - 1) & ~(g.lanes - 1) : end;
}

/* The line's fourth sector has entered D0: D0..D3 hold only this line. */
LPI_INLINE void line_facts(struct lp_zvc_geometry g, struct zvc_enc *q,
                           const struct lp_zvc_enc_in *in)
{
    struct facts *line = &q->line[!q->of];
    uint32_t n = lp_mask_counts(q->mask, g.elem);
    unsigned nonzero = (n * 0x01010101) >> 24, size = nonzero + g.mask;
    unsigned sectors = nonzero == 0 ? 0 : (size + g.lanes - 1) >> g.lanes_lg;
    bool over = nonzero >= g.raw_from, mem = in->s_mem & !q->open, raw = mem & over;

    line->valid = 1;
    line->mem = mem;
    line->size = size;
    line->sectors = over ? 4 : sectors;
    q->ends = mem | (in->s_last & 1);
    q->open = !q->ends;
    q->full = (uint8_t)(g.lanes - raw);
    q->n = raw ? g.lanes * 0x01010101 : n + g.mask;
    put_line(g, q, raw, n, size);
}

/* D3 to the beat and R. over_r, over_t: lanes of R, and of R with D3's, that exceed a beat. */
LPI_INLINE void settle(struct zvc_enc *q, unsigned v, unsigned idx, unsigned r, bool closed)
{
    const unsigned lanes = q->lanes, over_r = r > lanes ? r - lanes : 0;
    bool first = idx == 0, can_take = v >= (first ? 15 : 8), flush = (idx == 3) & q->ends, emit;
    unsigned n = q->n >> (8 * idx) & 0xff, line = q->of, count, t;

    q->v = (uint8_t)v;
    q->idx = (uint8_t)idx;
    q->r = r;
    q->closed = closed;
    if (closed | (r >= lanes)) { /* `behind` */
        can_take &= (over_r == 0) | !(closed | first);
        flush &= can_take;
        n = can_take ? n : 0;
        t = over_r + n;
        count = r - over_r;
        emit = closed | (over_r != 0) | (n != 0) | flush;
        q->m_last = closed ? over_r == 0 : flush & (t == 0);
        q->closed_next = (closed & (over_r != 0)) | (flush & (t != 0));
        q->r_next = emit ? t : r;
    } else {
        flush &= can_take;
        t = r + (can_take ? n : 0);
        unsigned over_t = t > lanes ? t - lanes : 0;
        line ^= first;
        count = t - over_t;
        emit = can_take & ((t > q->full) | flush);
        q->m_last = flush & (over_t == 0);
        q->closed_next = flush & (over_t != 0);
        q->r_next = emit ? over_t : t;
    }
    q->can_take = can_take;
    q->emit = emit;
    q->m_count = emit ? count : 0;
    q->m_beat = emit ? q->out : NO_BEAT;
    q->m_line = (uint8_t)(emit ? line : NO_LINE);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct zvc_enc *q = state;
    const struct lp_zvc_enc_in *in = in_ports;
    struct lp_zvc_enc_out *out = out_ports;
    const struct facts *m = &q->line[q->m_line], *l = &q->line[q->l_line];

    out->s_ready = (q->v != 15) | (q->can_take & ((q->emit == 0) | in->m_ready));
    out->m_valid = m->valid;
    lpi_words_of_bytes(out->m_data, q->beats + q->m_beat * LP_SECTOR, LP_SECTOR);
    out->m_mem = m->mem;
    out->m_last = q->m_last;
    out->m_count = q->m_count;
    out->m_size = m->size;
    out->m_sectors = m->sectors;
    out->l_valid = l->valid;
    out->l_size = l->size;
    out->l_sectors = l->sectors;
}

/*
 * D0..D3: a stage takes a new sector if it or one above it is empty, or D3's sector leaves; kept: v
 * less the sector that leaves, not 15.
 */
LPI_INLINE unsigned stages_next(unsigned v, unsigned kept, unsigned s_valid)
{
    if (kept < 8)
        return (v << 1 & 15) | s_valid;
    unsigned moved = !(v & 4) ? 7 : !(v & 2) ? 3 : 1;
    return (v & ~moved) | ((v << 1 | s_valid) & moved);
}

/* A sector enters D0. True: it is the fourth of its line. */
LPI_INLINE bool enter(struct zvc_enc *q, const struct lp_zvc_enc_in *in)
{
    unsigned i = q->in_idx;
    uint8_t sector[LP_SECTOR];

    lpi_bytes_of_words(sector, in->s_data, LP_SECTOR);
    memcpy(q->line_in[i], sector, LP_SECTOR);
    if (q->elem == 32)
        lp_mask_push(q->mask, lp_sector_flags(sector, 32), 32);
    else if (q->elem == 16)
        lp_mask_push(q->mask, lp_sector_flags(sector, 16), 16);
    else
        lp_mask_push(q->mask, lp_sector_flags(sector, 8), 8);
    q->in_idx = (i + 1) & 3;
    return i == 3;
}

/* For a line's fourth sector; a separate function, since inlined it would cost tick registers. */
static __attribute__((noinline)) void tick_line(struct zvc_enc *q, const struct lp_zvc_enc_in *in,
                                                unsigned v, unsigned idx, unsigned r, bool closed)
{
    LP_ZVC_WITH_GEOMETRY(q->elem, line_facts(g, q, in));
    settle(q, v, idx, r, closed);
}

/* The branches here are usually predicted, which avoids waiting for their conditions. */
static void tick(void *state, const void *in_ports)
{
    struct zvc_enc *q = state;
    const struct lp_zvc_enc_in *in = in_ports;
    bool step = (q->emit == 0) | (in->m_ready & 1), closed = q->closed;
    unsigned v = q->v, idx = q->idx, r = q->r, kept = v, s_valid = in->s_valid & 1;

    q->l_line = NO_LINE;
    if (step) {
        r = q->r_next;
        closed = q->closed_next;
        q->out += q->emit;
        if (q->can_take) {
            kept &= 7;
            if (idx == 0)
                q->l_line = q->of ^= 1;
            idx = (idx + 1) & 3;
        }
    }
    if (kept != 15) {
        v = stages_next(v, kept, s_valid);
        if (s_valid) {
            if (enter(q, in)) {
                tick_line(q, in, v, idx, r, closed);
                return;
            }
        }
    }
    settle(q, v, idx, r, closed);
}

static void reset(void *state)
{
    struct zvc_enc *q = state;
    q->in_idx = 0;
    q->open = false;
    q->out = 0;
    q->end = 0;
    q->l_line = NO_LINE;
    settle(q, 0, 0, 0, false);
}

static void init(void *state, const int *values)
{
    struct zvc_enc *q = state;
    memset(q, 0, sizeof *q);
    q->elem = (uint8_t)values[0];
    q->lanes = (uint8_t)lp_zvc_geometry(q->elem).lanes;
    reset(q);
}

#define LP_IN_T struct lp_zvc_enc_in
#define LP_OUT_T struct lp_zvc_enc_out
static const struct lp_param params[] = {LP_PARAM("ELEM", 32, 16, 8)};

LP_UNIT_ROW(zvc_enc, LP_ZVC_ENC_PORTS, struct zvc_enc, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
