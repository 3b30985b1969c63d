/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_dec_line.h"

#include "bpc_code.h"

/*
 * Like the functional walk, but no symbol ends it early: a malformed one counts as one plane, as in
 * the RTL. Symbols past the entry's bytes have 5 bits, so room for a line is enough.
 */
bool lpi_bpc_dec_line(const uint8_t stream[LP_LINE_BYTES], unsigned sectors,
                      uint32_t words[LPI_BPC_WORDS], unsigned *end)
{
    struct lpi_bpc_found found;
    size_t at = 0;
    unsigned planes = 0;
    bool good = true;

    found.base = get_base(stream, &at);
    clear_planes(found.dbx);
    while (planes < PLANES) {
        struct lpi_bpc_symbol s = symbol_of(peek(stream, at), 1);
        bool bad = s.count == LPI_BPC_PAST;
        found.dbx[planes] = s.dbx;
        at += s.bits;
        planes += bad ? 1 : s.count;
        good = good && !bad;
    }
    lpi_bpc_words(&found, words);
    *end = (unsigned)((at - 1) / 8);
    return good && planes == PLANES && (at - 1) / (8 * LP_SECTOR_BYTES) + 1 == sectors &&
           zeros_behind(stream, at, LPI_BPC_ENTRY_BYTES);
}
