/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_ebd_enc (rtl/ebd/lp_ebd_enc.sv). A line is encoded in one step when its fourth
 * sector arrives; the cycles in which its beats leave depend only on the sectors' progress through
 * D0..D7.
 *
 * RTL map of lp_ebd_enc:
 *   d{0,1,2,3}_q = in
 *   d{4,5,6,7}_q = lines[out].data
 *   most_q, least_q, finite_q, inf_q = lpi_ebd_line_encode
 *   z_q, z_{most,least,inf}_q, nonzero_q = lpi_ebd_line_encode
 *   escapes_q, earlier_q, earlier_full_q, stored_before_q, stored_q, zeros_q = lpi_ebd_line_encode
 *   reach_{6,7}_q, more_q, form_q, partial_q, down_q, list_q, start_q = lpi_ebd_line_encode
 *   payload_{bound,sw}_q, escape_{bound,sw}_q, base_q, mask_q, full_q, fits_q = lpi_ebd_line_encode
 *   {size,sectors}_q = lines[z].{}
 *   out_{size,sectors}_q = lines[out].{}
 */
#include <stdbool.h>
#include <string.h>

#include "ebd_cycle.h"
#include "ebd_line.h"
#include "../../base/bytes.h"

typedef struct lp_ebd_enc_in LP_IN_T;
typedef struct lp_ebd_enc_out LP_OUT_T;

enum { SECTORS = LPI_EBD_SECTORS, SECTOR_WORDS = LPI_EBD_SECTOR_WORDS, LINES = 4 };

struct ebd_enc {
    /* Bit k: D0..D3 are valid; bit k of w: D4..D7. */
    uint8_t v, w;
    uint8_t in_idx, idx, out_idx;
    uint8_t l_valid; /* bit k: a line left D3 for the first time k + 1 cycles ago */

    /* Lines in flight: the next to be encoded, the one in Z, the one in D7. */
    uint8_t next, z, out;
    struct lpi_ebd_line lines[LINES];
    uint8_t in[LP_LINE_BYTES];
};
_Static_assert(sizeof(struct ebd_enc) <= LP_EBD_ENC_STATE, "raise LP_EBD_ENC_STATE");

/* A sector leaves or waits at the output. */
static bool offers(const struct ebd_enc *q)
{
    return q->w & 8 && (q->out_idx == 0 || q->out_idx < q->lines[q->out].sectors);
}

static bool moves(const struct ebd_enc *q, const LP_IN_T *in)
{
    return !offers(q) || (in->m_ready & 1);
}

/* The sector in D3 advances. */
static bool takes(const struct ebd_enc *q, bool move)
{
    return move && (q->idx == 0 ? q->v == 15 : q->v >= 8);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct ebd_enc *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    const struct lpi_ebd_line *line = &q->lines[q->out], *z = &q->lines[q->z];

    memset(out, 0, sizeof *out);
    out->s_ready = q->v != 15 || takes(q, moves(q, in));
    if (offers(q)) {
        out->m_valid = 1;
        memcpy(out->m_data, line->data[q->out_idx], sizeof out->m_data);
        out->m_last = q->out_idx + 1 >= line->sectors;
        out->m_size = line->size;
        out->m_sectors = line->sectors;
    }
    if (q->l_valid & 4) {
        out->l_valid = 1;
        out->l_size = z->size;
        out->l_sectors = z->sectors;
    }
}

static void enter(struct ebd_enc *q, const uint32_t data[SECTOR_WORDS])
{
    lpi_bytes_of_words(q->in + q->in_idx * LP_SECTOR_BYTES, data, LP_SECTOR_BYTES);
    q->in_idx = (q->in_idx + 1) % SECTORS;
    if (q->in_idx == 0) {
        lpi_ebd_line_encode(&q->lines[q->next], q->in);
        q->next = (q->next + 1) % LINES;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct ebd_enc *q = state;
    const LP_IN_T *in = in_ports;
    bool move = moves(q, in), take = takes(q, move), load = take && q->idx == 0;
    bool s_valid = in->s_valid & 1, s_ready = q->v != 15 || take;

    if (move) {
        if (q->w & 8) {
            q->out_idx = (q->out_idx + 1) % SECTORS;
            q->out = (q->out + (q->out_idx == 0)) % LINES;
        }
        q->w = (q->w << 1 | take) & 15;
    }
    q->l_valid = (q->l_valid << 1 | load) & 7;
    q->z = (q->z + load) % LINES;
    q->idx = (q->idx + take) % SECTORS;
    q->v = (uint8_t)lpi_ebd_stages_next(q->v, take, s_valid);
    if (s_valid && s_ready)
        enter(q, in->s_data);
}

static void reset(void *state)
{
    struct ebd_enc *q = state;

    q->v = q->w = 0;
    q->in_idx = q->idx = q->out_idx = 0;
    q->l_valid = 0;
    q->next = q->out = 0;
    q->z = LINES - 1;
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct ebd_enc));
    reset(state);
}

LP_UNIT_ROW(ebd_enc, LP_EBD_ENC_PORTS, struct ebd_enc, .set_up = init, .reset = reset, .eval = eval,
            .tick = tick);
