/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random descriptors for the compressing DMA engine and their expected results: two memories, and a
 * second copy of each in which lp_dma_run executes the same descriptors.
 *
 * Each direction has a ring and SLOTS places for raw bytes, stream and index; a place is free again
 * once its descriptor has been compared.
 */
#ifndef LP_DMA_JOBS_H
#define LP_DMA_JOBS_H

#include <linepress/cdma.h>

#include "base/rng.h"

#define LP_JOBS_GROUPS 40u /* most groups of a descriptor */
#define LP_JOBS_SLOTS 8u   /* most descriptors in a ring */
#define LP_JOBS_RAW (LP_JOBS_GROUPS * LP_DMA_GROUP)
#define LP_JOBS_STREAM (LP_JOBS_GROUPS * LP_DMA_GROUP_BOUND)
#define LP_JOBS_INDEX 128u /* whole sectors for 40 entries, and one more */

/* Device memory: raw bytes and indexes of both directions, and a tail outside the window. */
#define LP_JOBS_SLOT_DEVICE (LP_JOBS_RAW + 512u)
#define LP_JOBS_DEVICE (2 * LP_JOBS_SLOTS * LP_JOBS_SLOT_DEVICE + 4096u)
/* Host memory: the rings, streams of both directions, and a tail outside the window. */
#define LP_JOBS_RINGS 4096u
#define LP_JOBS_HOST (LP_JOBS_RINGS + 2 * LP_JOBS_SLOTS * LP_JOBS_STREAM + 4096u)
/* On a card: room for users other than the engine, after both memories. */
#define LP_JOBS_SPARE 16384u
#define LP_JOBS_CARD (LP_JOBS_DEVICE + LP_JOBS_HOST + LP_JOBS_SPARE)

struct lp_job {
    struct lp_dma_descriptor descriptor;
    struct lp_dma_completion completion; /* expected completion */
};

struct lp_jobs_ring {
    unsigned tail, head; /* descriptors written; compared */
    struct lp_job job[LP_JOBS_SLOTS];
    unsigned may_abort; /* the oldest descriptors pending when an abort came */
};

struct lp_jobs {
    struct lp_rng rng;
    struct lp_dma_setup setup;
    bool errors; /* memories sometimes answer with errors */
    bool card;   /* card memory has LP_JOBS_CARD bytes: device, host, spare */
    bool local;  /* card memory is also host memory */
    bool placed; /* the setup says where the memories are */
    struct lp_jobs_bad {
        uint64_t at, bytes;
    } bad_device, bad_host; /* addresses at which they answer with errors for every descriptor */
    bool preparing;         /* software accesses them, not the engine */
    struct lp_jobs_ring ring[2];
    uint8_t *device, *host;    /* the engine's copies */
    uint8_t own[LP_JOBS_CARD]; /* storage, if not supplied by the caller */
    uint8_t device_is[LP_JOBS_DEVICE], host_is[LP_JOBS_HOST]; /* expected contents */
    uint64_t done, good, groups;
    uint64_t statuses[13];
};

/* The memories are in `own`: device, host, and spare bytes, which are returned. */
uint8_t *lp_jobs_home(struct lp_jobs *jobs);
/* Clears the memories and empties the rings; the memories and the setup's codecs and elem must be
 * set. */
void lp_jobs_start(struct lp_jobs *jobs);

/* Whether there is room for a descriptor in the ring. */
bool lp_jobs_room(const struct lp_jobs *jobs, enum lp_dma_direction direction);
/* Writes a descriptor; the doorbell must then be set to ring[direction].tail. */
void lp_jobs_post(struct lp_jobs *jobs, enum lp_dma_direction direction);
/* The engine was asked to abort the descriptors in flight. */
void lp_jobs_abort(struct lp_jobs *jobs, enum lp_dma_direction direction);
/* The engine was reset: no descriptor is in flight any more, and the results of earlier ones are
 * ignored. */
void lp_jobs_drop(struct lp_jobs *jobs, enum lp_dma_direction direction);
/* The engine is idle and has completed only those before `head`: the ring is empty from there on,
   and pending descriptors are ignored. The caller sets the engine's tail to `head`. */
void lp_jobs_rewind(struct lp_jobs *jobs, enum lp_dma_direction direction, unsigned head);
/* Looks for completions, and compares their results. NULL, or what is wrong. */
const char *lp_jobs_poll(struct lp_jobs *jobs, enum lp_dma_direction direction);
/* Once no descriptor is in flight: checks that no other byte has changed. */
const char *lp_jobs_compare(const struct lp_jobs *jobs);

#endif
