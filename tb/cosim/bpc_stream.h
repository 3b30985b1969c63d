/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC streams that the library does not write but a decoder must read, or refuse: those of other
 * encoders, and symbols as they fall (docs/format.md, section 5).
 */
#ifndef LP_BPC_STREAM_H
#define LP_BPC_STREAM_H

#include <linepress/linepress.h>

#include "rng.h"

#define LP_BPC_STREAM_BYTES 160 /* room for the longest, 1089 bits, and one long symbol more */

struct lp_bpc_stream {
    uint8_t bytes[LP_BPC_STREAM_BYTES]; /* zeros behind the end */
    unsigned bits;
};

/* How an encoder differs from the library's. */
struct lp_bpc_habits {
    bool as_unsigned;   /* reads words as unsigned: plane 32 holds borrows */
    bool singles_first; /* tests for one and for two adjacent ones before anything else */
};

void lp_bpc_stream_encode(const uint8_t line[LP_LINE_BYTES], struct lp_bpc_habits habits,
                          struct lp_bpc_stream *stream);

/*
 * Random symbols that end within `limit` bits (at least 41): runs that are not greedy, symbols
 * where a shorter one would do.  With `broken`, one of them has a position outside the plane or
 * runs past plane 0, if it comes to that.
 */
void lp_bpc_stream_random(struct lp_rng *rng, unsigned limit, bool broken,
                          struct lp_bpc_stream *stream);

#endif
