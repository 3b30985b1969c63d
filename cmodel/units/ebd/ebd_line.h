/* SPDX-License-Identifier: Apache-2.0 */
/* A line's entry, and the registers that gather a line, in the models of EBD's encoders. */
#ifndef LPI_EBD_LINE_H
#define LPI_EBD_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include <linepress/linepress.h>

enum { LPI_EBD_SECTORS = LP_LINE_SECTORS, LPI_EBD_SECTOR_WORDS = LP_SECTOR_BYTES / 4 };

struct lpi_ebd_line {
    uint32_t data[LPI_EBD_SECTORS][LPI_EBD_SECTOR_WORDS];
    uint8_t size, sectors; /* bytes of the record, 128 without one; sectors of the entry */
};

/* Stores a record of `size` bytes; LP_LINE_BYTES: the line itself. `record` has room for a line. */
void lpi_ebd_line_store(struct lpi_ebd_line *line, uint8_t *record, size_t size);

/* Encodes the LP_LINE_BYTES at `bytes`. */
void lpi_ebd_line_encode(struct lpi_ebd_line *line, const uint8_t *bytes);

/*
 * Valid bits of D0..D3 after a clock edge: a stage takes a new sector if it or one above it is
 * empty, or D3's sector leaves (`take`).
 */
static inline unsigned lpi_ebd_stages_next(unsigned v, bool take, bool s_valid)
{
    unsigned moved = take ? 15 : !(v & 8) ? 15 : !(v & 4) ? 7 : !(v & 2) ? 3 : !(v & 1);
    return (v & ~moved) | ((v << 1 | s_valid) & moved);
}

#endif
