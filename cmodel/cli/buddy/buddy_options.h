/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `buddy`. */
#ifndef LPI_CLI_BUDDY_OPTIONS_H
#define LPI_CLI_BUDDY_OPTIONS_H

#include <linepress/buddy.h>
#include <linepress/trace.h>

enum buddy_engine { BUDDY_MODEL, BUDDY_RTL, BUDDY_FUNCTION, BUDDY_ENGINES };

struct buddy_options {
    enum buddy_engine engine;
    enum lp_page_codec codec;
    unsigned target; /* enum lp_target or LP_BUDDY_UNCOMPRESSED */
    struct lp_trace_pattern pattern;
    const char *trace, *save, *file;
    const char *split; /* of the names of a set's flat files, or NULL */
    const char *targets, *point; /* file: a snapshot set, of which one point is taken; or NULL */
    int strict;
    unsigned page_log2, slices_log2, entries, lanes, parallel, misses, latency, link;
    uint64_t cache_bytes; /* all slices together */
    double stall;
    int sweep, json, force, raw;
};

extern const char *const buddy_engines[BUDDY_ENGINES];
extern const char *const buddy_targets[LP_BUDDY_UNCOMPRESSED + 1];

/* Parses; --help prints and exits. */
void buddy_parse(int argc, char **argv, struct buddy_options *options);

/* The engine that has the codec, unless one was asked for, which must have it. */
void buddy_set_engine(struct buddy_options *options);

/* Sets and ways of each slice's cache, for this many bytes in all; 0: no such cache. */
int buddy_cache(uint64_t bytes, unsigned slices_log2, unsigned *sets, unsigned *ways);

#endif
