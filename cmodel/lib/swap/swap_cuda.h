/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors in parts, compressed and expanded by a CUDA device: the streams of lp_swap_compress
 * (format.md, section 21). The interface of liblinepress_cuda.so, which is opened by name and
 * made of cuda/. Not installed.
 *
 * Units    Bytes, seconds.
 * Errors   enum lp_error. LP_ERR_SYSTEM: CUDA refused, and lpi_cuda_trouble says why.
 * Threads  An open device is one thread's at a time.
 */
#ifndef LPI_SWAP_CUDA_H
#define LPI_SWAP_CUDA_H

#include <linepress/swap.h>

extern const char lpi_cuda_version[]; /* LP_VERSION_STRING */

struct lpi_cuda;

/* The first device. */
int lpi_cuda_open(struct lpi_cuda **cuda);
void lpi_cuda_close(struct lpi_cuda *cuda);

/* What was refused last, in one line without a full stop; "" if nothing was. Of this thread. */
const char *lpi_cuda_trouble(void);

/* The device's name, the CUDA version of its driver, as 13020 for 13.2, and its multiprocessors. */
const char *lpi_cuda_name(const struct lpi_cuda *cuda);
int lpi_cuda_driver(const struct lpi_cuda *cuda);
unsigned lpi_cuda_processors(const struct lpi_cuda *cuda);

/* Device memory, and host memory that copies go to and come from without a copy of the driver's. */
int lpi_cuda_alloc(size_t bytes, void **memory);
void lpi_cuda_free(void *memory);
int lpi_cuda_pin(size_t bytes, void **memory);
void lpi_cuda_unpin(void *memory);

/* They have ended when the call returns; host memory may be any. */
int lpi_cuda_to_device(struct lpi_cuda *cuda, void *device, const void *host, size_t bytes);
int lpi_cuda_to_host(struct lpi_cuda *cuda, void *host, const void *device, size_t bytes);

/*
 * As lp_swap_compress and lp_swap_expand, with tensor and stream in device memory, at multiples of
 * 4. The setting's grid and block are those of the launch: a block of threads for each part.
 * *seconds, which may be NULL, is the device's time. LP_ERR_CODEC: there is no such kernel.
 */
int lpi_cuda_compress(struct lpi_cuda *cuda, const struct lp_swap_setting *setting,
                      const void *tensor, size_t bytes, void *stream, size_t capacity,
                      size_t *stream_bytes, double *seconds);
int lpi_cuda_expand(struct lpi_cuda *cuda, const struct lp_swap_setting *setting,
                    const void *stream, size_t stream_bytes, void *tensor, size_t bytes,
                    double *seconds);

/* What the executor calls (swap.h). */
struct lp_swap_device {
    __typeof__(lpi_cuda_open) *open;
    __typeof__(lpi_cuda_close) *close;
    __typeof__(lpi_cuda_trouble) *trouble;
    __typeof__(lpi_cuda_alloc) *alloc;
    __typeof__(lpi_cuda_free) *free;
    __typeof__(lpi_cuda_pin) *pin;
    __typeof__(lpi_cuda_unpin) *unpin;
    __typeof__(lpi_cuda_to_device) *to_device;
    __typeof__(lpi_cuda_to_host) *to_host;
    __typeof__(lpi_cuda_compress) *compress;
    __typeof__(lpi_cuda_expand) *expand;
};
extern const struct lp_swap_device lpi_cuda_device;

#endif
