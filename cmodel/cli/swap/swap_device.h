/* SPDX-License-Identifier: Apache-2.0 */
/* A CUDA device for `linepress swap`, by liblinepress_cuda.so. Failures end the program. */
#ifndef LPI_CLI_SWAP_DEVICE_H
#define LPI_CLI_SWAP_DEVICE_H

#include <linepress/swap.h>

struct swap_device;

struct swap_device *swap_device_open(void);
void swap_device_close(struct swap_device *device);

/* As profiles and models name it: "cuda-" and the device's own name, without blanks. */
const char *swap_device_name(const struct swap_device *device);
/* As "13.2", of CUDA. */
const char *swap_device_driver(const struct swap_device *device);
unsigned swap_device_processors(const struct swap_device *device);

/* The tensor that is measured from now on. */
void swap_device_tensor(struct swap_device *device, const void *data, size_t bytes);

/* Compresses it and expands it once: seconds of the device, bytes of the stream, what came back. */
void swap_device_run(struct swap_device *device, const struct lp_swap_setting *setting,
                     size_t bytes, double *compress, double *expand, size_t *size, void *back);

#endif
