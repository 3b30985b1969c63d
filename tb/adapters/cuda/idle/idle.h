/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of CUDA's calls, of a runtime that does nothing else (runtime.c). Read by cost.py. */
#ifndef LPI_IDLE_H
#define LPI_IDLE_H

#include <stdint.h>

/* Kernel launches are `launch`; `other`: those of opening and closing. */
#define LPI_IDLE_CALLS(X)                                                                          \
    X(launch)                                                                                      \
    X(cudaMemcpyAsync)                                                                             \
    X(cudaMemsetAsync)                                                                             \
    X(cudaEventRecord)                                                                             \
    X(cudaStreamWaitEvent)                                                                         \
    X(cudaEventQuery)                                                                              \
    X(cudaEventElapsedTime)                                                                        \
    X(cudaGetDevice)                                                                               \
    X(cudaSetDevice)                                                                               \
    X(cudaStreamSynchronize)                                                                       \
    X(cudaEventSynchronize)                                                                        \
    X(cudaMalloc)                                                                                  \
    X(cudaFree)                                                                                    \
    X(cudaHostAlloc)                                                                               \
    X(other)

extern const char *const lpi_idle_names[]; /* ends with NULL */
extern uint64_t lpi_idle_counts[];

#endif
