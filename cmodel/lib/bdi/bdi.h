/* SPDX-License-Identifier: Apache-2.0 */
/* Base-delta-immediate compression, as its own row and in BDI+FPC's. Not installed. */
#ifndef LPI_BDI_H
#define LPI_BDI_H

#include "../../base/line_code.h"

#define LPI_BDI_MOST_BITS (4u + 8u * LP_LINE_BYTES)

void lpi_bdi_put(struct lpi_bits_out *out, const uint32_t *words);
int lpi_bdi_get(struct lpi_bits_in *in, uint32_t *words);

#endif
