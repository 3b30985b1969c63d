/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks of pinned host memory, from slabs that are kept until the pool is closed. A freed block
 * may still be in use by a transfer: its ticket gives the works that must complete before it is
 * written again.
 */
#ifndef LPC_PINNED_H
#define LPC_PINNED_H

#include <stdint.h>

#define LPC_PINNED_GRAIN 4096u /* bytes; size and offset of a block are multiples of it */

/* The last works of both directions that access the memory. */
struct lpc_ticket {
    uint64_t out, in;
};

struct lpc_block {
    uint8_t *at;
    uint64_t bytes;
    int used, first; /* first: of its slab */
    struct lpc_ticket ticket;
    struct lpc_block *before, *next; /* in the order of addresses, slab by slab */
};

struct lpc_pinned {
    struct lpc_block *blocks;
    uint64_t most, slab;       /* bytes: limit of all slabs, and smallest size of a new one */
    uint64_t held, used, peak; /* bytes of slabs, of used blocks, and the peak of these */
    unsigned slabs;
    int node; /* that slabs come from if it has memory; -1: any */
};

void lpc_pinned_open(struct lpc_pinned *pool, uint64_t most, uint64_t slab, int node);

/* Frees all slabs, which no transfer in flight may use. The pool is as it was opened. */
void lpc_pinned_close(struct lpc_pinned *pool);

/*
 * If `seen` is not NULL, works up to these are known to be complete, and no other one uses the memory.
 * LP_ERR_HOST_FULL; LP_ERR_SYSTEM: CUDA cannot allocate pinned memory.
 */
int lpc_pinned_take(struct lpc_pinned *pool, uint64_t bytes, const struct lpc_ticket *seen,
                    struct lpc_block **block);
void lpc_pinned_give(struct lpc_pinned *pool, struct lpc_block *block);

#endif
