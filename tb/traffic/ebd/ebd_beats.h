/* SPDX-License-Identifier: Apache-2.0 */
/* The memory entries that lines must become, by the library's functional EBD. */
#ifndef LP_EBD_BEATS_H
#define LP_EBD_BEATS_H

#include "ebd_lines.h"
#include "kit/entry.h"

/* The line's entry; entry->bits is 0 unless it is compressed.  Returns the bytes of its record, 128
 * if it has none. */
unsigned lp_ebd_entry_make(const uint8_t line[LP_LINE_BYTES], struct lp_entry *entry);

#endif
