/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory between inaccessible pages, and the runtime's calls on it. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, sigaction */
#include "cuda_runtime_api.h"
#include "emulator.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ALIGNED 4u /* that a kernel may demand; multiples of 8 bytes are aligned to 8 */
#define CANARY 0xa5
#define DEVICES 2

/* Mapped pages; the memory ends less than ALIGNED bytes before their end. */
struct block {
    struct block *next;
    uint8_t *pages, *memory;
    size_t pages_bytes, bytes;
    int is_hosts; /* always accessible */
};

static struct block *blocks;
static size_t page;
static int is_open;

/* ---- accesses ---- */

static void touched(int signal)
{
    emulator_catch(signal == SIGSEGV || signal == SIGBUS
                       ? "an access to memory that does not exist or belongs to another side"
                       : "an index or an alignment is wrong");
}

/* Repeated: cmocka installs its own handlers of these signals for each test, and continues
 * without releasing the emulator's lock. */
static void watch(void)
{
    struct sigaction action = {.sa_handler = touched, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    sigaction(SIGTRAP, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

static void protect(int protection)
{
    for (struct block *b = blocks; b != NULL; b = b->next)
        if (!b->is_hosts)
            mprotect(b->pages, b->pages_bytes, protection);
}

void emulator_memory_open(void)
{
    watch();
    if (!is_open)
        protect(PROT_READ | PROT_WRITE);
    is_open = 1;
}

void emulator_memory_close(void)
{
    if (is_open)
        protect(PROT_NONE);
    is_open = 0;
}

static cudaError_t take(void **memory, size_t bytes, int is_hosts)
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
    *b = (struct block){blocks, all + page, all + page + inner - room, inner, bytes, is_hosts};
    mprotect(b->pages, inner, PROT_READ | PROT_WRITE);
    memset(b->pages, CANARY, inner);
    emulator_fill(b->memory, bytes);
    if (!is_hosts && !is_open)
        mprotect(b->pages, inner, PROT_NONE);
    blocks = b;
    *memory = b->memory;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    emulator_lock();
    cudaError_t error = take(memory, bytes, 0);
    emulator_unlock();
    return error;
}

static void check_edges(const struct block *b)
{
    for (const uint8_t *at = b->pages; at < b->pages + b->pages_bytes; at++) {
        if (at == b->memory)
            at += b->bytes;
        if (at < b->pages + b->pages_bytes && *at != CANARY)
            emulator_catch("something was written beside device memory");
    }
}

static cudaError_t give(void *memory)
{
    struct block **at = &blocks;
    while (*at != NULL && (*at)->memory != memory)
        at = &(*at)->next;
    struct block *b = *at;
    if (b == NULL)
        return cudaErrorInvalidValue;
    emulator_forget_range(b->memory, b->bytes);
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

/* Aligned to a page, as in CUDA, for any size. */
int emulator_host_policy = -1;

cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    (void)flags;
    emulator_host_policy = -1;
    syscall(SYS_get_mempolicy, &emulator_host_policy, NULL, 0ul, NULL, 0ul);
    emulator_lock();
    size_t pages = page > 0 ? page : (page = (size_t)sysconf(_SC_PAGESIZE));
    cudaError_t error = take(memory, (bytes + pages - 1) / pages * pages, 1);
    emulator_unlock();
    return error;
}

cudaError_t cudaMallocHost(void **memory, size_t bytes)
{
    return cudaHostAlloc(memory, bytes, 0);
}

cudaError_t cudaFreeHost(void *memory)
{
    return cudaFree(memory);
}

/* ---- the rest of the runtime ---- */

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "out of memory" : "invalid value";
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = DEVICES;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *about, int device)
{
    snprintf(about->name, sizeof about->name, "emulated");
    about->multiProcessorCount = 2;
    return device >= 0 && device < DEVICES ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0;
    return cudaSuccess;
}

static _Thread_local int chosen;

cudaError_t cudaDeviceGetPCIBusId(char *bus, int bytes, int device)
{
    snprintf(bus, (size_t)bytes, "0000:00:%02X.0", (unsigned)device);
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = chosen;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= DEVICES)
        return cudaErrorInvalidDevice;
    chosen = device;
    return cudaSuccess;
}
