/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors in parts, compressed and expanded by a CUDA device: the streams of lp_swap_compress
 * (format.md, section 21). The interface of liblinepress_cuda.so, which is loaded by name and built
 * from adapters/cuda/. Not installed.
 *
 * Units    Bytes, seconds.
 * Errors   enum lp_error. LP_ERR_SYSTEM: CUDA refused, and lpi_cuda_trouble says why.
 * Threads One thread at a time per open device.
 */
#ifndef LPI_SWAP_CUDA_H
#define LPI_SWAP_CUDA_H

#include <linepress/swap.h>

extern const char lpi_cuda_version[]; /* LP_VERSION_STRING */

struct lpi_cuda;

/* The first device. */
int lpi_cuda_open(struct lpi_cuda **cuda);
void lpi_cuda_close(struct lpi_cuda *cuda);

/* The last CUDA error of this thread, in one line without a full stop; "" if there was none. */
const char *lpi_cuda_trouble(void);

/* The device's name, the CUDA version of its driver, as 13020 for 13.2, and its multiprocessors. */
const char *lpi_cuda_name(const struct lpi_cuda *cuda);
int lpi_cuda_driver(const struct lpi_cuda *cuda);
unsigned lpi_cuda_processors(const struct lpi_cuda *cuda);

/* Device memory, and pinned host memory, which is copied without staging in the driver. */
int lpi_cuda_alloc(size_t bytes, void **memory);
void lpi_cuda_free(void *memory);
int lpi_cuda_pin(size_t bytes, void **memory);
void lpi_cuda_unpin(void *memory);

/* The copy has completed when the call returns. Any host memory is allowed. */
int lpi_cuda_to_device(struct lpi_cuda *cuda, void *device, const void *host, size_t bytes);
int lpi_cuda_to_host(struct lpi_cuda *cuda, void *host, const void *device, size_t bytes);

/*
 * As lp_swap_compress and lp_swap_expand, with tensor and stream in device memory, at multiples of
 * 4. The launch has the setting's grid and block: a thread block per part. *seconds, which may be
 * NULL, is the time on the device. LP_ERR_CODEC: there is no kernel for this codec.
 */
int lpi_cuda_compress(struct lpi_cuda *cuda, const struct lp_swap_setting *setting,
                      const void *tensor, size_t bytes, void *stream, size_t capacity,
                      size_t *stream_bytes, double *seconds);
int lpi_cuda_expand(struct lpi_cuda *cuda, const struct lp_swap_setting *setting,
                    const void *stream, size_t stream_bytes, void *tensor, size_t bytes,
                    double *seconds);

/* Seconds that a tensor takes out and in. */
struct lpi_cuda_ways {
    double out, in;
    uint64_t stored; /* bytes on the link, one way */
    uint64_t device; /* bytes of device memory that both ways need */
};

/*
 * Sends the tensor to pinned host memory and brings it back to `back`, both on the first device, as
 * a training does (adapters/cuda/flow.h), `count` times, with few copies in flight; `staged`:
 * through device memory. Others than ZVC are not sent directly: LP_ERR_CODEC. LP_ERR_CORRUPT: it came back
 * changed.
 */
int lpi_cuda_ways(const struct lp_swap_setting *setting, const void *tensor, size_t bytes,
                  int staged, void *back, struct lpi_cuda_ways *runs, size_t count);

/* The calls of the executor (swap.h). */
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
