/* SPDX-License-Identifier: Apache-2.0 */
/* State of a run of the virtual clock, for the files clock_*.c. */
#ifndef LPI_HUVM_CLOCK_STATE_H
#define LPI_HUVM_CLOCK_STATE_H

#include "../../../base/rng.h"
#include "clock.h"

enum { HUVM_CLASSES = 3 }; /* of jobs, in order of priority */
enum { HUVM_LINKS = 2 * HUVM_GPUS_MAX + HUVM_GPUS_MAX * HUVM_GPUS_MAX };

/*
 * Kernel threads of the driver (sections 4 and 5), each for one GPU: the fault handler, with the
 * evictions that a fault waits for; the one that serves the tails of neighbours' batches to this
 * GPU's memory; eviction in advance; write-back of guests; prefetch from the host, and from
 * neighbours.
 */
enum huvm_thread {
    HUVM_HEAD_THREAD,
    HUVM_TAIL_THREAD,
    HUVM_PRE_EVICT_THREAD,
    HUVM_WRITE_BACK_THREAD,
    HUVM_HOST_PREFETCH_THREAD,
    HUVM_SPARE_PREFETCH_THREAD,
    HUVM_THREADS
};
enum { HUVM_DRIVERS = HUVM_THREADS * HUVM_GPUS_MAX };
enum { HUVM_PENDING = HUVM_LINKS + HUVM_DRIVERS + HUVM_GPUS_MAX + 1 };

/* Maximum of concurrent copies during loading: a fault's, an eviction and the prefetches. */
enum { HUVM_LOADING = 64 };

enum huvm_what { HUVM_LINK_FREE, HUVM_DRIVER_FREE, HUVM_COMPUTED, HUVM_TURN };

struct huvm_event {
    uint64_t at, order;
    enum huvm_what what;
    unsigned index;
};

struct huvm_heap {
    struct huvm_event event[HUVM_PENDING];
    unsigned count;
    uint64_t order;
};

/* One job at a time, from several priority classes; jobs are chunks, linked by run->next. */
struct huvm_server {
    uint32_t first[HUVM_CLASSES], last[HUVM_CLASSES];
    uint32_t now; /* UINT32_MAX: idle */
};

struct huvm_use {
    uint32_t chunk;
    bool faulted; /* in the current batch */
};

struct huvm_runner { /* state of a GPU's task */
    struct huvm_use window[HUVM_WIDTH_MAX];
    unsigned count;
    uint64_t place; /* position in the pass */
    unsigned pass;
    bool computing, at_end, ended;
    bool served_open;  /* a batch is in progress */
    uint64_t debt;     /* ns of memory and L2 bandwidth taken by copies */
    unsigned evicting; /* evictions whose copy has not begun */
    struct lp_rng rng;
};

struct huvm_job {
    struct huvm_span span;
    bool at_driver;
};

struct huvm_run {
    const struct huvm_clock *clock;
    struct huvm_policy *policy;
    struct huvm_result *result;
    uint64_t now;
    struct huvm_heap heap;
    struct huvm_server driver[HUVM_DRIVERS], link[HUVM_LINKS];
    struct huvm_runner runner[HUVM_GPUS_MAX];
    struct huvm_job *job;
    uint32_t *next;
    size_t turn;
    bool returning[HUVM_GPUS_MAX];
    struct huvm_counts loaded[HUVM_GPUS_MAX]; /* counts before the run began */
    unsigned running; /* tasks that have not ended, excluding repeating ones */
    enum huvm_end end;
};

/* clock_heap.c */
void huvm_heap_push(struct huvm_heap *heap, uint64_t at, enum huvm_what what, unsigned index);
struct huvm_event huvm_heap_pop(struct huvm_heap *heap);

/* clock_servers.c: a copy passes a thread of the driver, then its link. */
void huvm_servers_init(struct huvm_run *run);
void huvm_copy(struct huvm_run *run, const struct huvm_action *action);
void huvm_driver_free(struct huvm_run *run, unsigned driver);
uint32_t huvm_link_free(struct huvm_run *run, unsigned link); /* the chunk that has arrived */

/* clock_runner.c */
void huvm_runner_init(struct huvm_run *run, unsigned gpu);
void huvm_runner_step(struct huvm_run *run, unsigned gpu);
void huvm_runner_computed(struct huvm_run *run, unsigned gpu);
void huvm_runner_served(struct huvm_run *run, unsigned gpu);

/* clock_run.c: executes the policy's actions after an event. */
void huvm_follow(struct huvm_run *run);

#endif
