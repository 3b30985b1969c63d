/* SPDX-License-Identifier: Apache-2.0 */
/* Groups for the benches of the DMA engine: random ones of all codecs, or those of a file. */
#ifndef LP_CDMA_GROUPS_H
#define LP_CDMA_GROUPS_H

#include <linepress/cdma.h>

#include "base/rng.h"
#include "units/cosim/traffic.h"

struct lp_cdma_groups {
    const struct lp_lines *file; /* NULL: random */
    uint64_t seed;
    unsigned elem;   /* in bits */
    unsigned codecs; /* number of those that are built: lpi_cdma_built */
    bool steady;     /* only full groups, of one codec */
};

struct lp_cdma_group {
    unsigned sectors;
    unsigned number;         /* the codec's number at the port */
    enum lp_dma_codec codec; /* codec of that number */
    uint8_t raw[LP_DMA_GROUP];
};

/* Group `index`, the same in every call; false after a file's last. */
bool lp_cdma_group(const struct lp_cdma_groups *groups, uint64_t index,
                   struct lp_cdma_group *group);

/* A line that EBD or XZVC compress, for the most part. */
void lp_cdma_line_random(struct lp_rng *rng, uint8_t *line);

/* A number that selects this codec; raw has several. */
unsigned lp_cdma_codec_number(struct lp_rng *rng, enum lp_dma_codec codec, unsigned codecs);

/* One of the codecs, raw included. */
enum lp_dma_codec lp_cdma_codec_random(struct lp_rng *rng, unsigned codecs);

#endif
