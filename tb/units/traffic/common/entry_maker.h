/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The beats of memory entries, for benches of codecs that have no packed streams: their `add` makes
 * the line's entry and its size and calls lp_entry_maker_add.
 */
#ifndef LP_ENTRY_MAKER_H
#define LP_ENTRY_MAKER_H

#include "enc_beats.h"

/* The line's entry, and how many of its beats have left; a bench's maker begins with it. */
struct lp_entry_maker {
    struct lp_entry entry;
    unsigned at, size;
};

/* Implement lp_codec_bench.start, wants and give. */
void lp_entry_maker_start(void *maker, unsigned elem);
bool lp_entry_maker_wants(const void *maker);
bool lp_entry_maker_give(void *maker, struct lp_enc_beat *beat);

/* The entry is complete; size: as the codec's unit gives it. Returns false, like
 * lp_codec_bench.add. */
bool lp_entry_maker_add(struct lp_entry_maker *maker, unsigned size);

#endif
