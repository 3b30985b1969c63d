/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RTL map of lp_bpc_core:
 *   d0_idx_q, d1_v_q, fill_q = in_idx: a sector is taken in one step
 *   side{0,1}_q, base{0,1,2}_q = in
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
#include "bpc_core.h"

#include <string.h>

#include "../../base/bytes.h"
#include "../../lib/bpc/bpc_code.h"

enum { SECTORS = LP_LINE_SECTORS };

#define SECTOR_BITS (8u * LP_SECTOR_BYTES)

/* Finds the ends of the beats. A run belongs to the beat in which it begins. */
static void find_beats(struct lpi_bpc_entry *line, const uint8_t *stream)
{
    size_t at = 0;
    unsigned order = 0;

    get_base(stream, &at);
    for (unsigned beat = 0; beat <= LPI_BPC_BEATS; beat++) {
        for (; order < 1 + 8 * beat;) {
            struct lpi_bpc_symbol s = symbol_of(peek(stream, at), 1);
            at += s.bits;
            order += s.count;
        }
        *(beat == 0 ? &line->head : &line->end[beat - 1]) = (unsigned)at;
    }
}

static void encode_line(struct lpi_bpc_entry *line, const uint8_t *words)
{
    uint8_t stream[LPI_BPC_ROOM];
    const uint8_t *stored = stream;

    line->size = (unsigned)lpi_bpc_portable.encode(words, stream);
    line->sectors = (line->size + SECTOR_BITS - 1) / SECTOR_BITS;
    if (line->sectors >= SECTORS) {
        line->sectors = SECTORS;
        line->head = 0;
        for (unsigned i = 0; i < LPI_BPC_BEATS; i++)
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

void lpi_bpc_core_reset(struct lpi_bpc_core *q)
{
    q->in_idx = q->next = 0;
    q->k0_v = q->k1_v = q->a_v = q->out = q->left = false;
    q->a_line = q->p_line = LPI_BPC_CORE_LINES - 1;
}

struct lpi_bpc_core_out lpi_bpc_core_eval(const struct lpi_bpc_core *q)
{
    const struct lpi_bpc_entry *told = &q->lines[q->a_line], *line = &q->lines[q->p_line];
    struct lpi_bpc_core_out out = {.l_valid = q->a_v && q->a_beat == 0};

    if (out.l_valid) {
        out.l_size = told->size;
        out.l_sectors = told->sectors;
    }
    if (!q->out)
        return out;
    out.m_valid = true;
    out.m_data = line->data[q->p_sector];
    out.m_last = q->last;
    out.m_size = line->size;
    out.m_sectors = line->sectors;
    return out;
}

/*
 * The beat in A goes to P: whether a sector leaves with it, and whether a remainder follows the
 * last.
 */
static void tick_a(struct lpi_bpc_core *q)
{
    const struct lpi_bpc_entry *line = &q->lines[q->a_line];
    unsigned beat = q->a_beat;
    unsigned from = beat == 0 ? line->head : line->end[beat - 1], to = line->end[beat];
    bool carry = to / SECTOR_BITS != from / SECTOR_BITS, some = to % SECTOR_BITS != 0;
    bool emit = beat != 0 && (q->full || carry || (beat == LPI_BPC_BEATS - 1 && some));

    q->last = q->due <= 1;
    if (emit) {
        q->p_sector = q->p_line == q->a_line ? q->p_sector + 1 : 0;
        q->p_line = q->a_line;
    }
    q->left = beat == LPI_BPC_BEATS - 1 && (q->full ? carry || some : carry && some);
    q->due = beat == 0 ? line->sectors : q->due - emit;
    q->full = (beat == 0 || q->full) && carry;
    q->out = emit;
}

void lpi_bpc_core_move(struct lpi_bpc_core *q)
{
    bool left = q->left, end = q->a_beat == LPI_BPC_BEATS - 1;

    q->out = q->left = false;
    if (q->a_v)
        tick_a(q);
    if (left) {
        q->out = q->last = true;
        q->p_sector++;
    }
    q->a_beat = q->k1_v ? 0 : (q->a_beat + 1) % LPI_BPC_BEATS;
    q->a_v = q->k1_v || (q->a_v && !end);
    if (q->k1_v)
        q->a_line = (q->a_line + 1) % LPI_BPC_CORE_LINES;
    q->k1_v = q->k0_v;
    q->k0_v = false;
}

void lpi_bpc_core_take(struct lpi_bpc_core *q, const uint32_t *data)
{
    q->k0_v = q->in_idx == SECTORS - 1;
    lpi_bytes_of_words(q->in + LP_SECTOR_BYTES * q->in_idx, data, LP_SECTOR_BYTES);
    q->in_idx = (q->in_idx + 1) % SECTORS;
    if (q->k0_v) {
        encode_line(&q->lines[q->next], q->in);
        q->next = (q->next + 1) % LPI_BPC_CORE_LINES;
    }
}
