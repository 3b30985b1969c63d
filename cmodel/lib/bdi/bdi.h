/* SPDX-License-Identifier: Apache-2.0 */
/* Base-delta-immediate compression, for the codecs BDI and BDI+FPC. Not installed. */
#ifndef LPI_BDI_H
#define LPI_BDI_H

#include "../../base/line_code.h"

#define LPI_BDI_MOST_BITS (4u + 8u * LP_LINE_BYTES)

void lpi_bdi_put(struct lpi_bits_out *out, const uint32_t *words);
int lpi_bdi_get(struct lpi_bits_in *in, uint32_t *words);

#endif
