/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A CUDA device, through liblinepress_cuda.so. Functions return 0 or the code that they set in
 * *fault, which must be 0 on entry.
 */
#ifndef LPI_SYSTEMS_SWAP_DEVICE_H
#define LPI_SYSTEMS_SWAP_DEVICE_H

#include "../../base/fault.h"
#include "../../lib/swap/swap_cuda.h"

/* Times in seconds to compress and expand a tensor, and bytes of the stream. */
struct swap_run {
    double compress, expand;
    size_t size;
};

struct swap_device;

int swap_device_open(struct swap_device **device, struct lpi_fault *fault);
/* NULL is allowed. */
void swap_device_close(struct swap_device *device);

/* Its name in profiles and models: "cuda-" and the device's own name, without blanks. */
const char *swap_device_name(const struct swap_device *device);
/* The CUDA version of the driver, such as "13.2". */
const char *swap_device_driver(const struct swap_device *device);
unsigned swap_device_processors(const struct swap_device *device);

/* Sets the tensor for the following measurements. */
int swap_device_tensor(struct swap_device *device, const void *data, size_t bytes,
                       struct lpi_fault *fault);

/* Compresses and expands it once, timed on the device; `back` gets the expanded tensor. */
int swap_device_run(struct swap_device *device, const struct lp_swap_setting *setting, size_t bytes,
                    struct swap_run *run, void *back, struct lpi_fault *fault);

/* As lpi_cuda_ways; `back` gets the tensor that came back last. */
int swap_device_ways(struct swap_device *device, const struct lp_swap_setting *setting,
                     size_t bytes, int staged, struct lpi_cuda_ways *runs, size_t count, void *back,
                     struct lpi_fault *fault);

#endif
