/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Work on a sequence of blocks: filled in order, worked on by several threads at once, drained in
 * order. Filling and draining are the caller's thread's. Not installed.
 */
#ifndef LPI_PIPELINE_H
#define LPI_PIPELINE_H

#include <stddef.h>

/* *more = 0: there was nothing left to fill the slot with. */
struct lpi_steps {
    int (*fill)(void *context, void *slot, int *more);
    int (*work)(void *slot);
    int (*drain)(void *context, void *slot);
};

struct lpi_pipeline {
    void *context;
    void **slots; /* each holds a block while it is under way */
    size_t slot_count;
    unsigned threads; /* 1: everything is the caller's; slot_count is at least that */
    const struct lpi_steps *steps;
};

/*
 * Runs it to the end, or to the first error: LP_OK, or what fill, work or drain returned for the
 * earliest block. Every block before it was drained.
 */
int lpi_pipeline_run(const struct lpi_pipeline *pipeline);

/* Threads for what a caller asks for: 0 stands for as many as this process may use cores. */
unsigned lpi_threads(unsigned asked);

/* Slots for so many threads: one each, and some that wait to be filled or drained meanwhile. */
size_t lpi_slots(unsigned threads);

#endif
