/* SPDX-License-Identifier: Apache-2.0 */
/* Options of a replay: accesses to buddy memory, and the machine that executes them. */
#ifndef LPI_SYSTEMS_BUDDY_ASK_H
#define LPI_SYSTEMS_BUDDY_ASK_H

#include "../../base/fault.h"
#include "../profile/set_targets.h"
#include <linepress/buddy.h>
#include <linepress/trace.h>

enum buddy_engine { BUDDY_MODEL, BUDDY_RTL, BUDDY_FUNCTION, BUDDY_ENGINES };

struct buddy_ask {
    enum buddy_engine engine; /* BUDDY_ENGINES: the first that supports the codec */
    enum lp_page_codec codec;
    unsigned target;   /* enum lp_target or LP_BUDDY_UNCOMPRESSED */
    const char *file;  /* of lines, "-" for standard input; with targets, a snapshot set */
    int raw;           /* read the file as raw bytes even if it looks like .npy */
    const char *trace; /* a file of accesses; NULL: generate them by the pattern */
    struct lp_trace_pattern pattern;
    const char *targets; /* a target file, which then sets page size and codecs; NULL: none */
    const char *point;   /* of the set; NULL: the last one */
    const char *split;   /* of the names of a set's flat files, or NULL */
    int strict;          /* the target file must match the set */
    unsigned page_log2, slices_log2, entries, lanes, parallel, misses, latency, link;
    uint64_t cache_bytes; /* of metadata caches, all slices together */
    double stall;
    const struct lpi_tell *tell; /* also receives differences of target file and set; or NULL */
};

/*
 * Chooses the engine that supports the codec, or checks the requested one. Returns 0 or the code
 * that it sets in *fault.
 */
int buddy_set_engine(struct buddy_ask *ask, struct lpi_fault *fault);

/*
 * Sets and ways of each slice's cache, for this total of bytes; returns 0 if no such cache exists.
 */
int buddy_cache(uint64_t bytes, unsigned slices_log2, unsigned *sets, unsigned *ways);

#endif
