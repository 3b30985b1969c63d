/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks of pinned host memory, out of slabs that stay until the pool is closed. A block that is
 * given back may still be under way: its ticket says what has to be over before others write it.
 */
#ifndef LPC_PINNED_H
#define LPC_PINNED_H

#include <stdint.h>

#define LPC_PINNED_GRAIN 4096u /* bytes; a block is a multiple of it, and lies at one */

/* The last works of both directions that touch the memory. */
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
    uint64_t most, slab;       /* bytes; of all slabs, and of a new one, at least */
    uint64_t held, used, peak; /* bytes of slabs, of blocks that are used, and their most */
    unsigned slabs;
};

void lpc_pinned_open(struct lpc_pinned *pool, uint64_t most, uint64_t slab);

/* Nothing may be under way. */
void lpc_pinned_close(struct lpc_pinned *pool);

/* LP_ERR_HOST_FULL; LP_ERR_SYSTEM: CUDA has no such memory. */
int lpc_pinned_take(struct lpc_pinned *pool, uint64_t bytes, struct lpc_block **block);
void lpc_pinned_give(struct lpc_pinned *pool, struct lpc_block *block);

#endif
