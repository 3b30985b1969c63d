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
 *   {size,sectors}_q = lines: of the one at told
 *   z_{ebd,zvc,filter}_q, zvc_q, filter_q, e_kept_q, in_zvc_q = lpi_ebd_core_encode
 *   out_{size,sectors,zvc,filter}_q = lines: of the one at out
 *
 * RTL map of lp_ebd_extremes:
 *   most_q, least_q, finite_q, inf_q = lpi_ebd_line_encode
 */
#ifndef LPI_EBD_CORE_H
#define LPI_EBD_CORE_H

#include "ebd_line.h"

/* Sectors that no entry has: at may.zvc and other, that there is none. */
#define LPI_EBD_CORE_NEVER 7u

/* How a line may be stored, other than raw. */
struct lpi_ebd_core_may {
    bool ebd, filter; /* filter: zvc means XZVC */
    unsigned zvc;     /* its sectors by ZVC or XZVC, 4 or more if it is not stored so */
};

/* The entry of a line in flight, and its codec. */
struct lpi_ebd_core_line {
    struct lpi_ebd_line entry;
    bool zvc, filter;
};

#define LPI_EBD_CORE_LINES 8u

struct lpi_ebd_core {
    uint8_t v;        /* bit k: D4 + k is valid */
    uint8_t at5, at7; /* number of the sector that is in D5, D7 or will be there next */
    uint8_t beats;    /* bit k: beat 1 + k would leave, if the entry has it */
    bool l_valid, lost;

    /* Lines in flight: the next to be encoded, the last one announced, the one that leaves. */
    uint8_t next, told, out;
    struct lpi_ebd_core_line lines[LPI_EBD_CORE_LINES];
};

/* Ports of the core: valid, sizes and data are 0 if there is no beat. */
struct lpi_ebd_core_out {
    bool m_valid, m_last, m_zvc, m_filter, m_lost, l_valid;
    uint8_t m_size, m_sectors, l_size, l_sectors;
    const uint32_t *m_data; /* of m_valid */
};

void lpi_ebd_core_reset(struct lpi_ebd_core *q);

/* Encodes a line, before its first sector is taken. */
void lpi_ebd_core_encode(struct lpi_ebd_core *q, const uint8_t *bytes, struct lpi_ebd_core_may may);

struct lpi_ebd_core_out lpi_ebd_core_eval(const struct lpi_ebd_core *q);

/*
 * A clock edge; `other`: sectors of the other unit's entry for the line whose third sector is in
 * D7.
 */
void lpi_ebd_core_tick(struct lpi_ebd_core *q, bool move, bool s_valid, unsigned other);

#endif
