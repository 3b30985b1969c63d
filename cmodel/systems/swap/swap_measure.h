/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times of codecs on CPU cores or a GPU, on generated tensors. Functions return 0 or the code that
 * they set in *fault, which must be 0 on entry.
 */
#ifndef LPI_SYSTEMS_SWAP_MEASURE_H
#define LPI_SYSTEMS_SWAP_MEASURE_H

#include "swap_device.h"

#define SWAP_EXPERT_PARTS 4u /* parts for each thread, or multiprocessor of a GPU */

struct swap_bench_options {
    int cuda;         /* run the codecs on a GPU */
    unsigned threads; /* CPU threads; 0: one per core */
    uint64_t repeat;  /* runs; their median is reported */
};

struct swap_bench {
    struct swap_device *device;      /* NULL: CPU */
    struct lp_swap_threads *threads; /* NULL if a device is used */
    uint64_t repeat;
    uint8_t *data, *back, *stream;
    size_t data_room, stream_room;
    double *times; /* 2 * repeat */
};

/* Allocates tensors of up to `bytes` bytes, for any setting. */
int swap_bench_open(const struct swap_bench_options *options, size_t bytes,
                    struct swap_bench *bench, struct lpi_fault *fault);
/* *bench may be all 0. */
void swap_bench_close(struct swap_bench *bench);

/* Generates the tensor for the following measurements, of elements of that many bytes. */
int swap_bench_tensor(struct swap_bench *bench, uint64_t seed, double sparsity, unsigned element,
                      size_t bytes, struct lpi_fault *fault);

/*
 * Compresses and expands it `repeat` times; *run has the medians. The expanded tensor is compared
 * with the original.
 */
int swap_bench_run(struct swap_bench *bench, const struct lp_swap_setting *setting, size_t bytes,
                   struct swap_run *run, struct lpi_fault *fault);

/* Forms of sending a GPU's tensor: kernels access pinned memory, or device memory that is copied. */
enum swap_sending { SWAP_DIRECT, SWAP_STAGED, SWAP_SENDINGS };
extern const char *const swap_sending_names[SWAP_SENDINGS];

/* Medians of `repeat` ways out and in, with a GPU alone; SWAP_DIRECT is ZVC's alone. */
int swap_bench_ways(struct swap_bench *bench, const struct lp_swap_setting *setting, size_t bytes,
                    enum swap_sending form, struct lpi_cuda_ways *ways, struct lpi_fault *fault);

#endif
