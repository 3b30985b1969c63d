/* SPDX-License-Identifier: Apache-2.0 */
/* What a policy consists of, for the files named policy_*.c. */
#ifndef LPI_HUVM_POLICY_STATE_H
#define LPI_HUVM_POLICY_STATE_H

#include "policy.h"

#define HUVM_NONE UINT32_MAX

/* Chunks in the order in which they came. */
struct huvm_list {
    uint32_t first, last, count;
};

struct huvm_chunk {
    uint32_t before, after; /* in its list */
    uint8_t home, state;
    uint8_t at, to; /* the neighbour that has it; where it goes; HUVM_HOST */
    uint8_t why;
    uint8_t granules, held; /* that it needs at a neighbour; that the one that has it gives it */
    bool ahead;    /* a prefetch brought it, and nothing has used it */
    bool faulting; /* in its GPU's batch */
};

/* Chunks to prefetch, of one origin. */
struct huvm_queue {
    uint32_t chunks[HUVM_AHEAD_MAX];
    unsigned begin, end;
};

struct huvm_batch {
    uint32_t chunks[HUVM_BATCH_MAX];
    bool taken[HUVM_BATCH_MAX]; /* by the tail */
    unsigned count, head, tails;
    bool active, copying; /* the head's own copy is on its way */
    bool tail_busy[HUVM_GPUS_MAX];
};

struct huvm_gpu {
    uint32_t granules, free, taken, owed;
    bool lends;
    struct huvm_list resident, evicted, removable; /* own chunks; guests; guests */
    uint32_t removable_granules, lent, guests;
    uint32_t guests_of[HUVM_GPUS_MAX];
    uint32_t leaving, pre_leaving; /* own chunks on their way out */
    unsigned writing, parking;           /* guests: written back; coming by a prefetch */
    unsigned coming_host, coming_spare;  /* own chunks, by a prefetch */
    unsigned turn;                       /* the neighbour that was last */
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
    struct huvm_gpu gpu[HUVM_GPUS_MAX]; /* not last, or sanitizers would take it for longer */
    uint8_t order[HUVM_GPUS_MAX];       /* GPUs as their batches came */
};

/* policy_lists.c: the one place where a chunk enters or leaves a list. */
void huvm_list_add(struct huvm_policy *p, struct huvm_list *list, uint32_t chunk);
void huvm_list_remove(struct huvm_policy *p, struct huvm_list *list, uint32_t chunk);

/* policy_moves.c: moves of one chunk, for which there is room. */
void huvm_emit(struct huvm_policy *p, const struct huvm_action *action);
void huvm_fetch(struct huvm_policy *p, uint32_t chunk, enum huvm_why why);
void huvm_evict(struct huvm_policy *p, unsigned gpu, enum huvm_why why);
void huvm_park(struct huvm_policy *p, uint32_t chunk, unsigned neighbour, enum huvm_why why);
void huvm_write(struct huvm_policy *p, unsigned neighbour);
void huvm_reclaim(struct huvm_policy *p, unsigned neighbour);
void huvm_discard(struct huvm_policy *p, uint32_t chunk);
void huvm_give_up(struct huvm_policy *p, uint32_t chunk, unsigned granules);
void huvm_arrive(struct huvm_policy *p, uint32_t chunk);

/* policy_room.c: whether there is room, and making it. huvm_room_at takes what is removable;
   huvm_neighbour finds the next one in turn, HUVM_HOST: none. */
bool huvm_room_at(struct huvm_policy *p, unsigned neighbour, unsigned granules);
unsigned huvm_neighbour(struct huvm_policy *p, unsigned gpu, unsigned granules);
bool huvm_make_room(struct huvm_policy *p, unsigned gpu);
/* Whether no other GPU has anything at the neighbour, which has memory to lend. */
bool huvm_is_own_neighbour(const struct huvm_policy *p, unsigned gpu, unsigned neighbour);

/* What can be done for a GPU; whether anything was. */
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
