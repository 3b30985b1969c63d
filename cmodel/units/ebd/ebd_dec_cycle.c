/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_ebd_dec (rtl/ebd/lp_ebd_dec.sv). A line's beats stay together until its last
 * sector has left X; there a sector's elements are computed in one step.
 *
 * RTL map of lp_ebd_dec:
 *   h_q = h, lines[a_line].words: of a raw line, of a record
 *   a_{raw,plain,mask,zvc,filter}_q = lines[a_line].{}
 *   q1_q, q2_q = lines.words
 *   {b,c,x}_{valid,beat}_q = {1}.{2}
 *   b_bad_q = b.bad
 *   {c,x}_bad_q = {}.bad, lines[x.line].bad: faults found by A, and by X
 *   {b,c,x}_{raw,plain,mask,zvc,filter}_q = lines[{1}.line].{2}
 *   b_full_q = is_full: of lines[b.line]
 *   b_escapes_q = begin: m
 *   b_flag_q, c_stored_q, x_stored_q = is_stored
 *   b_codes_q, c_code_q, x_code_q = code_at
 *   b_rank_q, b_sw_q = lines[x.line].rank
 *   c_escape_q, x_escape_q = escape_code
 *   x_beats_q = lines[x.line].beats
 *   end_tail_q, x_tail_q = lines[x.line].tail
 *   moved_q, x_odd_q, x_pay_{next,sw,end}_q = lines[x.line].pos
 *   x_esc_{next,sw,end}_q, x_group_q = lines[x.line].escapes
 *   w_q, n{0,1,2,3}_q = lines[x.line].words
 *   o_{on,pay,rest,raw,filter}_q, base_q, less_q = o_data: expand computes the elements a cycle earlier
 */
#include <stdbool.h>
#include <string.h>

#include "../common/cut.h"
#include "ebd_cycle.h"
#include "../zvc/xzvc_cycle.h"
#include "../../lib/ebd/ebd_form.h"

typedef struct lp_ebd_dec_in LP_IN_T;
typedef struct lp_ebd_dec_out LP_OUT_T;

LPI_CUT(ebd_dec, LP_EBD_DEC_PORTS)

enum { SECTORS = 4, SECTOR_WORDS = 8, LANES = 16, LINES = 4, MOST_ESCAPES = 47 };
enum { ZVC_FIRST = 4 }; /* elements of a beat that ZVC's mask takes */

/* A line in flight, of which B, C and X have sectors. */
struct line {
    uint32_t words[SECTORS * SECTOR_WORDS]; /* beats of the record, or raw sectors */
    bool raw, plain, mask, zvc, filter;
    unsigned beats; /* of the record, 1..3 */
    unsigned tail;  /* the last nonzero byte of the last beat */

    /* Progress of X: bytes (of ZVC elements), nibbles and positions of the record. */
    unsigned pos, escapes, rank;
    bool bad;
};

/* B, C, X: a sector of a line; bad: whether A had found a fault in the line by then. */
struct stage {
    bool valid, bad;
    unsigned beat, line;
};

struct ebd_dec {
    bool has_zvc;
    bool a_valid, a_ended, a_err;
    unsigned a_beat, a_line, a_tail;
    uint32_t h[SECTOR_WORDS]; /* of a raw line */
    struct line lines[LINES];
    struct stage b, c, x;

    bool o_valid, o_err, o_range;
    unsigned o_beat;
    uint32_t o_data[SECTOR_WORDS]; /* zeros while empty */
    uint32_t out_last[2];
};
_Static_assert(sizeof(struct ebd_dec) <= LP_EBD_DEC_STATE, "raise LP_EBD_DEC_STATE");

/* The RTL's wires of the same names. */
struct wires {
    bool go, a_end, a_need, a_step, take, load, b_hold, c_hold;
};

static inline struct wires wires_of(const struct ebd_dec *q, const LP_IN_T *in)
{
    struct wires w;
    w.go = !q->o_valid || in->m_ready;
    w.a_end = q->a_beat == 3;
    w.a_need = !q->a_ended && (q->lines[q->a_line].raw || q->a_beat != 0);
    bool wait = w.a_need && (w.a_end || !in->s_valid);
    w.a_step = w.go && q->a_valid && !wait;
    w.take = w.go && q->a_valid && w.a_need && in->s_valid;
    w.load = w.go && in->s_valid && (!q->a_valid || (w.a_end && q->a_ended));
    w.b_hold = q->a_valid && wait && q->a_beat != 0;
    w.c_hold = q->a_valid && wait && q->a_beat >= 2;
    return w;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct ebd_dec *q = state;
    const LP_IN_T own = lpi_ebd_dec_cut(in_ports);
    struct wires w = wires_of(q, &own);
    LP_OUT_T *out = out_ports;

    out->s_ready = w.go && (!q->a_valid || w.a_need || w.a_end);
    out->m_valid = q->o_valid;
    memcpy(out->m_data, q->o_data, sizeof out->m_data);
    out->m_last = q->o_valid && q->o_beat == 3;
    out->m_err = out->m_last && (q->o_err || q->o_range);
}

/* ---- fields of a record ---- */

static inline unsigned byte_at(const struct line *line, unsigned i)
{
    return line->words[i / 4] >> (8 * (i % 4)) & 0xff;
}

static inline unsigned nibble_at(const struct line *line, unsigned i)
{
    return line->words[i / 8] >> (4 * (i % 8)) & 15;
}

static inline unsigned code_at(const struct line *line, unsigned first, unsigned i)
{
    unsigned at = 8 * first + 3 * i;
    uint64_t two = (uint64_t)line->words[at / 32 + 1] << 32 | line->words[at / 32];
    return (unsigned)(two >> (at % 32)) & 7;
}

static inline bool is_full(const struct line *line)
{
    return byte_at(line, LPI_EBD_NIBBLES) & 1;
}

/* The code of escapes, which is also the first distance without a code. */
static inline unsigned escape_code(const struct line *line)
{
    return line->mask || is_full(line) ? LPI_EBD_E_FULL : LPI_EBD_E_CODE;
}

/* The last nonzero byte. */
static unsigned tail_of(const uint32_t *words)
{
    unsigned i = SECTOR_WORDS - 1, at = 0;
    while (i > 0 && words[i] == 0)
        i--;
    for (unsigned k = 0; k < 4; k++)
        if (words[i] >> (8 * k) & 0xff)
            at = k;
    return 4 * i + at;
}

/* ---- X: the sectors of a record, in order ---- */

/* Before the first sector: the starts of the lists. */
static void begin(struct line *line)
{
    unsigned codes = line->mask ? LPI_EBD_MASK_MOST : LPI_EBD_ELEMENTS, m = 0;
    unsigned first = line->mask ? LPI_EBD_MASK_CODES : LPI_EBD_CODES, code = escape_code(line);

    if (line->zvc) {
        line->pos = ZVC_FIRST;
        return;
    }
    for (unsigned i = 0; i < codes; i++)
        m += code_at(line, first, i) == code;
    line->pos = lpi_ebd_payload_at(line->mask, m);
    line->escapes = line->mask ? 2 * LPI_EBD_MASK_NIBBLES : 2 * LPI_EBD_NIBBLES + 1;
    line->rank = 0;
    if (m > MOST_ESCAPES)
        line->bad = true;
}

/* A mask has too many elements, or an unused position is not 0. */
static bool spoiled_mask(const struct line *line)
{
    if (line->rank > LPI_EBD_MASK_MOST)
        return true;
    for (unsigned i = line->rank; i < LPI_EBD_MASK_MOST; i++)
        if (code_at(line, LPI_EBD_MASK_CODES, i) != 0)
            return true;
    return false;
}

/* Bytes of the record up to X's position. */
static unsigned length(const struct line *line)
{
    return line->zvc ? 2 * line->pos : line->pos;
}

/* The record must end in the entry's last beat, with zeros after both its lists. */
static bool spoiled_end(const struct line *line)
{
    unsigned rest = length(line) % LP_SECTOR_BYTES;

    return (!line->zvc && line->escapes % 2 != 0 && nibble_at(line, line->escapes) != 0) ||
           (rest != 0 && line->tail >= rest);
}

static bool is_stored(const struct line *line, unsigned i)
{
    if (line->mask)
        return byte_at(line, LPI_EBD_MASK_AT + i / 8) >> (i % 8) & 1;
    return is_full(line) || code_at(line, LPI_EBD_CODES, i) != LPI_EBD_ZERO_CODE;
}

/* The exponent of a stored element; wrapped into 0..255 if it is outside, and then *range. */
static unsigned exponent(struct line *line, unsigned i, bool *range)
{
    /* Positions wrap around if a mask has more than 16 elements. */
    unsigned code = line->mask ? code_at(line, LPI_EBD_MASK_CODES, line->rank++ % LPI_EBD_MASK_MOST)
                               : code_at(line, LPI_EBD_CODES, i);
    int e = (int)byte_at(line, 0) - (int)code;

    if (code == escape_code(line)) {
        unsigned nibble = nibble_at(line, line->escapes++);
        if (nibble == LPI_EBD_BOTTOM)
            return 0;
        e -= (int)nibble;
        if (nibble > LPI_EBD_FAR)
            e = (int)byte_at(line, 0) + (int)(nibble - LPI_EBD_FAR);
    }
    if (e < 0 || e > 255)
        *range = true;
    return (unsigned)e & 255;
}

/* A sector of a record. A bad one may reach past the entry, but not past a line's bytes. */
static void elements(struct line *line, unsigned k, uint32_t *data, bool *range)
{
    for (unsigned i = LANES * k; i < LANES * (k + 1); i++) {
        if (!is_stored(line, i))
            continue;
        unsigned e = exponent(line, i, range), payload = byte_at(line, line->pos++);
        unsigned x = (payload >> 7) << 15 | e << 7 | (payload & 127);
        data[i % LANES / 2] |= x << (16 * (i % 2));
    }
}

/* The same of ZVC. */
static void zvc_elements(struct line *line, unsigned k, uint32_t *data)
{
    for (unsigned j = 0; j < LANES; j++) {
        unsigned i = LANES * k + j;
        if (!(byte_at(line, i / 8) >> (i % 8) & 1))
            continue;
        unsigned at = line->pos++ % (SECTORS * LANES);
        data[j / 2] |= (line->words[at / 2] >> (16 * (at % 2)) & 0xffff) << (16 * (j % 2));
    }
}

/* X's sector advances to O. */
static void expand(struct ebd_dec *q)
{
    struct line *line = &q->lines[q->x.line];
    unsigned k = q->x.beat;
    bool range = false;

    memset(q->o_data, 0, sizeof q->o_data);
    line->bad = (k != 0 && line->bad) || q->x.bad;
    q->o_err = line->bad;
    if (line->raw)
        memcpy(q->o_data, line->words + SECTOR_WORDS * k, sizeof q->o_data);
    if (line->plain) {
        if (k == 0)
            begin(line);
        if (line->zvc)
            zvc_elements(line, k, q->o_data);
        else
            elements(line, k, q->o_data, &range);
        bool off = length(line) > line->beats * LP_SECTOR_BYTES;
        if (k == 3) {
            off = off || length(line) <= (line->beats - 1) * LP_SECTOR_BYTES;
            line->bad = line->bad || (line->mask && spoiled_mask(line));
        }
        off = off || line->bad;
        q->o_err = off || (k == 3 && spoiled_end(line));
        if (off) {
            memset(q->o_data, 0, sizeof q->o_data);
            range = false;
        }
        if (line->filter)
            lpi_xzvc_restore_sector(k != 0 ? q->out_last : NULL, q->o_data);
        lpi_xzvc_keep(q->out_last, q->o_data);
    }
    q->o_range = range || (k != 0 && q->o_range);
    q->o_beat = k;
}

/* ---- the clock edge ---- */

static void load(struct ebd_dec *q, const LP_IN_T *in)
{
    struct line *line = &q->lines[q->a_line];
    unsigned sectors = q->has_zvc ? 1 : in->s_sectors;
    bool zero = sectors == 0;

    memset(line, 0, sizeof *line);
    memcpy(q->h, in->s_data, sizeof q->h);
    line->raw = sectors == SECTORS;
    line->plain = !zero && sectors < SECTORS;
    line->zvc = q->has_zvc && in->s_zvc;
    line->filter = line->zvc && in->s_filter;
    line->mask = in->s_last && !line->zvc;
    if (line->plain)
        memcpy(line->words, in->s_data, sizeof q->h);
    q->a_ended = in->s_last;
    q->a_err = sectors > SECTORS || (zero && !in->s_last) || (line->raw && in->s_last);
}

/* A later beat of the entry arrives while A has this sector. */
static void join(struct ebd_dec *q, const LP_IN_T *in, unsigned beat)
{
    struct line *line = &q->lines[q->a_line];
    bool end = beat == 3;

    if (line->raw)
        memcpy(q->h, in->s_data, sizeof q->h);
    else if (line->plain && !end)
        memcpy(line->words + SECTOR_WORDS * beat, in->s_data, sizeof q->h);
    q->a_ended = in->s_last;
    q->a_err = q->a_err || (line->raw ? (in->s_last != 0) != (beat == 2) : end);
}

/* A's sector advances to B. */
static void pass(struct ebd_dec *q, const LP_IN_T *in)
{
    struct line *line = &q->lines[q->a_line];
    unsigned k = q->a_beat;

    if (line->raw)
        memcpy(line->words + SECTOR_WORDS * k, q->h, sizeof q->h);
    if (k == 1)
        line->beats = q->a_ended ? 1 : in->s_last ? 2 : 3;
    if (k == 3)
        line->tail = q->a_tail;
    bool unused = line->plain && !line->mask && !line->zvc &&
                  (byte_at(line, LPI_EBD_NIBBLES) & 0xe) != 0;
    q->b = (struct stage){true, q->a_err || (k == 0 && unused), k, q->a_line};
    q->a_beat = (k + 1) % SECTORS;
    if (k == 3)
        q->a_line = (q->a_line + 1) % LINES;
}

static void tick(void *state, const void *in_ports)
{
    struct ebd_dec *q = state;
    const LP_IN_T own = lpi_ebd_dec_cut(in_ports), *in = &own;
    struct wires w = wires_of(q, in);

    if (!w.go)
        return;
    if (q->x.valid)
        expand(q);
    else
        memset(q->o_data, 0, sizeof q->o_data);
    q->o_valid = q->x.valid;
    q->x = q->c;
    q->x.valid = q->c.valid && !w.c_hold;
    if (!w.c_hold) {
        q->c = q->b;
        q->c.valid = q->b.valid && !w.b_hold;
    }
    if (!w.b_hold)
        q->b.valid = false;

    /* A passes to B its values before this edge, except the number of beats. */
    unsigned beat = q->a_beat;
    q->a_valid = w.load || (q->a_valid && !(w.a_step && w.a_end));
    if (w.a_step)
        pass(q, in);
    if (w.load)
        load(q, in);
    else if (w.take)
        join(q, in, beat);
    if (w.load || w.take)
        q->a_tail = tail_of(in->s_data);
}

static void reset(void *state)
{
    struct ebd_dec *q = state;

    q->a_valid = q->o_valid = q->b.valid = q->c.valid = q->x.valid = false;
    q->a_beat = 0;
    memset(q->o_data, 0, sizeof q->o_data);
}

static void init(void *state, const int *values)
{
    struct ebd_dec *q = state;

    memset(q, 0, sizeof *q);
    q->has_zvc = values[0] != 0;
}

static const struct lp_param params[] = {LP_PARAM("ZVC", 0, 1)};

LP_UNIT_ROW(ebd_dec, LP_EBD_DEC_PORTS, struct ebd_dec, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
