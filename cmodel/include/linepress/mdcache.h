/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Metadata cache, functional model (Buddy Compression, ISCA 2020, section III-B): 4-bit entries in
 * lines of 128 bytes; four 32-byte sectors per line, each with its own valid and dirty bit;
 * write-back, write-allocate, true LRU. The model has no timing: a miss is filled immediately. Data
 * and counters equal those of the unit lp_mdcache for requests sent one at a time, unless memory
 * refuses an evicted sector: the unit buffers it and continues.
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

/* The cached memory: moves one sector of 32 bytes; returns 0, or a negative number on failure. */
struct lp_mdcache_memory {
    void *arg; /* passed to both */
    int (*read)(void *arg, uint64_t address, void *sector);
    int (*write)(void *arg, uint64_t address, const void *sector);
};

/* Events since the start; hits + fills = accesses. */
struct lp_mdcache_counters {
    uint64_t accesses;   /* reads and writes, except those refused as memory took no sector */
    uint64_t hits;       /* of these, those whose sector was cached */
    uint64_t fills;      /* sectors read from memory, including those that failed */
    uint64_t used;       /* filled sectors that have served an entry other than the one missed */
    uint64_t writebacks; /* sectors written to memory, including those that failed */
    uint64_t wb_err;     /* of these, those that failed; such a sector stays dirty */
};

struct lp_mdcache;

/* Bytes that a cache of sets * ways lines takes; 0 unless sets is a power of two and ways > 0. */
size_t lp_mdcache_bytes(unsigned sets, unsigned ways);

/*
 * Creates an empty cache in `storage`, which is `bytes` long and aligned as memory from malloc.
 * *cache is valid as long as the storage is; there is nothing to free. LP_ERR_ARG; LP_ERR_SPACE:
 * less than lp_mdcache_bytes.
 */
int lp_mdcache_init(void *storage, size_t bytes, unsigned sets, unsigned ways,
                    const struct lp_mdcache_memory *memory, struct lp_mdcache **cache);

/*
 * *state = the entry at a nibble address, 0..15. On a memory error *state is not written; the error
 * may be that of the write-back of a dirty victim, which then stays.
 */
int lp_mdcache_read(struct lp_mdcache *cache, uint64_t nibble, unsigned *state);

/* Sets the entry to `state`, 0..15. LP_ERR_ARG. On a memory error nothing is written. */
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
