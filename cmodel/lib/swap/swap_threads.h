/* SPDX-License-Identifier: Apache-2.0 */
/* A thread pool for batches of numbered steps, oldest batch first. Not installed. */
#ifndef LPI_SWAP_THREADS_H
#define LPI_SWAP_THREADS_H

#include <linepress/swap.h>

struct lpi_batch {
    void (*step)(void *context, size_t number); /* in any thread, in any order */
    void (*done)(void *context);                /* after the last step; may submit another batch */
    void *context;
    size_t count; /* of steps, at least 1 */
    size_t taken, ended;
    struct lpi_batch *next;
};

/* Queues the batch, which has to last until `done` was called. */
void lpi_batch_submit(struct lp_swap_threads *threads, struct lpi_batch *batch);

/* Submits a batch without `done` and waits for its end. */
void lpi_batch_run(struct lp_swap_threads *threads, struct lpi_batch *batch);

#endif
