/* SPDX-License-Identifier: Apache-2.0 */
/* What a memory with real faults consists of, for the files named real*.c. */
#ifndef LPI_HUVM_REAL_STATE_H
#define LPI_HUVM_REAL_STATE_H

#include "real.h"
#include <pthread.h>

enum { REAL_LINKS = 2 * HUVM_GPUS_MAX + 2 * HUVM_GPUS_MAX }; /* PCIe in, out; NVLink in, out */

struct real_link {
    struct huvm_real *real;
    pthread_t thread;
    pthread_cond_t wake;
    uint32_t first[3], last[3]; /* jobs by class, linked by chunk.next */
    const struct huvm_rate *rate;
    bool started;
};

struct real_chunk {
    struct huvm_action action; /* of its copy that is under way */
    uint32_t next;             /* job of the same link and class */
    uint32_t slot;             /* where its neighbour has it */
    uint8_t at;                /* that neighbour; HUVM_HOST: none */
    bool faulted, waiting;     /* somebody waits for it; it is in `waits` */
    bool came;                 /* it has come home since the batch began */
};

struct real_lender {
    uint8_t *bytes;
    uint32_t *free; /* slots */
    uint32_t free_count;
};

struct huvm_real {
    struct huvm_real_config config;
    pthread_mutex_t lock; /* of all that follows */
    struct huvm_policy *policy;
    struct real_chunk *chunk;
    uint32_t *waits, wait_count; /* chunks that somebody waits for, as they came */
    uint32_t batch[HUVM_BATCH_MAX];
    unsigned batch_count;
    bool serving, ending;
    uint64_t begun; /* ns of the monotonic clock, at the first event; 0: there was none */
    struct real_lender lender[HUVM_GPUS_MAX];
    struct real_link link[REAL_LINKS];

    int faults, stop[2]; /* userfaultfd; a pipe that ends its thread */
    pthread_t fault_thread;
    bool fault_started;
    uint8_t *memory, *host;
    uint8_t *home; /* of each chunk: GPU 0 */
};

/* real_copy.c */
void *real_link_run(void *link);
void real_copy_ask(struct huvm_real *r, const struct huvm_action *action);

/* real_faults.c */
void *real_faults_run(void *real);
void real_follow(struct huvm_real *r);
void real_wake(struct huvm_real *r, uint32_t chunk);
/* With the lock held: shows an event, before the policy has it, to who wants to see it. */
void real_show(struct huvm_real *r, struct huvm_real_event event);

#endif
