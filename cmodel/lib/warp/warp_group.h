/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groups of a stream that are open. Their records are in memory, up to LPI_WARP_HELD bytes for all
 * groups of a stream; a group that would need more is spilled to a file, and each of its warps reads
 * through a window.
 */
#ifndef LPI_WARP_GROUP_H
#define LPI_WARP_GROUP_H

#include "../io/spill.h"

#include <linepress/warp_stream.h>

#define LPI_WARP_HELD ((size_t)64 << 20)
#define LPI_WARP_WINDOW ((size_t)4096)
/* While a group is being spilled, so much of it is written at a time. */
#define LPI_WARP_PIECE ((size_t)1 << 18)

/* State that the open groups of a stream share. */
struct lpi_warp_pool {
    size_t held, most; /* bytes of records in memory, and the limit */
    struct lpi_spill spill;
};

/* Sets that limit, for tests. */
void lpi_warp_stream_hold(struct lp_warp_stream *stream, size_t most);

/* LP_ERR_SYSTEM: no memory. */
int lpi_warp_group_make(struct lpi_warp_pool *pool, uint32_t number, struct lp_warp_group **group);
/* Begins the group's next warp. */
int lpi_warp_group_add_warp(struct lp_warp_group *group, uint32_t number);
/* Appends bytes of the current warp's records. LP_ERR_SYSTEM. */
int lpi_warp_group_add(struct lp_warp_group *group, const uint8_t *bytes, size_t count);
/* Ends the current warp, which has so many instructions. */
void lpi_warp_group_end_warp(struct lp_warp_group *group, uint64_t instructions);
/* Ends the group; its warps are then at their first records. LP_ERR_SYSTEM. */
int lpi_warp_group_finish(struct lp_warp_group *group);

#endif
