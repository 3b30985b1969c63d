/* SPDX-License-Identifier: Apache-2.0 */
/* Frequent pattern compression, for the codecs FPC and BDI+FPC. Not installed. */
#ifndef LPI_FPC_H
#define LPI_FPC_H

#include "../../base/line_code.h"

#define LPI_FPC_MOST_BITS (LPI_LINE_WORDS * 35u)

void lpi_fpc_put(struct lpi_bits_out *out, const uint32_t *words);
int lpi_fpc_get(struct lpi_bits_in *in, uint32_t *words);

#endif
