/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to buddy memory, and the machine that carries them out: what may be asked for. */
#ifndef LPI_SYSTEMS_BUDDY_ASK_H
#define LPI_SYSTEMS_BUDDY_ASK_H

#include "../../base/fault.h"
#include "../profile/set_targets.h"
#include <linepress/buddy.h>
#include <linepress/trace.h>

enum buddy_engine { BUDDY_MODEL, BUDDY_RTL, BUDDY_FUNCTION, BUDDY_ENGINES };

struct buddy_ask {
    enum buddy_engine engine; /* BUDDY_ENGINES: one that has the codec */
    enum lp_page_codec codec;
    unsigned target; /* enum lp_target or LP_BUDDY_UNCOMPRESSED */
    const char *file; /* of lines, "-" for standard input; with targets a snapshot set */
    int raw;          /* the file is raw bytes even if it looks like .npy */
    const char *trace; /* a file of accesses; NULL: those of the pattern */
    struct lp_trace_pattern pattern;
    const char *targets; /* a target file; NULL: none. Page size and codecs are then the file's */
    const char *point;   /* of the set; NULL: the last */
    const char *split;   /* of the names of a set's flat files, or NULL */
    int strict;          /* the target file has to be the set's */
    unsigned page_log2, slices_log2, entries, lanes, parallel, misses, latency, link;
    uint64_t cache_bytes; /* of metadata, all slices together */
    double stall;
    const struct lpi_tell *tell; /* also how the target file differs from the set; or NULL */
};

/*
 * Chooses the engine that has the codec, unless one was asked for, which must have it. Returns 0 or
 * the code that it sets in *fault.
 */
int buddy_set_engine(struct buddy_ask *ask, struct lpi_fault *fault);

/* Sets and ways of each slice's cache, for this many bytes in all; 0: no such cache. */
int buddy_cache(uint64_t bytes, unsigned slices_log2, unsigned *sets, unsigned *ways);

#endif
