/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Builds warps from lanes. A tracer sees the work-items of a group one after the other, each with
 * its own stream of instructions; a GPU runs 32 of them as one warp. Instructions of lanes become
 * one instruction of the warp if they are the same instruction of the program and have the same
 * execution count since the last barrier: equal pairs. A lane without the pair is masked off.
 *
 * Order A lane's new pair is inserted directly after the lane's previous pair. If two lanes have
 *          the same pairs in different orders, the earlier work-item's order is used.
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
    uint32_t instruction;   /* its number, from 0; tables have one entry per number */
    int counted;            /* whether it counts as an instruction of the warp; accesses must */
    enum lp_warp_kind kind; /* of the access; LP_WARP_END: none */
    unsigned width;         /* bytes; kind and width are fixed per instruction */
    int constant;
    uint64_t address;
    const uint8_t *bytes; /* store, atomic */
    const uint32_t *uses; /* loads and atomics whose last value it uses */
    size_t use_count;
};

/* The writer, whose launch must be open, gets the warps. LP_ERR_SYSTEM: no memory. */
int lpi_lanes_open(struct lp_warp_writer *writer, struct lpi_lanes **lanes);
/* NULL is fine. */
void lpi_lanes_close(struct lpi_lanes *lanes);

/* Begins a group of so many work-items, 1 to LP_WARP_BLOCK_MAX. LP_ERR_ARG, LP_ERR_SYSTEM. */
int lpi_lanes_group(struct lpi_lanes *lanes, uint32_t group, uint32_t items);
/* LP_ERR_ARG: no such item, or an access that a record cannot represent; LP_ERR_SYSTEM. */
int lpi_lanes_step(struct lpi_lanes *lanes, const struct lpi_lane_step *step);
/* All work-items of the group have reached a barrier. LP_ERR_SYSTEM. */
int lpi_lanes_barrier(struct lpi_lanes *lanes);
/* Writes the group's warps. Errors of the writer; LP_ERR_SYSTEM. */
int lpi_lanes_end(struct lpi_lanes *lanes);

#ifdef __cplusplus
}
#endif

#endif
