/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* ucontext */
#include "emulator.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK ((size_t)64 * 1024)
#define WHOLE 0xffffffffu

enum state { READY, WAITS, ENDED };

/*
 * A thread of a block. Contexts are made once; later switches are jumps, without the system calls
 * by which swapcontext sets signal masks.
 */
struct fiber {
    enum state state;
    int made;
    ucontext_t first;
    jmp_buf at;
    enum emulator_wait what;
    uint64_t value, result;
    uint32_t argument;
    uint32_t warp_waits, block_waits;
};

struct emulator_index emulator_thread, emulator_block, emulator_block_dim, emulator_grid_dim;

static struct fiber fibers[EMULATOR_THREADS];
static uint8_t *stacks;
static jmp_buf scheduler;
static struct fiber *current;
static unsigned ready[EMULATOR_THREADS], ready_count, alive;
static void (*call)(void *);
static void *call_context;
static void *dynamic;
static size_t dynamic_bytes;
static uint32_t era, launch_era; /* counted together */
static uint64_t state = 1;

/* Set by the linker: the section of shared memory. */
extern uint8_t __start_emulator_shared[] __attribute__((weak));
extern uint8_t __stop_emulator_shared[] __attribute__((weak));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void emulator_lock(void)
{
    pthread_mutex_lock(&lock);
}

void emulator_unlock(void)
{
    emulator_memory_close();
    pthread_mutex_unlock(&lock);
}

const int emulator_is_here = 1;

void emulator_seed(uint64_t seed)
{
    state = seed * 0x9e3779b97f4a7c15u | 1;
}

uint64_t emulator_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1du;
}

void emulator_fill(void *memory, size_t bytes)
{
    memset(memory, (int)(emulator_random() >> 56), bytes);
}

void emulator_catch(const char *what)
{
    char line[200];
    int length = snprintf(line, sizeof line, "emulated CUDA: block %u, thread %u: %s\n",
                          emulator_block.x, emulator_thread.x, what);
    if (write(STDERR_FILENO, line, (size_t)length) < 0)
        _exit(EMULATOR_CAUGHT + 1);
    _exit(EMULATOR_CAUGHT);
}

unsigned long long emulator_min(unsigned long long *at, unsigned long long value)
{
    unsigned long long before = *at;
    *at = value < before ? value : before;
    return before;
}

unsigned long long emulator_add(unsigned long long *at, unsigned long long value)
{
    unsigned long long before = *at;
    *at = before + value;
    return before;
}

unsigned emulator_or(unsigned *at, unsigned value)
{
    unsigned before = *at;
    *at = before | value;
    return before;
}

int emulator_is_shared_by_a_block(const void *memory)
{
    const uint8_t *at = memory, *own = dynamic;
    return (at >= __start_emulator_shared && at < __stop_emulator_shared) ||
           (at >= own && at < own + dynamic_bytes);
}

uint32_t emulator_era(const void *memory)
{
    return emulator_is_shared_by_a_block(memory) ? era : launch_era;
}

void emulator_waits(uint32_t *warp, uint32_t *block)
{
    *warp = current->warp_waits;
    *block = current->block_waits;
}

int emulator_is_shared_by_threads(const void *memory)
{
    const uint8_t *at = memory;
    return current != NULL && (at < stacks || at >= stacks + STACK * EMULATOR_THREADS);
}

void *emulator_dynamic_shared(void)
{
    return dynamic;
}

/* ---- barriers ---- */

static void make_ready(unsigned number)
{
    fibers[number].state = READY;
    ready[ready_count++] = number;
}

static uint64_t result_of(const struct fiber *warp, unsigned lane)
{
    const struct fiber *f = &warp[lane];
    uint64_t set = 0;
    switch (f->what) {
    case EMULATOR_BALLOT:
        for (unsigned l = 0; l < EMULATOR_WARP; l++)
            set |= (warp[l].value != 0 ? 1u : 0u) << l;
        return set;
    case EMULATOR_MATCH:
        for (unsigned l = 0; l < EMULATOR_WARP; l++)
            set |= (warp[l].value == f->value ? 1u : 0u) << l;
        return set;
    case EMULATOR_SHUFFLE: return warp[f->argument % EMULATOR_WARP].value;
    case EMULATOR_SHUFFLE_UP: return warp[lane >= f->argument ? lane - f->argument : lane].value;
    case EMULATOR_SHUFFLE_XOR: return warp[(lane ^ f->argument) % EMULATOR_WARP].value;
    default: return 0;
    }
}

/* Whether all of these wait for the same; an ended thread cannot arrive. */
static int all_there(unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count; i++)
        if (fibers[i].state == READY)
            return 0;
    for (unsigned i = first; i < first + count; i++) {
        if (fibers[i].state == ENDED)
            emulator_catch("others wait for a thread that ended");
        if (fibers[i].what != fibers[first].what)
            emulator_catch("threads that belong together wait for different things");
    }
    return 1;
}

/* Releases the threads that waited for the last one to stop. */
static void release(unsigned number)
{
    unsigned first = 0, count = emulator_block_dim.x;
    if (fibers[number].what != EMULATOR_BLOCK) {
        first = number / EMULATOR_WARP * EMULATOR_WARP;
        count = EMULATOR_WARP;
    }
    if (!all_there(first, count))
        return;
    if (fibers[number].what != EMULATOR_BLOCK)
        for (unsigned l = 0; l < count; l++)
            fibers[first + l].result = result_of(&fibers[first], l);
    for (unsigned i = first; i < first + count; i++)
        make_ready(i);
}

uint64_t emulator_meet(enum emulator_wait what, uint32_t lanes, uint64_t value, uint32_t argument)
{
    struct fiber *f = current;
    if (lanes != WHOLE)
        emulator_catch("only whole warps wait here");
    f->what = what;
    f->value = value;
    f->argument = argument;
    f->state = WAITS;
    if (_setjmp(f->at) == 0)
        _longjmp(scheduler, 1);
    f->warp_waits += what == EMULATOR_SYNC || what == EMULATOR_BLOCK;
    f->block_waits += what == EMULATOR_BLOCK;
    return f->result;
}

/* ---- threads ---- */

static void fiber_main(void)
{
    for (;;) {
        struct fiber *f = current;
        call(call_context);
        f->state = ENDED;
        if (_setjmp(f->at) == 0)
            _longjmp(scheduler, 1);
    }
}

static void make_fiber(struct fiber *f, unsigned number)
{
    getcontext(&f->first);
    f->first.uc_stack.ss_sp = stacks + STACK * number;
    f->first.uc_stack.ss_size = STACK;
    f->first.uc_link = NULL;
    makecontext(&f->first, fiber_main, 0);
}

static void run(unsigned number)
{
    struct fiber *f = &fibers[number];
    current = f;
    emulator_thread.x = number;
    if (_setjmp(scheduler) != 0)
        return;
    if (f->made)
        _longjmp(f->at, 1);
    f->made = 1;
    make_fiber(f, number);
    setcontext(&f->first);
}

static void run_block(unsigned threads, size_t shared)
{
    emulator_fill(__start_emulator_shared,
                  (size_t)(__stop_emulator_shared - __start_emulator_shared));
    emulator_fill(dynamic, shared);
    era++;
    ready_count = 0;
    for (unsigned i = 0; i < threads; i++) {
        fibers[i].warp_waits = fibers[i].block_waits = 0;
        make_ready(i);
    }
    for (alive = threads; alive > 0;) {
        if (ready_count == 0)
            emulator_catch("all threads wait");
        unsigned place = (unsigned)((emulator_random() >> 16) % ready_count), number = ready[place];
        ready[place] = ready[--ready_count];
        run(number);
        if (fibers[number].state == ENDED)
            alive--;
        else
            release(number);
    }
}

void emulator_begin_launch(struct emulator_launch *l, const struct emulator_kernel *kernel)
{
    unsigned blocks = kernel->blocks > 0 ? kernel->blocks : 1;
    *l = (struct emulator_launch){
        .kernel = *kernel, .era = ++era, .begin = (unsigned)((emulator_random() >> 16) % blocks)};
}

int emulator_run_blocks(struct emulator_launch *l, unsigned blocks)
{
    const struct emulator_kernel *k = &l->kernel;
    if (stacks == NULL)
        stacks = mmap(NULL, STACK * EMULATOR_THREADS, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    dynamic = malloc(k->shared > 0 ? k->shared : 1);
    if (stacks == MAP_FAILED || dynamic == NULL)
        abort();
    call = k->call;
    call_context = k->context;
    emulator_block_dim = (struct emulator_index){k->threads, 1, 1};
    emulator_grid_dim = (struct emulator_index){k->blocks, 1, 1};
    launch_era = l->era;
    dynamic_bytes = k->shared;
    emulator_memory_open();
    for (; blocks > 0 && l->done < k->blocks; blocks--, l->done++) {
        emulator_block = (struct emulator_index){(l->begin + l->done) % k->blocks, 0, 0};
        run_block(k->threads, k->shared);
    }
    current = NULL;
    free(dynamic);
    return l->done == k->blocks;
}
