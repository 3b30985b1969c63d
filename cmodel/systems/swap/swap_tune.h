/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Searches the grid and block with which a tensor is compressed and expanded fastest (CSWAP,
 * section IV-D).
 */
#ifndef LPI_SYSTEMS_SWAP_TUNE_H
#define LPI_SYSTEMS_SWAP_TUNE_H

#include "../../base/tell.h"
#include "swap_measure.h"
#include "swap_search.h"

enum swap_method { SWAP_BO, SWAP_RANDOM, SWAP_EXPERT, SWAP_GRID, SWAP_METHODS };

/* Measures a setting's times; returns 0 or the code that it sets in *fault. */
typedef int swap_time_fn(void *context, const struct lp_swap_setting *setting, struct swap_run *run,
                         struct lpi_fault *fault);

struct swap_tune_options {
    enum swap_method method;
    const char *landscape; /* output of an earlier tune, in place of measuring; NULL: none */
    int codec;             /* enum lp_swap_codec; unused with a landscape */
    unsigned points;       /* grids that SWAP_GRID tries for each block */
    uint64_t seed;
    size_t bytes; /* of the tensor */
    double sparsity;
    struct swap_bench_options bench;
    swap_time_fn *time;          /* measures in place of CPU and GPU; NULL: none */
    void *context;               /* argument of time */
    const struct lpi_tell *tell; /* or NULL */
};

struct swap_tuning {
    const struct swap_tune_options *options;
    struct swap_space space;
    struct swap_search search; /* the settings tried, and the best of them */
    struct swap_bench bench;   /* all 0 if nothing was measured */
    unsigned workers;          /* multiprocessors of a GPU, or CPU threads */
    uint64_t due;              /* evaluations to do */
    double seconds;            /* of the search; 0 with a landscape */
    /* A GPU's times with the best setting, by form of sending; stored = 0: not measured. */
    struct lpi_cuda_ways ways[SWAP_SENDINGS];
};

/*
 * Searches. Returns 0, or the code that it sets in *fault, which must be 0 on entry; then there is
 * nothing to close.
 */
int swap_tune(const struct swap_tune_options *options, struct swap_tuning *tuning,
              struct lpi_fault *fault);

/* The form whose ways out and in are shorter together; SWAP_SENDINGS: none was measured. */
enum swap_sending swap_tune_form(const struct swap_tuning *tuning);
void swap_tune_close(struct swap_tuning *tuning);

#endif
