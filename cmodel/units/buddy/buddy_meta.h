/* SPDX-License-Identifier: Apache-2.0 */
/* The model of lp_buddy_meta (rtl/buddy/lp_buddy_meta.sv), a part of lp_buddy_slice's. */
#ifndef LPI_BUDDY_META_H
#define LPI_BUDDY_META_H

#include <stdbool.h>

#include "../common/ring.h"
#include "../common/rr.h"
#include "../mdcache/mdcache_cycle.h"

#define LPI_META_NEXT 2u
/* Requester, above the entry in a request's tag. */
enum lpi_meta_who { LPI_META_READER, LPI_META_WRITER, LPI_META_DRIVER };

struct lpi_meta_request {
    unsigned op, state, who, entry;
    uint64_t addr;
};

struct lpi_meta {
    bool asked, begun, failed;
    unsigned left;
    struct lpi_rr turn;
    struct lpi_ring ring;
    struct lpi_meta_request next[LPI_META_NEXT];
    _Alignas(8) unsigned char cache[LP_MDCACHE_STATE];
};

/* Signals of a cycle. In: c, r, w, lost, and cache_in except s and m. Out: the rest. */
struct lpi_meta_wires {
    bool c_valid, c_ready, c_err;
    unsigned c_what, left;
    bool lost, answer_err;
    bool read_valid, read_ready, write_valid, write_ready;
    struct lpi_meta_request read, write;
    int grant; /* enum lpi_meta_who, -1: none is granted */
    struct lp_mdcache_in cache_in;
    struct lp_mdcache_out cache;
};

static inline unsigned lpi_meta_who(unsigned tag)
{
    return tag >> 6;
}

static inline unsigned lpi_meta_entry(unsigned tag)
{
    return tag & 63;
}

/* Values of lp_mdcache's parameters: the slice's, bits of a counter, COUNTERS, bits of a tag. */
#define LPI_META_CACHE 7
void lpi_meta_values(int *values, const int *sets_ways_misses_targets, bool counters);

void lpi_meta_init(struct lpi_meta *q, const int *sets_ways_misses_targets, bool counters);
void lpi_meta_reset(struct lpi_meta *q);
void lpi_meta_wires(const struct lpi_meta *q, struct lpi_meta_wires *w);
void lpi_meta_tick(struct lpi_meta *q, const struct lpi_meta_wires *w);

#endif
