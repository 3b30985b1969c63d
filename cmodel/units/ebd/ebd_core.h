/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model of lp_ebd_core (rtl/ebd/lp_ebd_core.sv), for the models of units that contain it. A line is
 * encoded in one step; the cycles in which its beats leave depend only on the sectors' progress
 * through D4..D7.
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
