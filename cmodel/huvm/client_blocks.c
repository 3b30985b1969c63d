/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of a program's memory, in whole chunks: the first room behind the last block. */
#define _GNU_SOURCE
#include "client_state.h"
#include <string.h>

static uint32_t chunks_of(const struct huvm_client *c, size_t bytes)
{
    return (uint32_t)((bytes + c->chunk_bytes - 1) / c->chunk_bytes);
}

static uint32_t chunk_at(const struct huvm_client *c, const void *at)
{
    return (uint32_t)((size_t)((const uint8_t *)at - c->base) / c->chunk_bytes);
}

/* The first run of free chunks from `from` on, below `end`; c->chunks: there is none. */
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

static void note_used(struct huvm_client *c, uint32_t end)
{
    if (c->kind == CLIENT_RECORD && end > atomic_load(&c->record->used))
        atomic_store(&c->record->used, end);
}

void *huvm_client_alloc(struct huvm_client *c, size_t bytes)
{
    if (bytes == 0 || bytes > c->chunks * c->chunk_bytes || atomic_load(&c->forked))
        return NULL;
    uint32_t count = chunks_of(c, bytes);
    pthread_mutex_lock(&c->lock);
    uint32_t first = find(c, c->next, c->chunks, count);
    if (first == c->chunks)
        first = find(c, 0, c->chunks, count);
    if (first < c->chunks) {
        memset(c->used + first, 1, count);
        c->bytes[first] = bytes;
        c->next = first + count;
        note_used(c, c->next);
    }
    pthread_mutex_unlock(&c->lock);
    return first < c->chunks ? c->base + first * c->chunk_bytes : NULL;
}

void huvm_client_free(struct huvm_client *c, void *block)
{
    uint32_t first = chunk_at(c, block);
    if (atomic_load(&c->forked))
        return;
    pthread_mutex_lock(&c->lock);
    uint32_t count = chunks_of(c, c->bytes[first]);
    c->bytes[first] = 0;
    pthread_mutex_unlock(&c->lock);
    if (count == 0)
        return;
    /* Nobody gets them before they are zero. */
    huvm_client_release(c, first, count);
    pthread_mutex_lock(&c->lock);
    memset(c->used + first, 0, count);
    pthread_mutex_unlock(&c->lock);
}

size_t huvm_client_size(struct huvm_client *c, const void *block)
{
    pthread_mutex_lock(&c->lock);
    size_t bytes = c->bytes[chunk_at(c, block)];
    pthread_mutex_unlock(&c->lock);
    return bytes;
}

bool huvm_client_resize(struct huvm_client *c, void *block, size_t bytes)
{
    uint32_t first = chunk_at(c, block), wants = chunks_of(c, bytes);
    pthread_mutex_lock(&c->lock);
    uint32_t has = chunks_of(c, c->bytes[first]);
    bool good = wants >= 1 && wants <= has && !atomic_load(&c->forked);
    if (good)
        c->bytes[first] = bytes;
    pthread_mutex_unlock(&c->lock);
    if (!good || wants == has)
        return good;
    huvm_client_release(c, first + wants, has - wants);
    pthread_mutex_lock(&c->lock);
    memset(c->used + first + wants, 0, has - wants);
    pthread_mutex_unlock(&c->lock);
    return true;
}

void huvm_client_clear(struct huvm_client *c, void *at, size_t bytes)
{
    uint8_t *begin = at, *end = begin + bytes;
    uint32_t first = chunks_of(c, (size_t)(begin - c->base));
    uint32_t last = chunk_at(c, end);
    if (first >= last) {
        memset(begin, 0, bytes);
        return;
    }
    memset(begin, 0, (size_t)(c->base + first * c->chunk_bytes - begin));
    huvm_client_release(c, first, last - first);
    memset(c->base + last * c->chunk_bytes, 0,
           (size_t)(end - (c->base + last * c->chunk_bytes)));
}

bool huvm_client_has(const struct huvm_client *c, const void *at)
{
    const uint8_t *p = at;
    return p >= c->base && p < c->base + c->chunks * c->chunk_bytes;
}

size_t huvm_client_chunk_bytes(const struct huvm_client *c)
{
    return c->chunk_bytes;
}
