/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A CUDA device, by liblinepress_cuda.so. Functions return 0 or the code that they set in *fault,
 * which was 0 before.
 */
#ifndef LPI_SYSTEMS_SWAP_DEVICE_H
#define LPI_SYSTEMS_SWAP_DEVICE_H

#include "../../base/fault.h"
#include <linepress/swap.h>

/* A tensor compressed and expanded: seconds, and bytes of the stream. */
struct swap_run {
    double compress, expand;
    size_t size;
};

struct swap_device;

int swap_device_open(struct swap_device **device, struct lpi_fault *fault);
/* NULL is fine. */
void swap_device_close(struct swap_device *device);

/* As profiles and models name it: "cuda-" and the device's own name, without blanks. */
const char *swap_device_name(const struct swap_device *device);
/* As "13.2", of CUDA. */
const char *swap_device_driver(const struct swap_device *device);
unsigned swap_device_processors(const struct swap_device *device);

/* The tensor that is measured from now on. */
int swap_device_tensor(struct swap_device *device, const void *data, size_t bytes,
                       struct lpi_fault *fault);

/* Compresses it and expands it once, with the device's own times; `back` gets what came back. */
int swap_device_run(struct swap_device *device, const struct lp_swap_setting *setting,
                    size_t bytes, struct swap_run *run, void *back, struct lpi_fault *fault);

#endif
