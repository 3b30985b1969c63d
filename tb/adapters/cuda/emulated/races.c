/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races among a block's threads, and among blocks. Kernels compiled with -fsanitize=thread call
 * these functions at each access instead of that sanitizer's own. Two accesses of a byte by
 * different threads, one of them a write, must be separated by a wait of both: __syncwarp or
 * __syncthreads for lanes, __syncthreads for warps. A ballot or a shuffle orders no memory, and
 * nothing orders the blocks of a launch.
 */
#include "emulator.h"
#include <stdlib.h>
#include <string.h>

#define PLACES ((size_t)1 << 22)
#define NEAR 64u /* bytes of memory whose places follow each other */
#define READERS 2

/* Accesses of a byte. */
struct access {
    uint32_t thread, warp_waits, block_waits, block;
    uint8_t known;
};

struct place {
    uintptr_t address;
    uint32_t era;
    struct access write, reads[READERS]; /* the last reader, and the last one of another warp */
};

static struct place *places;

static struct place *find(uintptr_t address)
{
    if (places == NULL && (places = calloc(PLACES, sizeof *places)) == NULL)
        abort();
    /* Neighbours share cache lines. */
    size_t group = (size_t)(address / NEAR * 0x9e3779b97f4a7c15u >> 40);
    size_t at = (group * NEAR + address % NEAR) % PLACES;
    uint32_t era = emulator_era((const void *)address);
    while (places[at].era == era && places[at].address != address)
        at = (at + 1) % PLACES;
    if (places[at].era != era) {
        memset(&places[at], 0, sizeof places[at]);
        places[at].address = address;
        places[at].era = era;
    }
    return &places[at];
}

static int unordered(const struct access *earlier, const struct access *now)
{
    if (!earlier->known)
        return 0;
    if (earlier->block != now->block)
        return 1;
    if (earlier->thread == now->thread)
        return 0;
    if (earlier->thread / EMULATOR_WARP == now->thread / EMULATOR_WARP)
        return earlier->warp_waits == now->warp_waits;
    return earlier->block_waits == now->block_waits;
}

static void note_read(struct place *p, const struct access *now)
{
    if (p->reads[0].known && (p->reads[0].block != now->block ||
                              p->reads[0].thread / EMULATOR_WARP != now->thread / EMULATOR_WARP))
        p->reads[1] = p->reads[0];
    p->reads[0] = *now;
}

static void touch(const void *memory, size_t bytes, int write)
{
    struct access now = {.thread = emulator_thread.x, .block = emulator_block.x, .known = 1};
    if (!emulator_is_shared_by_threads(memory))
        return;
    if (!emulator_is_shared_by_a_block(memory))
        emulator_touch_range(memory, bytes, write);
    emulator_waits(&now.warp_waits, &now.block_waits);
    for (size_t i = 0; i < bytes; i++) {
        struct place *p = find((uintptr_t)memory + i);
        int race = unordered(&p->write, &now);
        for (size_t r = 0; r < READERS && write; r++)
            race |= unordered(&p->reads[r], &now);
        if (race)
            emulator_catch("another thread touched the same memory, and none waited");
        if (write)
            p->write = now;
        else
            note_read(p, &now);
    }
}

/* ---- functions called by the compiler ---- */

#define ACCESS(name, bytes, write)                                                                 \
    void __tsan_##name(void *memory);                                                              \
    void __tsan_##name(void *memory)                                                               \
    {                                                                                              \
        touch(memory, bytes, write);                                                               \
    }
#define SIZE(bytes)                                                                                \
    ACCESS(read##bytes, bytes, 0)                                                                  \
    ACCESS(write##bytes, bytes, 1)                                                                 \
    ACCESS(unaligned_read##bytes, bytes, 0)                                                        \
    ACCESS(unaligned_write##bytes, bytes, 1)
SIZE(1)
SIZE(2)
SIZE(4)
SIZE(8)
SIZE(16)

void __tsan_read_range(void *memory, size_t bytes);
void __tsan_read_range(void *memory, size_t bytes)
{
    touch(memory, bytes, 0);
}

void __tsan_write_range(void *memory, size_t bytes);
void __tsan_write_range(void *memory, size_t bytes)
{
    touch(memory, bytes, 1);
}

#define NOTHING(name, ...)                                                                         \
    void __tsan_##name(__VA_ARGS__);                                                               \
    void __tsan_##name(__VA_ARGS__)                                                                \
    {                                                                                              \
    }
NOTHING(init, void)
NOTHING(func_exit, void)

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
    (void)caller;
}
