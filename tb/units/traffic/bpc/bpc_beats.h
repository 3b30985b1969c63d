/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory entries that lines must become, by the library's functional BPC, and what entries of
 * any origin must decode to.
 */
#ifndef LP_BPC_BEATS_H
#define LP_BPC_BEATS_H

#include "bpc_lines.h"
#include "kit/entry.h"

/* The line's entry; entry->bits is 0 unless it is compressed. Returns the bits of the stream,
 * 10..1089, whether or not it is stored. */
unsigned lp_bpc_entry_make(const uint8_t line[LP_LINE_BYTES], struct lp_entry *entry);

/*
 * Sometimes replaces the line's entry by one of another encoder or of random symbols, with
 * `hostile` also by a bad one: damaged, a broken symbol, a stream too long for an entry. True if it
 * must still decode to `line`; else lp_bpc_entry_line gives the result.
 */
bool lp_bpc_entry_vary(struct lp_rng *rng, const uint8_t line[LP_LINE_BYTES], bool hostile,
                       struct lp_entry *entry);

/* Decodes the entry by format.md, sections 4 and 5; false: the entry is bad. */
bool lp_bpc_entry_line(const struct lp_entry *entry, uint8_t line[LP_LINE_BYTES]);

#endif
