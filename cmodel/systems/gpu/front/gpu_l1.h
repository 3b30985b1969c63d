/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L1 of an SM: sectors with valid bits, true LRU, write-through without allocation, a line per
 * miss status holding register. Not installed.
 */
#ifndef LPI_GPU_L1_H
#define LPI_GPU_L1_H

#include "../config/gpu_config.h"
#include <stdbool.h>
#include <stddef.h>

struct lpi_gpu_l1_line {
    uint64_t tag; /* address + 1; 0: empty */
    uint64_t used;
    uint8_t valid;
};

/* A line of which sectors are on their way. */
struct lpi_gpu_miss {
    uint64_t address;
    uint8_t asked;    /* sectors; 0: free */
    uint32_t waiters; /* a list of the SM's */
};

struct lpi_gpu_l1 {
    uint32_t sets, ways, misses;
    uint64_t clock;
    struct lpi_gpu_l1_line *lines;
    struct lpi_gpu_miss *miss;
    uint64_t accesses, hits;
};

/* False: no memory. */
bool lpi_gpu_l1_open(struct lpi_gpu_l1 *l1, const struct lpi_gpu_config *config);
void lpi_gpu_l1_close(struct lpi_gpu_l1 *l1);

/* Sectors of the line that are valid. */
uint8_t lpi_gpu_l1_look(struct lpi_gpu_l1 *l1, uint64_t address);
/* Sectors have come. */
void lpi_gpu_l1_fill(struct lpi_gpu_l1 *l1, uint64_t address, uint8_t mask);
/* Drops sectors of the line. */
void lpi_gpu_l1_drop(struct lpi_gpu_l1 *l1, uint64_t address, uint8_t mask);
/* Drops everything. */
void lpi_gpu_l1_empty(struct lpi_gpu_l1 *l1);

/* The register of the line, or a free one with asked == 0. NULL: none is free. */
struct lpi_gpu_miss *lpi_gpu_l1_miss(struct lpi_gpu_l1 *l1, uint64_t address);

#endif
