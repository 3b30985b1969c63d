/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times of codecs on the processors or a GPU, on made tensors. Functions return 0 or the code that
 * they set in *fault, which was 0 before.
 */
#ifndef LPI_SYSTEMS_SWAP_MEASURE_H
#define LPI_SYSTEMS_SWAP_MEASURE_H

#include "swap_device.h"

#define SWAP_EXPERT_PARTS 4u /* a thread, or a multiprocessor of a GPU */

struct swap_bench_options {
    int cuda;         /* codecs run on a GPU */
    unsigned threads; /* of the processors; 0: one a core */
    uint64_t repeat;  /* runs, of which the median counts */
};

struct swap_bench {
    struct swap_device *device;      /* NULL: the processors */
    struct lp_swap_threads *threads; /* NULL with a device */
    uint64_t repeat;
    uint8_t *data, *back, *stream;
    size_t data_room, stream_room;
    double *times;
};

/* Room for tensors of up to `bytes` bytes, whatever the setting. */
int swap_bench_open(const struct swap_bench_options *options, size_t bytes,
                    struct swap_bench *bench, struct lpi_fault *fault);
/* Also of one that is all 0. */
void swap_bench_close(struct swap_bench *bench);

/* Makes the tensor that is measured from now on. */
int swap_bench_tensor(struct swap_bench *bench, uint64_t seed, double sparsity, size_t bytes,
                      struct lpi_fault *fault);

/* Compresses it and expands it again `repeat` times; *run has the medians. What comes back is
   compared. */
int swap_bench_run(struct swap_bench *bench, const struct lp_swap_setting *setting, size_t bytes,
                   struct swap_run *run, struct lpi_fault *fault);

#endif
