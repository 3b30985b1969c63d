/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of a program's memory, in whole chunks; next fit from the last block on. */
#define _GNU_SOURCE
#include "client_state.h"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

uint64_t huvm_client_hold(pthread_mutex_t *lock, bool faults)
{
    uint64_t all = faults ? ~(UINT64_C(1) << (SIGSEGV - 1)) : ~UINT64_C(0), before = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &before, sizeof before);
    pthread_mutex_lock(lock);
    return before;
}

void huvm_client_unhold(pthread_mutex_t *lock, uint64_t before)
{
    pthread_mutex_unlock(lock);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
}

static uint32_t chunks_of(const struct huvm_client *c, size_t bytes)
{
    return (uint32_t)((bytes + c->chunk_bytes - 1) / c->chunk_bytes);
}

static uint32_t chunk_at(const struct huvm_client *c, const void *at)
{
    return (uint32_t)((size_t)((const uint8_t *)at - c->base) / c->chunk_bytes);
}

/* The first run of free chunks in [from, end); c->chunks: none. */
static uint32_t find(const struct huvm_client *c, uint32_t from, uint32_t end, uint32_t count)
{
    uint32_t run = 0;
    for (uint32_t i = from; i < end; i++) {
        run = c->used[i] ? 0 : run + 1;
        if (run == count)
            return i + 1 - count;
    }
    return c->chunks;
}

/* Takes chunks for this many bytes; all pages of a malloc block are mapped. */
static void *take(struct huvm_client *c, size_t bytes, bool block)
{
    if (bytes == 0 || bytes > c->chunks * c->chunk_bytes || atomic_load(&c->forked))
        return NULL;
    uint32_t count = chunks_of(c, bytes);
    uint64_t held = huvm_client_hold(&c->shape, true);
    uint32_t first = find(c, c->next, c->chunks, count);
    if (first == c->chunks)
        first = find(c, 0, c->chunks, count);
    if (first < c->chunks) {
        uint8_t *at = c->base + first * c->chunk_bytes;
        huvm_client_take_pages(
            c, huvm_client_page(c, at),
            huvm_client_page(c, at + (block ? count * c->chunk_bytes : bytes) - 1) + 1);
        c->bytes[first] = block ? bytes : 0;
        c->next = first + count;
    }
    huvm_client_unhold(&c->shape, held);
    return first < c->chunks ? c->base + first * c->chunk_bytes : NULL;
}

void *huvm_client_alloc(struct huvm_client *c, size_t bytes)
{
    return take(c, bytes, true);
}

void *huvm_client_map(struct huvm_client *c, size_t bytes)
{
    return take(c, bytes, false);
}

/* The caller holds `shape`. */
static void drop(struct huvm_client *c, uint32_t first, uint32_t count)
{
    size_t pages = c->chunk_bytes / (size_t)sysconf(_SC_PAGESIZE);
    huvm_client_drop_pages(c, first * pages, (first + count) * pages);
}

void huvm_client_free(struct huvm_client *c, void *block)
{
    uint32_t first = chunk_at(c, block);
    uint64_t held = huvm_client_hold(&c->shape, true);
    uint32_t count = chunks_of(c, c->bytes[first]);
    c->bytes[first] = 0;
    if (count > 0 && atomic_load(&c->forked))
        huvm_client_advise(block, count * c->chunk_bytes, MADV_DONTNEED);
    else if (count > 0)
        drop(c, first, count);
    huvm_client_unhold(&c->shape, held);
}

size_t huvm_client_size(struct huvm_client *c, const void *block)
{
    uint64_t held = huvm_client_hold(&c->shape, true);
    size_t bytes = c->bytes[chunk_at(c, block)];
    huvm_client_unhold(&c->shape, held);
    return bytes;
}

bool huvm_client_resize(struct huvm_client *c, void *block, size_t bytes)
{
    uint32_t first = chunk_at(c, block), wants = chunks_of(c, bytes);
    uint64_t held = huvm_client_hold(&c->shape, true);
    uint32_t has = chunks_of(c, c->bytes[first]);
    bool good = wants >= 1 && wants <= has && !atomic_load(&c->forked);
    if (good) {
        c->bytes[first] = bytes;
        drop(c, first + wants, has - wants);
    }
    huvm_client_unhold(&c->shape, held);
    return good;
}

bool huvm_client_is_block(const struct huvm_client *c, const void *at)
{
    return huvm_client_has(c, at) && ((uintptr_t)at & (c->chunk_bytes - 1)) == 0 &&
           c->bytes[chunk_at(c, at)] > 0;
}

bool huvm_client_has(const struct huvm_client *c, const void *at)
{
    const uint8_t *p = at;
    return p >= c->base && p < c->base + c->chunks * c->chunk_bytes;
}

size_t huvm_client_left(const struct huvm_client *c, const void *at)
{
    return (size_t)(c->base + c->chunks * c->chunk_bytes - (const uint8_t *)at);
}

size_t huvm_client_chunk_bytes(const struct huvm_client *c)
{
    return c->chunk_bytes;
}

bool huvm_client_is_forked(const struct huvm_client *c)
{
    return atomic_load(&c->forked);
}

uint8_t *huvm_client_base(const struct huvm_client *c, size_t *bytes)
{
    *bytes = c->chunks * c->chunk_bytes;
    return c->base;
}
