/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model of lp_bpc_core (rtl/bpc/lp_bpc_core.sv), for the models of units that contain it; Kim et
 * al. (ISCA'16). A line is encoded in one step when its fourth sector arrives; from there on it
 * takes as many cycles as in the RTL, where all stages advance together.
 */
#ifndef LPI_BPC_CORE_H
#define LPI_BPC_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include <linepress/linepress.h>

/* More lines than can be in flight from K0 to the output. */
enum { LPI_BPC_SECTOR_WORDS = LP_SECTOR_BYTES / 4, LPI_BPC_BEATS = 4, LPI_BPC_CORE_LINES = 4 };

/* A line's entry, and the ends of base and plane 32 and of each beat of eight planes in it. */
struct lpi_bpc_entry {
    uint32_t data[LP_LINE_SECTORS][LPI_BPC_SECTOR_WORDS];
    unsigned size, sectors;
    unsigned head, end[LPI_BPC_BEATS];
};

struct lpi_bpc_core {
    unsigned in_idx;
    uint8_t in[LP_LINE_BYTES];

    struct lpi_bpc_entry lines[LPI_BPC_CORE_LINES];
    unsigned next;

    bool k0_v, k1_v, a_v;
    unsigned a_beat, a_line;

    /* Output of P, and the remainder of the beat in P. */
    bool out, full, left, last;
    unsigned due, p_line, p_sector;
};

/* Ports of the core: valid, sizes and data are 0 if there is no beat. */
struct lpi_bpc_core_out {
    bool m_valid, m_last, l_valid;
    unsigned m_size, m_sectors, l_size, l_sectors;
    const uint32_t *m_data; /* of m_valid */
};

void lpi_bpc_core_reset(struct lpi_bpc_core *q);

struct lpi_bpc_core_out lpi_bpc_core_eval(const struct lpi_bpc_core *q);

/* A clock edge in which the stages advance. */
void lpi_bpc_core_move(struct lpi_bpc_core *q);

/*
 * After lpi_bpc_core_move: the sector is taken in the same cycle. The first two sectors of a line may
 * be taken together, since nothing follows from the first alone.
 */
void lpi_bpc_core_take(struct lpi_bpc_core *q, const uint32_t *data);

#endif
