/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The coordinator decides: it tells the policy what programs did (ports.h) and what became of
 * copies (links.h), and has done what the policy wants. All with the lock held.
 */
#ifndef LPI_HUVM_REAL_COORDINATOR_H
#define LPI_HUVM_REAL_COORDINATOR_H

#include "links.h"

struct coord_chunk {
    bool waiting, batched; /* it is in its GPU's `waits`, or batch */
    bool came;             /* it has come home since the batch began */
    bool forget;           /* it is to be forgotten as soon as it may be */
};

struct coord_gpu {
    uint32_t *waits, wait_count; /* chunks that its program waits for, as they came */
    uint32_t batch[HUVM_BATCH_MAX];
    unsigned batch_count;
    bool serving;
    unsigned copies;     /* of its chunks, under way */
    uint32_t forgetting; /* chunks with `forget` */
    bool owes;           /* its owner waits for memory that it took */
    /* waits.c */
    enum huvm_head head; /* since head_since; accounted for until `since` */
    uint32_t head_chunk; /* that it fetches, else 0 */
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
    uint64_t begun, events; /* begun: ns of the monotonic clock, at the first event; 0: none */
};

/* decide.c: the events of ports and links, with the coordinator as their context. */
extern const struct real_port_events coord_port_events;
extern const struct real_link_events coord_link_events;
/* Has done what the policy wants, until it wants nothing more. */
void coord_follow(struct huvm_real *real);
void coord_show(struct huvm_real *real, struct huvm_real_event event);

/* waits.c: time passes; and `driver` ns of a copy that ends were none of its link's. */
void coord_account(struct huvm_real *real);
void coord_account_copy(struct huvm_real *real, uint32_t chunk, uint64_t driver);

static inline struct coord_gpu *coord_home(struct huvm_real *real, uint32_t chunk)
{
    return &real->gpu[real->run.home[chunk]];
}

#endif
