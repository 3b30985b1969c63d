/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Metadata cache, functional model (Buddy Compression, ISCA 2020, section III-B): 4-bit entries in
 * lines of 128 bytes, four 32-byte sectors a line, each with a valid and a dirty bit of its own;
 * write-back, write-allocate, true LRU. No time passes here: a miss is filled at once. Data and
 * counters are those of the unit lp_mdcache for requests that come one after the other.
 *
 * Units    An entry's address is its nibble address: byte address * 2, + 1 for the high nibble.
 *          Sectors are addressed in bytes, multiples of 32.
 * Errors   As in linepress.h; what the caller's memory returns is passed on.
 * Memory   The caller gives it; nothing is allocated. Calls on one cache must not overlap.
 */
#ifndef LINEPRESS_MDCACHE_H
#define LINEPRESS_MDCACHE_H

#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The memory behind: moves one sector of 32 bytes; 0, or a negative number if it failed. */
struct lp_mdcache_memory {
    void *arg; /* for both */
    int (*read)(void *arg, uint64_t address, void *sector);
    int (*write)(void *arg, uint64_t address, const void *sector);
};

/* Events since the start; hits + fills = accesses. */
struct lp_mdcache_counters {
    uint64_t accesses;   /* reads and writes */
    uint64_t hits;       /* of these, those whose sector was there */
    uint64_t fills;      /* sectors read from memory, those that failed too */
    uint64_t used;       /* filled sectors that have served another entry than the one missed */
    uint64_t writebacks; /* sectors written to memory, those that failed too */
    uint64_t wb_err;     /* of these, those that failed; such a sector's changes are lost */
};

struct lp_mdcache;

/* Bytes that a cache of sets * ways lines takes; 0 unless sets is a power of two and ways > 0. */
size_t lp_mdcache_bytes(unsigned sets, unsigned ways);

/*
 * Makes an empty cache in `storage`, aligned as malloc's, `bytes` long. *cache is valid as long as
 * the storage is; there is nothing to free. LP_ERR_ARG; LP_ERR_SPACE: less than lp_mdcache_bytes.
 */
int lp_mdcache_init(void *storage, size_t bytes, unsigned sets, unsigned ways,
                    const struct lp_mdcache_memory *memory, struct lp_mdcache **cache);

/* *state = the entry at a nibble address, 0..15. Memory's error: *state is not written. */
int lp_mdcache_read(struct lp_mdcache *cache, uint64_t nibble, unsigned *state);

/* The entry becomes state, 0..15. LP_ERR_ARG; memory's error: nothing is written. */
int lp_mdcache_write(struct lp_mdcache *cache, uint64_t nibble, unsigned state);

/* Writes every dirty sector to memory and keeps it. All are tried; the first error comes back. */
int lp_mdcache_flush(struct lp_mdcache *cache);

/* Drops everything, dirty or not. */
void lp_mdcache_invalidate(struct lp_mdcache *cache);

void lp_mdcache_count(const struct lp_mdcache *cache, struct lp_mdcache_counters *counters);

#ifdef __cplusplus
}
#endif

#endif
