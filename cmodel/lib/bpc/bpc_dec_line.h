/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the engines and the tail of lp_bpc_dec make of an entry's bits, well-formed or not: the data
 * part of its cycle model. Source: docs/reference/format.md section 5.
 */
#ifndef LPI_BPC_DEC_LINE_H
#define LPI_BPC_DEC_LINE_H

#include <linepress/linepress.h>
#include <stdbool.h>
#include <stdint.h>

#define LPI_BPC_WORDS 32 /* of a line */

/*
 * The words of a compressed line from a stream of up to three sectors, followed by zeros. Returns
 * whether it is well-formed and ends in the last of `sectors`; if not, `words` is what the RTL
 * shows. *end: the byte in which a well-formed stream ends.
 */
bool lpi_bpc_dec_line(const uint8_t stream[LP_LINE_BYTES], unsigned sectors,
                      uint32_t words[LPI_BPC_WORDS], unsigned *end);

#endif
