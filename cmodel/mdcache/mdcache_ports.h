/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the metadata cache, written once (see common/unit.h). */
#ifndef LP_MDCACHE_PORTS_H
#define LP_MDCACHE_PORTS_H

#include "../common/unit.h"

/* Largest parameters that the cycle model holds; the RTL takes no larger ones either. */
#define LP_MDCACHE_MAX_SETS 64
#define LP_MDCACHE_MAX_WAYS 8
#define LP_MDCACHE_MAX_MISSES 16
#define LP_MDCACHE_MAX_TARGETS 64

/* Widths as verified; the model itself takes tags of up to 32 and addresses of up to 63 bits. */
#define LP_MDCACHE_ADDR_W 40
#define LP_MDCACHE_TAG_W 5

/* What the cache writes for an entry that it owes but could not write: the state of a lost line. */
#define LP_MDCACHE_POISON 15

/* What s_op says. */
enum lp_mdcache_op {
    LP_MDCACHE_READ = 0,
    LP_MDCACHE_WRITE = 1,
    LP_MDCACHE_FLUSH = 2,     /* write every dirty sector back and keep it */
    LP_MDCACHE_INVALIDATE = 3 /* drop everything, dirty or not */
};

/*
 * s: requests.  addr = nibble address, byte address * 2 + (high nibble); state = what to write.
 * m: answers, one per request, not in order; requests to one sector are carried out and answered in
 *    the order of their arrival, flush and invalidate after all requests before them.  state = what
 *    was read, else 0; err: nothing was read or written, since the sector's fill failed or memory
 *    refuses what has to leave first; of a flush, not everything was written.
 * miss: a pulse; the request of miss_tag has to wait for a fill.
 * f: sectors to fetch, addr = byte address; r: what came, in any order, id as given by f.
 * w: dirty sectors to write, again if they were refused; b: their acknowledgements, in the same
 *    order.
 * stray: pulses, for a fill (bit 0) or an acknowledgement (1) that answered nothing.
 * The rest are counters, modulo 2^COUNT_W.
 */
#define LP_MDCACHE_PORTS(IN, OUT, INV, OUTV)                                                       \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    IN(s_op, 2)                                                                                    \
    INV(s_addr, LP_MDCACHE_ADDR_W + 1)                                                             \
    IN(s_state, 4)                                                                                 \
    IN(s_tag, LP_MDCACHE_TAG_W)                                                                    \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_tag, LP_MDCACHE_TAG_W)                                                                   \
    OUT(m_state, 4)                                                                                \
    OUT(m_err, 1)                                                                                  \
    OUT(miss, 1)                                                                                   \
    OUT(miss_tag, LP_MDCACHE_TAG_W)                                                                \
    OUT(f_valid, 1)                                                                                \
    IN(f_ready, 1)                                                                                 \
    OUTV(f_addr, LP_MDCACHE_ADDR_W)                                                                \
    OUT(f_id, 4)                                                                                   \
    IN(r_valid, 1)                                                                                 \
    OUT(r_ready, 1)                                                                                \
    IN(r_id, 4)                                                                                    \
    INV(r_data, 256)                                                                               \
    IN(r_err, 1)                                                                                   \
    OUT(w_valid, 1)                                                                                \
    IN(w_ready, 1)                                                                                 \
    OUTV(w_addr, LP_MDCACHE_ADDR_W)                                                                \
    OUTV(w_data, 256)                                                                              \
    IN(b_valid, 1)                                                                                 \
    OUT(b_ready, 1)                                                                                \
    IN(b_err, 1)                                                                                   \
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
