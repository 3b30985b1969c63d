/* SPDX-License-Identifier: Apache-2.0 */
/* Times of a codec on generated tensors of many sizes and sparsities, as input of a time model. */
#ifndef LPI_SYSTEMS_SWAP_SAMPLE_H
#define LPI_SYSTEMS_SWAP_SAMPLE_H

#include "../../base/tell.h"
#include "swap_measure.h"

struct swap_sample_options {
    struct lp_swap_setting setting; /* grid 0: 16, or 4 for each multiprocessor of a GPU */
    size_t count;
    uint64_t seed;
    uint64_t least, most; /* limits of a tensor's bytes */
    struct swap_bench_options bench;
    const struct lpi_tell *tell; /* or NULL */
};

struct swap_sampled {
    size_t bytes;
    double sparsity; /* of the generated tensor */
    struct swap_run run;
};

struct swap_sampling {
    struct lp_swap_setting setting;
    struct swap_bench bench;
    size_t count;
    struct swap_sampled *list;
};

/*
 * Measures. Returns 0, or the code that it sets in *fault, which must be 0 on entry; then there is
 * nothing to close.
 */
int swap_sample(const struct swap_sample_options *options, struct swap_sampling *sampling,
                struct lpi_fault *fault);
void swap_sample_close(struct swap_sampling *sampling);

#endif
