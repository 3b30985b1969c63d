/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory entries that lines must become, by the library's functional BPC, and what entries of
 * any origin must decode to.
 */
#ifndef LP_BPC_BEATS_H
#define LP_BPC_BEATS_H

#include "bpc_lines.h"
#include "kit/entry.h"

/* The line's entry; entry->bits is 0 unless it is compressed.  Returns the stream's bits, 10..1089,
 * stored or not. */
unsigned lp_bpc_entry_make(const uint8_t line[LP_LINE_BYTES], struct lp_entry *entry);

/*
 * Turns the line's entry, now and then, into what other encoders store or into random symbols, with
 * `hostile` also into a bad one: damaged, a broken symbol, a stream too long for an entry.  True if
 * it must still give `line`; else lp_bpc_entry_line tells.
 */
bool lp_bpc_entry_vary(struct lp_rng *rng, const uint8_t line[LP_LINE_BYTES], bool hostile,
                       struct lp_entry *entry);

/* The line that the entry holds, by format.md, sections 4 and 5; false: it is a bad one. */
bool lp_bpc_entry_line(const struct lp_entry *entry, uint8_t line[LP_LINE_BYTES]);

#endif
