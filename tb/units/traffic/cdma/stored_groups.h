/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stored groups for the benches of the DMA engine's input direction: of all codecs and lengths,
 * good, of other encoders, and damaged in every listed way. The library's lp_dma_expand gives the
 * expected result of each.
 */
#ifndef LP_STORED_GROUPS_H
#define LP_STORED_GROUPS_H

#include <linepress/cdma.h>

#include "base/rng.h"

#define LP_STORED_GROUP_SECTORS                                                                    \
    96 /* most sectors of a group; more than 16 are a stream of
                                    * groups */
#define LP_STORED_GROUP_ROOM (LP_STORED_GROUP_SECTORS / 16 * (LP_DMA_GROUP_BOUND + 64))

struct lp_stored_group {
    unsigned codec, sectors;
    size_t bytes; /* of its stored form, at least 1 */
    bool bad;
    size_t bad_at; /* sector, if it is bad: those before it are right */
    uint8_t raw[LP_STORED_GROUP_SECTORS * LP_SECTOR_BYTES];
    uint8_t stored[LP_STORED_GROUP_ROOM];
};

/* Parameters of random groups. */
struct lp_stored_recipe {
    unsigned elem, codec;
    unsigned most; /* sectors, LP_DMA_SECTORS to LP_STORED_GROUP_SECTORS */
    bool whole;    /* 16 sectors each */
    bool dense;    /* no word is zero */
    bool good;     /* never damaged */
};

void lp_stored_group_random(struct lp_rng *rng, const struct lp_stored_recipe *recipe,
                            struct lp_stored_group *group);

/* raw -> stored, as the library writes it. */
void lp_stored_group_store(unsigned elem, struct lp_stored_group *group);

/* stored -> raw, bad, bad_at. */
void lp_stored_group_judge(unsigned elem, struct lp_stored_group *group);

#endif
