/* SPDX-License-Identifier: Apache-2.0 */
/* Writes PNG pictures of 8-bit red, green, blue. Not installed. */
#ifndef LPI_PNG_H
#define LPI_PNG_H

#include <linepress/file.h>

/* Sets the 3 * width bytes of a row, from the top. */
typedef void lpi_png_row_fn(void *context, uint32_t row, uint8_t *pixels);

/* LP_ERR_SYSTEM: no memory; errors of `write`. */
int lpi_png_write(uint32_t width, uint32_t height, lpi_png_row_fn *row, void *row_context,
                  lp_write_fn *write, void *write_context);

#endif
