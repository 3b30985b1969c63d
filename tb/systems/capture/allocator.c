/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shared library with an allocator, as some programs have: malloc and related functions over its
 * own mappings, and C++'s new and delete, which do not call them. Memory is never freed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define HEAD 16u
#define POOL ((size_t)64 << 20)

static unsigned char *at;
static size_t left;
static volatile int lock;

static void *take(size_t bytes)
{
    size_t size = (bytes + HEAD + 15) & ~(size_t)15;
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
    }
    if (size > left) {
        left = size > POOL ? size : POOL;
        at = mmap(NULL, left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    unsigned char *block = at + HEAD;
    memcpy(at, &bytes, sizeof bytes);
    at += size;
    left -= size;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return block;
}

size_t malloc_usable_size(void *block)
{
    size_t bytes;
    memcpy(&bytes, (unsigned char *)block - HEAD, sizeof bytes);
    return bytes;
}

void *malloc(size_t bytes)
{
    return take(bytes);
}
void *calloc(size_t count, size_t size)
{
    return take(count * size);
}
void free(void *block)
{
    (void)block;
}

void *realloc(void *block, size_t bytes)
{
    void *moved = take(bytes);
    size_t old = block != NULL ? malloc_usable_size(block) : 0;
    return old > 0 ? memcpy(moved, block, old < bytes ? old : bytes) : moved;
}

void *memalign(size_t alignment, size_t bytes)
{
    unsigned char *block = take(bytes + alignment + HEAD);
    block += alignment - (uintptr_t)block % alignment + (alignment < HEAD ? HEAD : 0);
    memcpy(block - HEAD, &bytes, sizeof bytes);
    return block;
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    *block = memalign(alignment, bytes);
    return *block != NULL ? 0 : ENOMEM;
}

void *own_new(size_t bytes) __asm__("_Znwm");
void own_delete(void *block) __asm__("_ZdlPv");
void *own_new(size_t bytes)
{
    return take(bytes);
}
void own_delete(void *block)
{
    (void)block;
}
