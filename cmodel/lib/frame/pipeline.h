/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parallel work on a sequence of blocks: filled in order, processed by several threads, drained in
 * order. The caller's thread fills and drains. Not installed.
 */
#ifndef LPI_PIPELINE_H
#define LPI_PIPELINE_H

#include <stddef.h>

/* *more = 0: there was no data left for the slot. */
struct lpi_steps {
    int (*fill)(void *context, void *slot, int *more);
    int (*work)(void *slot);
    int (*drain)(void *context, void *slot);
};

struct lpi_pipeline {
    void *context;
    void **slots; /* each holds a block while it is in progress */
    size_t slot_count;
    unsigned threads; /* 1: the caller's thread does everything; slot_count is at least this */
    const struct lpi_steps *steps;
};

/*
 * Runs to the end or to the first error. Returns LP_OK, or the error of fill, work or drain for the
 * earliest failed block; every block before it was drained.
 */
int lpi_pipeline_run(const struct lpi_pipeline *pipeline);

/*
 * The number of threads for a request; 0 asks for as many as the cores that this process may use.
 */
unsigned lpi_threads(unsigned asked);

/* Number of slots for so many threads: one each, and spares to fill and drain meanwhile. */
size_t lpi_slots(unsigned threads);

#endif
