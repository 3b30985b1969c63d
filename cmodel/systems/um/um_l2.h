/* SPDX-License-Identifier: Apache-2.0 */
/* An L2 without time: sectors with valid and dirty bits, write-back, LRU. Not installed. */
#ifndef LPI_UM_L2_H
#define LPI_UM_L2_H

#include <stdint.h>

struct lpi_um_l2;

/* Sectors of a line that are read from memory, or written back; mask 0: a store without a read. */
typedef void lpi_um_miss(void *owner, uint64_t line, unsigned mask, int write);

/* NULL: no memory. */
struct lpi_um_l2 *lpi_um_l2_open(uint64_t bytes, unsigned ways, lpi_um_miss *miss, void *owner);
void lpi_um_l2_close(struct lpi_um_l2 *l2);

/* `line`: its number. `whole`: sectors that a store writes without a fetch. */
void lpi_um_l2_load(struct lpi_um_l2 *l2, uint64_t line, unsigned mask);
void lpi_um_l2_store(struct lpi_um_l2 *l2, uint64_t line, unsigned mask, unsigned whole);
/* Writes back all dirty lines and empties it. */
void lpi_um_l2_flush(struct lpi_um_l2 *l2);

#endif
