/* SPDX-License-Identifier: Apache-2.0 */
/* What all rooms of a coordinator stand on: its configuration, one lock, and whether it goes on. */
#ifndef LPI_HUVM_REAL_RUN_H
#define LPI_HUVM_REAL_RUN_H

#include "real.h"
#include <pthread.h>

struct real_run {
    struct huvm_real_config config;
    pthread_mutex_t lock;  /* of every room, unless it says otherwise */
    pthread_cond_t obeyed; /* a program did what it was told, or is gone; or this ends */
    bool ending, failed;
    uint32_t chunks, first[HUVM_GPUS_MAX]; /* of all GPUs; the first one of each */
    uint8_t *home;                         /* of each chunk */
};

bool real_run_open(struct real_run *run, const struct huvm_real_config *config);
void real_run_close(struct real_run *run);

/* Nothing can go on; with the lock or without, by `locked`. */
void real_fail(struct real_run *run, bool locked, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Zeroed memory that is taken as it is used; NULL: there is none. */
void *real_map(size_t bytes);
void real_unmap(void *at, size_t bytes);

/* A chunk's number in the memory of its own GPU. */
static inline uint32_t real_number(const struct real_run *run, uint32_t chunk)
{
    return chunk - run->first[run->home[chunk]];
}

#endif
