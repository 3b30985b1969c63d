/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model of lp_ebd_core (rtl/ebd/lp_ebd_core.sv), for the models of units that contain it. A line is
 * encoded in one step; the cycles in which its beats leave depend only on the sectors' progress
 * through D4..D7.
 *
 * RTL map of lp_ebd_core:
 *   d{4,5,6,7}_q, r_q, r64_q, raw_last_q = lines: data of the one at out
 *   at{5,7}_q = at{}
 *   next_q = beats
 *   z_q, z_{most,least,inf}_q, {z,e,y}_nonzero_q, e_q, y_q, nonzero_q = lpi_ebd_line_encode
 *   escapes_q, stored_q, zeros_q, reach_{6,7}_q, more_q, form_q, down_q = lpi_ebd_line_encode
 *   skip_q, in_skip_q, odd_q, fields_q, base_q, mask_q, full_q, fits_q = lpi_ebd_line_encode
 *   raw_q, {payload,escape}_{at,sw}_q, {payload,escape}_{low,high}_q = lpi_ebd_line_encode
 *   size_q, sectors_q = lines: of the one at told
 *   out_{size,sectors}_q = lines: of the one at out
 *
 * RTL map of lp_ebd_extremes:
 *   most_q, least_q, finite_q, inf_q = lpi_ebd_line_encode
 */
#ifndef LPI_EBD_CORE_H
#define LPI_EBD_CORE_H

#include "ebd_line.h"

#define LPI_EBD_CORE_LINES 8u

struct lpi_ebd_core {
    uint8_t v;        /* bit k: D4 + k is valid */
    uint8_t at5, at7; /* number of the sector that is in D5, D7 or will be there next */
    uint8_t beats;    /* bit k: beat 1 + k would leave, if the entry has it */
    bool l_valid;

    /* Lines in flight: the next to be encoded, the last one announced, the one that leaves. */
    uint8_t next, told, out;
    struct lpi_ebd_line lines[LPI_EBD_CORE_LINES];
};

/* Ports of the core except s_ready: valid, sizes and data are 0 if there is no beat. */
struct lpi_ebd_core_out {
    bool m_valid, m_last, l_valid;
    uint8_t m_size, m_sectors, l_size, l_sectors;
    const uint32_t *m_data; /* of m_valid */
};

void lpi_ebd_core_reset(struct lpi_ebd_core *q);

/* Encodes a line, before its first sector is taken. */
void lpi_ebd_core_encode(struct lpi_ebd_core *q, const uint8_t *bytes);

struct lpi_ebd_core_out lpi_ebd_core_eval(const struct lpi_ebd_core *q);

/* s_ready: the stages advance. */
static inline bool lpi_ebd_core_moves(const struct lpi_ebd_core_out *out, bool m_ready)
{
    return !out->m_valid || m_ready;
}

void lpi_ebd_core_tick(struct lpi_ebd_core *q, bool s_valid, bool m_ready);

#endif
