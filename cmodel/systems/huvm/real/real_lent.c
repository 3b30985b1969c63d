/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory that a GPU lends, in granules of a chunk's size or of a 32nd of it, by a list of those
 * that are free. The policy has counted them before, so there are always enough.
 */
#define _GNU_SOURCE
#include "real_state.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

bool real_lent_open(struct huvm_real *r, struct real_gpu *g, uint32_t local)
{
    uint32_t count = local * r->granules;
    void *bytes = mmap(NULL, local * r->config.chunk_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        return false;
    g->bytes = bytes;
    g->behind = malloc(count * sizeof *g->behind);
    if (g->behind == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        g->behind[i] = i + 1;
    g->free = 0;
    g->free_count = count;
    return true;
}

void real_lent_close(struct huvm_real *r, struct real_gpu *g, uint32_t local)
{
    if (g->bytes != NULL)
        munmap(g->bytes, local * r->config.chunk_bytes);
    free(g->behind);
}

unsigned real_lent_granules(const struct huvm_real *r, uint64_t bytes)
{
    return (unsigned)((bytes + r->granule_bytes - 1) / r->granule_bytes);
}

void real_lent_take(struct huvm_real *r, struct real_chunk *c, unsigned gpu, uint64_t bytes)
{
    struct real_gpu *g = &r->gpu[gpu];
    unsigned count = real_lent_granules(r, bytes);
    if (count > g->free_count)
        abort();
    c->at = (uint8_t)gpu;
    c->lent_bytes = bytes;
    c->granule = g->free;
    for (unsigned i = 0; i < count; i++)
        g->free = g->behind[g->free];
    g->free_count -= count;
}

void real_lent_give(struct huvm_real *r, struct real_chunk *c)
{
    struct real_gpu *g = &r->gpu[c->at];
    unsigned count = real_lent_granules(r, c->lent_bytes);
    uint32_t last = c->granule;
    for (unsigned i = 1; i < count; i++)
        last = g->behind[last];
    g->behind[last] = g->free;
    g->free = c->granule;
    g->free_count += count;
    c->at = HUVM_HOST;
}

/* Others take and give granules meanwhile, but these are the chunk's. */
static size_t piece(const struct huvm_real *r, const struct real_chunk *c, uint64_t done)
{
    uint64_t left = c->lent_bytes - done;
    return left < r->granule_bytes ? left : r->granule_bytes;
}

void real_lent_write(const struct huvm_real *r, const struct real_chunk *c, const uint8_t *from)
{
    const struct real_gpu *g = &r->gpu[c->at];
    uint32_t at = c->granule;
    for (uint64_t done = 0; done < c->lent_bytes; done += r->granule_bytes, at = g->behind[at])
        memcpy(g->bytes + at * r->granule_bytes, from + done, piece(r, c, done));
}

void real_lent_read(const struct huvm_real *r, const struct real_chunk *c, uint8_t *to)
{
    const struct real_gpu *g = &r->gpu[c->at];
    uint32_t at = c->granule;
    for (uint64_t done = 0; done < c->lent_bytes; done += r->granule_bytes, at = g->behind[at])
        memcpy(to + done, g->bytes + at * r->granule_bytes, piece(r, c, done));
}
