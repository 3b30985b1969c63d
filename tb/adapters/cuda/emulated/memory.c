/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory between pages that cannot be touched, and the runtime's calls on it. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, sigaction */
#include "cuda_runtime_api.h"
#include "emulator.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define ALIGNED 4u /* of what a kernel may demand; sizes that are multiples of 8 lie at one */
#define CANARY 0xa5

/* Pages that are mapped; the memory ends where they do, but for less than ALIGNED bytes. */
struct block {
    struct block *next;
    uint8_t *pages, *memory;
    size_t pages_bytes, bytes;
};

static struct block *blocks;
static size_t page;

/* ---- who touches what ---- */

static void touched(int signal)
{
    emulator_catch(signal == SIGSEGV ? "memory was touched that is not there, or not the toucher's"
                                     : "an index or an alignment is wrong");
}

/* Again and again: cmocka takes these signals for itself at each test, and goes on without giving
 * the emulator's lock back. */
static void watch(void)
{
    struct sigaction action = {.sa_handler = touched, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    sigaction(SIGTRAP, &action, NULL);
}

void emulator_memory_open(int open)
{
    if (open)
        watch();
    for (struct block *b = blocks; b != NULL; b = b->next)
        mprotect(b->pages, b->pages_bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

static cudaError_t take(void **memory, size_t bytes)
{
    if (page == 0)
        page = (size_t)sysconf(_SC_PAGESIZE);
    struct block *b = calloc(1, sizeof *b);
    size_t room = (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    size_t inner = (room + page - 1) / page * page;
    uint8_t *all = mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b == NULL || all == MAP_FAILED) {
        free(b);
        return cudaErrorMemoryAllocation;
    }
    *b = (struct block){blocks, all + page, all + page + inner - room, inner, bytes};
    mprotect(b->pages, inner, PROT_READ | PROT_WRITE);
    memset(b->pages, CANARY, inner);
    emulator_fill(b->memory, bytes);
    mprotect(b->pages, inner, PROT_NONE);
    blocks = b;
    *memory = b->memory;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    emulator_lock();
    cudaError_t error = take(memory, bytes);
    emulator_unlock();
    return error;
}

static void check_edges(const struct block *b)
{
    for (const uint8_t *at = b->pages; at < b->pages + b->pages_bytes; at++)
        if ((at < b->memory || at >= b->memory + b->bytes) && *at != CANARY)
            emulator_catch("something was written beside device memory");
}

static cudaError_t give(void *memory)
{
    struct block **at = &blocks;
    while (*at != NULL && (*at)->memory != memory)
        at = &(*at)->next;
    struct block *b = *at;
    if (b == NULL)
        return cudaErrorInvalidValue;
    mprotect(b->pages, b->pages_bytes, PROT_READ);
    check_edges(b);
    *at = b->next;
    munmap(b->pages - page, b->pages_bytes + 2 * page);
    free(b);
    return cudaSuccess;
}

cudaError_t cudaFree(void *memory)
{
    emulator_lock();
    cudaError_t error = give(memory);
    emulator_unlock();
    return error;
}

cudaError_t cudaMallocHost(void **memory, size_t bytes)
{
    *memory = malloc(bytes);
    return *memory != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *memory)
{
    free(memory);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    (void)kind, (void)stream;
    emulator_lock();
    emulator_memory_open(1);
    memcpy(to, from, bytes);
    emulator_memory_open(0);
    emulator_unlock();
    return cudaSuccess;
}

/* ---- the rest of the runtime ---- */

struct emulated_stream {
    int unused;
};

struct emulated_event {
    struct timespec at;
};

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "out of memory" : "invalid value";
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *about, int device)
{
    snprintf(about->name, sizeof about->name, "emulated");
    about->multiProcessorCount = 2;
    return device == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    (void)flags;
    *stream = calloc(1, sizeof **stream);
    return *stream != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return stream != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = calloc(1, sizeof **event);
    return *event != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    clock_gettime(CLOCK_MONOTONIC, &event->at);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t begin, cudaEvent_t end)
{
    *ms = (float)(1e3 * (double)(end->at.tv_sec - begin->at.tv_sec) +
                  1e-6 * (double)(end->at.tv_nsec - begin->at.tv_nsec));
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    free(event);
    return cudaSuccess;
}
