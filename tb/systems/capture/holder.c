/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An allocator with one lock, which it holds over a fork and while it maps, and without a function
 * that returns a block's size: the C library's function belongs to another allocator.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAD ((size_t)4096)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_flag begun = ATOMIC_FLAG_INIT;

static void take(void)
{
    pthread_mutex_lock(&lock);
}

static void give(void)
{
    pthread_mutex_unlock(&lock);
}

static void begin(void)
{
    if (!atomic_flag_test_and_set(&begun))
        pthread_atfork(take, give, give);
}

static unsigned char small[1 << 20];
static size_t used;

/* The size is stored before a block, on a page of which the rest is unreadable. Small blocks are
 * never freed. */
static void *make(size_t bytes)
{
    size_t whole = (bytes + HEAD + 4095) / 4096 * 4096;
    unsigned char *at;
    if (bytes < 4096 && used + bytes + 32 < sizeof small) {
        at = small + used + 16;
        memcpy(at - 16, &bytes, sizeof bytes);
        used += (bytes + 31) / 16 * 16;
        return at;
    }
    at = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    memcpy(at + HEAD - 16, &bytes, sizeof bytes);
    return at + HEAD;
}

static size_t size_of(const void *block)
{
    size_t bytes;
    memcpy(&bytes, (const unsigned char *)block - 16, sizeof bytes);
    return bytes;
}

static void unmake(void *block)
{
    unsigned char *at = block;
    if (at != NULL && (at < small || at >= small + sizeof small))
        munmap(at - HEAD, (size_of(at) + HEAD + 4095) / 4096 * 4096);
}

void *malloc(size_t bytes)
{
    begin();
    take();
    void *block = make(bytes);
    give();
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block = malloc(count * size);
    return block != NULL ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *block, size_t bytes)
{
    begin();
    take();
    void *moved = make(bytes);
    size_t old = block != NULL ? size_of(block) : 0;
    if (moved != NULL && old > 0)
        memcpy(moved, block, old < bytes ? old : bytes);
    if (moved != NULL)
        unmake(block);
    give();
    return moved;
}

void free(void *block)
{
    take();
    unmake(block);
    give();
}
