/* SPDX-License-Identifier: Apache-2.0 */
/* State of a policy, for the files policy_*.c. */
#ifndef LPI_HUVM_POLICY_STATE_H
#define LPI_HUVM_POLICY_STATE_H

#include "policy.h"

#define HUVM_NONE UINT32_MAX

/* Chunks in order of arrival. */
struct huvm_list {
    uint32_t first, last, count;
};

struct huvm_chunk {
    uint32_t before, after; /* in its list */
    uint8_t home, state;
    uint8_t at, to; /* the neighbour that has it; its destination; HUVM_HOST */
    uint8_t why;
    uint8_t granules, held; /* that it needs at a neighbour; that its neighbour has reserved */
    bool ahead;             /* prefetched, and not used yet */
    bool faulting;          /* in its GPU's batch */
};

/* Chunks to prefetch from one origin. */
struct huvm_queue {
    uint32_t chunks[HUVM_AHEAD_MAX];
    unsigned begin, end;
};

struct huvm_batch {
    uint32_t chunks[HUVM_BATCH_MAX];
    bool taken[HUVM_BATCH_MAX]; /* by the tail */
    unsigned count, head, tails;
    bool active, copying; /* copying: the head's own copy is in flight */
    bool tail_busy[HUVM_GPUS_MAX];
};

struct huvm_gpu {
    uint32_t granules, free, taken, owed;
    bool lends;
    struct huvm_list resident, evicted, removable; /* own chunks; guests; guests */
    uint32_t removable_granules, lent, guests;
    uint32_t guests_of[HUVM_GPUS_MAX];
    uint32_t away;                      /* own chunks that are guests */
    uint32_t leaving, pre_leaving;      /* own chunks being evicted */
    unsigned writing, parking;          /* guests being written back; guests being prefetched */
    unsigned coming_host, coming_spare; /* own chunks arriving by a prefetch, by origin */
    unsigned turn;                      /* the neighbour chosen last */
    struct huvm_batch batch;
    struct huvm_queue from_host, from_spare;
    uint32_t last_fault;
    int direction;
    struct huvm_counts counts;
};

struct huvm_policy {
    unsigned gpus, unit, prefetch, stride, base_pages;
    unsigned threshold; /* in chunks */
    struct huvm_switches on;
    uint32_t count;
    struct huvm_chunk *chunks;
    struct huvm_action *actions;
    uint32_t action_begin, action_end, action_room;
    struct huvm_gpu gpu[HUVM_GPUS_MAX]; /* not last, or sanitizers would treat it as a flexible
                                           array */
    uint8_t order[HUVM_GPUS_MAX];       /* GPUs in order of their batches */
};

/* policy_lists.c: the only place where a chunk enters or leaves a list. */
void huvm_list_add(struct huvm_policy *p, struct huvm_list *list, uint32_t chunk);
void huvm_list_remove(struct huvm_policy *p, struct huvm_list *list, uint32_t chunk);

/* policy_moves.c: moves of one chunk, for which there must be room. */
void huvm_emit(struct huvm_policy *p, const struct huvm_action *action);
void huvm_fetch(struct huvm_policy *p, uint32_t chunk, enum huvm_why why);
void huvm_evict(struct huvm_policy *p, unsigned gpu, enum huvm_why why);
void huvm_park(struct huvm_policy *p, uint32_t chunk, unsigned neighbour, enum huvm_why why);
void huvm_write(struct huvm_policy *p, unsigned neighbour);
void huvm_reclaim(struct huvm_policy *p, unsigned neighbour);
void huvm_discard(struct huvm_policy *p, uint32_t chunk);
void huvm_give_up(struct huvm_policy *p, uint32_t chunk, unsigned granules);
void huvm_arrive(struct huvm_policy *p, uint32_t chunk);

/*
 * policy_room.c: finds or makes room. huvm_room_at drops removable chunks as needed; huvm_neighbour
 * chooses the next one in turn, HUVM_HOST: none.
 */
bool huvm_room_at(struct huvm_policy *p, unsigned neighbour, unsigned granules);
unsigned huvm_neighbour(struct huvm_policy *p, unsigned gpu, unsigned granules);
bool huvm_make_room(struct huvm_policy *p, unsigned gpu);
/* Whether the neighbour lends memory to the GPU. */
bool huvm_is_lender(const struct huvm_policy *p, unsigned gpu, unsigned neighbour);

/* One step for a GPU; return whether it made progress. */
bool huvm_pay(struct huvm_policy *p, unsigned gpu);
bool huvm_serve_head(struct huvm_policy *p, unsigned gpu);
bool huvm_serve_tail(struct huvm_policy *p, unsigned gpu);
bool huvm_evict_ahead(struct huvm_policy *p, unsigned gpu);
bool huvm_write_back(struct huvm_policy *p, unsigned gpu);
bool huvm_prefetch(struct huvm_policy *p, unsigned gpu);

/* policy_prefetch.c */
void huvm_plan_prefetch(struct huvm_policy *p, unsigned gpu);
void huvm_drop_prefetch(struct huvm_policy *p, unsigned gpu);

#endif
