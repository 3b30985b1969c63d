/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The metadata cache of a slice in the flow engine: sets, ways, sectors with valid and dirty bits,
 * fetches in flight with those that wait for each. Tags and order are those of lp_mdcache. The caller
 * has the time. Not installed.
 */
#ifndef LPI_GPU_METADATA_H
#define LPI_GPU_METADATA_H

#include <stdbool.h>
#include <stdint.h>

#define LPI_GPU_MISSES_MAX 16u
#define LPI_GPU_WAITERS_MAX 64u
#define LPI_GPU_NOT_YET UINT64_MAX

struct lpi_gpu_fetch {
    bool on;
    uint64_t sector;
    uint64_t came; /* when it is at the port; LPI_GPU_NOT_YET: not known */
    unsigned waiters;
    uint8_t waiter[LPI_GPU_WAITERS_MAX];
    unsigned told; /* of the waiters */
};

struct lpi_gpu_tag;

struct lpi_gpu_metadata {
    unsigned sets, ways, misses;
    uint64_t cycle; /* ticks */
    uint64_t clock;
    struct lpi_gpu_tag *tags;
    struct lpi_gpu_fetch fetches[LPI_GPU_MISSES_MAX];
    unsigned on;                          /* fetches that are */
    uint64_t written[LPI_GPU_MISSES_MAX]; /* write-backs: when memory has them, as `came` */
    uint64_t accesses, hits, fills, writebacks;
};

/* False: no memory. */
bool lpi_gpu_metadata_open(struct lpi_gpu_metadata *m, unsigned sets, unsigned ways,
                           unsigned misses, uint64_t cycle);
void lpi_gpu_metadata_close(struct lpi_gpu_metadata *m);

enum lpi_gpu_looked {
    LPI_GPU_HIT,
    LPI_GPU_MERGED,  /* with the fetch `number` */
    LPI_GPU_MISSED,  /* `number` is the new fetch */
    LPI_GPU_EVICTED, /* a dirty sector leaves as write-back `number`; then look again */
    LPI_GPU_HELD     /* look again at `again`; LPI_GPU_NOT_YET: when a time is known */
};

struct lpi_gpu_look {
    enum lpi_gpu_looked what;
    unsigned number;
    uint64_t sector, again;
};

/* Looks a nibble address up at `time`; times never fall. */
struct lpi_gpu_look lpi_gpu_metadata_look(struct lpi_gpu_metadata *m, uint64_t time,
                                          uint64_t nibble, bool write);

#endif
