/* SPDX-License-Identifier: Apache-2.0 */
#include "entry_maker.h"

#include <string.h>

_Static_assert(sizeof(struct lp_entry_maker) <= LP_BENCH_MAKER, "raise LP_BENCH_MAKER");

void lp_entry_maker_start(void *maker, unsigned elem)
{
    (void)elem;
    memset(maker, 0, sizeof(struct lp_entry_maker));
}

bool lp_entry_maker_wants(const void *maker)
{
    const struct lp_entry_maker *q = maker;
    return q->at == q->entry.beats;
}

bool lp_entry_maker_add(struct lp_entry_maker *q, unsigned size)
{
    q->size = size;
    q->at = 0;
    return false;
}

bool lp_entry_maker_give(void *maker, struct lp_enc_beat *beat)
{
    struct lp_entry_maker *q = maker;

    if (q->at == q->entry.beats)
        return false;
    memcpy(beat->data, q->entry.bytes + q->at * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    beat->mem = true;
    beat->starts = q->at++ == 0;
    beat->last = q->at == q->entry.beats;
    beat->size = q->size;
    beat->bits = q->entry.bits;
    beat->sectors = q->entry.sectors;
    return true;
}
