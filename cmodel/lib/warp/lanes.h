/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warps out of lanes. A tracer sees the work-items of a group one after the other, each with its
 * own stream of instructions; a GPU runs 32 of them as one warp. Instructions of lanes of a warp
 * become one instruction of the warp if they are the same instruction of the program and the lanes
 * have executed it equally often since the last barrier. A lane without that pair is masked off.
 *
 * Order    A lane's new pairs come behind its pair before, in front of what other lanes have there.
 *          Where two lanes have the same pairs in different orders, the earlier work-item's holds.
 * Source   docs/use/trace.md.
 */
#ifndef LPI_LANES_H
#define LPI_LANES_H

#include <linepress/warp.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lpi_lanes;

/* One instruction that one work-item executed. */
struct lpi_lane_step {
    uint32_t item;          /* the work-item's number in its group, x fastest */
    uint32_t instruction;   /* a number for it, from 0; small ones, since tables have this size */
    int counted;            /* whether it is an instruction of the warp; what accesses must be */
    enum lp_warp_kind kind; /* of the access; LP_WARP_END: none */
    unsigned width;         /* bytes; always the same for an instruction, as is its kind */
    int constant;
    uint64_t address;
    const uint8_t *bytes; /* store, atomic */
    const uint32_t *uses; /* loads and atomics whose last value it takes */
    size_t use_count;
};

/* Warps go to the writer, whose launch is open. LP_ERR_SYSTEM: no memory. */
int lpi_lanes_open(struct lp_warp_writer *writer, struct lpi_lanes **lanes);
/* NULL is fine. */
void lpi_lanes_close(struct lpi_lanes *lanes);

/* Begins a group of so many work-items, 1 to LP_WARP_BLOCK_MAX. LP_ERR_ARG, LP_ERR_SYSTEM. */
int lpi_lanes_group(struct lpi_lanes *lanes, uint32_t group, uint32_t items);
/* LP_ERR_ARG: no such item, or an access that no record can have; LP_ERR_SYSTEM. */
int lpi_lanes_step(struct lpi_lanes *lanes, const struct lpi_lane_step *step);
/* All work-items of the group have reached a barrier. LP_ERR_SYSTEM. */
int lpi_lanes_barrier(struct lpi_lanes *lanes);
/* Writes the group's warps. Errors of the writer; LP_ERR_SYSTEM. */
int lpi_lanes_end(struct lpi_lanes *lanes);

#ifdef __cplusplus
}
#endif

#endif
