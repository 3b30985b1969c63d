/* SPDX-License-Identifier: Apache-2.0 */
/* Inlining that code for several widths or CPU paths depends on. Not installed. */
#ifndef LPI_INLINE_H
#define LPI_INLINE_H

#ifdef __CUDACC__
#define LPI_INLINE static __host__ __device__ __forceinline__
#else
#define LPI_INLINE static inline __attribute__((always_inline))
#endif

#endif
