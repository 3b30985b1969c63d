/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GBBR translation as the text of format.md, section 9, reads: the reference for the tests.
 * Not part of the library. Same arguments and results as linepress/gbbr.h.
 */
#ifndef LPI_GBBR_SLOW_H
#define LPI_GBBR_SLOW_H

#include <linepress/gbbr.h>

enum lp_answer lpi_gbbr_slow_translate(const struct lp_gbbr_geometry *geometry,
                                       const struct lp_gbbr_regs *regs,
                                       const struct lp_gbbr_page *page, uint64_t index,
                                       struct lp_gbbr_line *line);

enum lp_answer lpi_gbbr_slow_split(unsigned mixed, unsigned state, unsigned target,
                                   struct lp_gbbr_split *split);

void lpi_gbbr_slow_slice(const struct lp_gbbr_geometry *geometry, uint64_t frame, uint64_t index,
                         uint64_t *slice, uint64_t *local);

#endif
