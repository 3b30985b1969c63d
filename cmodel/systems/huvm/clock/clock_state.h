/* SPDX-License-Identifier: Apache-2.0 */
/* What a run of the virtual clock consists of, for the files named clock_*.c. */
#ifndef LPI_HUVM_CLOCK_STATE_H
#define LPI_HUVM_CLOCK_STATE_H

#include "../../../base/rng.h"
#include "clock.h"

enum { HUVM_CLASSES = 3 }; /* of jobs, the most urgent first */
enum { HUVM_LINKS = 2 * HUVM_GPUS_MAX + HUVM_GPUS_MAX * HUVM_GPUS_MAX };
enum { HUVM_PENDING = HUVM_LINKS + 2 * HUVM_GPUS_MAX + 1 };

/* Copies at once while nothing takes time: a fault's, an eviction and the prefetches. */
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

/* One job at a time, of several classes; jobs are chunks, linked by run->next. */
struct huvm_server {
    uint32_t first[HUVM_CLASSES], last[HUVM_CLASSES];
    uint32_t now; /* UINT32_MAX: idle */
};

struct huvm_use {
    uint32_t chunk;
    bool faulted; /* in the batch that is being served */
};

struct huvm_runner { /* of a GPU's task */
    struct huvm_use window[HUVM_WIDTH_MAX];
    unsigned count;
    uint64_t place; /* in the pass */
    unsigned pass;
    bool computing, at_end, ended;
    bool served_open; /* a batch is being served */
    uint64_t debt;    /* ns that copies took from the memory */
    unsigned evicting; /* evictions that the driver has not begun to copy */
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
    struct huvm_server driver[HUVM_GPUS_MAX], link[HUVM_LINKS];
    struct huvm_runner runner[HUVM_GPUS_MAX];
    struct huvm_job *job;
    uint32_t *next;
    size_t turn;
    bool returning[HUVM_GPUS_MAX];
    struct huvm_counts loaded[HUVM_GPUS_MAX]; /* before the run began */
    unsigned running; /* tasks that do not repeat and have not ended */
    enum huvm_end end;
};

/* clock_heap.c */
void huvm_heap_push(struct huvm_heap *heap, uint64_t at, enum huvm_what what, unsigned index);
struct huvm_event huvm_heap_pop(struct huvm_heap *heap);

/* clock_servers.c: a copy goes through its GPU's driver, then over its link. */
void huvm_servers_init(struct huvm_run *run);
void huvm_copy(struct huvm_run *run, const struct huvm_action *action);
void huvm_driver_free(struct huvm_run *run, unsigned gpu);
uint32_t huvm_link_free(struct huvm_run *run, unsigned link); /* the chunk that has arrived */

/* clock_runner.c */
void huvm_runner_init(struct huvm_run *run, unsigned gpu);
void huvm_runner_step(struct huvm_run *run, unsigned gpu);
void huvm_runner_computed(struct huvm_run *run, unsigned gpu);
void huvm_runner_served(struct huvm_run *run, unsigned gpu);

/* clock_run.c: does what the policy wants after an event. */
void huvm_follow(struct huvm_run *run);

#endif
