/* SPDX-License-Identifier: Apache-2.0 */
/* First-fit allocator of runs of bytes of any length, for the arena and the host pool. */
#ifndef LPI_SWAP_SPACE_H
#define LPI_SWAP_SPACE_H

#include <stddef.h>
#include <stdint.h>

struct lpi_space_run {
    uint64_t at, bytes;
};
struct lpi_space {
    struct lpi_space_run *runs; /* free runs in order; adjacent ones are merged */
    size_t count, room;
    uint64_t grain; /* places and lengths are multiples of it */
};

/* LP_ERR_SYSTEM. */
int lpi_space_open(struct lpi_space *space, uint64_t bytes, uint64_t grain);
void lpi_space_close(struct lpi_space *space);

/* *at = the lowest place for `bytes` bytes. LP_ERR_SPACE. */
int lpi_space_take(struct lpi_space *space, uint64_t bytes, uint64_t *at);

/* Frees a run of this length. Without memory for its record it stays allocated. */
void lpi_space_give(struct lpi_space *space, uint64_t at, uint64_t bytes);

/* The bytes that are allocated for a request of this many. */
uint64_t lpi_space_round(const struct lpi_space *space, uint64_t bytes);

#endif
