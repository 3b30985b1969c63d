/* SPDX-License-Identifier: Apache-2.0 */
/* The command `buddy`, which two programs share: this one, and linepress-cosim with the RTL. */
#ifndef LPI_CLI_BUDDY_H
#define LPI_CLI_BUDDY_H

#include "../common/instance.h"
#include "cli.h"
#include <linepress/buddy.h>
#include <linepress/trace.h>

struct buddy_options {
    enum lp_buddy_codec codec;
    unsigned target; /* enum lp_target or LP_BUDDY_UNCOMPRESSED */
    struct lp_trace_pattern pattern;
    const char *trace, *save, *file;
    unsigned page_log2, slices_log2, entries, lanes, parallel, misses, latency, link;
    uint64_t cache_bytes; /* all slices together; 0: 4 KiB a slice */
    double stall;
    int rtl, sweep, json;
};

/* What is to be run: the file's lines, padded with zeros, and the accesses. */
struct buddy_job {
    uint8_t *data;
    uint64_t lines;
    struct lp_trace trace;
};

extern const char *const buddy_targets[LP_BUDDY_UNCOMPRESSED + 1];
extern const char *const buddy_orders[];

/* Parses; --help prints and exits. */
void buddy_parse(int argc, char **argv, struct buddy_options *options);

/* Sets and ways of each slice's cache of so many bytes in all; 0: no such cache. */
int buddy_cache(uint64_t bytes, unsigned slices_log2, unsigned *sets, unsigned *ways);

/* Memories that just hold an allocation of so many lines, opened. */
struct lp_buddy *buddy_open(const struct buddy_options *options, uint64_t lines, unsigned target,
                            uint64_t cache_bytes, uint64_t *address);

/* Hit rates over cache sizes and buddy accesses over targets, printed. */
void buddy_sweep(const struct buddy_options *options, const struct buddy_job *job);

/* JSON of one direction's traffic. */
json_t *buddy_traffic_json(const struct lp_buddy_traffic *traffic);

/* The command with what opens the slice of --engine rtl; NULL: run linepress-cosim. */
int cli_buddy_with(int argc, char **argv, lp_open_fn *rtl);

#endif
