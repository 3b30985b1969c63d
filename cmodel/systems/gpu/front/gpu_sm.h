/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A streaming multiprocessor: warps that issue in order, schedulers that are greedy, then oldest,
 * a load-store unit that handles a line per cycle, the L1, and the port of the crossbar. Not
 * installed.
 *
 * Shape    A warp goes on past a load, until the instruction that uses its value first. Groups are
 *          given to an SM as long as warps, groups, registers and scratchpad suffice.
 * Units    Times in ticks; the SM acts at multiples of a core cycle.
 */
#ifndef LPI_GPU_SM_H
#define LPI_GPU_SM_H

#include "gpu_l2.h"
#include <linepress/warp_stream.h>

struct lpi_gpu_sm;

enum lpi_gpu_stall {
    LPI_GPU_STALL_DEPENDENCY,
    LPI_GPU_STALL_L1,       /* the load-store unit's queue is full: no MSHR */
    LPI_GPU_STALL_CROSSBAR, /* the same: the crossbar's port is busy */
    LPI_GPU_STALL_BARRIER,
    LPI_GPU_STALL_EMPTY, /* no warp */
    LPI_GPU_STALLS
};

struct lpi_gpu_sm_counts {
    uint64_t instructions, memory_instructions;
    uint64_t stall[LPI_GPU_STALLS]; /* core cycles of schedulers */
    uint64_t l1_accesses, l1_hits;
    uint64_t flits[2]; /* of the crossbar's port: out, in */
    uint64_t longest;  /* instructions of the longest warp since the last launch began */
};

/* Parts that all SMs share. */
struct lpi_gpu_floor {
    const struct lpi_gpu_config *config;
    struct lpi_gpu_events *events;
    struct lpi_gpu_image *image;
    bool needs_bytes; /* of stores */
    void (*send)(void *owner, uint64_t time, const struct lpi_gpu_packet *packet);
    void (*loaded)(void *owner, uint64_t ticks); /* a load's latency */
    void (*group_done)(void *owner, uint32_t sm);
    void (*wrong)(void *owner, const char *why); /* the run cannot go on */
    void *owner;
};

/* NULL: no memory. */
struct lpi_gpu_sm *lpi_gpu_sm_open(const struct lpi_gpu_floor *floor, uint32_t number);
void lpi_gpu_sm_close(struct lpi_gpu_sm *sm);

/* Takes the group, which it frees when its warps are done. False: there is no room. */
bool lpi_gpu_sm_take(struct lpi_gpu_sm *sm, struct lp_warp_group *group, uint32_t warps,
                     const struct lp_warp_launch *launch);
/* Could take it if it had no others. */
bool lpi_gpu_sm_fits(const struct lpi_gpu_sm *sm, uint32_t warps,
                     const struct lp_warp_launch *launch);

/* An answer arrives at the SM's port, now. */
void lpi_gpu_sm_answer(struct lpi_gpu_sm *sm, const struct lpi_gpu_packet *packet, uint64_t now);

/* No warps, no stores on their way. */
bool lpi_gpu_sm_idle(const struct lpi_gpu_sm *sm);
/* Ends a launch, now: the L1 is emptied. */
void lpi_gpu_sm_end(struct lpi_gpu_sm *sm);
/* Counts up to `time`, which is no earlier than now. */
void lpi_gpu_sm_count(const struct lpi_gpu_sm *sm, uint64_t time, struct lpi_gpu_sm_counts *counts);
bool lpi_gpu_sm_failed(const struct lpi_gpu_sm *sm);

#endif
