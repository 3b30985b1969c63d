/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The coordinator: passes events of programs (ports.h) and of copies (links.h) to the policy, and
 * executes the policy's actions. The lock is held in all functions.
 */
#ifndef LPI_HUVM_REAL_COORDINATOR_H
#define LPI_HUVM_REAL_COORDINATOR_H

#include "links.h"

struct coord_chunk {
    bool waiting, batched; /* it is in its GPU's `waits`; in its batch */
    bool came;             /* it became resident after the batch began */
    bool forget;           /* to be forgotten as soon as possible */
};

struct coord_gpu {
    uint32_t *waits, wait_count; /* chunks that its program waits for, in order of arrival */
    uint32_t batch[HUVM_BATCH_MAX];
    unsigned batch_count;
    bool serving;
    unsigned copies;     /* of its chunks, in flight */
    uint32_t forgetting; /* chunks with `forget` */
    bool owes;           /* its owner waits for memory that it took */
    /* waits.c */
    enum huvm_head head; /* since head_since; accounted up to `since` */
    uint32_t head_chunk; /* the chunk being fetched, else 0 */
    uint64_t head_since, since;
    struct huvm_waits wait;
    uint32_t peak_guests, peak_lent;
};

struct huvm_real {
    struct real_run run;
    struct real_ports ports;
    struct real_links links;
    struct huvm_policy *policy;
    struct coord_chunk *chunk;
    struct coord_gpu gpu[HUVM_GPUS_MAX];
    uint32_t *forgets, forget_count; /* chunks with `forget` */
    uint64_t begun, events; /* begun: ns of the monotonic clock at the first event; 0: none */
};

/* decide.c: handlers of port and link events; their context is the coordinator. */
extern const struct real_port_events coord_port_events;
extern const struct real_link_events coord_link_events;
/* Executes the policy's actions until there are no more. */
void coord_follow(struct huvm_real *real);
void coord_show(struct huvm_real *real, struct huvm_real_event event);

/*
 * waits.c: accounts for elapsed time; and for the `driver` ns of a completed copy that were not
 * spent on its link.
 */
void coord_account(struct huvm_real *real);
void coord_account_copy(struct huvm_real *real, uint32_t chunk, uint64_t driver);

static inline struct coord_gpu *coord_home(struct huvm_real *real, uint32_t chunk)
{
    return &real->gpu[real->run.home[chunk]];
}

#endif
