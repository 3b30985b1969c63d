/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The policy of policy.h on real page faults: memory of one process of which only so much is
 * resident, the rest in buffers that stand for neighbours' memory and the host's. Faults come by
 * userfaultfd (Linux 5.7, without privilege from 5.11 on with faults of user mode alone: a system
 * call that is given such memory may fail with EFAULT). Copies take as long as the links would.
 */
#ifndef LPI_HUVM_REAL_H
#define LPI_HUVM_REAL_H

#include "clock.h"

/* What happened, in the order of one lock. */
struct huvm_real_event {
    enum { HUVM_REAL_FAULTS, HUVM_REAL_DONE, HUVM_REAL_ACTION } kind;
    uint64_t at;            /* ns since the first event */
    const uint32_t *chunks; /* of faults, and of what is done */
    unsigned count;
    struct huvm_action action;
};

struct huvm_real_config {
    size_t chunk_bytes;      /* whole pages */
    uint32_t chunks;         /* of the memory */
    uint32_t local;          /* chunks that may be resident */
    unsigned lenders;        /* neighbours, 0..HUVM_GPUS_MAX - 1 */
    uint32_t spare;          /* chunks of each of them, at least 1 */
    struct huvm_switches on;
    unsigned threshold, prefetch, stride; /* chunks */
    struct huvm_rate pcie, nvlink;
    /* Sees every event and action; must be quick, and not use the memory. NULL: nobody does. */
    void (*see)(void *context, const struct huvm_real_event *event);
    void *context;
};

struct huvm_real;

/* The policy that such memory has; `home` is 0 for each chunk. */
struct huvm_config huvm_real_policy(const struct huvm_real_config *config, const uint8_t *home);

/* LP_ERR_ARG: the configuration is none; LP_ERR_SYSTEM: errno says what there is not, such as
   userfaultfd. The memory is zero. */
int huvm_real_open(const struct huvm_real_config *config, struct huvm_real **real);

void *huvm_real_memory(const struct huvm_real *real);

/* Ends it; no thread may use the memory any more. *counts, which may be NULL: what happened. */
void huvm_real_close(struct huvm_real *real, struct huvm_counts *counts);

#endif
