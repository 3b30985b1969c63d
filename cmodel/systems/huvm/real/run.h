/* SPDX-License-Identifier: Apache-2.0 */
/*
 * State shared by all parts of a coordinator: its configuration, one lock, and whether it is
 * running.
 */
#ifndef LPI_HUVM_REAL_RUN_H
#define LPI_HUVM_REAL_RUN_H

#include "real.h"
#include <pthread.h>

struct real_run {
    struct huvm_real_config config;
    pthread_mutex_t lock;  /* for every part, unless documented otherwise */
    pthread_cond_t obeyed; /* an order was obeyed, a program is gone, or the run ends */
    bool ending, failed;
    uint32_t chunks, first[HUVM_GPUS_MAX]; /* total of all GPUs; the first one of each */
    uint8_t *home;                         /* GPU of each chunk */
};

bool real_run_open(struct real_run *run, const struct huvm_real_config *config);
void real_run_close(struct real_run *run);

/* Ends the run with an error; `locked`: whether the lock is held. */
void real_fail(struct real_run *run, bool locked, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Zeroed memory that is allocated on first use; NULL: no memory. */
void *real_map(size_t bytes);
void real_unmap(void *at, size_t bytes);

/* A chunk's number within its own GPU's chunks. */
static inline uint32_t real_number(const struct real_run *run, uint32_t chunk)
{
    return chunk - run->first[run->home[chunk]];
}

#endif
