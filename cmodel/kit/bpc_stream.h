/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC streams that no encoder writes but a decoder must read, or refuse: random symbols
 * (docs/reference/format.md, section 5).
 */
#ifndef LPI_KIT_BPC_STREAM_H
#define LPI_KIT_BPC_STREAM_H

#include <linepress/linepress.h>

#include "../base/rng.h"
#include "entry.h"

#define LP_BPC_STREAM_BYTES 160 /* room for the longest, 1089 bits, and one more long symbol */

struct lp_bpc_stream {
    uint8_t bytes[LP_BPC_STREAM_BYTES]; /* zeros after the end */
    unsigned bits;
};

/*
 * Random symbols that end within `limit` bits (at least 41): runs that are not greedy, symbols
 * where a shorter one would do. With `broken`, one of them may have a position outside the plane or
 * run past plane 0.
 */
void lp_bpc_stream_random(struct lp_rng *rng, unsigned limit, bool broken,
                          struct lp_bpc_stream *stream);

/* The same as a memory entry; `limit` is 768 at most. */
void lp_bpc_entry_random(struct lp_rng *rng, unsigned limit, bool broken, struct lp_entry *entry);

#endif
