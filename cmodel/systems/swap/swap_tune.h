/* SPDX-License-Identifier: Apache-2.0 */
/* The grid and block that compress and expand a tensor fastest (CSWAP, section IV-D). */
#ifndef LPI_SYSTEMS_SWAP_TUNE_H
#define LPI_SYSTEMS_SWAP_TUNE_H

#include "../../base/tell.h"
#include "swap_measure.h"
#include "swap_search.h"

enum swap_method { SWAP_BO, SWAP_RANDOM, SWAP_EXPERT, SWAP_GRID, SWAP_METHODS };

/* Times a setting; returns 0 or the code that it sets in *fault. */
typedef int swap_time_fn(void *context, const struct lp_swap_setting *setting,
                         struct swap_run *run, struct lpi_fault *fault);

struct swap_tune_options {
    enum swap_method method;
    const char *landscape; /* what an earlier tune printed, instead of measuring; NULL: none */
    int codec;             /* without a landscape: enum lp_swap_codec */
    unsigned points;       /* grids that SWAP_GRID tries, of each block */
    uint64_t seed;
    size_t bytes; /* of the tensor */
    double sparsity;
    struct swap_bench_options bench;
    swap_time_fn *time; /* in place of the processors or the GPU; NULL: none */
    void *context;      /* of time */
    const struct lpi_tell *tell; /* or NULL */
};

struct swap_tuning {
    const struct swap_tune_options *options;
    struct swap_space space;
    struct swap_search search; /* what was tried, and the best of it */
    struct swap_bench bench;   /* all 0 if nothing was measured */
    unsigned workers;          /* of a GPU; 0: threads */
    uint64_t due;              /* evaluations */
    double seconds;            /* of the search; 0 on a landscape */
};

/*
 * Searches. Returns 0, or the code that it sets in *fault, which was 0 before; then there is
 * nothing to close.
 */
int swap_tune(const struct swap_tune_options *options, struct swap_tuning *tuning,
              struct lpi_fault *fault);
void swap_tune_close(struct swap_tuning *tuning);

#endif
