/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs CUDA kernels that were compiled as C++ for the processor. A block's threads are fibers; each
 * runs until it waits for its warp or its block, and the next one is drawn at random, which exposes
 * code that depends on an unsynchronised order. Blocks run one after another, starting with any of
 * them. Shared memory is filled with a random byte when a block begins, device memory when it is
 * allocated.
 *
 * A program ends with one line on stderr and status EMULATOR_CAUGHT if a kernel touches what is not
 * device memory, if lanes of a warp wait for different things, if a thread ends while others wait
 * for it, if two threads touch the same memory without a wait between them (races.c), or if one
 * does not keep to a rule of C that its compiler checks (an index, an alignment). The host may
 * access device memory only by copies. Calls may come from any thread; one works at a time.
 */
#ifndef EMULATOR_H
#define EMULATOR_H

#include "cuda_runtime_api.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EMULATOR_CAUGHT 3
#define EMULATOR_WARP 32u
#define EMULATOR_THREADS 1024u /* of a block, at most */

/* 0: the kernels run on a GPU (tb/adapters/cuda/on_gpu.c). */
extern const int emulator_is_here;

/* Seeds the order of threads. */
void emulator_seed(uint64_t seed);

struct emulator_index {
    unsigned x, y, z;
};

/* Index of the running thread. */
extern struct emulator_index emulator_thread, emulator_block;
extern struct emulator_index emulator_block_dim, emulator_grid_dim;

enum emulator_wait {
    EMULATOR_BLOCK, /* __syncthreads */
    EMULATOR_SYNC,  /* __syncwarp */
    EMULATOR_BALLOT,
    EMULATOR_SHUFFLE,     /* from lane `argument` */
    EMULATOR_SHUFFLE_UP,  /* from `argument` lanes below */
    EMULATOR_SHUFFLE_XOR, /* from this lane ^ argument */
    EMULATOR_MATCH
};

/* Waits for the warp or the block, and returns this lane's value. */
uint64_t emulator_meet(enum emulator_wait what, uint32_t lanes, uint64_t value, uint32_t argument);

void *emulator_dynamic_shared(void);

/* Runs `call(context)` in all threads of all blocks, then `end(context)`. */
struct emulator_kernel {
    void (*call)(void *context);
    void (*end)(void *context);
    void *context;
    unsigned blocks, threads;
    size_t shared;
};

/* A stream's next work. cudaErrorInvalidValue: more threads than a block has. */
enum cudaError emulator_enqueue_kernel(struct emulated_stream *stream,
                                       const struct emulator_kernel *kernel);

/* Atomically stores the smaller of both in *at. */
unsigned long long emulator_min(unsigned long long *at, unsigned long long value);
/* Atomically adds to *at; returns the old value. */
unsigned long long emulator_add(unsigned long long *at, unsigned long long value);
/* Atomically sets bits of *at; returns the old value. */
unsigned emulator_or(unsigned *at, unsigned value);

/*
 * Streams (streams.c). Progress of queued work: only when something waits for it, immediately, or
 * in random pieces, as drawn from the seed or as set here.
 */
enum emulator_mood { EMULATOR_LATE, EMULATOR_EARLY, EMULATOR_MIXED, EMULATOR_MOODS };
void emulator_set_mood(enum emulator_mood mood);
/* Calls in which the host waited for streams or events that were not done. */
extern uint64_t emulator_host_waits;

/* A thread of the host is about to read or write pinned memory: all works that touched it must be known
 * to be complete, and those queued so far may not touch it any more. */
void emulator_host_touches(const void *memory, size_t bytes, int write);

/* Used by the emulator's files; the lock must be held. */

/* Runs some of the kernel's blocks; 1: it has ended. */
struct emulator_launch {
    struct emulator_kernel kernel;
    unsigned begin, done;
    uint32_t era;
};
void emulator_begin_launch(struct emulator_launch *launch, const struct emulator_kernel *kernel);
int emulator_run_blocks(struct emulator_launch *launch, unsigned blocks);
/* The running work accesses memory. */
void emulator_touch_range(const void *memory, size_t bytes, int write);
/* This memory may no longer be accessed, and all accesses so far must be known to the host. */
void emulator_forget_range(const void *memory, size_t bytes);

/* Waits of the running thread; those of its warp include __syncthreads. */
void emulator_waits(uint32_t *warp, uint32_t *block);
/* The era of this memory: a launch or, for shared memory, the run of a block. */
uint32_t emulator_era(const void *memory);
int emulator_is_shared_by_a_block(const void *memory);
/* 0: it is on a thread's stack, or no kernel runs. */
int emulator_is_shared_by_threads(const void *memory);

/* Held while device memory is accessible, kernels run, or memory is allocated or freed. */
extern int emulator_host_policy; /* NUMA policy at the last cudaHostAlloc; -1: none */
void emulator_lock(void);
void emulator_unlock(void);

/* Ends the program with this line. */
void emulator_catch(const char *what) __attribute__((noreturn));
uint64_t emulator_random(void);
void emulator_fill(void *memory, size_t bytes);
/* Makes device memory accessible until the lock is released, so that works of the same call pay
 * once. */
void emulator_memory_open(void);
void emulator_memory_close(void);

#ifdef __cplusplus
}
#endif

#endif
