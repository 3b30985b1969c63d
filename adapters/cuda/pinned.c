/* SPDX-License-Identifier: Apache-2.0 */
#include "pinned.h"
#include "numa.h"
#include "trouble.h"
#include <cuda_runtime_api.h>
#include <linepress/linepress.h>
#include <stdlib.h>

void lpc_pinned_open(struct lpc_pinned *pool, uint64_t most, uint64_t slab, int node)
{
    *pool = (struct lpc_pinned){.most = most, .slab = slab, .node = node};
}

void lpc_pinned_close(struct lpc_pinned *pool)
{
    while (pool->blocks != NULL) {
        struct lpc_block *b = pool->blocks;
        pool->blocks = b->next;
        if (b->first)
            cudaFreeHost(b->at);
        free(b);
    }
    pool->held = pool->slabs = 0;
}

static int is_seen(const struct lpc_block *b, const struct lpc_ticket *seen)
{
    return seen == NULL || (b->ticket.out <= seen->out && b->ticket.in <= seen->in);
}

static struct lpc_block *smallest(const struct lpc_pinned *pool, uint64_t bytes,
                                  const struct lpc_ticket *seen)
{
    struct lpc_block *best = NULL;
    for (struct lpc_block *b = pool->blocks; b != NULL; b = b->next)
        if (!b->used && b->bytes >= bytes && is_seen(b, seen) &&
            (best == NULL || b->bytes < best->bytes))
            best = b;
    return best;
}

static int new_slab(struct lpc_pinned *pool, uint64_t bytes, struct lpc_block **block)
{
    uint64_t left = pool->most - pool->held;
    uint64_t size = bytes > pool->slab ? bytes : pool->slab < left ? pool->slab : left;
    size = size / LPC_PINNED_GRAIN * LPC_PINNED_GRAIN;
    if (size < bytes || size > left)
        return LP_ERR_HOST_FULL;
    struct lpc_block *b = calloc(1, sizeof *b);
    void *at = NULL;
    if (b == NULL)
        return lpc_refused("no memory");
    struct lpc_numa_policy before;
    lpc_numa_prefer(pool->node, &before);
    int error = lpc_checked(
        (int)cudaHostAlloc(&at, size, cudaHostAllocPortable | cudaHostAllocMapped));
    lpc_numa_restore(&before);
    if (error != LP_OK) {
        free(b);
        return error;
    }
    *b = (struct lpc_block){.at = at, .bytes = size, .first = 1, .next = pool->blocks};
    if (pool->blocks != NULL)
        pool->blocks->before = b;
    pool->blocks = b;
    pool->held += size;
    pool->slabs++;
    *block = b;
    return LP_OK;
}

/* The rest after the first `bytes` becomes a separate block, if memory suffices. */
static void split(struct lpc_block *b, uint64_t bytes)
{
    struct lpc_block *rest = b->bytes > bytes ? malloc(sizeof *rest) : NULL;
    if (rest == NULL)
        return;
    *rest = (struct lpc_block){.at = b->at + bytes,
                               .bytes = b->bytes - bytes,
                               .before = b,
                               .next = b->next,
                               .ticket = b->ticket};
    if (rest->next != NULL)
        rest->next->before = rest;
    b->next = rest;
    b->bytes = bytes;
}

int lpc_pinned_take(struct lpc_pinned *pool, uint64_t bytes, const struct lpc_ticket *seen,
                    struct lpc_block **block)
{
    int error = LP_OK;
    bytes = (bytes + LPC_PINNED_GRAIN - 1) / LPC_PINNED_GRAIN * LPC_PINNED_GRAIN;
    *block = smallest(pool, bytes, seen);
    if (*block == NULL)
        error = new_slab(pool, bytes, block);
    if (error != LP_OK)
        return error;
    split(*block, bytes);
    (*block)->used = 1;
    pool->used += (*block)->bytes;
    pool->peak = pool->used > pool->peak ? pool->used : pool->peak;
    return LP_OK;
}

/* The later of both tickets. */
static void join(struct lpc_block *b, const struct lpc_block *next)
{
    b->ticket.out = b->ticket.out > next->ticket.out ? b->ticket.out : next->ticket.out;
    b->ticket.in = b->ticket.in > next->ticket.in ? b->ticket.in : next->ticket.in;
}

static void swallow_next(struct lpc_block *b)
{
    struct lpc_block *next = b->next;
    if (next == NULL || next->used || next->first)
        return;
    join(b, next);
    b->bytes += next->bytes;
    b->next = next->next;
    if (b->next != NULL)
        b->next->before = b;
    free(next);
}

void lpc_pinned_give(struct lpc_pinned *pool, struct lpc_block *b)
{
    pool->used -= b->bytes;
    b->used = 0;
    swallow_next(b);
    if (!b->first && !b->before->used)
        swallow_next(b->before);
}
