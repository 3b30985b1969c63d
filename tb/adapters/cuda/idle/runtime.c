/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A CUDA runtime whose calls return at once, without doing anything, and are counted. It leaves
 * the time of the code that calls it. Device memory is host memory that nothing is copied to.
 */
#include "../../../../adapters/cuda/grp_job.h"
#include "../../../../adapters/cuda/job.h"
#include "idle.h"
#include <cuda_runtime_api.h>
#include <stdlib.h>

enum call {
#define MEMBER(name) CALL_##name,
    LPI_IDLE_CALLS(MEMBER)
#undef MEMBER
};

const char *const lpi_idle_names[] = {
#define NAME(name) #name,
    LPI_IDLE_CALLS(NAME)
#undef NAME
        NULL};
uint64_t lpi_idle_counts[sizeof lpi_idle_names / sizeof lpi_idle_names[0]];

static int some_memory; /* that handles of streams and events point to */

static cudaError_t done(enum call call)
{
    lpi_idle_counts[call]++;
    return cudaSuccess;
}

static cudaError_t take(enum call call, void **memory, size_t bytes)
{
    lpi_idle_counts[call]++;
    *memory = malloc(bytes > 0 ? bytes : 1);
    return *memory != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t give(enum call call, void *memory)
{
    free(memory);
    return done(call);
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "no memory" : "an error";
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return done(CALL_other);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *about, int device)
{
    (void)device;
    *about = (struct cudaDeviceProp){.name = "idle", .multiProcessorCount = 132};
    return done(CALL_other);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0;
    return done(CALL_other);
}

cudaError_t cudaDeviceGetPCIBusId(char *bus, int bytes, int device)
{
    (void)device;
    if (bytes > 0)
        bus[0] = '\0';
    return done(CALL_other);
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return done(CALL_cudaGetDevice);
}

cudaError_t cudaSetDevice(int device)
{
    (void)device;
    return done(CALL_cudaSetDevice);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    (void)flags;
    *stream = (cudaStream_t)(void *)&some_memory;
    return done(CALL_other);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    return done(CALL_cudaStreamSynchronize);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    (void)stream, (void)event, (void)flags;
    return done(CALL_cudaStreamWaitEvent);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    (void)stream;
    return done(CALL_other);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    (void)flags;
    *event = (cudaEvent_t)(void *)&some_memory;
    return done(CALL_other);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    (void)event;
    return done(CALL_cudaEventQuery);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    (void)event;
    return done(CALL_cudaEventSynchronize);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)event, (void)stream;
    return done(CALL_cudaEventRecord);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t begin, cudaEvent_t end)
{
    (void)begin, (void)end;
    *ms = 0.01f;
    return done(CALL_cudaEventElapsedTime);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    (void)event;
    return done(CALL_other);
}

cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    return take(CALL_cudaMalloc, memory, bytes);
}

cudaError_t cudaFree(void *memory)
{
    return give(CALL_cudaFree, memory);
}

cudaError_t cudaMallocHost(void **memory, size_t bytes)
{
    return take(CALL_cudaHostAlloc, memory, bytes);
}

/* Counts of bursts are read from it. */
cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    (void)flags;
    lpi_idle_counts[CALL_cudaHostAlloc]++;
    *memory = calloc(1, bytes);
    return *memory != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *memory)
{
    return give(CALL_other, memory);
}

cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes, cudaStream_t stream)
{
    (void)memory, (void)value, (void)bytes, (void)stream;
    return done(CALL_cudaMemsetAsync);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    (void)to, (void)from, (void)bytes, (void)kind, (void)stream;
    return done(CALL_cudaMemcpyAsync);
}

int lpc_launch(enum lpc_kernel kernel, const struct lpc_job *job, unsigned blocks, unsigned threads,
               void *stream)
{
    (void)kernel, (void)job, (void)blocks, (void)threads, (void)stream;
    return (int)done(CALL_launch);
}

int lpc_grp_launch(enum lpc_grp_kernel kernel, const struct lpc_grp_job *job, unsigned blocks,
                   unsigned threads, void *stream)
{
    (void)kernel, (void)job, (void)blocks, (void)threads, (void)stream;
    return (int)done(CALL_launch);
}
