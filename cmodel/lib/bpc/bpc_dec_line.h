/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decodes an entry as the engines and the tail of lp_bpc_dec do, whether it is well-formed or not:
 * the data part of its cycle model, and of that of lp_bpc_dec_serial. Source: docs/reference/format.md section 5.
 */
#ifndef LPI_BPC_DEC_LINE_H
#define LPI_BPC_DEC_LINE_H

#include <linepress/linepress.h>
#include <stdbool.h>
#include <stdint.h>

#define LPI_BPC_WORDS 32 /* of a line */

/*
 * Decodes a stream of up to three sectors, followed by zeros, into the words of its line. Returns
 * whether it is well-formed and ends in the last of `sectors`; if not, `words` is what the RTL
 * outputs. *end: the byte in which a well-formed stream ends.
 */
bool lpi_bpc_dec_line(const uint8_t stream[LP_LINE_BYTES], unsigned sectors,
                      uint32_t words[LPI_BPC_WORDS], unsigned *end);

#endif
