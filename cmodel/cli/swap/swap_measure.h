/* SPDX-License-Identifier: Apache-2.0 */
/* Times of codecs on the processors or a GPU, on made tensors. Failures end the program. */
#ifndef LPI_CLI_SWAP_MEASURE_H
#define LPI_CLI_SWAP_MEASURE_H

#include "swap_device.h"
#include "swap_options.h"
#include <jansson.h>

#define SWAP_EXPERT_PARTS 4u /* a thread, or a multiprocessor of a GPU */

struct swap_bench {
    struct swap_device *device;      /* NULL: the processors */
    struct lp_swap_threads *threads; /* NULL with a device */
    uint64_t repeat;
    uint8_t *data, *back, *stream;
    size_t data_room, stream_room;
    double *times;
};

/* Room for tensors of up to `bytes` bytes, whatever the setting, on the options' device. */
void swap_bench_open(struct swap_bench *bench, const struct swap_options *options, size_t bytes);
void swap_bench_close(struct swap_bench *bench);

/* Makes the tensor that is measured from now on. */
void swap_bench_tensor(struct swap_bench *bench, uint64_t seed, double sparsity, size_t bytes);

/*
 * Compresses it and expands it again `repeat` times, and takes the medians in seconds; *size = the
 * stream's bytes. What comes back is compared.
 */
void swap_bench_run(struct swap_bench *bench, const struct lp_swap_setting *setting, size_t bytes,
                    double *compress, double *expand, size_t *size);

/*
 * Says in the object whose times they are: "device", and of a GPU "driver", "date" and
 * "multiprocessors".
 */
void swap_bench_say(const struct swap_bench *bench, json_t *object);

#endif
