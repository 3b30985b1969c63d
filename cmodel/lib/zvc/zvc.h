/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC records inside a stream. Not installed. */
#ifndef LPI_ZVC_H
#define LPI_ZVC_H

#include <linepress/linepress.h>

/*
 * Decodes the next `lines` records at *src and moves *src past them; reads nothing from src_end on.
 * LP_ERR_SHORT.
 */
int lpi_zvc_next(enum lp_elem elem, const uint8_t **src, const uint8_t *src_end, uint8_t *dst,
                 size_t lines);

#endif
