/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Metadata cache, functional model (Buddy Compression, ISCA 2020, section III-B): 4-bit entries in
 * lines of 128 bytes; four 32-byte sectors per line, each with its own valid and dirty bit;
 * write-back, write-allocate, true LRU. The model has no notion of time: a miss is filled at once.
 * Data and counters are those of the unit lp_mdcache for requests that come one at a time, unless
 * memory refuses a sector that has to leave: the unit keeps it aside and goes on.
 *
 * Units    An entry's address is its nibble address: byte address * 2, + 1 for the high nibble.
 *          Sectors are addressed in bytes, multiples of 32.
 * Errors   As in linepress.h; errors of the caller's memory are passed on.
 * Memory   The caller provides it; nothing is allocated. Calls on one cache must not overlap.
 */
#ifndef LINEPRESS_MDCACHE_H
#define LINEPRESS_MDCACHE_H

#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The memory behind the cache: moves one sector of 32 bytes; 0, or a negative number on failure. */
struct lp_mdcache_memory {
    void *arg; /* passed to both */
    int (*read)(void *arg, uint64_t address, void *sector);
    int (*write)(void *arg, uint64_t address, const void *sector);
};

/* Events since the start; hits + fills = accesses. */
struct lp_mdcache_counters {
    uint64_t accesses;   /* reads and writes, but for those refused since memory took no sector */
    uint64_t hits;       /* of these, those whose sector was there */
    uint64_t fills;      /* sectors read from memory, including those that failed */
    uint64_t used;       /* filled sectors that have served an entry other than the one missed */
    uint64_t writebacks; /* sectors written to memory, including those that failed */
    uint64_t wb_err;     /* of these, those that failed; such a sector stays dirty */
};

struct lp_mdcache;

/* Bytes that a cache of sets * ways lines takes; 0 unless sets is a power of two and ways > 0. */
size_t lp_mdcache_bytes(unsigned sets, unsigned ways);

/*
 * Makes an empty cache in `storage`, which is `bytes` long and aligned as memory from malloc.
 * *cache is valid as long as the storage is; there is nothing to free. LP_ERR_ARG; LP_ERR_SPACE:
 * less than lp_mdcache_bytes.
 */
int lp_mdcache_init(void *storage, size_t bytes, unsigned sets, unsigned ways,
                    const struct lp_mdcache_memory *memory, struct lp_mdcache **cache);

/*
 * *state = the entry at a nibble address, 0..15. On an error of memory *state is not written; it
 * may be one of a dirty sector that had to leave first, and stays.
 */
int lp_mdcache_read(struct lp_mdcache *cache, uint64_t nibble, unsigned *state);

/* Sets the entry to `state`, 0..15. LP_ERR_ARG. On an error of memory nothing is written. */
int lp_mdcache_write(struct lp_mdcache *cache, uint64_t nibble, unsigned state);

/* Writes every dirty sector to memory and keeps it. Tries all; returns the first error. */
int lp_mdcache_flush(struct lp_mdcache *cache);

/* Drops everything, dirty or not. */
void lp_mdcache_invalidate(struct lp_mdcache *cache);

void lp_mdcache_count(const struct lp_mdcache *cache, struct lp_mdcache_counters *counters);

#ifdef __cplusplus
}
#endif

#endif
