/* SPDX-License-Identifier: Apache-2.0 */
/* EBD records inside a stream. Not installed. */
#ifndef LPI_EBD_H
#define LPI_EBD_H

#include <linepress/linepress.h>

/*
 * Reads the record at *src, of the mask form or of one of the others, and moves *src past it;
 * nothing from src_end on is read. LP_ERR_SHORT, LP_ERR_CORRUPT.
 */
int lpi_ebd_next(int masked, const uint8_t **src, const uint8_t *src_end, uint8_t *line);

#endif
