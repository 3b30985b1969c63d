/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory entries that lines must become, by the library's functional EBD, and what entries of
 * any origin must decode to.
 */
#ifndef LP_EBD_BEATS_H
#define LP_EBD_BEATS_H

#include "ebd_lines.h"
#include "kit/entry.h"

/* The line's entry; entry->bits is 0 unless it is compressed. Returns the bytes of its record, 128
 * without one. */
unsigned lp_ebd_entry_make(const uint8_t line[LP_LINE_BYTES], struct lp_entry *entry);

/*
 * Sometimes replaces the line's entry by one of another encoder or by a random record, with
 * `hostile` also by a bad one. True if it must still decode to `line`; else lp_ebd_entry_line gives
 * the result.
 */
bool lp_ebd_entry_vary(struct lp_rng *rng, const uint8_t line[LP_LINE_BYTES], bool hostile,
                       struct lp_entry *entry);

/* Decodes the entry by docs/reference/format.md; false: the entry is bad. */
bool lp_ebd_entry_line(const struct lp_entry *entry, uint8_t line[LP_LINE_BYTES]);

#endif
