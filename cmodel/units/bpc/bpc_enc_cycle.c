/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_bpc_enc (rtl/bpc/lp_bpc_enc.sv); Kim et al. (ISCA'16). A line is encoded in one
 * step when its fourth sector arrives; from there on it takes as many cycles as in the RTL, where
 * all stages advance together.
 *
 * RTL map of lp_bpc_enc:
 *   d0_v_q, d1_v_q, fill_q = in_idx: a sector is taken in one step
 *   d{0,1}_q, side{0,1}_q, base{0,1,2}_q = in
 *   known_q, kind_q, kind32_q, counts_q = encode_line
 *   {size,sectors}_q = lines[a_line].{}
 *   raw_q = lines[a_line].sectors
 *   axis_q, out_axis_{0,1,2}_q, above_q = encode_line
 *   a_{kind,kind32,run32}_q, symbol_q = encode_line
 *   at_q, phase_q, down_{1,2,4}_q, word_q = lines[a_line].end
 *   out_held_q, out_new_q = out
 *   p_first_q = p_line: it becomes a_line
 *   p_join_{held,beyond}_q = lines[p_line].data
 *   p_last_q = last
 *   p_{size,sectors}_q = lines[p_line].{}
 *
 * RTL map of lp_bpc_pack:
 *   held_q, beyond_q = lines[p_line].data
 */
#include <stdbool.h>
#include <string.h>

#include "../../lib/bpc/bpc_code.h"
#include "../../base/bytes.h"
#include "bpc_cycle.h"

typedef struct lp_bpc_enc_in LP_IN_T;
typedef struct lp_bpc_enc_out LP_OUT_T;

enum { SECTORS = LP_LINE_SECTORS, SECTOR_WORDS = LP_SECTOR_BYTES / 4, BEATS = 4, LINES = 4 };

#define SECTOR_BITS (8u * LP_SECTOR_BYTES)

/* A line's entry, and the ends of base and plane 32 and of each beat of eight planes in it. */
struct line {
    uint32_t data[SECTORS][SECTOR_WORDS];
    unsigned size, sectors;
    unsigned head, end[BEATS];
};

struct bpc_enc {
    unsigned in_idx;
    uint8_t in[LP_LINE_BYTES];

    struct line lines[LINES]; /* more than can be in flight from K0 to the output */
    unsigned next;

    bool k0_v, k1_v, a_v;
    unsigned a_beat, a_line;

    /* Output of P, and the remainder of the beat in P. */
    bool out, full, left, last;
    unsigned due, p_line, p_sector;
};

/* Finds the ends of the beats. A run belongs to the beat in which it begins. */
static void find_beats(struct line *line, const uint8_t *stream)
{
    size_t at = 0;
    unsigned order = 0;

    get_base(stream, &at);
    for (unsigned beat = 0; beat <= BEATS; beat++) {
        for (; order < 1 + 8 * beat;) {
            struct lpi_bpc_symbol s = symbol_of(peek(stream, at), 1);
            at += s.bits;
            order += s.count;
        }
        *(beat == 0 ? &line->head : &line->end[beat - 1]) = (unsigned)at;
    }
}

static void encode_line(struct line *line, const uint8_t *words)
{
    uint8_t stream[LPI_BPC_ROOM];
    const uint8_t *stored = stream;

    line->size = (unsigned)lpi_bpc_portable.encode(words, stream);
    line->sectors = (line->size + SECTOR_BITS - 1) / SECTOR_BITS;
    if (line->sectors >= SECTORS) {
        line->sectors = SECTORS;
        line->head = 0;
        for (unsigned i = 0; i < BEATS; i++)
            line->end[i] = SECTOR_BITS * (i + 1);
        stored = words;
    } else {
        size_t bytes = whole_bytes(line->size);
        memset(stream + bytes, 0, sizeof stream - bytes);
        find_beats(line, stream);
        if (line->size == LPI_BPC_ZERO_BITS) {
            line->sectors = 0;
            memset(stream, 0, LP_SECTOR_BYTES);
        }
    }
    for (unsigned i = 0; i < line->sectors + (line->sectors == 0); i++)
        lpi_words_of_bytes(line->data[i], stored + i * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct bpc_enc *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;

    memset(out, 0, sizeof *out);
    out->s_ready = !q->out || (in->m_ready & 1);
    if (!q->out)
        return;
    const struct line *line = &q->lines[q->p_line];
    out->m_valid = 1;
    memcpy(out->m_data, line->data[q->p_sector], sizeof out->m_data);
    out->m_last = q->last;
    out->m_size = line->size;
    out->m_sectors = line->sectors;
}

/*
 * The beat in A goes to P: whether a sector leaves with it, and whether a remainder follows the
 * last.
 */
static void tick_a(struct bpc_enc *q)
{
    const struct line *line = &q->lines[q->a_line];
    unsigned beat = q->a_beat;
    unsigned from = beat == 0 ? line->head : line->end[beat - 1], to = line->end[beat];
    bool carry = to / SECTOR_BITS != from / SECTOR_BITS, some = to % SECTOR_BITS != 0;
    bool emit = beat != 0 && (q->full || carry || (beat == BEATS - 1 && some));

    q->last = q->due <= 1;
    if (emit) {
        q->p_sector = q->p_line == q->a_line ? q->p_sector + 1 : 0;
        q->p_line = q->a_line;
    }
    q->left = beat == BEATS - 1 && (q->full ? carry || some : carry && some);
    q->due = beat == 0 ? line->sectors : q->due - emit;
    q->full = (beat == 0 || q->full) && carry;
    q->out = emit;
}

static void tick(void *state, const void *in_ports)
{
    struct bpc_enc *q = state;
    const LP_IN_T *in = in_ports;
    bool s_valid = in->s_valid & 1;

    if (q->out && !(in->m_ready & 1))
        return;
    bool left = q->left;
    q->out = q->left = false;
    if (q->a_v)
        tick_a(q);
    if (left) {
        q->out = q->last = true;
        q->p_sector++;
    }
    bool end = q->a_beat == BEATS - 1;
    q->a_beat = q->k1_v ? 0 : (q->a_beat + 1) % BEATS;
    q->a_v = q->k1_v || (q->a_v && !end);
    if (q->k1_v)
        q->a_line = (q->a_line + 1) % LINES;
    q->k1_v = q->k0_v;
    q->k0_v = s_valid && q->in_idx == SECTORS - 1;
    if (!s_valid)
        return;
    lpi_bytes_of_words(q->in + LP_SECTOR_BYTES * q->in_idx, in->s_data, LP_SECTOR_BYTES);
    q->in_idx = (q->in_idx + 1) % SECTORS;
    if (q->k0_v) {
        encode_line(&q->lines[q->next], q->in);
        q->next = (q->next + 1) % LINES;
    }
}

static void reset(void *state)
{
    struct bpc_enc *q = state;

    q->in_idx = q->next = 0;
    q->k0_v = q->k1_v = q->a_v = q->out = q->left = false;
    q->a_line = q->p_line = LINES - 1;
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct bpc_enc));
    reset(state);
}

LP_UNIT_ROW(bpc_enc, LP_BPC_ENC_PORTS, struct bpc_enc, .set_up = init, .reset = reset, .eval = eval,
            .tick = tick);
