/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the metadata cache, declared once (see common/unit.h). */
#ifndef LP_MDCACHE_PORTS_H
#define LP_MDCACHE_PORTS_H

#include "../common/unit.h"

/* Largest parameters that the cycle model holds; the RTL has the same limits. */
#define LP_MDCACHE_MAX_SETS 64
#define LP_MDCACHE_MAX_WAYS 8
#define LP_MDCACHE_MAX_MISSES 16
#define LP_MDCACHE_MAX_TARGETS 64

#define LP_MDCACHE_ADDR_W 40
#define LP_MDCACHE_TAG_W 5 /* unless a parameter overrides it */
#define LP_MDCACHE_MAX_TAG_W 32

/*
 * Written for an entry that the cache was committed to but could not store: the state of a lost
 * line.
 */
#define LP_MDCACHE_POISON 15

/* Values of s_op. */
enum lp_mdcache_op {
    LP_MDCACHE_READ = 0,
    LP_MDCACHE_WRITE = 1,
    LP_MDCACHE_FLUSH = 2,     /* write every dirty sector back and keep it */
    LP_MDCACHE_INVALIDATE = 3 /* drop everything, dirty or not */
};

/*
 * s: requests. addr = nibble address, byte address * 2 + (high nibble); state = the state to write.
 * m: responses, one per request, not in order; requests to one sector are executed and answered in
 *    order, flush and invalidate after all earlier requests. state = the state read, else 0; err:
 *    nothing was read or written, since the sector's fill failed or memory refuses a sector that
 *    must leave first; for a flush, not everything was written.
 * miss: a pulse; the request of miss_tag waits for a fill.
 * fetch: sectors to fetch, addr = byte address; fill: fetched sectors, in any order, with the id of
 *    fetch. evict: dirty sectors to write, repeated if refused; evicted: their acknowledgements, in
 *    the same order. stray: pulses, for an unexpected fill (bit 0) or acknowledgement (1). The rest
 *    are counters, modulo 2^COUNT_W.
 */
#define LP_MDCACHE_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    IN(s_op, 2)                                                                                    \
    INV(s_addr, LP_MDCACHE_ADDR_W + 1)                                                             \
    IN(s_state, 4)                                                                                 \
    IN(s_tag, LP_MDCACHE_MAX_TAG_W)                                                                \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_tag, LP_MDCACHE_MAX_TAG_W)                                                               \
    OUT(m_state, 4)                                                                                \
    OUT(m_err, 1)                                                                                  \
    OUT(miss, 1)                                                                                   \
    OUT(miss_tag, LP_MDCACHE_MAX_TAG_W)                                                            \
    OUT(fetch_valid, 1)                                                                            \
    IN(fetch_ready, 1)                                                                             \
    OUTV(fetch_addr, LP_MDCACHE_ADDR_W)                                                            \
    OUT(fetch_id, 4)                                                                               \
    IN(fill_valid, 1)                                                                              \
    OUT(fill_ready, 1)                                                                             \
    IN(fill_id, 4)                                                                                 \
    INV(fill_data, 256)                                                                            \
    IN(fill_err, 1)                                                                                \
    OUT(evict_valid, 1)                                                                            \
    IN(evict_ready, 1)                                                                             \
    OUTV(evict_addr, LP_MDCACHE_ADDR_W)                                                            \
    OUTV(evict_data, 256)                                                                          \
    IN(evicted_valid, 1)                                                                           \
    OUT(evicted_ready, 1)                                                                          \
    IN(evicted_err, 1)                                                                             \
    OUT(stray, 2)                                                                                  \
    OUT(accesses, 32)                                                                              \
    OUT(hits, 32)                                                                                  \
    OUT(merged, 32)                                                                                \
    OUT(fills, 32)                                                                                 \
    OUT(used, 32)                                                                                  \
    OUT(writebacks, 32)                                                                            \
    OUT(wb_err, 32)

LP_UNIT_STRUCTS(mdcache, LP_MDCACHE_PORTS)

#endif
