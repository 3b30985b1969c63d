/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA language of kernels, on the processor (emulator.h). */
#ifndef EMULATED_CUDA_RUNTIME_H
#define EMULATED_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"
#include "emulator.h"

#define __global__
#define __device__
#define __forceinline__ inline
/* Not in a template, where GCC ignores the section. */
#define __shared__ static __attribute__((section("emulator_shared")))

#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(threads)

#define threadIdx emulator_thread
#define blockIdx emulator_block
#define blockDim emulator_block_dim
#define gridDim emulator_grid_dim

static inline void *dynamic_shared()
{
    return emulator_dynamic_shared();
}

static inline void __syncthreads()
{
    emulator_meet(EMULATOR_BLOCK, ~0u, 0, 0);
}

static inline void __syncwarp(uint32_t lanes)
{
    emulator_meet(EMULATOR_SYNC, lanes, 0, 0);
}

static inline uint32_t __ballot_sync(uint32_t lanes, int value)
{
    return (uint32_t)emulator_meet(EMULATOR_BALLOT, lanes, value != 0, 0);
}

static inline uint32_t __match_any_sync(uint32_t lanes, uint32_t value)
{
    return (uint32_t)emulator_meet(EMULATOR_MATCH, lanes, value, 0);
}

template <typename T> static inline T __shfl_sync(uint32_t lanes, T value, int lane)
{
    return (T)emulator_meet(EMULATOR_SHUFFLE, lanes, value, (uint32_t)lane);
}

template <typename T> static inline T __shfl_up_sync(uint32_t lanes, T value, unsigned delta)
{
    return (T)emulator_meet(EMULATOR_SHUFFLE_UP, lanes, value, delta);
}

template <typename T> static inline T __shfl_xor_sync(uint32_t lanes, T value, int other)
{
    return (T)emulator_meet(EMULATOR_SHUFFLE_XOR, lanes, value, (uint32_t)other);
}

static inline int __popc(unsigned value)
{
    return __builtin_popcount(value);
}

static inline int __clz(int value)
{
    return value != 0 ? __builtin_clz((unsigned)value) : 32;
}

static inline int __ffs(int value)
{
    return __builtin_ffs(value);
}

static inline unsigned long long atomicMin(unsigned long long *at, unsigned long long value)
{
    return emulator_min(at, value);
}

static inline unsigned long long atomicAdd(unsigned long long *at, unsigned long long value)
{
    return emulator_add(at, value);
}

static inline unsigned atomicOr(unsigned *at, unsigned value)
{
    return emulator_or(at, value);
}

struct __align__(8) uint2
{
    unsigned x, y;
};

struct __align__(16) uint4
{
    unsigned x, y, z, w;
};

/* ---- launches ---- */

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

enum { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

template <typename T> static inline cudaError_t cudaFuncSetAttribute(T *, int, int)
{
    return cudaSuccess;
}

/* Kernels of one argument. */
template <typename A> struct emulated_call {
    void (*kernel)(A);
    A argument;
    static void run(void *context)
    {
        const emulated_call *c = (const emulated_call *)context;
        c->kernel(c->argument);
    }
    static void end(void *context) { delete (emulated_call *)context; }
};

template <typename A>
static inline cudaError_t cudaLaunchKernel(void (*kernel)(A), dim3 grid, dim3 block, void **args,
                                           size_t shared, cudaStream_t stream)
{
    emulated_call<A> *call = new emulated_call<A>{kernel, *(const A *)args[0]};
    struct emulator_kernel launched = {
        emulated_call<A>::run, emulated_call<A>::end, call, grid.x, block.x, shared};
    return emulator_enqueue_kernel(stream, &launched);
}

#endif
